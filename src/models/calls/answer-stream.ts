import type {
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider';
import type { Clock } from '../../foundation/clock.ts';
import type { HoldfastError } from '../../foundation/errors.ts';
import { CancelledError } from '../../foundation/errors.ts';
import type { ConfiguredModel } from '../base/configured-model.ts';
import { InterruptedAnswerError, ModelError, StalledError, TruncatedAnswerError } from '../base/model-error.ts';
import type { CallMeter } from './call-meter.ts';
import type { CallPolicy } from './call-policy.ts';
import { toModelError } from './model-failure.ts';
import { REPETITION, RepetitionWatch } from './repetition.ts';
import { StallWatch } from './stall-watch.ts';

/** How long a server may take to close the connection after its answer. */
const DRAIN_TIMEOUT_MS = 1_000;

/**
 * One streamed answer. An error before the first content makes `open` throw, so the call can be retried without the
 * caller noticing. A later error becomes the last part of the stream.
 */
export class AnswerStream {
  readonly #model: ConfiguredModel;
  readonly #meter: CallMeter;
  readonly #requestController = new AbortController();
  readonly #signal: AbortSignal | undefined;
  readonly #watch: StallWatch;
  readonly #clock: Clock;
  readonly #repetition = new RepetitionWatch();
  #reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined;

  constructor(model: ConfiguredModel, policy: CallPolicy, signal: AbortSignal | undefined, meter: CallMeter) {
    this.#model = model;
    this.#meter = meter;
    this.#signal = signal;
    this.#clock = policy.clock;
    this.#watch = new StallWatch(
      policy.clock,
      policy.stallTimeoutMs,
      signal ?? this.#requestController.signal,
      () => new StalledError(model.reference, policy.stallTimeoutMs),
    );
  }

  async open(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const signals = [this.#requestController.signal, ...(this.#signal === undefined ? [] : [this.#signal])];
    try {
      const result = await this.#watch.waitFor(
        this.#model.model.doStream({ ...options, abortSignal: AbortSignal.any(signals) }),
      );
      this.#reader = result.stream.getReader();
      const head: LanguageModelV4StreamPart[] = [];
      let part: LanguageModelV4StreamPart;
      do {
        part = await this.#readPart(this.#reader);
        head.push(part);
      } while (!isContent(part));
      return { ...result, stream: this.#toStream(head, this.#reader) };
    } catch (thrown) {
      this.#close();
      throw thrown;
    }
  }

  /** Reads the next part. Throws if the stream reports an error or ends early. */
  async #readPart(reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>): Promise<LanguageModelV4StreamPart> {
    for (;;) {
      const { done, value: part } = await this.#watch.waitFor(reader.read());
      if (done) throw new TruncatedAnswerError(this.#model.reference);
      switch (part.type) {
        case 'error':
          throw part.error;
        case 'ping':
        case 'raw':
          continue;
        // Drops the warnings about settings that the provider ignores: the SDK would print them.
        case 'stream-start':
          return { type: 'stream-start', warnings: [] };
        case 'text-delta':
        case 'reasoning-delta':
        case 'tool-input-delta':
          this.#meter.addOutput(part.delta);
          if (part.type !== 'tool-input-delta' && this.#repetition.add(part.delta)) return this.#endRepetition();
          return part;
        case 'finish': {
          const { unified, raw } = part.finishReason;
          // `other` without a raw reason: the stream ended before the server reported the end of the answer.
          if (unified === 'interrupted' || unified === 'error' || (unified === 'other' && raw === undefined)) {
            throw new TruncatedAnswerError(this.#model.reference);
          }
          this.#meter.reportSuccess(part.usage, unified);
          return part;
        }
        default:
          return part;
      }
    }
  }

  /** Ends an answer that repeats itself, like a limit of its length. What it cost so far is counted. */
  #endRepetition(): LanguageModelV4StreamPart {
    this.#meter.reportFailure(new CancelledError('call the model'));
    this.#close();
    return {
      type: 'finish',
      finishReason: { unified: 'length', raw: REPETITION },
      usage: {
        inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: undefined, text: undefined, reasoning: undefined },
      },
    };
  }

  /** Streams the parts that are already read, then the rest. */
  #toStream(
    head: readonly LanguageModelV4StreamPart[],
    reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  ): ReadableStream<LanguageModelV4StreamPart> {
    let next = 0;
    return new ReadableStream<LanguageModelV4StreamPart>({
      pull: async (controller) => {
        try {
          const part = head[next++] ?? (await this.#readPart(reader));
          controller.enqueue(part);
          if (part.type !== 'finish') return;
          this.#drain(reader);
        } catch (thrown) {
          const error = this.#toInterruption(thrown);
          this.#meter.reportFailure(error);
          controller.enqueue({ type: 'error', error });
          this.#close();
        }
        controller.close();
      },
      cancel: () => {
        this.#meter.reportFailure(new CancelledError('call the model'));
        this.#close();
      },
    });
  }

  #toInterruption(thrown: unknown): HoldfastError {
    if (this.#signal?.aborted === true) return new CancelledError('call the model');
    const error = toModelError(thrown, this.#model);
    return error instanceof ModelError ? new InterruptedAnswerError(error) : error;
  }

  /** Reads the response to its end after the answer, so that the connection can be reused. Gives up after a timeout. */
  #drain(reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>): void {
    const stopTimer = this.#clock.after(DRAIN_TIMEOUT_MS, () => this.#close());
    const readToEnd = async (): Promise<void> => {
      while (!(await reader.read()).done);
    };
    // The answer is complete. An error after it only costs the reuse of the connection.
    readToEnd().then(stopTimer, stopTimer);
  }

  #close(): void {
    this.#requestController.abort();
    // The request is already aborted, so an error of its stream has no consequence.
    this.#reader?.cancel().catch(() => undefined);
  }
}

/** Whether a part belongs to the answer itself, or ends it. */
function isContent(part: LanguageModelV4StreamPart): boolean {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return part.delta !== '';
    case 'tool-call':
    case 'tool-result':
    case 'file':
    case 'reasoning-file':
    case 'source':
    case 'finish':
      return true;
    default:
      return false;
  }
}
