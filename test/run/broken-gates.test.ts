import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { ChunkRunResult } from '../../src/run/result.ts';
import { Workspace } from '../cli/support/workspace.ts';
import type { LoopbackServer } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { openFolderEngine } from './support/folder-engine.ts';
import { asksForVerdict, attempt, chain, CONTRACT, PLAIN, POLITE, worksAndJudges } from './support/gated.ts';

/** Not there at first; the attempts' trees find what is put into node_modules. */
const MISSING = '  - { id: tool, enforcementMode: MODE, command: polite-check }\n';

async function runOne(workspace: Workspace, server: LoopbackServer): Promise<ChunkRunResult> {
  await using engine = openFolderEngine(workspace, { server });
  return await engine.runChunk({ contract: CONTRACT, chunk: 'one' });
}

function putTool(workspace: Workspace, script: string): void {
  const file = 'node_modules/.bin/polite-check';
  workspace.write({ [file]: `#!/usr/bin/env node\n${script}\n` });
  chmodSync(join(workspace.folder, file), 0o755);
}

describe('a gate that cannot be judged', () => {
  it('costs no attempt where it blocks: a person chooses, and retry judges the same result again', async function () {
    if (process.platform === 'win32') this.skip();
    using workspace = new Workspace(chain({ gates: MISSING.replace('MODE', 'blocking') }));
    await using server = await startOpenAiChatServer(attempt(PLAIN));
    const result = await runOne(workspace, server);
    assert.equal(result.status, 'undecided', result.reason);
    assert.equal(server.requests.length, 2);
    const [gate] = result.gates;
    assert.equal(gate?.verdict, 'BROKEN');
    assert.equal(gate.attemptCount, 0);
    assert.match(gate.reasoning, /polite-check.*could not start.*(Mend|install)/s);

    await using engine = openFolderEngine(workspace, { server });
    const still = await engine.choose(result.runId, 'retry');
    assert.equal(still.status, 'undecided');
    assert.equal(still.chunks[0]?.attempts.length, 1);

    putTool(workspace, '');
    const passed = await engine.choose(result.runId, 'retry');
    assert.equal(passed.status, 'pass', passed.chunks[0]?.reason);
    assert.equal(server.requests.length, 2, 'the model was not asked again');
    assert.equal(workspace.read('src/one.ts'), PLAIN);
  });

  it('goes on with further attempts where the gate fails once it can be judged', async function () {
    if (process.platform === 'win32') this.skip();
    using workspace = new Workspace(chain({ gates: MISSING.replace('MODE', 'blocking') }));
    await using server = await startOpenAiChatServer([...attempt(PLAIN), ...attempt(POLITE)]);
    const { runId } = await runOne(workspace, server);
    putTool(workspace, "process.exit(require('fs').readFileSync('src/one.ts', 'utf8').includes('please') ? 0 : 1);");
    await using engine = openFolderEngine(workspace, { server });
    const result = await engine.choose(runId, 'retry');
    assert.equal(result.status, 'pass', result.chunks[0]?.reason);
    assert.equal(result.chunks[0]?.attempts.length, 2);
    assert.equal(workspace.read('src/one.ts'), POLITE);
  });

  it('is a warning where it advises, and a line of the log where it informs', async () => {
    const gates =
      MISSING.replace('MODE', 'advisory') + MISSING.replace('MODE', 'informational').replace('tool', 'quiet');
    using workspace = new Workspace(chain({ gates }));
    await using server = await startOpenAiChatServer(attempt(PLAIN));
    const result = await runOne(workspace, server);
    assert.equal(result.status, 'pass', result.reason);
    assert.deepEqual(
      result.gates.map(({ id, verdict }) => [id, verdict]),
      [
        ['tool', 'BROKEN'],
        ['quiet', 'BROKEN'],
      ],
    );
    assert.equal(result.warnings.length, 1);
    assert.match(result.warnings[0] ?? '', /"tool" could not be judged/);
  });

  it('is one whose judge answers nonsense three times', async () => {
    const gates = '  - { id: sound, enforcementMode: blocking, criteria: [It is documented.] }\n';
    using workspace = new Workspace(chain({ gates }));
    await using server = await startOpenAiChatServer(worksAndJudges(attempt(PLAIN), ['Looks good to me!']));
    const result = await runOne(workspace, server);
    assert.equal(result.status, 'undecided');
    assert.equal(result.gates[0]?.verdict, 'BROKEN');
    assert.equal(server.requests.filter(asksForVerdict).length, 3);
    assert.equal(result.attempts.length, 1);
  });

  it('is one whose judge cannot be had', async () => {
    const gates = '  - { id: sound, criteria: [It is documented.], judge: { model: "nowhere:model" } }\n';
    using workspace = new Workspace(chain({ gates }));
    await using server = await startOpenAiChatServer(attempt(PLAIN));
    const result = await runOne(workspace, server);
    assert.equal(result.status, 'pass');
    assert.equal(result.gates[0]?.verdict, 'BROKEN');
    assert.match(result.gates[0].reasoning, /nowhere/);
  });

  it('is one whose validator crashes, and not one whose file was not brought', async () => {
    const gates = `  - id: own
    enforcementMode: blocking
    assertions:
      - { message: Is fine, check: { type: custom, target: src/one.ts, validator: crashing } }
`;
    using workspace = new Workspace(
      chain({
        gates,
        more: {
          '.holdfast/validators/crashing.mjs':
            "export default { type: 'crashing', validate() { process.exit(3); } };\n",
        },
      }),
    );
    await using server = await startOpenAiChatServer(attempt(PLAIN));
    const result = await runOne(workspace, server);
    assert.equal(result.gates[0]?.verdict, 'BROKEN', JSON.stringify(result.gates));
    assert.match(result.gates[0].reasoning, /exit code 3/);

    const missing = `  - id: brings
    severity: high
    assertions:
      - { message: Has a test, check: { type: pattern_match, target: test/one.test.ts, pattern: describe } }
`;
    using second = new Workspace(chain({ gates: missing }));
    await using other = await startOpenAiChatServer(attempt(PLAIN));
    const fails = await runOne(second, other);
    assert.equal(fails.gates[0]?.verdict, 'FAIL', JSON.stringify(fails.gates));
  });

  it('is one that has nothing to judge', async () => {
    using workspace = new Workspace(chain({ gates: '  - { id: empty, name: Nothing }\n' }));
    await using server = await startOpenAiChatServer(attempt(PLAIN));
    const result = await runOne(workspace, server);
    assert.equal(result.status, 'undecided');
    assert.equal(result.gates[0]?.verdict, 'BROKEN');
    assert.match(result.gates[0].reasoning, /nothing to judge.*greetings\.contract\.yaml:4/s);
  });
});
