import type { StageName } from '../../workspace/configuration/pipeline/stage-names.ts';
import type { PlannedEffect, Receipt } from './effect.ts';
import type { Failure, SafetyReason } from './item-state.ts';
import type { Lock, LockTakeover } from './lock.ts';
import type { ReviewOutcome, ScenarioOutcome } from './judgement.ts';
import type { Policy } from './policy.ts';
import type { Approval, AttemptRecord, SubItem, SubItemBase } from './sub-item.ts';

/** The terms of a round: what is read from the base commit when it starts. */
export interface RoundTerms {
  readonly base: { readonly branch: string; readonly commit: string };
  readonly policy: Policy;
}

export type PlannedSubItem = Pick<SubItem, 'id' | 'title' | 'description' | 'dependsOn'>;

/** What a stage's answer leads to, apart from being stored. */
export interface StageOutcome {
  readonly effects: readonly PlannedEffect[];
  readonly safety?: readonly SafetyReason[] | undefined;
  /** Why a person must decide instead of the pipeline [ASSERT-CLASS-004, ASSERT-PLAN-003]. */
  readonly escalation?: string | undefined;
  /** Of the planning stage. */
  readonly plan?: {
    readonly contract: { readonly text: string; readonly hash: string };
    readonly subItems: readonly PlannedSubItem[];
  };
}

/** Who did something, and when (ISO 8601, UTC). */
interface Act {
  readonly by: string;
  readonly at: string;
}

/** Events of the whole item. */
type WholeItemEvent =
  /** The executor's answer was validated. `hash` identifies it for approvals. */
  | {
      readonly type: 'answered';
      readonly stage: StageName;
      readonly hash: string;
      readonly value: unknown;
      readonly outcome: StageOutcome;
      readonly at: string;
    }
  /** A deterministic check refused the answer. */
  | {
      readonly type: 'refused';
      readonly stage: StageName;
      readonly mistakes: readonly string[];
      /** What was refused, for the next try. */
      readonly answer?: unknown;
      readonly at: string;
    }
  /** The item has no text to work from. `textHash` identifies its title and body, and `message` says what is missing. */
  | { readonly type: 'information-requested'; readonly textHash: string; readonly message: string }
  /** The text of the item changed, or a person commented. */
  | { readonly type: 'information-given' }
  | { readonly type: 'advanced'; readonly summary: string; readonly at: string }
  | { readonly type: 'stage-approved'; readonly stage: StageName; readonly approval: Approval }
  | ({ readonly type: 'stage-rejected'; readonly stage: StageName; readonly reason: string } & Act)
  | { readonly type: 'failed'; readonly failure: Failure }
  | ({ readonly type: 'resumed' } & Act)
  | ({ readonly type: 'restarted'; readonly terms: RoundTerms } & Act)
  | ({ readonly type: 'cancelled'; readonly reason: 'command' | 'label-removed' | 'item-closed' } & Act)
  | { readonly type: 'labels-changed'; readonly found: readonly string[]; readonly at: string }
  | { readonly type: 'labels-restored' }
  /** A command in a comment could not be applied. `reply` says which, why, and what to do; `reason` only why. */
  | { readonly type: 'command-refused'; readonly comment: string; readonly reply: string; readonly reason: string };

