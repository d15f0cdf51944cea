import * as vscode from 'vscode';

/** One answer of the model: its text and its tool calls. */
export interface ScriptedAnswer {
  readonly text?: string;
  readonly tools?: readonly { readonly name: string; readonly input: object }[];
}

/** A request as the model received it: every text and tool result of its messages, in order. */
export interface ReceivedRequest {
  readonly texts: readonly string[];
  readonly tools: readonly string[];
}

/** Controls the model in tests. */
export interface ScriptedModelApi {
  /** Sets the answers of the next requests, in order, and clears the recorded requests. Further requests fail. */
  answerWith(answers: readonly ScriptedAnswer[]): void;
  /** The requests since `answerWith`. */
  requests(): readonly ReceivedRequest[];
}

/** The model that `vscode.lm.selectChatModels({ vendor: 'holdfast-test' })` returns. */
export class ScriptedModel implements vscode.LanguageModelChatProvider, ScriptedModelApi {
  /** For windows that a person drives: the tests have no access to this object. */
  readonly #fallback: ScriptedAnswer | undefined = process.env.HOLDFAST_TEST_ANSWER
    ? { text: process.env.HOLDFAST_TEST_ANSWER }
    : undefined;
  #answers: readonly ScriptedAnswer[] = [];
  #requests: ReceivedRequest[] = [];

  answerWith(answers: readonly ScriptedAnswer[]): void {
    this.#answers = answers;
    this.#requests = [];
  }

  requests(): readonly ReceivedRequest[] {
    return this.#requests;
  }

  provideLanguageModelChatInformation(): vscode.LanguageModelChatInformation[] {
    return [
      {
        id: 'scripted',
        name: 'Scripted model',
        family: 'scripted',
        version: '1',
        maxInputTokens: 100_000,
        maxOutputTokens: 100_000,
        capabilities: { toolCalling: true },
      },
    ];
  }

  provideLanguageModelChatResponse(
    _model: vscode.LanguageModelChatInformation,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    options: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
  ): Promise<void> {
    const number = this.#requests.length;
    this.#requests.push({
      texts: messages.flatMap((message) => message.content.flatMap(toTexts)),
      tools: (options.tools ?? []).map((tool) => tool.name),
    });
    const answer = this.#answers[number] ?? this.#fallback;
    if (!answer) return Promise.reject(new Error(`The scripted model has no answer for request ${number + 1}.`));
    if (answer.text) progress.report(new vscode.LanguageModelTextPart(answer.text));
    for (const [index, tool] of (answer.tools ?? []).entries()) {
      progress.report(new vscode.LanguageModelToolCallPart(`call-${number}-${index}`, tool.name, tool.input));
    }
    return Promise.resolve();
  }

  provideTokenCount(
    _model: vscode.LanguageModelChatInformation,
    text: string | vscode.LanguageModelChatRequestMessage,
  ): Promise<number> {
    const texts = typeof text === 'string' ? [text] : text.content.flatMap(toTexts);
    return Promise.resolve(Math.ceil(texts.join('').length / 4));
  }
}

function toTexts(part: unknown): readonly string[] {
  if (part instanceof vscode.LanguageModelTextPart) return [part.value];
  if (part instanceof vscode.LanguageModelToolResultPart) return part.content.flatMap(toTexts);
  return [];
}
