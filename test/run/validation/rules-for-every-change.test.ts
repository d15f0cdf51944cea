import assert from 'node:assert/strict';
import { ALWAYS_FILE } from '../../../src/contract/always-file.ts';
import type { ChunkRunResult } from '../../../src/run/report/run-result.ts';
import { textReply, writeFileReply } from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from '../support/folder-engine.ts';

const CONTRACT = 'greetings.contract.yaml';

const CONTRACT_TEXT = `version: 1
spec: { id: greetings, title: Greetings }
chunks:
  - id: hello
    title: Say hello
    description: Write the module hello.
    creates: [hello]
`;

const RULES = `version: 1
spec: { id: always, title: Rules }
chunks:
  - id: pattern-1
    title: No console
    assertions:
      - type: assert
        message: Use the logger
        check: { type: pattern_match, target: "src/**/*.ts", pattern: "console\\\\.log", not: true }
  - id: scope-1
    title: Generated files
    forbiddenFiles: ["src/generated/**"]
`;

const HOLDS: Write = ['src/hello.ts', 'export const hello = 1;\n'];
const BREAKS: Write = ['src/hello.ts', 'export const hello = console.log;\n'];

type Write = readonly [file: string, text: string];

/** Runs the chunk with a model that writes one list of files in each attempt. */
async function run(
  attempts: readonly (readonly Write[])[],
  files: Readonly<Record<string, string>> = {},
): Promise<{ readonly result: ChunkRunResult; readonly prompts: readonly string[] }> {
  using workspace = new Workspace({
    [CONTRACT]: CONTRACT_TEXT,
    [ALWAYS_FILE]: RULES,
    'package.json': '{ "name": "greetings", "private": true, "type": "module" }\n',
    ...files,
  });
  const replies = attempts.flatMap((writes) => [
    ...writes.map(([file, text]) => writeFileReply(text, file)),
    textReply('Done.'),
  ]);
  await using server = await startOpenAiChatServer(() => replies.shift() ?? textReply('Done.'));
  await using engine = openFolderEngine(workspace, { server });
  const result = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'hello' });
  return { result, prompts: server.requests.map(({ text }) => text) };
}

function failedOf({ attempts }: ChunkRunResult, index = 0): readonly string[] {
  const results = attempts[index]?.validation.assertResults ?? [];
  return results.filter(({ passed }) => !passed).map(({ assertion }) => assertion.message);
}

describe('The rules for every change in a run', () => {
  it('[SESSION-2] an attempt that breaks a rule is repeated with the rule, and the next one that holds it passes', async () => {
    const { result, prompts } = await run([[BREAKS], [HOLDS]]);
    assert.equal(result.status, 'pass', result.reason);
    assert.equal(result.attempts.length, 2);
    assert.deepEqual(failedOf(result), ['Use the logger']);
    assert.ok(prompts.at(-1)?.includes('Use the logger'));
    const problem = result.attempts[0]?.validation.problems[0]?.message ?? '';
    assert.ok(problem.includes(ALWAYS_FILE), problem);
  });

  it('[SESSION-2] a file that a rule protects is restored', async () => {
    const { result } = await run([[HOLDS, ['src/generated/api.ts', 'export const api = 1;\n']], [HOLDS]]);
    assert.deepEqual(failedOf(result), ['Restore src/generated/api.ts: Generated files']);
  });

  it('[SESSION-2] a rule about files that did not exist before the change is not excused', async () => {
    const { result } = await run([[BREAKS], [HOLDS]], { 'src/old.ts': 'export const old = 1;\n' });
    assert.deepEqual(failedOf(result), ['Use the logger']);
  });

  it('[SESSION-2] what was wrong before the change is excused, and nothing else', async () => {
    const old = { 'src/old.ts': 'console.log(1);\n' };
    assert.equal((await run([[HOLDS]], old)).result.status, 'pass');
    assert.deepEqual(failedOf((await run([[BREAKS], [HOLDS]], old)).result), ['Use the logger']);
  });

  it('[SESSION-2] a gate of a rule, which only a change is judged by, does not switch the rules off', async () => {
    const gated = RULES.replace('title: No console\n', 'title: No console\n    gates: [lint]\n');
    assert.deepEqual(failedOf((await run([[BREAKS], [HOLDS]], { [ALWAYS_FILE]: gated })).result), ['Use the logger']);
  });

  it('[SESSION-2] rules with errors refuse nothing, and an attempt cannot change the rules that judge it', async () => {
    const broken = await run([[BREAKS]], { [ALWAYS_FILE]: RULES.replace('pattern_match', 'no_such_check') });
    assert.equal(broken.result.status, 'pass', broken.result.reason);
    const changed = await run([[BREAKS, [ALWAYS_FILE, RULES.replace('console', 'nothing')]], [BREAKS], [BREAKS]]);
    assert.equal(changed.result.status, 'fail');
    assert.ok(failedOf(changed.result).includes('Use the logger'));
  });

  it('[SESSION-2] the rules of several folders have one spec id, which is an error of other contracts only', async () => {
    const placed = RULES.replaceAll('src/', 'packages/a/src/');
    const codesOf = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
      using workspace = new Workspace({ [ALWAYS_FILE]: placed, 'packages/a/src/a.ts': 'export {};\n', ...files });
      await using engine = openFolderEngine(workspace);
      return (await engine.contracts.readAll()).flatMap(({ problems }) => problems.map(({ code }) => code));
    };
    assert.deepEqual(await codesOf({ [`packages/a/${ALWAYS_FILE}`]: placed }), []);
    const same = 'duplicate-spec-id';
    assert.deepEqual(await codesOf({ 'other.contract.yaml': placed }), [same, same]);
    assert.deepEqual(await codesOf({ 'not.holdfast/always.contract.yaml': placed }), [same, same]);
  });
});
