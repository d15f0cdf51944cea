import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type * as vscode from 'vscode';
import { chatFailure } from './chat-failure.ts';
import { chatMessages, promptAsText, type ChatClasses } from './chat-messages.ts';

/** What the adapter needs of the editor's API; tests bring their own. */
export type ChatApi = ChatClasses & Pick<typeof vscode, 'CancellationTokenSource' | 'LanguageModelChatToolMode'>;

const JUSTIFICATION = 'Holdfast has the model work on a chunk of a contract.';

/** A model of the editor (`vscode.lm`) behind the interface that every other provider has. */
export function chatModel(chat: vscode.LanguageModelChat, api: ChatApi): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'vscode',
    modelId: `${chat.vendor}/${chat.id}`,
    supportedUrls: {},
    doGenerate: async (options) => collected(answer(chat, api, options)),
    doStream: (options) => Promise.resolve({ stream: streamOf(answer(chat, api, options)) }),
  };
}

/** The parts of one answer, as they come. The request is cancelled with the signal, and when nobody reads on. */
async function* answer(
  chat: vscode.LanguageModelChat,
  api: ChatApi,
  options: LanguageModelV4CallOptions,
): AsyncGenerator<LanguageModelV4StreamPart, void> {
  const cancellation = new api.CancellationTokenSource();
  const cancel = (): void => cancellation.cancel();
  options.abortSignal?.addEventListener('abort', cancel, { once: true });
  if (options.abortSignal?.aborted) cancel();
  let written = '';
  let calls = 0;
  let textOpen = false;
  try {
    yield { type: 'stream-start', warnings: [] };
    const messages = chatMessages(options.prompt, api);
    const response = await chat.sendRequest(messages, requestOptions(api, options), cancellation.token);
    for await (const part of response.stream) {
      if (part instanceof api.LanguageModelTextPart) {
        if (!textOpen) yield { type: 'text-start', id: '0' };
        textOpen = true;
        written += part.value;
        yield { type: 'text-delta', id: '0', delta: part.value };
      } else if (part instanceof api.LanguageModelToolCallPart) {
        calls++;
        const input = JSON.stringify(part.input);
        written += input;
        yield { type: 'tool-call', toolCallId: part.callId, toolName: part.name, input };
      }
    }
    if (textOpen) yield { type: 'text-end', id: '0' };
    const usage = await countedUsage(chat, promptAsText(options.prompt), written, cancellation.token);
    const finishReason = { unified: calls > 0 ? 'tool-calls' : 'stop', raw: undefined } as const;
    yield { type: 'finish', finishReason, usage };
  } catch (error) {
    throw chatFailure(error, chat);
  } finally {
    options.abortSignal?.removeEventListener('abort', cancel);
    cancellation.cancel();
    cancellation.dispose();
  }
}

function streamOf<Part>(parts: AsyncGenerator<Part, void>): ReadableStream<Part> {
  return new ReadableStream<Part>({
    async pull(controller) {
      const next = await parts.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await parts.return();
    },
  });
}

function requestOptions(api: ChatApi, options: LanguageModelV4CallOptions): vscode.LanguageModelChatRequestOptions {
  const tools = options.toolChoice?.type === 'none' ? [] : (options.tools ?? []);
  const functions = tools.flatMap((tool) =>
    tool.type === 'function'
      ? [{ name: tool.name, description: tool.description ?? tool.name, inputSchema: tool.inputSchema }]
      : [],
  );
  if (functions.length === 0) return { justification: JUSTIFICATION };
  const required = options.toolChoice?.type === 'required' || options.toolChoice?.type === 'tool';
  const { Auto, Required } = api.LanguageModelChatToolMode;
  return { justification: JUSTIFICATION, tools: functions, toolMode: required ? Required : Auto };
}

/** The editor reports no usage: the model's own tokenizer counts both sides. Where it cannot, the usage is not known. */
async function countedUsage(
  chat: vscode.LanguageModelChat,
  prompt: string,
  written: string,
  token: vscode.CancellationToken,
): Promise<LanguageModelV4Usage> {
  const count = async (text: string): Promise<number | undefined> => {
    try {
      return await chat.countTokens(text, token);
    } catch {
      return undefined;
    }
  };
  const [input, output] = await Promise.all([count(prompt), count(written)]);
  return {
    inputTokens: { total: input, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: output, text: undefined, reasoning: undefined },
  };
}

async function collected(parts: AsyncIterable<LanguageModelV4StreamPart>): Promise<LanguageModelV4GenerateResult> {
  const content: LanguageModelV4GenerateResult['content'] = [];
  let text = '';
  for await (const part of parts) {
    if (part.type === 'text-delta') text += part.delta;
    if (part.type === 'tool-call') content.push(part);
    if (part.type !== 'finish') continue;
    if (text !== '') content.unshift({ type: 'text', text });
    return { content, finishReason: part.finishReason, usage: part.usage, warnings: [] };
  }
  throw new Error('The answer ended before the model said that it was finished.');
}
