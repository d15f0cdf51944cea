import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/run/report/run-events.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from './folder-engine.ts';
import { attemptReplies, CONTRACT, createChainFiles, PLAIN, readUserMessages } from './gate-fixtures.ts';
import { preparedState } from './prepared-state.ts';

/** The replies of two attempts that the gate `polite` rejects. */
export const TWO_PLAIN_ATTEMPTS = [...attemptReplies(PLAIN), ...attemptReplies(PLAIN)];

/**
 * A repository whose chunk `one` failed its gate in two attempts and waits for a choice. The facts are the result and the
 * events of its run, and the messages with the role `user` in each request to the model.
 */
export const openWaitingRun = preparedState('waiting-run', createChainFiles(), async (workspace) => {
  const before = workspace.state();
  await using server = await startOpenAiChatServer(TWO_PLAIN_ATTEMPTS);
  await using engine = openFolderEngine(workspace, { server });
  const events: RunEvent[] = [];
  const result = await engine.runs.runChunk({
    contract: CONTRACT,
    chunk: 'one',
    onEvent: (event) => events.push(event),
  });
  assert.equal(result.status, 'undecided', result.reason);
  assert.deepEqual(workspace.state(), before, 'the run changes nothing of the user');
  return { runId: result.runId, result, events, prompts: server.requests.map(readUserMessages) };
});
