import assert from 'node:assert/strict';
import type { AnswerBlocks } from '../../../src/models/agent/answer-blocks.ts';
import { readAnswerBlocks } from '../../../src/models/agent/answer-blocks.ts';

function read(lines: readonly string[], onlyFile?: string): AnswerBlocks {
  return readAnswerBlocks(lines.join('\n'), { onlyFile });
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
    const { blocks } = readAnswerBlocks(['a.ts', '<<<<<<< SEARCH', '=======', 'new', '>>>>>>> REPLACE'].join('\r\n'));
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
  const inferred = (path: string, line: number): object => ({ ...file(path, line), inferred: true });

  it('are read if the fence names the file', () => {
    for (const information of [
      'ts path=src/a.ts',
      'ts title="src/a.ts"',
      "typescript file='src/a.ts'",
      'ts:src/a.ts',
      'path=src/a.ts',
      'ts src/a.ts',
      'src/a.ts',
    ]) {
      assert.deepEqual(
        read([`\`\`\`${information}`, 'const a = 1;', '```']),
        { blocks: [file('src/a.ts', 1)], problems: [] },
        information,
      );
    }
  });

  it('[AGENT-10] are read with the path on the line before', () => {
    for (const path of [
      'src/a.ts',
      '**src/a.ts**',
      'File: src/a.ts',
      '### 2. `src/a.ts` (new file)',
      '**src/a.ts (updated)**:',
    ]) {
      assert.deepEqual(read([path, '', '```ts', 'const a = 1;', '```']).blocks, [inferred('src/a.ts', 3)], path);
    }
  });

  it('[AGENT-10] are read with the path in a comment on the first line', () => {
    for (const comment of ['// src/a.ts', '# src/a.ts', '/* src/a.ts */', '<!-- File: src/a.ts -->', '-- src/a.ts']) {
      const { blocks } = read(['```', comment, 'const a = 1;', '```']);
      const content = `${comment}\nconst a = 1;\n`;
      assert.deepEqual(blocks, [{ kind: 'file', path: 'src/a.ts', line: 1, content, inferred: true }], comment);
    }
    for (const comment of [
      '// e.g.',
      '// see src/a.ts',
      '// https://example.com/a.ts',
      '// 1.0',
      '#!/bin/node',
      '// @ts-check',
    ]) {
      assert.deepEqual(read(['```ts', comment, 'const a = 1;', '```']).blocks, [], comment);
    }
  });

  it('[AGENT-10] are read without a path if only one file may be written and there is one block', () => {
    const shell = ['```bash', 'npm test', '```'];
    const code = ['```ts', 'const a = 1;', '```'];
    assert.deepEqual(read(['Here:', ...code, 'Then run:', ...shell], 'src/a.ts').blocks, [inferred('src/a.ts', 2)]);
    assert.deepEqual(read(['Here:', ...code, 'or', ...code], 'src/a.ts').blocks, []);
    assert.deepEqual(read(shell, 'src/a.ts').blocks, []);
    assert.deepEqual(read(['```ts', 'const a = 1;'], 'src/a.ts').blocks, []);
    assert.deepEqual(read(['src/b.ts', ...code], 'src/a.ts').blocks, [inferred('src/b.ts', 2)]);
  });

  it('[AGENT-10] are read with the path alone on the first line, which is not content', () => {
    const code = 'export const a = 1;';
    for (const [lines, onlyFile, path, content = `${code}\n`] of [
      [['```ts', 'src/a.ts', code, '```'], 'src/a.ts', 'src/a.ts'],
      [['```ts', 'src/a.ts', code, '```'], undefined, 'src/a.ts'],
      [['```', 'src/a.ts', code, '```'], undefined, 'src/a.ts'],
      [['```ts', './src/a.ts', '', code, '```'], 'src/a.ts', './src/a.ts', `\n${code}\n`],
      [['```ts', 'path=src/a.ts', code, '```'], 'src/a.ts', 'src/a.ts'],
      [['```ts', 'File: "a.ts"', code, '```'], undefined, 'a.ts'],
      [['```ts path=src/a.ts', 'src/a.ts', code, '```'], undefined, 'src/a.ts'],
      [['src/a.ts', '```ts', 'src/a.ts', code, '```'], undefined, 'src/a.ts'],
      [['```python', 'src/shop/a.py', 'A = 1', '```'], undefined, 'src/shop/a.py', 'A = 1\n'],
      // Another path is content: the file that the fence names can be a list.
      [['```text path=files.txt', 'src/a.ts', 'src/b.ts', '```'], undefined, 'files.txt', 'src/a.ts\nsrc/b.ts\n'],
      [['```txt path=one.txt', 'src/a.ts', '```'], undefined, 'one.txt', 'src/a.ts\n'],
    ] as const) {
      const { blocks, problems } = read(lines, onlyFile);
      assert.deepEqual(
        blocks.map((block) => [block.path, block.kind === 'file' && block.content]),
        [[path, content]],
        lines.join('\n'),
      );
      assert.deepEqual(problems, []);
    }
    for (const lines of [
      ['```', 'src/a.ts', 'src/b.ts', '```'],
      ['```bash', 'src/a.sh', 'echo', '```'],
      ['```ts', 'src/a.ts', '```'],
      ['```ts', 'a.b', code, '```'],
      ['```ts', "import 'src/a.ts'", code, '```'],
    ]) {
      assert.deepEqual(read(lines).blocks, [], lines.join('\n'));
    }
  });

  it('[AGENT-10] are not read from data if the only file is code', () => {
    const call = (language: string): string[] => [`\`\`\`${language}`, '{ "name": "double", "arguments": {} }', '```'];
    for (const language of ['json', 'JSON', 'jsonc', 'yaml', 'xml', 'toml']) {
      const { blocks, problems } = read(call(language), 'src/a.ts');
      assert.deepEqual(blocks, [], language);
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', /was not written to src\/a\.ts/);
    }
    for (const [language, file] of [
      ['json', 'data/a.json'],
      ['jsonc', 'tsconfig.json'],
      ['yaml', 'a.yml'],
      ['html', 'a.html'],
      ['javascript', 'src/a.ts'],
      ['', 'src/a.ts'],
    ] as const) {
      assert.equal(read(call(language), file).blocks.length, 1, `${language} ${file}`);
    }
  });

  it('[AGENT-10] are not used if there are two different blocks for one file', () => {
    const block = (text: string): string[] => ['```ts path=src/a.ts', text, '```'];
    const { blocks, problems } = read([...block('one'), ...block('two'), '```ts path=src/b.ts', 'const a = 1;', '```']);
    assert.deepEqual(blocks, [file('src/b.ts', 7)]);
    assert.match(problems.join(), /2 different file blocks for src\/a\.ts, at lines 1, 4/);
    assert.deepEqual(read([...block('one'), ...block('one')]).problems, []);
  });

  it('are not read from the output of commands, or from the end of the block above', () => {
    assert.deepEqual(read(['test/a.test.ts', '```console', '1 passing', '```']).blocks, []);
    assert.deepEqual(read(['```ts', 'src/a.ts', '```', '```ts', 'const a = 1;', '```']).blocks, []);
  });

  it('are not read from explanatory code', () => {
    for (const before of ['In src/a.ts you find:', 'Like this:', 'See e.g.', '1.', '...']) {
      assert.deepEqual(read([before, '```ts', 'const a = 1;', '```']), { blocks: [], problems: [] }, before);
    }
  });

  it('can contain fences inside a longer fence', () => {
    const { blocks } = read(['README.md', '````md', '# Title', '```ts', 'a', '```', '````', 'Done.']);
    assert.deepEqual(blocks, [
      { kind: 'file', path: 'README.md', line: 2, content: '# Title\n```ts\na\n```\n', inferred: true },
    ]);
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
    assert.deepEqual(readAnswerBlocks(`${'*'.repeat(300_000)}x\n<<<<<<< SEARCH\na\n`).blocks, []);
    assert.deepEqual(readAnswerBlocks('```js\n'.repeat(100_000)).blocks, []);
    assert.deepEqual(readAnswerBlocks(`\`\`\` ${'path '.repeat(60_000)}\n`).blocks, []);
  });
});
