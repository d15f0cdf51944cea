import type { ChatApi } from '../../../src/extension/models/chat-model.ts';

/** A chat message as the fakes build it. */
export interface FakeMessage {
  readonly role: string;
  readonly content: unknown;
}

class TextPart {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

class ToolCallPart {
  readonly callId: string;
  readonly name: string;
  readonly input: object;
  constructor(callId: string, name: string, input: object) {
    this.callId = callId;
    this.name = name;
    this.input = input;
  }
}

class ToolResultPart {
  readonly callId: string;
  readonly content: unknown[];
  constructor(callId: string, content: unknown[]) {
    this.callId = callId;
    this.content = content;
  }
}

/** Counts the sources that are not disposed. */
export class FakeCancellation {
  static open = 0;
  readonly #listeners = new Set<() => void>();
  #requested = false;
  readonly token = {
    isCancellationRequested: false,
    onCancellationRequested: (listener: () => void) => {
      if (this.#requested) listener();
      this.#listeners.add(listener);
      return { dispose: () => this.#listeners.delete(listener) };
    },
  };

  constructor() {
    FakeCancellation.open++;
  }

  cancel(): void {
    if (this.#requested) return;
    this.#requested = true;
    this.token.isCancellationRequested = true;
    for (const listener of this.#listeners) listener();
  }

  dispose(): void {
    FakeCancellation.open--;
  }
}

/** The language model part of the VS Code API, with plain objects. */
export const fakeChatApi = {
  LanguageModelChatMessage: {
    User: (content: unknown): FakeMessage => ({ role: 'user', content: plain(content) }),
    Assistant: (content: unknown): FakeMessage => ({ role: 'assistant', content: plain(content) }),
  },
  LanguageModelTextPart: TextPart,
  LanguageModelToolCallPart: ToolCallPart,
  LanguageModelToolResultPart: ToolResultPart,
  LanguageModelChatToolMode: { Auto: 1, Required: 2 },
  CancellationTokenSource: FakeCancellation,
} as unknown as ChatApi;

function plain(content: unknown): unknown {
  return typeof content === 'string' ? content : JSON.parse(JSON.stringify(content));
}
