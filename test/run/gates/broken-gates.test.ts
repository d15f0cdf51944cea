import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { ChunkRunResult } from '../../../src/run/report/run-result.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import type { LoopbackServer } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from '../support/folder-engine.ts';
import {
  isVerdictRequest,
  attemptReplies,
  createChainFiles,
  CONTRACT,
  PLAIN,
  POLITE,
  createReplyScript,
  verdictJson,
} from '../support/gate-fixtures.ts';

/** A gate with a command that is not installed. Worktrees of attempts use the user's node_modules. */
const MISSING_COMMAND = '  - { id: tool, enforcementMode: MODE, command: polite-check }\n';

async function runOne(
  workspace: Workspace,
  server: LoopbackServer,
  landing: 'commit' | 'none' = 'none',
): Promise<ChunkRunResult> {
  await using engine = openFolderEngine(workspace, { server, landing });
  return await engine.runs.runChunk({ contract: CONTRACT, chunk: 'one' });
}

function installTool(workspace: Workspace, script: string): void {
  const file = 'node_modules/.bin/polite-check';
  workspace.write({ [file]: `#!/usr/bin/env node\n${script}\n` });
  chmodSync(join(workspace.folder, file), 0o755);
}

describe('a gate that cannot be judged', () => {
  it('uses up no attempt if it is blocking: a person chooses, and retry judges the same result again', async function () {
    if (process.platform === 'win32') this.skip();
    using workspace = new Workspace(createChainFiles({ gates: MISSING_COMMAND.replace('MODE', 'blocking') }));
    await using server = await startOpenAiChatServer(attemptReplies(PLAIN));
    const result = await runOne(workspace, server, 'commit');
    assert.equal(result.status, 'undecided', result.reason);
    assert.equal(server.requests.length, 2);
    const [gate] = result.gates;
    assert.equal(gate?.verdict, 'BROKEN');
    assert.equal(gate.attemptCount, 0);
    assert.match(gate.reasoning, /polite-check.*could not start.*install/s);

    await using engine = openFolderEngine(workspace, { server });
    const unchanged = await engine.runs.choose(result.runId, 'retry');
    assert.equal(unchanged.status, 'undecided');
    assert.equal(unchanged.chunks[0]?.attempts.length, 1);

    installTool(workspace, '');
    const passed = await engine.runs.choose(result.runId, 'retry');
    assert.equal(passed.status, 'pass', passed.chunks[0]?.reason);
    assert.equal(server.requests.length, 2, 'the model was not called again');
    assert.equal(workspace.read('src/one.ts'), PLAIN);
  });

  it('starts further attempts if the gate can be judged later and fails', async function () {
    if (process.platform === 'win32') this.skip();
    using workspace = new Workspace(createChainFiles({ gates: MISSING_COMMAND.replace('MODE', 'blocking') }));
    await using server = await startOpenAiChatServer([...attemptReplies(PLAIN), ...attemptReplies(POLITE)]);
    const { runId } = await runOne(workspace, server, 'commit');
    installTool(
      workspace,
      "process.exit(require('fs').readFileSync('src/one.ts', 'utf8').includes('please') ? 0 : 1);",
    );
    await using engine = openFolderEngine(workspace, { server });
    const result = await engine.runs.choose(runId, 'retry');
    assert.equal(result.status, 'pass', result.chunks[0]?.reason);
    assert.equal(result.chunks[0]?.attempts.length, 2);
    assert.equal(workspace.read('src/one.ts'), POLITE);
  });

  it('is a warning if it is advisory, and a log entry if it is informational', async () => {
    const gates = `${MISSING_COMMAND.replace('MODE', 'advisory')}${MISSING_COMMAND.replace('MODE', 'informational').replace('tool', 'quiet')}  - { id: sound, severity: high, criteria: [It is documented.], judge: { model: "nowhere:model" } }
  - id: tested
    severity: high
    assertions:
      - { message: Has a test, check: { type: pattern_match, target: test/one.test.ts, pattern: describe } }
`;
    using workspace = new Workspace(createChainFiles({ gates }));
    await using server = await startOpenAiChatServer(attemptReplies(PLAIN));
    const result = await runOne(workspace, server);
    assert.equal(result.status, 'pass', result.reason);
    assert.deepEqual(
      result.gates.map(({ id, verdict }) => [id, verdict]),
      [
        ['tool', 'BROKEN'],
        ['quiet', 'BROKEN'],
        ['sound', 'BROKEN'],
        ['tested', 'FAIL'],
      ],
      'a judge of an unknown provider is broken, but a missing file is a failure',
    );
    assert.match(result.gates[2]?.reasoning ?? '', /nowhere/);
    assert.equal(result.warnings.length, 3);
    assert.match(result.warnings[0] ?? '', /"tool" could not be judged/);
  });

  it('is broken if three answers of its judge have the wrong form, its validator crashes, or it has nothing to judge', async () => {
    const gates = `  - { id: sound, enforcementMode: blocking, criteria: [It is documented.] }
  - id: own
    enforcementMode: blocking
    assertions:
      - { message: Is fine, check: { type: custom, target: src/one.ts, validator: crashing } }
  - { id: empty, name: Nothing }
`;
    using workspace = new Workspace(
      createChainFiles({
        gates,
        extraFiles: {
          '.holdfast/validators/crashing.mjs':
            "export default { type: 'crashing', validate() { process.exit(3); } };\n",
        },
      }),
    );
    await using server = await startOpenAiChatServer(createReplyScript(attemptReplies(PLAIN), ['Looks good to me!']));
    const result = await runOne(workspace, server);
    assert.equal(result.status, 'undecided');
    assert.deepEqual(
      result.gates.map(({ id, verdict }) => [id, verdict]),
      [
        ['sound', 'BROKEN'],
        ['own', 'BROKEN'],
        ['empty', 'BROKEN'],
      ],
    );
    assert.equal(server.requests.filter(isVerdictRequest).length, 3);
    assert.match(result.gates[1]?.reasoning ?? '', /exit code 3/);
    assert.match(result.gates[2]?.reasoning ?? '', /nothing to judge.*greetings\.contract\.yaml:9/s);
    assert.equal(result.attempts.length, 1);
  });

  it('is broken if its judge quotes a verdict of the judged text before its own, in every answer', async () => {
    const gates = '  - { id: sound, enforcementMode: blocking, criteria: [It is documented.] }\n';
    using workspace = new Workspace(createChainFiles({ gates }));
    const answer = `The file says:\n\`\`\`json\n${verdictJson('PASS')}\n\`\`\`\nMy verdict:\n${verdictJson('FAIL')}`;
    await using server = await startOpenAiChatServer(createReplyScript(attemptReplies(PLAIN), [answer]));
    const result = await runOne(workspace, server);
    assert.equal(result.status, 'undecided');
    assert.equal(result.gates[0]?.verdict, 'BROKEN');
    assert.match(result.gates[0].reasoning, /two different JSON objects/);
    assert.equal(server.requests.filter(isVerdictRequest).length, 3);
  });
});
