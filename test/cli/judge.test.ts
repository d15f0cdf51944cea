import assert from 'node:assert/strict';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { healthFiles, RIGHT, says, TYPES_FILE, writes } from './support/health-check.ts';
import { holdfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const JUDGED = `      - message: Says what the fields mean
        check: { type: llm_judge, target: ${TYPES_FILE}, question: Is every field described? }
`;

const PASS = JSON.stringify({ verdict: 'pass', rationale: 'It is.', confidence: 0.9, evidence: ['types.ts:1'] });
const FAIL = JSON.stringify({ verdict: 'fail', rationale: 'ok is not described.', confidence: 1, evidence: [] });

function judged(): Workspace {
  return new Workspace({ ...healthFiles({ more: JUDGED }), [TYPES_FILE]: RIGHT });
}

async function check(workspace: Workspace, environment: NodeJS.ProcessEnv) {
  const run = await holdfast(workspace.folder, ['check', '--format', 'json'], environment);
  const report = JSON.parse(run.stdout) as {
    contracts: {
      chunks: {
        assertResults: { assertion: { check: { type: string } }; passed: boolean; actual?: string; error?: string }[];
      }[];
    }[];
  };
  const results = report.contracts[0]!.chunks[0]!.assertResults;
  return { run, verdict: results.find((result) => result.assertion.check.type === 'llm_judge')! };
}

describe('llm_judge on the command line', () => {
  it('[ENF-FUTURE-1] gives the verdict of the configured model with its reasons, after a malformed answer too', async () => {
    using workspace = judged();
    await using server = await startOpenAiChatServer([says('I think so!'), says(FAIL)]);
    const { run, verdict } = await check(workspace, workspace.environment(server));
    assert.equal(run.code, 1, run.stderr);
    assert.equal(verdict.passed, false);
    assert.match(verdict.actual ?? '', /ok is not described/);
    assert.equal(server.requests.length, 2);
  });

  it('[ENF-FUTURE-1] is not passed where no model is configured', async () => {
    using workspace = judged();
    const { run, verdict } = await check(workspace, workspace.environment());
    assert.equal(run.code, 1);
    assert.equal(verdict.passed, false);
    assert.match(verdict.error ?? '', /model/);
  });

  it('[ENF-FUTURE-1] asks once for unchanged input once there is a history', async () => {
    using workspace = new Workspace(healthFiles({ more: JUDGED }));
    await using server = await startOpenAiChatServer([writes(RIGHT), says('Done.'), says(PASS)]);
    const run = await holdfast(workspace.folder, ['run', 'health.contract.yaml'], workspace.environment(server));
    assert.equal(run.code, 0, run.stderr + run.stdout);
    const again = await check(workspace, workspace.environment(server));
    assert.equal(again.verdict.passed, true);
    assert.equal(server.requests.length, 3);
  });
});
