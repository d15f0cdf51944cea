/** What the parts of Holdfast tell about their work. Nothing depends on whether it is sent anywhere. */

/**
 * Attributes of a span. Their names get the prefix `holdfast.`. They are identifiers, numbers and categories: never a
 * prompt, an answer, code, output or a message, because all of these can contain what must not leave the computer.
 */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A piece of work that has started. */
export interface Span {
  set(attributes: SpanAttributes): void;
}

export type SpanName = 'run' | 'chunk' | 'attempt' | 'gate' | 'step' | 'stage';

/** A model call that starts. */
export interface StartedCall {
  /** `provider:model`. */
  readonly model: string;
  readonly maxOutputTokens?: number | undefined;
  /** What the call is made for. */
  readonly attributes: SpanAttributes;
}

/** A model call that has ended. */
export interface FinishedCall {
  /** All input tokens, including the cached ones. */
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  /** All output tokens, including reasoning. */
  readonly outputTokens: number;
  /** Whether the token counts are estimates. Estimates are not sent. */
  readonly estimated: boolean;
  /** null if the price is unknown. */
  readonly costUsd: number | null;
  readonly finishReason: string;
  /** The category of the error, if the call failed. */
  readonly errorType?: string | undefined;
}

/** Called at the start of a model call. The returned function is called at its end. */
export type ObserveCall = (call: StartedCall) => (end: FinishedCall) => void;

export interface Telemetry {
  /** Runs work in a span, which is a part of the span that is active. The span ends with the work. */
  inSpan<Result>(name: SpanName, attributes: SpanAttributes, work: (span: Span) => Promise<Result>): Promise<Result>;
  /** Observes model calls as parts of the span that is active now, also if they are made later. */
  observeCalls(): ObserveCall;
}

/** Telemetry with what must be sent before the process ends. */
export interface OpenedTelemetry {
  readonly telemetry: Telemetry;
  /** Sends the rest. Never throws, and takes at most a few seconds. */
  readonly close: () => Promise<void>;
}

const NO_SPAN: Span = { set: () => undefined };

/** Sends nothing. */
export const NO_TELEMETRY: Telemetry = {
  inSpan: (_name, _attributes, work) => work(NO_SPAN),
  observeCalls: () => () => () => undefined,
};
