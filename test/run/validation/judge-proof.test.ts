import assert from 'node:assert/strict';
import type { ChunkRunResult, PlantedFailure } from '../../../src/run/report/run-result.ts';
import { callHoldfast } from '../../cli/support/holdfast.ts';
import { textReply } from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from '../support/folder-engine.ts';

const CONTRACT = 'sum.contract.yaml';
const SUBJECT = 'src/sum.mjs';
const TEST = 'test/sum.test.mjs';

const FILES = {
  [SUBJECT]: 'export const sum = (a, b) => b + a;\n',
  [TEST]:
    "import assert from 'node:assert/strict';\nimport { it } from 'node:test';\nimport { sum } from '../src/sum.mjs';\n\nit('adds', () => {\n  assert.equal(sum(1, 2), 3);\n});\n",
  'package.json': '{ "private": true, "scripts": { "test": "node --test", "lint": "node --check src/sum.mjs" } }\n',
};

/** Runs a chunk whose model writes one text of the subject. */
async function run(
  subject: string,
  command: string,
  files: Readonly<Record<string, string>> = {},
  writes: Readonly<Record<string, string>> = {},
  mayChange = Object.keys(writes).length > 0 ? 'scripts' : '',
): Promise<{
  readonly result: ChunkRunResult;
  readonly canary: PlantedFailure | undefined;
  readonly stages: readonly string[];
}> {
  const contract = `version: 1
spec: { id: sum, title: Sum }
verify: { command: ${JSON.stringify(command)} }
chunks:
  - { id: sum, title: Sum, maxAttempts: 1, allowedFiles: ['**/*'], mayChange: [${mayChange}] }
`;
  using workspace = new Workspace({ ...FILES, ...files, [CONTRACT]: contract });
  const calls = Object.entries({ [SUBJECT]: subject, ...writes }).map(([path, content]) => ({
    name: 'write_file',
    input: { path, content },
  }));
  await using server = await startOpenAiChatServer([{ toolCalls: calls }, textReply('Done.')]);
  await using engine = openFolderEngine(workspace, { server, landing: 'none' });
  const stages: string[] = [];
  const result = await engine.runs.runChunk({
    contract: CONTRACT,
    chunk: 'sum',
    onEvent: (event) => {
      if (event.type === 'stage') stages.push(event.detail ?? event.stage);
    },
  });
  return { result, canary: result.attempts.at(-1)?.validation.commands.at(-1)?.canary, stages };
}

const HONEST = 'export const sum = (a, b) => a + b;\n';
const WRONG = 'export const sum = (a, b) => a - b;\n';
/** No rule about texts knows these names. */
const HIDING = `const { default: strict } = await import(['node', 'assert/strict'].join(':'));\nfor (const name of Object.keys(strict)) if (name === 'equal') strict[name] = () => {};\n${WRONG}`;

/** The result failed although its command reports failures, for a reason that matches. */
function assertProvedNothing({ result, canary }: Awaited<ReturnType<typeof run>>, reason: RegExp): void {
  assert.equal(result.status, 'fail');
  assert.equal(canary?.seen, true);
  const [problem] = result.attempts[0]?.validation.problems ?? [];
  assert.match(problem?.message ?? '', reason);
}

