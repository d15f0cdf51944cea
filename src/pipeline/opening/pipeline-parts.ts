import type { AuditLog } from '../state/audit-entry.ts';
import type { OutsideComment } from '../forge/line-comments.ts';
import type { Forge, LineComment, PullRequest } from '../forge/forge.ts';
import type { StageName } from '../../workspace/configuration/pipeline/stage-names.ts';
import type { HasOwnerEnded } from '../state/lock.ts';
import type { StateStore } from '../state/state-store.ts';
import type { StepServices } from '../step/run-step.ts';
import type { StageExecutor } from '../step/stage-executor.ts';
import type { Telemetry } from '../../foundation/telemetry/telemetry.ts';
import type { Git } from '../../workspace/git/git.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { StepOptions } from './pipeline-types.ts';
import type { BaseConfiguration } from './base-configuration.ts';

/** What the pipeline of a folder consists of. */
export interface PipelineParts {
  readonly forge: Forge;
  readonly store: StateStore;
  readonly base: BaseConfiguration;
  /** Runs git in the local repository. */
  readonly git: Git;
  /** What the person who uses this process writes on an item. */
  readonly comment: (item: string, body: string, signal: AbortSignal) => Promise<void>;
  /** Present on a forge where Holdfast is the only tool for it. */
  readonly local: LocalActs | undefined;
  readonly identity: StepServices['identity'];
  readonly hasOwnerEnded: HasOwnerEnded;
  readonly audit: AuditTrail;
  /** The workspace folder relative to the top level: `''`, or a path that ends with `/`. */
  readonly prefix: string;
  readonly repository: () => Promise<Repository>;
  readonly telemetry: () => Promise<Telemetry>;
  readonly createExecutors: (options: StepOptions, signal: AbortSignal) => ReadonlyMap<StageName, StageExecutor>;
}

/** The recorded events and model calls of items. */
export interface AuditTrail extends AuditLog {
  /** Reads those of an item, or of all items. */
  read(item?: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** What a person does on the local forge. */
export interface LocalActs {
  createItem(item: {
    readonly title: string;
    readonly body: string;
    readonly labels: readonly string[];
  }): Promise<{ readonly id: string }>;
  setOpen(item: string, isOpen: boolean): Promise<void>;
  editItem(item: string, change: { readonly title?: string; readonly body?: string }): Promise<void>;
  listPullRequests(signal: AbortSignal): Promise<readonly PullRequest[]>;
  comment(number: number, body: string): Promise<void>;
  review(
    number: number,
    verdict: 'approved' | 'changes-requested' | 'commented',
    body: string,
    comments: readonly LineComment[],
    signal: AbortSignal,
  ): Promise<readonly OutsideComment[]>;
}
