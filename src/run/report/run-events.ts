import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import type {
  AttemptReport,
  Blocker,
  ChunkRunResult,
  CommandReport,
  GateChoice,
  PersonVerdict,
  GateReport,
  LandingReport,
  Stage,
} from './run-result.ts';
import type { StrengthReport } from './strength-report.ts';

/** A progress event of a run. Only the edges print; the editor and the terminal format these events. */
export type RunEvent =
  | {
      readonly type: 'chunk-started';
      readonly runId: string;
      readonly chunk: string;
      readonly title: string;
      readonly maxAttempts: number;
    }
  | { readonly type: 'blocked'; readonly chunk: string; readonly blockedBy: readonly Blocker[] }
  | { readonly type: 'strength'; readonly chunk: string; readonly strength: StrengthReport }
  | { readonly type: 'attempt-started'; readonly chunk: string; readonly number: number; readonly of: number }
  | { readonly type: 'stage'; readonly chunk: string; readonly stage: Stage; readonly detail?: string | undefined }
  | { readonly type: 'model-text'; readonly chunk: string; readonly delta: string }
  | { readonly type: 'model-reasoning'; readonly chunk: string; readonly delta: string }
  | {
      readonly type: 'tool';
      readonly chunk: string;
      readonly name: string;
      readonly subject: string;
      readonly ok: boolean;
      readonly note?: string | undefined;
    }
  | { readonly type: 'model-retry'; readonly chunk: string; readonly reason: string; readonly delayMs: number }
  | {
      readonly type: 'usage';
      readonly chunk: string;
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly costUsd: number | null;
    }
  | { readonly type: 'command'; readonly chunk: string; readonly report: CommandReport }
  | { readonly type: 'assertion'; readonly chunk: string; readonly result: AssertionResult }
  | { readonly type: 'gate'; readonly chunk: string; readonly report: GateReport }
  | { readonly type: 'choice-needed'; readonly chunk: string; readonly runId: string }
  | { readonly type: 'choice-made'; readonly chunk: string; readonly choice: GateChoice | PersonVerdict }
  | { readonly type: 'amendment-proposed'; readonly chunk: string; readonly id: string }
  | { readonly type: 'attempt-finished'; readonly chunk: string; readonly report: AttemptReport; readonly of: number }
  | { readonly type: 'landed'; readonly chunk: string; readonly landing: LandingReport }
  | {
      readonly type: 'note';
      readonly chunk?: string | undefined;
      readonly message: string;
      readonly level: 'info' | 'warning';
    }
  | { readonly type: 'chunk-finished'; readonly result: ChunkRunResult };

export type RunListener = (event: RunEvent) => void;