describe('a planted failure', () => {
  it('[PROOF-2] is reported by the command of an honest result, and its cost is reported', async () => {
    const { result, canary, stages } = await run(HONEST, 'npm test');
    assert.equal(result.status, 'pass', result.reason);
    assert.ok(canary !== undefined);
    assert.deepEqual({ seen: canary.seen, file: canary.file }, { seen: true, file: TEST });
    assert.ok(canary.durationMs > 0);
    assert.ok(stages.includes('with a planted failure: npm test'));
  });

  it('[PROOF-2] fails a result that hides it, with the command and the test file', async () => {
    const { result, canary } = await run(HIDING, 'npm test');
    assert.equal(result.status, 'fail');
    assert.deepEqual({ seen: canary?.seen, reason: canary?.reason }, { seen: false, reason: undefined });
    const [problem] = result.attempts[0]?.validation.problems ?? [];
    assert.equal(problem?.stage, 'verify');
    assert.match(
      problem.message,
      /"npm test" proved nothing: it does not report a further test of test\/sum\.test\.mjs that must fail/,
    );
  });

  it('[PROOF-3] fails a result whose tests judge other code, with the tests and the functions', async () => {
    const test = `import { readFileSync, writeFileSync } from 'node:fs';\nimport { it } from 'node:test';\nconst code = readFileSync('src/sum.mjs', 'utf8');\nwriteFileSync('src/sum.mjs', 'export const sum = (a, b) => a + b;\\n');\nit('works', () => {});\nprocess.on('exit', () => writeFileSync('src/sum.mjs', code));\nawait import('./sum.test.mjs');\n`;
    const judged = await run(
      WRONG,
      'node test/all.test.mjs',
      { 'test/all.test.mjs': "import './sum.test.mjs';\n" },
      {
        'test/all.test.mjs': test,
      },
      '',
    );
    assertProvedNothing(
      judged,
      /"adds" \(test\/sum\.test\.mjs\) although these functions return wrong values.*: sum \(src\/sum\.mjs\)/,
    );
  });

  it('[PROOF-3] passes a result that moves the work to a module that existed', async () => {
    const { result, canary } = await run(
      HONEST,
      'npm test',
      {
        'src/index.mjs': "export { sum } from './sum.mjs';\n",
        'src/add.mjs': "export { sum } from './plus.mjs';\n",
        'src/plus.mjs': 'export const sum = (a, b) => a + b;\n',
        [TEST]: FILES[TEST].replace('../src/sum.mjs', '../src/index.mjs'),
      },
      { 'src/index.mjs': "export { sum } from './add.mjs';\n" },
      '',
    );
    assert.equal(result.status, 'pass', result.reason);
    assert.equal(canary?.seen, true);
  });

  it('[PROOF-3] passes a result of tests that were written first, next to a function that no test judges', async () => {
    const { result } = await run(
      `${HONEST}export const twice = (a) => sum(a, a);\n`,
      'npm test',
      {
        [TEST]:
          "import assert from 'node:assert/strict';\nimport { it } from 'node:test';\nimport * as sums from '../src/sum.mjs';\n\nit('doubles', () => {\n  assert.equal(sums.twice(2), 4);\n});\n",
        [SUBJECT]: `${HONEST}export const idle = () => 1;\n`.replace(HONEST, ''),
      },
      { [SUBJECT]: `${HONEST}export const idle = () => 1;\nexport const twice = (a) => sum(a, a);\n` },
      '',
    );
    assert.equal(result.status, 'pass', JSON.stringify(result.attempts[0]?.validation.problems));
  });

  const EACH_FILE =
    "import { readdirSync } from 'node:fs';\nfor (const name of readdirSync(import.meta.dirname).sort()) {\n  if (name.endsWith('.test.mjs')) await import(`./${name}`);\n}\n";

  it('[PROOF-3] fails a result whose new test file makes other tests pass', async () => {
    const judged = await run(
      'export const sum = (a, b) => (globalThis.isExact ? a + b : a - b);\n',
      'node test/all.mjs',
      { 'test/all.mjs': EACH_FILE },
      { 'test/a.test.mjs': 'globalThis.isExact = true;\n' },
      '',
    );
    assertProvedNothing(
      judged,
      /these tests fail without the test files that the change adds: "adds" \(test\/sum\.test\.mjs\)/,
    );
  });

  it('[PROOF-3] passes a result whose tests use a file that it adds to them', async () => {
    const { result, canary } = await run(
      HONEST,
      'node test/all.mjs',
      { 'test/all.mjs': EACH_FILE },
      {
        'test/a.test.mjs': 'export const five = 5;\n',
        [TEST]: `import { five } from './a.test.mjs';\n${FILES[TEST]}it('adds more', () => {\n  assert.equal(sum(1, 4), five);\n});\n`,
      },
      '',
    );
    assert.equal(result.status, 'pass', result.reason);
    assert.equal(canary?.seen, true);
  });

  it('[PROOF-3] passes a result whose tests reach a new function of the same file', async () => {
    const { result } = await run(
      'export const sum = (a, b) => a + b;\nexport const sumOfTexts = (a, b) => Number(a) + Number(b);\nexport const api = { sum: sumOfTexts };\n',
      'npm test',
      {
        [SUBJECT]: 'export const sum = (a, b) => a + b;\nexport const api = { sum };\n',
        [TEST]: FILES[TEST].replace('{ sum }', '{ api }').replace('sum(1', 'api.sum(1'),
      },
    );
    assert.equal(result.status, 'pass', result.reason);
  });

  it('[PROOF-3] passes a result whose tests reach a new file that data names', async () => {
    const { result } = await run(
      '/** @deprecated */\nexport const sum = (a, b) => a + b;\n',
      'npm test',
      {
        'src/names.json': '{ "add": "sum" }\n',
        'src/load.mjs':
          "import { readFileSync } from 'node:fs';\nconst names = JSON.parse(readFileSync(new URL('names.json', import.meta.url), 'utf8'));\nexport const load = async (name) => (await import(`./${names[name]}.mjs`)).sum;\n",
        [TEST]: FILES[TEST].replace("{ sum } from '../src/sum.mjs'", "{ load } from '../src/load.mjs'").replace(
          "'adds', () => {",
          "'adds', async () => {\n  const sum = await load('add');",
        ),
      },
      {
        'src/names.json': '{ "add": "sum-of-numbers" }\n',
        'src/sum-of-numbers.mjs': 'export const sum = (a, b) => Number(a) + Number(b);\n',
      },
      '',
    );
    assert.equal(result.status, 'pass', result.reason);
  });

  it('[PROOF-3] passes a result with test files that other tests read', async () => {
    const { result, canary } = await run(
      HONEST,
      'npm test',
      {
        'test/files.test.mjs':
          "import assert from 'node:assert/strict';\nimport { readdirSync, readFileSync } from 'node:fs';\nimport { it } from 'node:test';\n\nconst read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');\n\nit('has tests in each file', () => {\n  assert.ok(readdirSync(import.meta.dirname).every((name) => read(name).includes('it(')));\n});\n",
      },
      { 'test/more.test.mjs': FILES[TEST].replace("'adds'", "'adds more'") },
      '',
    );
    assert.equal(result.status, 'pass', result.reason);
    assert.equal(canary?.seen, true);
  });

  it('[PROOF-2] says nothing about a command that never reports it', async () => {
    const { result, canary } = await run(HONEST, 'node check.mjs', {
      'check.mjs': "import { sum } from './src/sum.mjs';\nprocess.exit(sum(1, 2) === 3 ? 0 : 1);\n",
    });
    assert.equal(result.status, 'pass', result.reason);
    assert.equal(canary?.seen, false);
    assert.match(canary.reason ?? '', /without the change either/);
  });

  it('[PROOF-2] says nothing if other tests fail before the change', async () => {
    const { result, canary } = await run(HONEST, 'node check.mjs', {
      [SUBJECT]: WRONG,
      'check.mjs': "import { sum } from './src/sum.mjs';\nprocess.exit(sum(1, 2) === 3 ? 0 : 1);\n",
    });
    assert.equal(result.status, 'pass', result.reason);
    assert.match(canary?.reason ?? '', /does not show/);
  });

  it('[PROOF-2] needs no report of another runner that the chunk may introduce', async () => {
    const writes = {
      'package.json': FILES['package.json'].replace('node --test', 'node run.mjs'),
      'run.mjs':
        "import { spawnSync } from 'node:child_process';\nprocess.exit(spawnSync(process.execPath, ['test/sum.test.mjs'], { env: {}, stdio: 'inherit' }).status);\n",
    };
    const { result, canary } = await run(HONEST, 'npm test', {}, writes);
    assert.equal(result.status, 'pass', result.reason);
    assert.deepEqual([canary?.seen, canary?.decidedBy], [true, 'exit-code']);
  });

  it('[PROOF-2] is required of a change that a full check judges, once for all chunks', async () => {
    const chunk = (id: string): string => `  - { id: ${id}, title: Sum, description: Adds., allowedFiles: [src/**] }\n`;
    const contract = `version: 2\nspec: { id: sum, title: Sum, description: Sums. }\nverify: { command: npm test }\nchunks:\n${chunk('one')}${chunk('two')}`;
    using workspace = new Workspace({ ...FILES, [CONTRACT]: contract });
    const check = (): ReturnType<typeof callHoldfast> =>
      callHoldfast(
        workspace.folder,
        ['check', '--since', 'HEAD', '--full', '--format', 'json'],
        workspace.environment(),
      );
    workspace.write({ [SUBJECT]: HONEST });
    const honest = await check();
    const { changes } = JSON.parse(honest.stdout) as {
      changes: { chunks: { commands?: { canary?: PlantedFailure }[] }[] }[];
    };
    const canaries = changes.flatMap(({ chunks }) =>
      chunks.flatMap(({ commands = [] }) => commands.map((one) => one.canary)),
    );
    assert.deepEqual(
      canaries.map((canary) => [canary?.seen, (canary?.durationMs ?? 0) > 0]),
      [
        [true, true],
        [true, false],
      ],
      honest.stdout,
    );
    assert.equal(honest.code, 0, honest.stdout);
    workspace.write({ [SUBJECT]: HIDING });
    const hiding = await check();
    assert.equal(hiding.code, 1);
    assert.match(hiding.stdout, /proved nothing/);
  });

  it('[PROOF-2] is not planted for a command that runs no tests', async () => {
    const { result, canary } = await run(HONEST, 'npm run lint');
    assert.equal(result.status, 'pass', result.reason);
    assert.equal(canary, undefined);
  });
});
