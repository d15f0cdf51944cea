/** A loopback server for tests that implements Anthropic's messages protocol: streaming, tools, usage. */
import type { ServerResponse } from 'node:http';
import type { LoopbackServer, RecordedRequest, Script, ScriptedReply } from './loopback-server.ts';
import { interruptIfScripted, splitText, startLoopbackServer } from './loopback-server.ts';

export function startAnthropicServer(script: Script): Promise<LoopbackServer> {
  return startLoopbackServer(script, '/v1', writeAnthropicReply);
}

function writeAnthropicReply(reply: ScriptedReply, response: ServerResponse, request: RecordedRequest): void {
  const send = (type: string, data: Record<string, unknown>): void =>
    void response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  const { input = 100, output = 20, cached = 0 } = reply.usage ?? {};
  send('message_start', {
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: String(request.body['model']),
      content: [],
      stop_reason: null,
      stop_sequence: null,
      // This protocol reports cached input separately.
      usage: {
        input_tokens: input - cached,
        output_tokens: 1,
        cache_read_input_tokens: cached,
        cache_creation_input_tokens: 0,
      },
    },
  });
  send('ping', {});
  let index = 0;
  const sendText = (): void => {
    for (const text of splitText(reply.text ?? ''))
      send('content_block_delta', { index, delta: { type: 'text_delta', text } });
  };
  if (reply.text !== undefined) {
    send('content_block_start', { index, content_block: { type: 'text', text: '' } });
    sendText();
    if (interruptIfScripted(reply, response, sendText)) return;
    send('content_block_stop', { index });
    index++;
  } else if (interruptIfScripted(reply, response, sendText)) {
    return;
  }
  if (reply.streamError !== undefined) {
    send('error', { error: reply.streamError });
    response.end();
    return;
  }
  for (const call of reply.toolCalls ?? []) {
    send('content_block_start', {
      index,
      content_block: { type: 'tool_use', id: call.id ?? `toolu_${index}`, name: call.name, input: {} },
    });
    for (const partial_json of splitText(call.rawArguments ?? JSON.stringify(call.input ?? {}))) {
      send('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json } });
    }
    send('content_block_stop', { index });
    index++;
  }
  const stop_reason = reply.finishReason ?? ((reply.toolCalls ?? []).length > 0 ? 'tool_use' : 'end_turn');
  send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: output } });
  send('message_stop', {});
  response.end();
}
