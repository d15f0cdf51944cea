/** Gemini's generateContent protocol, as a loopback server answers it: streaming, tools, usage. */
import type { ServerResponse } from 'node:http';
import type { RecordedRequest, ScriptedReply } from './loopback-server.ts';
import { interruptIfScripted, splitText } from './loopback-server.ts';

export function writeGeminiReply(reply: ScriptedReply, response: ServerResponse, request: RecordedRequest): void {
  const send = (parts: readonly unknown[], more: Readonly<Record<string, unknown>> = {}): void =>
    void response.write(`data: ${JSON.stringify(formatGeminiAnswer(parts, request, more))}\n\n`);
  const sendText = (): void => {
    for (const text of splitText(reply.text ?? '')) send([{ text }]);
  };
  sendText();
  if (interruptIfScripted(reply, response, sendText)) return;
  const calls = (reply.toolCalls ?? []).map(({ id, name, input }) => ({
    functionCall: { ...(id === undefined ? {} : { id }), name, args: input ?? {} },
  }));
  const { input, output } = reply.usage ?? { input: 100, output: 20 };
  const usageMetadata = { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output };
  send(calls, { finishReason: reply.finishReason ?? 'STOP', usageMetadata });
  response.end();
}

/** One answer, or one piece of a stream. A finish reason ends the answer. */
export function formatGeminiAnswer(
  parts: readonly unknown[],
  request: RecordedRequest,
  { finishReason, usageMetadata }: { readonly finishReason?: string; readonly usageMetadata?: unknown },
): Readonly<Record<string, unknown>> {
  const [, modelVersion = 'scripted'] = /models\/([^:]+):/.exec(request.path) ?? [];
  const candidate = {
    index: 0,
    content: { role: 'model', parts },
    ...(finishReason === undefined ? {} : { finishReason }),
  };
  return { candidates: [candidate], modelVersion, ...(usageMetadata === undefined ? {} : { usageMetadata }) };
}
