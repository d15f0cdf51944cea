import assert from 'node:assert/strict';
import type { AnswerBlocks } from '../../src/agent/answer-blocks.ts';
import { readAnswerBlocks } from '../../src/agent/answer-blocks.ts';

function read(lines: readonly string[], pathBeforeFence = true): AnswerBlocks {
  return readAnswerBlocks(lines.join('\n'), { pathBeforeFence });
}

const EDIT = ['<<<<<<< SEARCH', 'old line', '=======', 'new line', '>>>>>>> REPLACE'];
const edit = (path: string, line: number): object => ({
  kind: 'edit',
  path,
  line,
  oldText: 'old line\n',
  newText: 'new line\n',
});

describe('Agent: SEARCH/REPLACE blocks in an answer', () => {
  it('are read with a plain or decorated path on the line before', () => {
    for (const path of [
      'src/a.ts',
      '**src/a.ts**',
      '`src/a.ts`',
      '### `src/a.ts`',
      'File: src/a.ts',
      '- src/a.ts:',
      '**File: `src/a.ts`**',
    ]) {
      assert.deepEqual(read(['Text.', path, ...EDIT]), { blocks: [edit('src/a.ts', 3)], problems: [] }, path);
    }
  });

  it('are read inside a fence, with the path in any position', () => {
    assert.deepEqual(read(['```ts', 'src/a.ts', ...EDIT, '```', 'Done.']).blocks, [edit('src/a.ts', 3)]);
    assert.deepEqual(read(['src/a.ts', '```ts', ...EDIT, '```', 'Done.']).blocks, [edit('src/a.ts', 3)]);
    assert.deepEqual(read(['```ts path=src/a.ts', ...EDIT, '```']).blocks, [edit('src/a.ts', 2)]);
  });

  it('can follow each other for the same file', () => {
    const { blocks, problems } = read(['src/a.ts', ...EDIT, '', ...EDIT, 'src/b.ts', ...EDIT]);
    assert.deepEqual(
      blocks.map(({ path }) => path),
      ['src/a.ts', 'src/a.ts', 'src/b.ts'],
    );
    assert.deepEqual(problems, []);
  });

  it('can have empty parts and Windows line endings', () => {
    const { blocks } = readAnswerBlocks(['a.ts', '<<<<<<< SEARCH', '=======', 'new', '>>>>>>> REPLACE'].join('\r\n'), {
      pathBeforeFence: true,
    });
    assert.deepEqual(blocks, [{ kind: 'edit', path: 'a.ts', line: 2, oldText: '', newText: 'new\n' }]);
  });

  it('can contain fences and equals signs', () => {
    const { blocks } = read([
      'README.md',
      '<<<<<<< SEARCH',
      '```ts',
      'a === b',
      '```',
      '=======',
      'Title',
      '====',
      '>>>>>>> REPLACE',
    ]);
    assert.deepEqual(blocks, [
      { kind: 'edit', path: 'README.md', line: 2, oldText: '```ts\na === b\n```\n', newText: 'Title\n====\n' },
    ]);
  });

  it('are reported if they are malformed, without hiding the next block', () => {
    const { blocks, problems } = read([
      'src/a.ts',
      '<<<<<<< SEARCH',
      'old',
      '>>>>>>> REPLACE',
      '',
      'src/b.ts',
      ...EDIT,
      '',
      '<<<<<<< SEARCH',
      'x',
      '=======',
      'y',
    ]);
    assert.deepEqual(
      blocks.map(({ path }) => path),
      ['src/b.ts'],
    );
    assert.equal(problems.length, 2);
    assert.match(problems[0]!, /line 2.*src\/a\.ts.*no =======/);
    assert.match(problems[1]!, /no >>>>>>> REPLACE/);
  });

  it('are reported if they have no path', () => {
    const { blocks, problems } = read(['Here is the change I propose:', ...EDIT]);
    assert.deepEqual(blocks, []);
    assert.match(problems.join(), /has no path/);
  });
});

describe('Agent: whole files in an answer', () => {
  const file = (path: string, line: number): object => ({ kind: 'file', path, line, content: 'const a = 1;\n' });

  it('are read if the fence names the file', () => {
    for (const information of [
      'ts path=src/a.ts',
      'ts title="src/a.ts"',
      "typescript file='src/a.ts'",
      'ts:src/a.ts',
      'path=src/a.ts',
    ]) {
      assert.deepEqual(
        read([`\`\`\`${information}`, 'const a = 1;', '```'], false),
        { blocks: [file('src/a.ts', 1)], problems: [] },
        information,
      );
    }
  });

  it('are read with the path on the line before only if `pathBeforeFence` is set', () => {
    const answer = ['src/a.ts', '', '```ts', 'const a = 1;', '```'];
    assert.deepEqual(read(answer).blocks, [file('src/a.ts', 3)]);
    assert.deepEqual(read(answer, false).blocks, []);
  });

  it('are not read from explanatory code', () => {
    for (const before of ['In src/a.ts you find:', 'Like this:', 'See e.g.', '1.', '...']) {
      assert.deepEqual(read([before, '```ts', 'const a = 1;', '```']), { blocks: [], problems: [] }, before);
    }
  });

  it('can contain fences inside a longer fence', () => {
    const { blocks } = read(['README.md', '````md', '# Title', '```ts', 'a', '```', '````', 'Done.']);
    assert.deepEqual(blocks, [{ kind: 'file', path: 'README.md', line: 2, content: '# Title\n```ts\na\n```\n' }]);
  });

  it('are reported if the fence is not closed', () => {
    const { blocks, problems } = read(['```ts path=src/a.ts', 'const a = 1;']);
    assert.deepEqual(blocks, []);
    assert.match(problems.join(), /src\/a\.ts at line 1.*no closing fence/);
  });

  it('can be empty', () => {
    assert.deepEqual(read(['```ts path=src/a.ts', '```']).blocks, [
      { kind: 'file', path: 'src/a.ts', line: 1, content: '' },
    ]);
  });

  it('[TRUST-6] reads a repetitive answer in linear time', () => {
    const options = { pathBeforeFence: true };
    assert.deepEqual(readAnswerBlocks(`${'*'.repeat(300_000)}x\n<<<<<<< SEARCH\na\n`, options).blocks, []);
    assert.deepEqual(readAnswerBlocks('```js\n'.repeat(100_000), { pathBeforeFence: false }).blocks, []);
    assert.deepEqual(readAnswerBlocks(`\`\`\` ${'path '.repeat(60_000)}\n`, options).blocks, []);
  });
});
