import type { TrajectoryResult } from '../scenario-report.ts';

/** The progress of a validation. */
export type ScenarioEvent =
  | {
      readonly type: 'scenario-started';
      readonly scenario: string;
      readonly title: string;
      readonly trajectories: number;
    }
  | { readonly type: 'trajectory-started'; readonly scenario: string; readonly number: number; readonly of: number }
  | {
      readonly type: 'trajectory-ended';
      readonly scenario: string;
      readonly of: number;
      readonly result: TrajectoryResult;
    }
  | { readonly type: 'scenario-ended'; readonly scenario: string; readonly score: number | null }
  | { readonly type: 'note'; readonly message: string };
