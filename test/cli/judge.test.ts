import assert from 'node:assert/strict';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { createHealthFiles, VALID_TYPES, textReply, TYPES_FILE, writeFileReply } from './support/health-check.ts';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const JUDGED_ASSERTION = `      - message: Describes the fields
        check: { type: llm_judge, target: ${TYPES_FILE}, question: Is every field described? }
`;

const PASS_VERDICT = JSON.stringify({
  verdict: 'pass',
  rationale: 'It is.',
  confidence: 0.9,
  evidence: [{ file: 'types.ts', line: 1, text: 'ok' }],
});
const FAIL_VERDICT = JSON.stringify({
  verdict: 'fail',
  rationale: 'ok is not described.',
  confidence: 1,
  evidence: [],
});

function createJudgedWorkspace(): Workspace {
  return new Workspace({ ...createHealthFiles({ more: JUDGED_ASSERTION }), [TYPES_FILE]: VALID_TYPES });
}

async function check(workspace: Workspace, environment: NodeJS.ProcessEnv) {
  const run = await callHoldfast(workspace.folder, ['check', '--format', 'json'], environment);
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
  it('[ENF-FUTURE-1] reports the verdict of the configured model with its reasons, even after an invalid answer', async () => {
    using workspace = createJudgedWorkspace();
    await using server = await startOpenAiChatServer([textReply('I think so!'), textReply(FAIL_VERDICT)]);
    const { run, verdict } = await check(workspace, workspace.environment(server));
    assert.equal(run.code, 1, run.stderr);
    assert.equal(verdict.passed, false);
    assert.match(verdict.actual ?? '', /ok is not described/);
    assert.equal(server.requests.length, 2);
  });

  it('[ENF-FUTURE-1] fails if no model is configured', async () => {
    using workspace = createJudgedWorkspace();
    const { run, verdict } = await check(workspace, workspace.environment());
    assert.equal(run.code, 1);
    assert.equal(verdict.passed, false);
    assert.match(verdict.error ?? '', /model/);
  });

  it('[ENF-FUTURE-1] calls the model only once for unchanged input, if there is a history', async () => {
    using workspace = new Workspace(createHealthFiles({ more: JUDGED_ASSERTION }));
    await using server = await startOpenAiChatServer([
      writeFileReply(VALID_TYPES),
      textReply('Done.'),
      textReply(PASS_VERDICT),
    ]);
    const run = await callHoldfast(workspace.folder, ['run', 'health.contract.yaml'], workspace.environment(server));
    assert.equal(run.code, 0, run.stderr + run.stdout);
    const again = await check(workspace, workspace.environment(server));
    assert.equal(again.verdict.passed, true);
    assert.equal(server.requests.length, 3);
  });
});
