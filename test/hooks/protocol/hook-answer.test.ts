import { strict as assert } from 'node:assert';
import { AGENT_CLIENTS } from '../../../src/hooks/clients/agent-client.ts';
import { formatHookAnswer } from '../../../src/hooks/protocol/hook-answer.ts';

const REASON = 'src/a.ts must export `right`';
const refuse = { kind: 'refuse', reason: REASON } as const;

describe('the answers of hooks', () => {
  for (const client of ['codex', 'gemini', 'qwen', 'claude', 'opencode'] as const) {
    it(`[AGENT-1] refuses ${client} with exit code 2, the reason on standard error and nothing else`, () => {
      for (const event of ['stop', 'pre-edit'] as const) {
        assert.deepEqual(formatHookAnswer(client, event, refuse), { stdout: '', stderr: REASON, exitCode: 2 });
      }
    });
  }

  for (const client of ['copilot', 'vscode'] as const) {
    it(`[AGENT-1] refuses the end of ${client} in the fields that Copilot and VS Code read`, () => {
      const { stdout, exitCode } = formatHookAnswer(client, 'stop', refuse);
      assert.equal(exitCode, 0, 'Copilot takes exit code 2 for a warning');
      assert.deepEqual(JSON.parse(stdout), {
        decision: 'block',
        reason: REASON,
        hookSpecificOutput: { hookEventName: 'Stop', decision: 'block', reason: REASON },
      });
    });

    it(`[AGENT-2] refuses an edit of ${client} by exit code and in both forms of JSON`, () => {
      const { stdout, stderr, exitCode } = formatHookAnswer(client, 'pre-edit', refuse);
      assert.deepEqual([stderr, exitCode], [REASON, 2]);
      const permission = { permissionDecision: 'deny', permissionDecisionReason: REASON };
      assert.deepEqual(JSON.parse(stdout), {
        ...permission,
        hookSpecificOutput: { hookEventName: 'PreToolUse', ...permission },
      });
    });
  }

  it('[AGENT-2] refuses Cursor by JSON: a message that follows, or a denied permission', () => {
    assert.deepEqual(JSON.parse(formatHookAnswer('cursor', 'stop', refuse).stdout), { followup_message: REASON });
    const { permission, agent_message } = JSON.parse(formatHookAnswer('cursor', 'pre-edit', refuse).stdout) as Record<
      string,
      string
    >;
    assert.deepEqual([permission, agent_message], ['deny', REASON]);
  });

  it('allows with exit code 0, notes on standard error and no standard output, for every client', () => {
    for (const client of AGENT_CLIENTS) {
      const answer = formatHookAnswer(client, 'stop', { kind: 'allow', notes: ['one', 'two'] });
      assert.deepEqual(answer, { stdout: '', stderr: 'one\ntwo', exitCode: 0 }, client);
    }
  });

  it('gives context without a field that Codex does not know', () => {
    const { stdout } = formatHookAnswer('codex', 'session-start', { kind: 'allow', notes: [], context: 'task' });
    assert.deepEqual(JSON.parse(stdout), {
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'task' },
    });
  });
});
