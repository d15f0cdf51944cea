import type { ScenarioEvent } from '../../verdicts/scenarios/execution/scenario-events.ts';
import type { ScenarioDocument } from '../../verdicts/scenarios/files/scenario-document.ts';
import type { TwinsDocument } from '../../verdicts/scenarios/files/twins-document.ts';
import type { ScenarioReport } from '../../verdicts/scenarios/scenario-report.ts';

export type { ScenarioEvent } from '../../verdicts/scenarios/execution/scenario-events.ts';
export type { ScenarioDocument } from '../../verdicts/scenarios/files/scenario-document.ts';
export type { ScenarioReport, ScenarioResult, TrajectoryResult } from '../../verdicts/scenarios/scenario-report.ts';
export type { TwinsDocument } from '../../verdicts/scenarios/files/twins-document.ts';

/** The scenario files of the folder, broken ones included. */
export interface ScenarioFiles {
  /** Absolute path of a folder outside of the repository; `undefined` if they are in `.holdfast/scenarios`. */
  readonly folder: string | undefined;
  /** Sorted by path. */
  readonly scenarios: readonly ScenarioDocument[];
  readonly twins: readonly TwinsDocument[];
}

export interface ScenarioRunOptions {
  /** Ids of scenarios. Default: all. */
  readonly ids?: readonly string[] | undefined;
  /** Interfaces: only scenarios that cover one of them run. Default: all. */
  readonly covers?: readonly string[] | undefined;
  /** The number of trajectories of each scenario, regardless of its file. */
  readonly trajectories?: number | undefined;
  /** From 0 to 1. Default: 0.95. */
  readonly threshold?: number | undefined;
  /** How many trajectories run in parallel. Default: the configured number of jobs. */
  readonly jobs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: ScenarioEvent) => void) | undefined;
}

/** A recorded result. */
export interface RecordedScenarioReport {
  readonly id: string;
  /** The commit under test. For the current tree it is a snapshot in Holdfast's storage. */
  readonly commit: string;
  /** The work item and the sub-item. Absent outside the pipeline. */
  readonly item?: string | undefined;
  readonly subItem?: string | undefined;
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
  readonly report: ScenarioReport;
}

/** The scenarios of the folder. */
export interface Scenarios {
  /** The files as they are now, unsaved text included. */
  files(): Promise<ScenarioFiles>;
  /**
   * Runs scenarios against the current tree and records the result. Throws `untrusted` in a restricted workspace,
   * `configuration` if a file has errors, `not-found` for an unknown id.
   */
  run(options?: ScenarioRunOptions): Promise<ScenarioReport>;
  /** Recorded results, newest first. */
  results(limit?: number): Promise<readonly RecordedScenarioReport[]>;
}
