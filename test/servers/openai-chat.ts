/** A loopback server for tests that implements the OpenAI chat protocol: streaming, tools, usage. */
import type { ServerResponse } from 'node:http';
import type { LoopbackServer, RecordedRequest, Script, ScriptedReply } from './loopback-server.ts';
import { interruptIfScripted, splitText, startLoopbackServer } from './loopback-server.ts';

export function startOpenAiChatServer(script: Script): Promise<LoopbackServer> {
  return startLoopbackServer(script, '/v1', writeOpenAiReply);
}

export function writeOpenAiReply(reply: ScriptedReply, response: ServerResponse, request: RecordedRequest): void {
  const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: String(request.body['model']) };
  const send = (data: unknown): void => void response.write(`data: ${JSON.stringify(data)}\n\n`);
  const delta = (content: Record<string, unknown>): void =>
    send({ ...base, choices: [{ index: 0, delta: content, finish_reason: null }] });
  delta({ role: 'assistant' });
  for (const piece of splitText(reply.reasoning ?? '')) delta({ reasoning_content: piece });
  const sendText = (): void => {
    for (const piece of splitText(reply.text ?? '')) delta({ content: piece });
  };
  sendText();
  if (reply.streamError !== undefined) send({ error: reply.streamError });
  if (interruptIfScripted(reply, response, sendText)) return;
  for (const [index, call] of (reply.toolCalls ?? []).entries()) {
    const id = call.id ?? `call_${index + 1}`;
    delta({ tool_calls: [{ index, id, type: 'function', function: { name: call.name, arguments: '' } }] });
    for (const piece of splitText(call.rawArguments ?? JSON.stringify(call.input ?? {}))) {
      delta({ tool_calls: [{ index, function: { arguments: piece } }] });
    }
  }
  const finish = reply.finishReason ?? ((reply.toolCalls ?? []).length > 0 ? 'tool_calls' : 'stop');
  send({ ...base, choices: [{ index: 0, delta: {}, finish_reason: finish }] });
  if (reply.usage !== undefined) {
    const { input, output, cached = 0 } = reply.usage;
    send({
      ...base,
      choices: [],
      usage: {
        prompt_tokens: input,
        completion_tokens: output,
        total_tokens: input + output,
        prompt_tokens_details: { cached_tokens: cached },
      },
    });
  }
  response.end('data: [DONE]\n\n');
}
