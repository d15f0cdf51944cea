import assert from 'node:assert/strict';
import type { ChunkRunResult } from '../../../src/run/report/run-result.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { attemptReplies, CONTRACT, createChainFiles, readUserMessages } from '../support/gate-fixtures.ts';
import { openFolderEngine } from '../support/folder-engine.ts';

const GATE = '  - { id: tests, severity: critical, tests: affected }\n';
const GOOD = 'export const one = () => 1;\n';
const WRONG = 'export const one = () => 2;\n';

function testOf(module: string, name: string): string {
  return `import test from 'node:test';
import assert from 'node:assert/strict';
import { ${name} } from '${module}';
test('${name}', () => {
  assert.equal(${name}(), 1);
});
`;
}

/** A package whose module `one` is written by the chunk. Its tests run on Node's runner. */
const FILES: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ private: true, type: 'module', scripts: { test: 'node --test' } }),
  'src/middle.js': "export * from './one.ts';\n",
  'src/other.js': 'export const other = () => 1;\n',
  'src/third.js': 'export const third = () => 1;\n',
  'test/one.test.js': testOf('../src/middle.js', 'one'),
  'test/other.test.js': testOf('../src/other.js', 'other'),
  'test/third.test.js': testOf('../src/third.js', 'third'),
};

async function run(
  replies: readonly string[],
  files: Readonly<Record<string, string>> = {},
): Promise<{ readonly result: ChunkRunResult; readonly prompts: readonly string[] }> {
  using workspace = new Workspace(createChainFiles({ gates: GATE, extraFiles: { ...FILES, ...files } }));
  await using server = await startOpenAiChatServer(replies.flatMap((text) => attemptReplies(text)));
  await using engine = openFolderEngine(workspace, { server, landing: 'none' });
  const result = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'one' });
  return { result, prompts: server.requests.map((request) => readUserMessages(request).at(-1) ?? '') };
}

describe('a gate that runs the affected tests', () => {
  it('[GATE-1] runs the tests that reach the change, then all tests', async () => {
    const { result } = await run([GOOD]);
    assert.equal(result.status, 'pass', result.reason);
    const [gate] = result.gates;
    assert.deepEqual(
      [gate?.verdict, gate?.tests?.runner, gate?.tests?.affected, gate?.tests?.total],
      ['PASS', 'node', ['test/one.test.js'], 3],
    );
    assert.deepEqual(
      gate?.tests?.commands.map(({ command, scope, exitCode }) => [command, scope, exitCode]),
      [
        ['node --test test/one.test.js', 'affected', 0],
        ['npm test', 'all', 0],
      ],
    );
    assert.match(gate.reasoning, /1 of 3 test files, ran first; then all tests ran/);
  });

  it('[GATE-1] [GATE-3] fails early with the place of the failure, and does not run the other tests', async () => {
    const { result, prompts } = await run([WRONG, GOOD]);
    assert.equal(result.status, 'pass', result.reason);
    const gate = result.attempts[0]?.validation.gates?.[0];
    assert.equal(gate?.verdict, 'FAIL');
    assert.deepEqual(
      gate.tests?.commands.map(({ scope, exitCode }) => [scope, exitCode]),
      [['affected', 1]],
    );
    assert.ok(
      gate.evidence?.some(({ file, line }) => file === 'test/one.test.js' && line === 5),
      gate.reasoning,
    );
    const prompt = prompts[2] ?? '';
    assert.match(prompt, /Of the affected tests, 1 of 3 test files, some fail/);
    assert.match(prompt, /test\/one\.test\.js:5/);
  });

  it('[GATE-1] does not pass if an unaffected test fails', async () => {
    const failing = testOf('../src/other.js', 'other').replace('(), 1', '(), 3');
    const { result } = await run([GOOD, GOOD], { 'test/other.test.js': failing });
    assert.equal(result.status, 'undecided');
    assert.deepEqual(
      result.gates[0]?.tests?.commands.map(({ scope, exitCode }) => [scope, exitCode]),
      [
        ['affected', 0],
        ['all', 1],
      ],
    );
  });

  it('[GATE-1] runs all tests and says so, if no test reaches the change', async () => {
    const { result } = await run([GOOD], { 'test/one.test.js': testOf('../src/third.js', 'third') });
    assert.equal(result.gates[0]?.verdict, 'PASS');
    assert.equal(result.gates[0].tests?.reason, 'No test file reaches the changed files.');
    assert.deepEqual(
      result.gates[0].tests.commands.map(({ scope }) => scope),
      ['all'],
    );
  });

  it('[GATE-1] runs what the test script runs before the tests, and fails if that fails', async () => {
    const scripts = { pretest: 'node build.mjs', test: 'node --test' };
    const { result } = await run([WRONG, GOOD], {
      'package.json': JSON.stringify({ type: 'module', scripts }),
      'build.mjs': "import { one } from './src/one.ts'; process.exit(one() === 1 ? 0 : 3);",
    });
    const gates = result.attempts.map(({ validation }) => validation.gates?.[0]);
    assert.deepEqual(
      gates.map((gate) => gate?.tests?.commands.map(({ command, exitCode }) => [command, exitCode])),
      [
        [['node build.mjs', 3]],
        [
          ['node build.mjs', 0],
          ['node --test test/one.test.js', 0],
          ['npm test', 0],
        ],
      ],
    );
    assert.match(gates[0]?.reasoning ?? '', /^A command that the test script runs before the tests fails\./);
  });

  it('[GATE-1] is broken without a test command, and says what to do', async () => {
    const { result } = await run([GOOD], { 'package.json': '{ "type": "module" }', ...withoutTests() });
    assert.equal(result.gates[0]?.verdict, 'BROKEN');
    assert.match(result.gates[0].reasoning, /Add a test script, or set "command" of the gate/);
  });
});

function withoutTests(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.keys(FILES)
      .filter((file) => file.startsWith('test/'))
      .map((file) => [file, '']),
  );
}
