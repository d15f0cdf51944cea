import type {
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider';
import type { HoldfastError } from '../shared/errors.ts';
import { CancelledError } from '../shared/errors.ts';
import type { CallMeter } from './call-meter.ts';
import type { CallPolicy } from './call-policy.ts';
import type { Clock } from './clock.ts';
import type { ConfiguredModel } from './configured-model.ts';
import { AnswerBrokenOffError, ModelError, StalledError, TruncatedAnswerError } from './model-error.ts';
import { toModelError } from './model-failure.ts';
import { StallWatch } from './stall-watch.ts';

/** How long a server may take to end the connection after its answer. */
const LINGER_MS = 1_000;

/**
 * One streamed answer. Trouble before the first content is thrown by `open`, so that the call can be made again unseen;
 * trouble after it is an error part, the last one of the stream.
 */
export class AnswerStream {
  readonly #model: ConfiguredModel;
  readonly #meter: CallMeter;
  readonly #request = new AbortController();
  readonly #signal: AbortSignal | undefined;
  readonly #watch: StallWatch;
  readonly #clock: Clock;
  #reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined;

  constructor(model: ConfiguredModel, policy: CallPolicy, signal: AbortSignal | undefined, meter: CallMeter) {
    this.#model = model;
    this.#meter = meter;
    this.#signal = signal;
    this.#clock = policy.clock;
    const ends = signal ?? this.#request.signal;
    this.#watch = new StallWatch(
      policy.clock,
      policy.stallTimeoutMs,
      ends,
      () => new StalledError(model.reference, policy.stallTimeoutMs),
    );
  }

  async open(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const signals = [this.#request.signal, ...(this.#signal === undefined ? [] : [this.#signal])];
    try {
      const result = await this.#watch.step(
        this.#model.model.doStream({ ...options, abortSignal: AbortSignal.any(signals) }),
      );
      this.#reader = result.stream.getReader();
      const head: LanguageModelV4StreamPart[] = [];
      let part: LanguageModelV4StreamPart;
      do {
        part = await this.#next(this.#reader);
        head.push(part);
      } while (!isContent(part));
      return { ...result, stream: this.#rest(head, this.#reader) };
    } catch (thrown) {
      this.#close();
      throw thrown;
    }
  }

  /** The next part; every sign of trouble is thrown. */
  async #next(reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>): Promise<LanguageModelV4StreamPart> {
    for (;;) {
      const { done, value: part } = await this.#watch.step(reader.read());
      if (done) throw new TruncatedAnswerError(this.#model.reference);
      switch (part.type) {
        case 'error':
          throw part.error;
        case 'ping':
        case 'raw':
          continue;
        // Settings that a provider ignores are no news for anybody; the SDK would print them.
        case 'stream-start':
          return { type: 'stream-start', warnings: [] };
        case 'text-delta':
        case 'reasoning-delta':
        case 'tool-input-delta':
          this.#meter.received(part.delta);
          return part;
        case 'finish': {
          const { unified, raw } = part.finishReason;
          // Without a word of the server's own the end of the stream was not the end of the answer.
          if (unified === 'interrupted' || unified === 'error' || (unified === 'other' && raw === undefined)) {
            throw new TruncatedAnswerError(this.#model.reference);
          }
          this.#meter.finished(part.usage, unified);
          return part;
        }
        default:
          return part;
      }
    }
  }

  #rest(
    head: LanguageModelV4StreamPart[],
    reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  ): ReadableStream<LanguageModelV4StreamPart> {
    return new ReadableStream<LanguageModelV4StreamPart>({
      pull: async (controller) => {
        try {
          const part = head.shift() ?? (await this.#next(reader));
          controller.enqueue(part);
          if (part.type !== 'finish') return;
          this.#hearOut(reader);
        } catch (thrown) {
          const error = this.#brokenOff(thrown);
          this.#meter.failed(error);
          controller.enqueue({ type: 'error', error });
          this.#close();
        }
        controller.close();
      },
      cancel: () => {
        this.#meter.failed(new CancelledError('the call of the model'));
        this.#close();
      },
    });
  }

  #brokenOff(thrown: unknown): HoldfastError {
    if (this.#signal?.aborted === true) return new CancelledError('the call of the model');
    const error = toModelError(thrown, this.#model);
    return error instanceof ModelError ? new AnswerBrokenOffError(error) : error;
  }

  /** Reads on to the end of the connection after the end of the answer, so that it can be used again; not for long. */
  #hearOut(reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>): void {
    const stop = this.#clock.after(LINGER_MS, () => this.#close());
    const drain = async (): Promise<void> => {
      while (!(await reader.read()).done);
    };
    drain()
      .catch(() => undefined)
      .finally(stop)
      .catch(() => undefined);
  }

  /** Ends the request and lets go of its stream; whatever they still say is of no interest. */
  #close(): void {
    this.#request.abort();
    this.#reader?.cancel().catch(() => undefined);
  }
}

/** Whether a part is something that a listener takes for the answer, or the end of it. */
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
