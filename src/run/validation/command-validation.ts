import type { ContractDocument } from '../../contract/document.ts';
import type { Chunk, Condition, Contract } from '../../contract/model.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { ChunkValidationResult, CommandReport, Stage } from '../report/run-result.ts';
import type { RunServices } from '../services/run-services.ts';
import type { SharedCommands } from './shared-commands.ts';

/** What the commands of a contract judge. */
export interface CommandValidationInput {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly attempt: AttemptWorktree;
  /** The snapshot to judge: the tree after the model's writes, or its merge with the user's tree. */
  readonly judged: Snapshot;
  /** The chunk's own changes, including files that it wrote without a difference; undefined if the tree has no author. */
  readonly changedFiles: readonly string[] | undefined;
  /** The conditions of the verify command that an attempt must not break (TRUST-2). Default: none. */
  readonly dueConditions?: readonly Condition[] | undefined;
  /** The build on the base, if it ran. */
  readonly baseline: CommandReport | undefined;
  /** The commands that other chunks run on the same tree. Default: each command runs. */
  readonly shared?: SharedCommands | undefined;
  /** Whether the attempt has used up its time. Nothing runs after a failed build then. */
  readonly isTimeOver?: boolean | undefined;
  readonly services: RunServices;
}

export type Problems = ChunkValidationResult['problems'][number][];

/** Reports that a stage begins, with the command that it runs. */
export function reportStage(
  { chunk, services }: Pick<CommandValidationInput, 'chunk'> & { readonly services: Pick<RunServices, 'report'> },
  stage: Stage,
  detail: string,
): void {
  services.report({ type: 'stage', chunk: chunk.id, stage, detail });
}

/** The time limit of a command that states none. */
export function commandTimeoutMs({ services }: { readonly services: Pick<RunServices, 'configuration'> }): number {
  return services.configuration.limits.commandTimeoutSeconds * 1000;
}