/** Events of one sub-item. */
type SubItemEvent =
  | {
      readonly type: 'sub-item-based';
      readonly subItem: string;
      readonly base: SubItemBase;
    }
  /** A sub-item cannot continue, for a reason that no further attempt changes. */
  | { readonly type: 'sub-item-failed'; readonly failure: Failure & { readonly subItem: string } }
  /** The tip of its branch is not what Holdfast pushed. `commit` is absent if the branch was deleted. */
  | {
      readonly type: 'foreign-change';
      readonly subItem: string;
      readonly commit?: string | undefined;
      readonly pushed?: string | undefined;
      readonly at: string;
    }
  /** The branch has the tip again that Holdfast pushed last. */
  | { readonly type: 'foreign-change-resolved'; readonly subItem: string }
  /** `result` is the commit of an attempt that passed. `changedFiles` are checked against the safety list. */
  | {
      readonly type: 'attempted';
      readonly subItem: string;
      readonly attempt: AttemptRecord;
      readonly result?: string | undefined;
      readonly safety?: readonly SafetyReason[] | undefined;
      readonly at: string;
    }
  /** The scenarios judged a result. `feedback` has no text of a scenario. */
  | {
      readonly type: 'scenarios-ended';
      readonly subItem: string;
      readonly outcome: ScenarioOutcome;
      readonly feedback: readonly string[];
      /** Why no trajectory reached the code [PIPE-8]. */
      readonly environment?: string | undefined;
      readonly at: string;
    }
  /** A result was reviewed. */
  | { readonly type: 'reviewed'; readonly subItem: string; readonly outcome: ReviewOutcome; readonly at: string }
  /** The approving review of the result was dismissed, or its author may no longer write. */
  | { readonly type: 'approval-withdrawn'; readonly subItem: string; readonly at: string }
  | { readonly type: 'sub-item-approved'; readonly subItem: string; readonly approval: Approval }
  | ({
      readonly type: 'sub-item-rejected';
      readonly subItem: string;
      /** Whether its branch was deleted, which closes its pull request. */
      readonly isBranchDeleted?: boolean | undefined;
    } & Act)
  /** `base` is the new base if the change could not be replayed on it. */
  | ({
      readonly type: 'changes-requested';
      readonly subItem: string;
      readonly feedback: string;
      readonly base?: SubItemBase | undefined;
    } & Act)
  | ({
      readonly type: 'sub-item-merged';
      readonly subItem: string;
      /** The commit that brought the change to the branch that it was merged into. */
      readonly commit: string;
      /** Whether the base branch of the item contains the change, but the forge shows no merge. */
      readonly isContained?: boolean | undefined;
    } & Act)
  /** Its pull request must be opened. */
  | { readonly type: 'integrated'; readonly subItem: string; readonly at: string }
  /** The change was replayed on a base that had changed, and judged again. Earlier approvals do not count. */
  | {
      readonly type: 'replayed';
      readonly subItem: string;
      readonly base: SubItemBase;
      readonly result: string;
      readonly safety?: readonly SafetyReason[] | undefined;
    };

/** Events of the work itself: locks, money and effects. */
type WorkEvent =
  /** `takeover` says why the lock of another process is taken over. */
  | { readonly type: 'locked'; readonly lock: Lock; readonly takeover?: LockTakeover | undefined }
  | { readonly type: 'heartbeat'; readonly owner: string; readonly at: string }
  | { readonly type: 'unlocked'; readonly owner: string }
  /** Before an execution starts, and when its share of the budget changes. */
  | {
      readonly type: 'reserved';
      readonly id: string;
      readonly stage: StageName;
      readonly subItem?: string | undefined;
      readonly usd: number;
    }
  | { readonly type: 'settled'; readonly id: string; readonly usd: number | null }
  | { readonly type: 'effect-intended'; readonly key: string; readonly owner: string; readonly at: string }
  /** The forge refuses an effect, and a repetition does not help before a person has done something. */
  | { readonly type: 'effect-blocked'; readonly key: string; readonly failure: Failure }
  | {
      readonly type: 'labels-intended';
      readonly labels: readonly string[];
      readonly owner: string;
      readonly at: string;
    }
  | { readonly type: 'effect-performed'; readonly key: string; readonly receipt: Receipt }
  | { readonly type: 'labels-set'; readonly labels: readonly string[] }
  | { readonly type: 'comments-read'; readonly cursor: string };

/** Something that happened to an item. Events carry everything that a transition needs. */
export type ItemEvent = WholeItemEvent | SubItemEvent | WorkEvent;

export type EventOf<Type extends ItemEvent['type']> = Extract<ItemEvent, { readonly type: Type }>;
