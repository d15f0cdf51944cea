import type { Analysis } from '../../analysis/analysis.ts';
import type { Clock } from '../../../foundation/clock.ts';
import type { VisiblePaths } from '../../../workspace/confinement/confinement-rules.ts';
import type { CommandRules } from '../../../workspace/processes/command-rules.ts';
import type { Repository } from '../../../workspace/repository.ts';

/** The tree and the folders that a command of a trajectory works with. */
export interface TrajectorySurroundings {
  /** Absolute path of the tree that the command may write. */
  readonly tree: string;
  /** Absolute paths of further folders that it may write. */
  readonly write: readonly string[];
  /** What the command sees besides them. */
  readonly view: VisiblePaths;
  /** The folder behind its private folders. */
  readonly privateFolder: string;
  /** Whether it needs the network, which includes the ports of this computer, if confinement is strict. */
  readonly network: boolean;
}

/** What trajectories need from their surroundings. */
export interface TrajectoryServices {
  readonly repository: Pick<Repository, 'openWorktree' | 'openScratchFolder' | 'processRecords'>;
  readonly analysis: Pick<Analysis, 'check' | 'close'>;
  /** How the commands of scenarios run. */
  readonly commandRules: (surroundings: TrajectorySurroundings) => CommandRules;
  /** The time limit of steps that have none. */
  readonly commandTimeoutMs: number;
  /** Ignored files of the user's tree that a trajectory gets: paths, folders or globs. */
  readonly copy?: readonly string[] | undefined;
  /** Absolute path of the tree whose validators judge. */
  readonly validatorsFrom?: string | undefined;
  /** The account of the model that judges; absent if no model is configured. */
  readonly judgeAccount?: string | undefined;
  readonly clock: Clock;
}
