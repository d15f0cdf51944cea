import type { FolderReview, InterfaceFindings, ScenarioReport } from '../../engine.ts';
import type { ShownFailure } from '../base/failure.ts';

/** What the jobs of a folder return. A folder runs each of them at most once at a time. */
export interface JobResults {
  /** The comparison of the artifacts with the interface definitions. */
  readonly interfaces: InterfaceFindings;
  /** The review of the changes. */
  readonly review: FolderReview;
  readonly scenarios: ScenarioReport;
}

export type JobName = keyof JobResults;

/** A job of a folder. The last result stays until a newer one replaces it, or the person clears it. */
export interface JobState<Result> {
  /** The last line of progress, while the job runs. */
  readonly progress?: string | undefined;
  readonly result?: Result | undefined;
  /** Why the last job did not end. */
  readonly failure?: ShownFailure | undefined;
}

export type JobStates = { readonly [Name in JobName]?: JobState<JobResults[Name]> | undefined };

/** Replaces the state of one job. */
export type JobAction = {
  [Name in JobName]: {
    readonly type: 'job-changed';
    readonly folder: string;
    readonly job: Name;
    readonly state: JobState<JobResults[Name]>;
  };
}[JobName];
