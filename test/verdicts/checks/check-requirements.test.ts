import assert from 'node:assert/strict';
import { checkRequirements } from '../../../src/verdicts/checks/check-requirements.ts';
import type { AssertionResult } from '../../../src/verdicts/checks/interfaces/result.ts';
import type { Check } from '../../../src/contract/model.ts';
import { CancelledError } from '../../../src/foundation/errors.ts';
import { checkOne, failsWithError, requirement, subjectOf } from './checking.ts';
import { MemoryTree } from './memory-tree.ts';
import { json, WebServer } from './web-server.ts';

const FILES = { 'src/a.ts': 'export const a = 1;\n', 'data.json': '{"a":1}' };

describe('Checking the requirements of a chunk', () => {
  it('[ENF-VAL-16] [ENF-VAL-17] returns results in order and reports each when it is available', async () => {
    const requirements = [
      requirement({ type: 'pattern_match', target: 'src/a.ts', pattern: 'const' }),
      requirement({ type: 'file_exists', target: 'none.ts' }, 'suggest'),
      requirement({ type: 'export_exists', target: 'a' }),
    ];
    const reported: [number, boolean][] = [];
    const results = await checkRequirements(requirements, await subjectOf(FILES), (result, index) =>
      reported.push([index, result.passed]),
    );
    assert.deepEqual(
      results.map(({ assertion, passed }) => [assertion, passed]),
      requirements.map(({ assertion }, i) => [assertion, i !== 1]),
    );
    assert.deepEqual(
      reported.sort(([a], [b]) => a - b),
      [
        [0, true],
        [1, false],
        [2, true],
      ],
    );
    for (const result of results) {
      assert.equal(typeof result.durationMs, 'number');
      assert.ok(result.expected);
      assert.ok(result.actual);
      assert.equal(result.tier, 1);
    }
  });

  it('[ENF-VAL-14] fails an unknown check type and suggests a similar one', async () => {
    await failsWithError(
      FILES,
      { type: 'export_exist', target: 'a' },
      /Unknown check type "export_exist"\. Did you mean "export_exists"\?/,
    );
    await failsWithError(FILES, { type: 'dance' }, /Unknown check type "dance"/);
  });

  it('[ENF-VAL-14] fails an invalid check and lists every mistake', async () => {
    const result = await failsWithError(FILES, { type: 'pattern_match', target: 'src/a.ts', patern: 'x' }, /patern/);
    assert.match(result.error ?? '', /pattern: /);
  });

  it('[ENF-VAL-14] fails only the assertions about a file that cannot be read', async () => {
    const files = { ...FILES, 'locked.txt': new Error('permission denied') };
    const checks: Check[] = [
      { type: 'pattern_match', target: 'locked.txt', pattern: 'x', not: true },
      { type: 'contains', target: 'locked.txt', expected: 'x', not: true },
      { type: 'equals', target: 'locked.txt', expected: 'x', not: true },
      { type: 'schema_match', target: 'locked.txt', schema: true },
      { type: 'export_exists', target: 'a' },
    ];
    const results = await checkRequirements(
      checks.map((check) => requirement(check)),
      await subjectOf(files),
    );
    assert.deepEqual(
      results.map(({ passed }) => passed),
      [false, false, false, false, true],
    );
    for (const result of results.slice(0, 4)) assert.match(result.error ?? '', /permission denied/);
  });

  it('reads each file once for any number of assertions', async () => {
    const tree = new MemoryTree(FILES);
    const checks: Check[] = ['a', 'b', 'c'].map((pattern) => ({ type: 'pattern_match', target: 'src/a.ts', pattern }));
    checks.push({ type: 'contains', target: './src/a.ts', expected: 'const' });
    await checkRequirements(
      checks.map((check) => requirement(check)),
      await subjectOf(FILES, { tree }),
    );
    assert.equal(tree.reads.get('src/a.ts'), 1);
  });

  it('runs a step once for any number of assertions', async () => {
    let runs = 0;
    const stepOutput = (): Promise<string> => {
      runs++;
      return Promise.resolve('ok');
    };
    const checks: Check[] = [1, 2, 3].map(() => ({ type: 'equals', target: 'report', expected: 'ok' }));
    const subject = await subjectOf(FILES, { steps: ['report'], stepOutput });
    const results = await checkRequirements(
      checks.map((check) => requirement(check)),
      subject,
    );
    assert.ok(results.every(({ passed }) => passed));
    assert.equal(runs, 1);
  });

  it('[ENF-VAL-14] in a restricted workspace, runs only checks that read files, and marks the others as untrusted', async () => {
    await using server = await WebServer.start((_request, response) => json(response, 200, {}));
    const judge = { model: 'test:judge', judge: () => Promise.reject(new Error('the judge was called')) };
    const restricted = {
      trusted: false,
      steps: ['report'],
      stepOutput: () => Promise.reject(new Error('it was run')),
      judge,
      customValidators: [],
    };
    const outside: Check[] = [
      { type: 'http_status', target: server.url },
      { type: 'exists', target: server.url },
      { type: 'schema_match', target: server.url, schema: true },
      { type: 'contains', target: server.url, expected: 'x', not: true },
      { type: 'equals', target: 'report', expected: 'x', not: true },
      { type: 'exists', target: 'report' },
      { type: 'llm_judge', target: 'src/a.ts', question: 'Good?' },
      { type: 'custom', target: 'mine' },
      { type: 'file_exists', target: 'src/a.ts', validator: 'mine' },
    ];
    for (const check of outside) await failsWithError(FILES, check, /^Not run in a restricted workspace/, restricted);
    assert.equal(server.requests.length, 0);
    const inside: Check[] = [
      { type: 'export_exists', target: 'a' },
      { type: 'file_exists', target: 'src/a.ts' },
      { type: 'exists', target: 'src' },
      { type: 'pattern_match', target: 'src/a.ts', pattern: 'a' },
      { type: 'contains', target: 'src/a.ts', expected: 'a' },
      { type: 'equals', target: 'data.json', expected: { a: 1 } },
      { type: 'schema_match', target: 'data.json', schema: { required: ['a'] } },
      { type: 'creates', target: 'a' },
    ];
    for (const check of inside) assert.equal((await checkOne(FILES, check, restricted)).passed, true, check.type);
  });

  it('rejects a cancelled check at any point', async () => {
    await using server = await WebServer.start(() => undefined);
    for (const check of [
      { type: 'http_status', target: server.url },
      { type: 'equals', target: 'report', expected: 'x' },
      { type: 'pattern_match', target: 'slow.txt', pattern: '^(?=(a+)+$)a' },
      { type: 'custom', target: 'waits' },
    ] satisfies Check[]) {
      const controller = new AbortController();
      const { signal } = controller;
      const subject = await subjectOf(
        { 'slow.txt': `${'a'.repeat(40)}!` },
        {
          signal,
          steps: ['report'],
          stepOutput: () =>
            new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(new CancelledError('the step')));
            }),
          customValidators: [
            {
              type: 'waits',
              supportedResourceTypes: ['*'],
              supports: () => true,
              validate: () => new Promise(() => undefined),
            },
          ],
        },
      );
      const checking = checkRequirements([requirement(check)], subject);
      setImmediate(() => controller.abort());
      await assert.rejects(checking, CancelledError, check.type);
    }
  });

  it('[ENF-VAL-19] answers 1,000 assertions on exports from memory', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => [
        `src/m${i}.ts`,
        `export const c${i} = 1;\nexport * from './m${(i + 1) % 200}';\n`,
      ]),
    );
    const tree = new MemoryTree(files);
    const requirements = Array.from({ length: 1000 }, (_, i) =>
      requirement({ type: 'export_exists', target: `c${(i * 7) % 200}`, file: `src/m${i % 200}.ts` }),
    );
    const subject = await subjectOf(files, { tree });
    const results: readonly AssertionResult[] = await checkRequirements(requirements, subject);
    assert.ok(results.every(({ passed }) => passed));
    assert.equal(tree.reads.size, 0, 'no file is read again');
  });
});
