import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { CallLabel } from './call-label.ts';
import { labelOf } from './call-label.ts';
import type { ConfiguredModel } from './configured-model.ts';
import { stepOf } from './conversation-step.ts';
import type { RecordedReply, RecordedStep, RecordedTool, Recording } from './replay-format.ts';
import { AnswerCollector } from './answer-collector.ts';
import { reportedUsage } from './token-usage.ts';

/** Keeps a recording; called with the whole of it after every answer. */
type SaveRecording = (recording: Recording) => Promise<void>;

/** The same model, which also writes down what it answers. Only whole answers are kept, and keys are redacted. */
export function recordModel(model: ConfiguredModel, save: SaveRecording): ConfiguredModel {
  const recorder = new Recorder(model, save);
  const inner = model.model;
  const recording: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: inner.provider,
    modelId: inner.modelId,
    supportedUrls: inner.supportedUrls,
    async doGenerate(options) {
      const result = await inner.doGenerate(options);
      await recorder.add(options, result.content, result.usage, result.finishReason);
      return result;
    },
    async doStream(options) {
      const result = await inner.doStream(options);
      const collector = new AnswerCollector();
      const stream = result.stream.pipeThrough(
        new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
          async transform(part, controller) {
            collector.add(part);
            if (part.type === 'finish') await recorder.add(options, collector.content(), part.usage, part.finishReason);
            controller.enqueue(part);
          },
        }),
      );
      return { ...result, stream };
    },
  };
  return { ...model, model: recording };
}

class Recorder {
  readonly #model: ConfiguredModel;
  readonly #save: SaveRecording;
  readonly #replies: RecordedReply[] = [];
  /** One write at a time, in order. */
  #saving: Promise<void> = Promise.resolve();

  constructor(model: ConfiguredModel, save: SaveRecording) {
    this.#model = model;
    this.#save = save;
  }

  add(
    options: LanguageModelV4CallOptions,
    content: readonly LanguageModelV4Content[],
    usage: LanguageModelV4Usage,
    finishReason: LanguageModelV4FinishReason,
  ): Promise<void> {
    const reply = this.#replyFor(labelOf(options.providerOptions));
    const index = stepOf(options.prompt) - 1;
    // A step that was asked for again replaces the answer before; a history that is continued leaves no gap.
    reply.steps[Math.min(index, reply.steps.length)] = this.#step(content, usage, finishReason);
    const snapshot: Recording = structuredClone({ version: 1, model: this.#model.reference, replies: this.#replies });
    this.#saving = this.#saving.then(() => this.#save(snapshot));
    return this.#saving;
  }

  #replyFor(label: CallLabel): RecordedReply {
    const found = this.#replies.find(
      (reply) => reply.purpose === label.purpose && reply.chunk === label.chunk && reply.attempt === label.attempt,
    );
    if (found !== undefined) return found;
    const { purpose, chunk, attempt } = label;
    const reply: RecordedReply = {
      ...(purpose === undefined ? {} : { purpose }),
      ...(chunk === undefined ? {} : { chunk }),
      ...(attempt === undefined ? {} : { attempt }),
      steps: [],
    };
    this.#replies.push(reply);
    return reply;
  }

  #step(
    content: readonly LanguageModelV4Content[],
    usage: LanguageModelV4Usage,
    finishReason: LanguageModelV4FinishReason,
  ): RecordedStep {
    const { redact } = this.#model;
    const textOf = (type: 'text' | 'reasoning'): string =>
      redact(content.map((part) => (part.type === type ? part.text : '')).join(''));
    const reasoning = textOf('reasoning');
    const text = textOf('text');
    const tools: RecordedTool[] = [];
    for (const part of content) {
      if (part.type === 'tool-call') tools.push({ name: part.toolName, ...recordedInput(redact(part.input)) });
    }
    const reported = reportedUsage(usage);
    const costUsd = reported === undefined ? null : this.#model.price(reported);
    return {
      ...(reasoning === '' ? {} : { reasoning }),
      ...(text === '' ? {} : { text }),
      tools,
      ...(finishReason.unified === 'length' || finishReason.unified === 'content-filter'
        ? { finish: finishReason.unified }
        : {}),
      ...(reported === undefined
        ? {}
        : {
            usage: {
              input: reported.inputTokens,
              output: reported.outputTokens,
              ...(reported.cachedInputTokens === 0 ? {} : { cached: reported.cachedInputTokens }),
              ...(reported.reasoningTokens === 0 ? {} : { reasoning: reported.reasoningTokens }),
              ...(costUsd === null ? {} : { costUsd }),
            },
          }),
    };
  }
}

/** The arguments as an object, or as text where they are none. */
function recordedInput(text: string): Pick<RecordedTool, 'input' | 'rawInput'> {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { input: { ...value } };
  } catch {
    // Broken JSON is worth recording as it is.
  }
  return { rawInput: text };
}
