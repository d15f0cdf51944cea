import assert from 'node:assert/strict';
import type { ChunkRunResult } from '../../src/run/report/run-result.ts';
import { textReply } from '../cli/support/health-check.ts';
import { Workspace } from '../cli/support/workspace.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';
import type { ScriptedReply } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';

const CONTRACT = 'sum.contract.yaml';
const CHECK = 'scripts/check.mjs';

/** The verification fails unless `sum.mjs` is correct. */
const CHECK_SCRIPT = `import { sum } from '../sum.mjs';
process.exit(sum(1, 2) === 3 ? 0 : 1);
`;

function createFiles(chunkKeys = '', condition = `{ kind: file_exists, path: ${CHECK} }`): Record<string, string> {
  return {
    [CONTRACT]: `version: 1
spec: { id: sum, title: Sum }
plan: { allow: [R6] }
verify:
  command: node ${CHECK}
  requires: [${condition}]
chunks:
  - id: sum
    title: Sum
    maxAttempts: 1
    allowedFiles: [sum.mjs, 'scripts/**', wip.txt]
${chunkKeys}    assertions:
      - message: Exports sum
        check: { type: export_exists, target: sum, file: sum.mjs }
`,
    [CHECK]: CHECK_SCRIPT,
    'sum.mjs': 'export const sum = (a, b) => a + b;\n',
    'package.json': '{ "name": "sum", "private": true }\n',
  };
}

async function runSum(
  files: Readonly<Record<string, string>>,
  calls: NonNullable<ScriptedReply['toolCalls']>,
): Promise<ChunkRunResult> {
  using workspace = new Workspace(files);
  await using server = await startOpenAiChatServer([{ toolCalls: calls }, textReply('Done.')]);
  await using engine = openFolderEngine(workspace, { server });
  return await engine.runs.runChunk({ contract: CONTRACT, chunk: 'sum' });
}

const BREAK_SUM = { name: 'write_file', input: { path: 'sum.mjs', content: 'export const sum = () => 0;\n' } };
const DELETE_CHECK = { name: 'delete_file', input: { path: CHECK } };

describe('a due verification', () => {
  it('[TRUST-2] stays due after the attempt deletes a file that it requires', async () => {
    const result = await runSum(createFiles(), [BREAK_SUM, DELETE_CHECK]);
    assert.equal(result.status, 'fail');
    const { problems = [] } = result.attempts[0]?.validation ?? {};
    assert.deepEqual(
      problems.map(({ stage }) => stage),
      ['verify'],
    );
    assert.match(problems[0]?.message ?? '', /"scripts\/check\.mjs" is missing/);
  });

  it('[TRUST-2] stays due after the attempt creates a file that must be absent', async () => {
    const files = createFiles('', '{ kind: file_absent, path: wip.txt }');
    const result = await runSum(files, [BREAK_SUM, { name: 'write_file', input: { path: 'wip.txt', content: 'x\n' } }]);
    assert.equal(result.status, 'fail');
    assert.match(result.attempts[0]?.validation.problems[0]?.message ?? '', /"wip\.txt" exists/);
  });

  it('[COMP-EXEMPT] ends where the postconditions of the chunk remove what it requires', async () => {
    const files = createFiles(`    postconditions: [{ kind: file_absent, path: ${CHECK} }]\n`);
    const result = await runSum(files, [BREAK_SUM, DELETE_CHECK]);
    assert.equal(result.status, 'pass', result.reason);
    assert.deepEqual(result.attempts[0]?.validation.commands, []);
  });

  it('[COMP-EXEMPT] is not due yet where the base lacks what it requires', async () => {
    const result = await runSum(createFiles('', '{ kind: file_exists, path: test/sum.test.mjs }'), [BREAK_SUM]);
    assert.equal(result.status, 'pass', result.reason);
  });
});
