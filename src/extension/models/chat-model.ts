import * as l10n from '@vscode/l10n';
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type * as vscode from 'vscode';
import { promptToText, toChatMessages, type ChatClasses } from './chat-messages.ts';
import { HoldfastError } from '../../foundation/errors.ts';

/** The part of the VS Code API that the adapter uses. Tests pass fakes. */
export type ChatApi = ChatClasses & Pick<typeof vscode, 'CancellationTokenSource' | 'LanguageModelChatToolMode'>;

const justificationLabel = () => l10n.t('Holdfast runs a chunk of a contract with the model.');

/** Adapts a VS Code model (`vscode.lm`) to the interface of the other providers. */
export function createChatModel(chat: vscode.LanguageModelChat, api: ChatApi): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'vscode',
    modelId: `${chat.vendor}/${chat.id}`,
    supportedUrls: {},
    doGenerate: async (options) => collectAnswer(streamAnswer(chat, api, options)),
    doStream: (options) => Promise.resolve({ stream: toReadableStream(streamAnswer(chat, api, options)) }),
  };
}

/** Streams the parts of one answer. The request is cancelled with the signal, or when the consumer stops reading. */
async function* streamAnswer(
  chat: vscode.LanguageModelChat,
  api: ChatApi,
  options: LanguageModelV4CallOptions,
): AsyncGenerator<LanguageModelV4StreamPart, void> {
  const cancellation = new api.CancellationTokenSource();
  const cancel = (): void => cancellation.cancel();
  options.abortSignal?.addEventListener('abort', cancel, { once: true });
  if (options.abortSignal?.aborted) cancel();
  let output = '';
  let toolCallCount = 0;
  let isTextOpen = false;
  try {
    yield { type: 'stream-start', warnings: [] };
    const messages = toChatMessages(options.prompt, api);
    const response = await chat.sendRequest(messages, createRequestOptions(api, options), cancellation.token);
    for await (const part of response.stream) {
      if (part instanceof api.LanguageModelTextPart) {
        if (!isTextOpen) yield { type: 'text-start', id: '0' };
        isTextOpen = true;
        output += part.value;
        yield { type: 'text-delta', id: '0', delta: part.value };
      } else if (part instanceof api.LanguageModelToolCallPart) {
        toolCallCount++;
        const input = JSON.stringify(part.input);
        output += input;
        yield { type: 'tool-call', toolCallId: part.callId, toolName: part.name, input };
      }
    }
    if (isTextOpen) yield { type: 'text-end', id: '0' };
    const usage = await countUsage(chat, promptToText(options.prompt), output, cancellation.token);
    const finishReason = { unified: toolCallCount > 0 ? 'tool-calls' : 'stop', raw: undefined } as const;
    yield { type: 'finish', finishReason, usage };
  } catch (error) {
    throw toChatFailure(error, chat);
  } finally {
    options.abortSignal?.removeEventListener('abort', cancel);
    cancellation.cancel();
    cancellation.dispose();
  }
}

function toReadableStream<Part>(parts: AsyncGenerator<Part, void>): ReadableStream<Part> {
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

function createRequestOptions(
  api: ChatApi,
  options: LanguageModelV4CallOptions,
): vscode.LanguageModelChatRequestOptions {
  const tools = options.toolChoice?.type === 'none' ? [] : (options.tools ?? []);
  const functions = tools.flatMap((tool) =>
    tool.type === 'function'
      ? [{ name: tool.name, description: tool.description ?? tool.name, inputSchema: tool.inputSchema }]
      : [],
  );
  if (functions.length === 0) return { justification: justificationLabel() };
  const required = options.toolChoice?.type === 'required' || options.toolChoice?.type === 'tool';
  const { Auto, Required } = api.LanguageModelChatToolMode;
  return { justification: justificationLabel(), tools: functions, toolMode: required ? Required : Auto };
}

/**
 * Counts tokens with the model's tokenizer, because VS Code reports no usage. The count is `undefined` if that fails.
 */
async function countUsage(
  chat: vscode.LanguageModelChat,
  prompt: string,
  output: string,
  token: vscode.CancellationToken,
): Promise<LanguageModelV4Usage> {
  const count = async (text: string): Promise<number | undefined> => {
    try {
      return await chat.countTokens(text, token);
    } catch {
      // The usage is informative only, so the answer is kept without it.
      return undefined;
    }
  };
  const [inputTokens, outputTokens] = await Promise.all([count(prompt), count(output)]);
  return {
    inputTokens: { total: inputTokens, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: outputTokens, text: undefined, reasoning: undefined },
  };
}

async function collectAnswer(parts: AsyncIterable<LanguageModelV4StreamPart>): Promise<LanguageModelV4GenerateResult> {
  const content: LanguageModelV4GenerateResult['content'] = [];
  let text = '';
  for await (const part of parts) {
    if (part.type === 'text-delta') text += part.delta;
    if (part.type === 'tool-call') content.push(part);
    if (part.type !== 'finish') continue;
    if (text !== '') content.unshift({ type: 'text', text });
    return { content, finishReason: part.finishReason, usage: part.usage, warnings: [] };
  }
  throw new Error(l10n.t('The model ended its answer without a finish part.'));
}

/**
 * Temporary errors, which the caller retries. VS Code reports them with the code `Blocked`, so only the message
 * distinguishes them.
 */
const TEMPORARY = /rate.?limit|too many requests|try again|temporar/i;

/**
 * Adds a hint to an error that a retry cannot fix. Other errors are returned unchanged, so that the
 * caller can retry.
 */
function toChatFailure(thrown: unknown, chat: Pick<vscode.LanguageModelChat, 'name' | 'vendor' | 'id'>): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const message = l10n.t('Failed to call {0} (vscode:{1}/{2}): {3}', chat.name, chat.vendor, chat.id, thrown.message);
  switch (getErrorCode(thrown)) {
    case 'NoPermissions':
      return new HoldfastError('model', message, {
        hint: l10n.t(
          'Allow Holdfast to use the model: run "Accounts: Manage Language Model Access", or run the chunk again and allow access.',
        ),
        cause: thrown,
      });
    case 'NotFound':
      return new HoldfastError('model', message, {
        hint: l10n.t('The model no longer exists. Select another one with "Holdfast: Select Model".'),
        cause: thrown,
      });
    case 'Blocked':
      if (TEMPORARY.test(thrown.message)) return thrown;
      return new HoldfastError('limit', message, {
        hint: l10n.t(
          'The quota is exhausted or the request was blocked. Wait, or select another model with "Holdfast: Select Model".',
        ),
        cause: thrown,
      });
    default:
      return thrown;
  }
}

function getErrorCode(error: Error): unknown {
  return 'code' in error ? error.code : undefined;
}
