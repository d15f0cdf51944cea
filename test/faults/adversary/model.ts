import { ANSWER_USD, USAGE, type Attack, type Fault, type ModelCall } from './attack.ts';
import { startAnthropicServer } from '../../servers/anthropic.ts';
import type { LoopbackServer, RecordedRequest, ScriptedReply } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';

/** Starts the model service, in one of two protocols. It answers correctly where no fault replaces the answer. */
export async function startModel(attack: Attack, faults: readonly Fault[]): Promise<LoopbackServer> {
  const attempts = new Map<string, number>();
  const script = (request: RecordedRequest, index: number): ScriptedReply => {
    const reply = answer(request, index);
    if (reply.usage !== undefined) attack.spentUsd += ANSWER_USD;
    return reply;
  };
  const answer = (request: RecordedRequest, index: number): ScriptedReply => {
    if (isQuestion(request)) {
      const [text] = faults.flatMap((fault) => fault.judge?.(attack) ?? []);
      return { text: text ?? verdict('pass'), usage: USAGE };
    }
    const task = attack.tasks.find(({ title }) => request.text.includes(title));
    if (task === undefined || request.body['tools'] === undefined) return { text: '{}', usage: USAGE };
    const turn = countAnswers(request);
    if (turn === 0) attempts.set(task.id, (attempts.get(task.id) ?? -1) + 1);
    const call: ModelCall = { task, index, turn, attempt: attempts.get(task.id) ?? 0, request };
    for (const fault of faults) meet(attack, call, fault);
    for (const fault of faults) {
      const reply = fault.reply?.(attack, call);
      if (reply === undefined) continue;
      if (JSON.stringify(reply).includes(attack.key)) attack.keySaidAt ??= index;
      return reply;
    }
    return turn === 0 ? { toolCalls: task.answer, usage: USAGE } : { text: 'Done.', usage: USAGE };
  };
  const isAnthropic = attack.random.chance(0.3);
  const server = await (isAnthropic ? startAnthropicServer(script) : startOpenAiChatServer(script));
  Object.assign(attack.environment, {
    HOLDFAST_MODEL: isAnthropic ? 'anthropic:test-model' : 'openai-compatible:test-model',
    HOLDFAST_BASE_URL: server.baseUrl,
    [isAnthropic ? 'ANTHROPIC_API_KEY' : 'HOLDFAST_API_KEY']: attack.key,
  });
  return server;
}

/** Another fault can make the action impossible for the person: a lock, a missing folder. */
function meet(attack: Attack, call: ModelCall, fault: Fault): void {
  try {
    fault.onCall?.(attack, call);
  } catch (thrown) {
    attack.user.log.push(`${fault.name} failed: ${String(thrown)}`);
  }
}

/** Whether a request is for a judge: it describes JSON with a verdict. */
function isQuestion({ body, text }: RecordedRequest): boolean {
  return body['tools'] === undefined && text.includes('verdict') && text.includes('confidence');
}

export function verdict(value: 'pass' | 'fail'): string {
  return JSON.stringify({ verdict: value, confidence: 0.9, rationale: 'It was read.', evidence: [] });
}

/** The number of answers in the conversation so far. */
function countAnswers({ body }: RecordedRequest): number {
  const { messages } = body;
  if (!Array.isArray(messages)) return 0;
  return messages.filter((message: unknown) => (message as { readonly role?: unknown }).role === 'assistant').length;
}
