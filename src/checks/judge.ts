/** What a model is asked to judge. */
export interface JudgeQuestion {
  readonly question: string;
  /** What it may look at; `path` is relative to the tree, or names a step or a URL. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** A model's verdict, with its reasons. */
export interface JudgeVerdict {
  /** `undecided` never counts as passed. */
  readonly verdict: 'pass' | 'fail' | 'undecided';
  readonly rationale: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** Quotations and places that the verdict rests on. */
  readonly evidence: readonly string[];
  /** null where the model's price is unknown. */
  readonly costUsd: number | null;
}

/** Asks a model for a verdict. */
export interface Judge {
  /** Which model judges, as `provider:model`; a verdict of one model does not count as another's. */
  readonly model: string;
  judge(question: JudgeQuestion, signal?: AbortSignal): Promise<JudgeVerdict>;
}

/** Keeps verdicts, so that an unchanged input gets the same one without another call (ENF-FUTURE-1). */
export interface VerdictStore {
  /** @param key a hash of the model, the question and everything the judge was shown */
  get(key: string): Promise<JudgeVerdict | undefined>;
  put(key: string, verdict: JudgeVerdict): Promise<void>;
}
