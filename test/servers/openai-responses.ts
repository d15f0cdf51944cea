/** OpenAI's Responses protocol, as a loopback server streams it: text, function calls, free-form calls, usage. */
import type { ServerResponse } from 'node:http';
import type { RecordedRequest, ScriptedReply, ScriptedToolCall } from './loopback-server.ts';
import { interruptIfScripted, splitText } from './loopback-server.ts';

/** A call with `rawArguments` is one of a tool that takes free text, such as `apply_patch`. */
export function writeOpenAiResponsesReply(
  reply: ScriptedReply,
  response: ServerResponse,
  request: RecordedRequest,
): void {
  const id = `resp_${request.connection}_${request.text.length}`;
  const usage = formatUsage(reply);
  const state = { id, object: 'response', model: request.body['model'] };
  const send = (type: string, data: Readonly<Record<string, unknown>>): void =>
    void response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  const output: unknown[] = [];
  const finishItem = (item: unknown): void => {
    send('response.output_item.done', { output_index: output.length, item });
    output.push(item);
  };
  send('response.created', { response: { ...state, status: 'in_progress', output: [] } });
  const { text } = reply;
  if (text !== undefined) {
    const message = { type: 'message', id: `msg_${id}`, role: 'assistant' };
    const place = { item_id: message.id, output_index: output.length, content_index: 0 };
    const sendText = (): void => {
      for (const delta of splitText(text)) send('response.output_text.delta', { ...place, delta });
    };
    send('response.output_item.added', { output_index: 0, item: { ...message, status: 'in_progress', content: [] } });
    sendText();
    if (interruptIfScripted(reply, response, sendText)) return;
    finishItem({ ...message, status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] });
  }
  for (const [index, call] of (reply.toolCalls ?? []).entries()) {
    const item = formatCall(call, call.id ?? `call_${id}_${index + 1}`);
    send('response.output_item.added', { output_index: output.length, item });
    finishItem(item);
  }
  send('response.completed', { response: { ...state, status: 'completed', output, usage } });
  response.end();
}

function formatCall({ name, input, rawArguments }: ScriptedToolCall, callId: string): unknown {
  const shared = { id: `item_${callId}`, call_id: callId, name, status: 'completed' };
  return rawArguments === undefined
    ? { ...shared, type: 'function_call', arguments: JSON.stringify(input ?? {}) }
    : { ...shared, type: 'custom_tool_call', input: rawArguments };
}

function formatUsage({ usage: { input, output, cached = 0 } = { input: 100, output: 20 } }: ScriptedReply): unknown {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  };
}
