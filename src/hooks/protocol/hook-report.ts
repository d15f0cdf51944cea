import type { CountFile } from '../sessions/count-file.ts';
import type { HookAnswer } from './hook-answer.ts';

/** An `IncompleteDecision` in the dialect of the client. */
export interface IncompleteAnswers {
  readonly refusal?: { readonly answer: HookAnswer; readonly counts: CountFile } | undefined;
  readonly released: HookAnswer;
  readonly excused: HookAnswer;
}

/** What the process that answers a hook tells the one that watches its time. */
export type HookReport =
  /** The input was read, so the start of the session can be judged in another process. */
  | { readonly kind: 'question'; readonly input: string }
  /** The chunks that are judged, as keys. */
  | { readonly kind: 'chunks'; readonly chunks: readonly string[] }
  /** The checks of a chunk begin. `waiting`: how many chunks are judged after it. */
  | { readonly kind: 'step'; readonly chunk: string | undefined; readonly waiting: number }
  /** What is decided so far. `isEnd`: nothing more is judged, because chunks were left out. */
  | { readonly kind: 'incomplete'; readonly answers: IncompleteAnswers; readonly isEnd: boolean }
  | { readonly kind: 'complete'; readonly answer: HookAnswer };

/** What the process that watches the time tells the one that answers. */
export interface WatchedTask {
  /** `base`: judges the start of the session alone, and answers nothing. */
  readonly role: 'answer' | 'base';
  /** `answer`: the chunks that are left out, because their checks took too long. `base`: those that are judged, or all. */
  readonly chunks: readonly string[] | undefined;
}

/** The side of the process that answers. */
export interface HookWatch extends WatchedTask {
  readonly report: (report: HookReport) => void;
}
