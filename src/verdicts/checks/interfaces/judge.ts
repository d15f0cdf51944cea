/** A question for a model. */
export interface JudgeQuestion {
  readonly question: string;
  /**
   * The texts that the model sees. `path` is a path relative to the tree, "the output of step" and its id, or "GET" and a
   * URL.
   */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** A model's verdict and its reasons. */
export interface JudgeVerdict {
  /** `undecided` never counts as passed. */
  readonly verdict: 'pass' | 'fail' | 'undecided';
  readonly rationale: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** Quotations and locations that the verdict is based on. */
  readonly evidence: readonly string[];
  /** `null` if the model's price is unknown. */
  readonly costUsd: number | null;
}

/** Obtains verdicts from a model. */
export interface Judge {
  /** The model as `provider:model`. Verdicts of different models are stored separately. */
  readonly model: string;
  judge(question: JudgeQuestion, signal?: AbortSignal): Promise<JudgeVerdict>;
}

/** Stores verdicts, so that an unchanged input gets the same verdict without another call (ENF-FUTURE-1). */
export interface VerdictStore {
  /** @param key a hash of the model, the question and every text that the judge sees */
  get(key: string): Promise<JudgeVerdict | undefined>;
  put(key: string, verdict: JudgeVerdict): Promise<void>;
}
