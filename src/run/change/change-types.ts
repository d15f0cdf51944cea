import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import type { ProtectedArea } from '../../contract/model.ts';
import type { Fact } from '../../foundation/fact.ts';
import type { RunListener } from '../report/run-events.ts';
import type { FileChange } from '../../workspace/git/tree-changes.ts';
import type { ChunkCheck } from '../check/check-types.ts';

/**
 * How much of a contract a judgement of a change runs.
 *
 * - `files`: only the asserts that files answer. No command, validator, request or model of the workspace runs.
 * - `checks`: what a check of files runs: steps, validators and requests too, if the workspace is trusted
 * - `full`: the build, verify and acceptance commands and the gates too, confined, in a worktree of the result
 */
export type ChangeCheckDepth = 'files' | 'checks' | 'full';

/** What is judged: the files on disk with untracked ones, exactly the index, or a commit. */
export type ChangeHead = 'work-tree' | 'index' | { readonly commit: string };

/** A chunk of a contract of the folder. */
export interface ChunkReference {
  /** Path of the contract, relative to the folder. */
  readonly contract: string;
  readonly chunk: string;
}

/**
 * What a change may do.
 *
 * - `tests`, `scripts`, `tooling`: weaken tests, scripts and tool settings of the base
 * - `exports`: break uses of what files export, and the public API. They are warnings then.
 * - `files`: write files that its chunk does not allow
 * - `terms`: change contracts, gates, validators and hooks. The terms of the result judge it then, not those of the base.
 */
export type ChangePermission = ProtectedArea | 'exports' | 'files' | 'terms';

export interface JudgeChangeOptions {
  /**
   * The commit that the change starts from: a commit of the repository, or of a snapshot (`Engine.recordBase`). Without it,
   * the change starts from an empty tree. The contracts, gates, validators and the configuration are read from it.
   */
  readonly base: string | undefined;
  /** What the snapshot of the base left out (`RecordedBase.leftOut`). It is not part of the change. */
  readonly leftOutOfBase?: readonly string[] | undefined;
  /** Default: `work-tree`. */
  readonly head?: ChangeHead | undefined;
  /** Absolute path of the index, if it is not the index of the work tree: `GIT_INDEX_FILE` of a commit hook. */
  readonly indexFile?: string | undefined;
  /**
   * The chunk that the change carries out. It must be satisfied, the change must keep to its files, and it must not break
   * what other chunks of the contracts had achieved. Without it, every chunk that the change can affect is judged.
   */
  readonly active?: ChunkReference | undefined;
  /** Limits the judgement to these contracts (paths relative to the folder). Default: every contract of the folder. */
  readonly contracts?: readonly string[] | undefined;
  /** Whether contracts of other folders judge the change, too. Then it is no finding if this folder has none. */
  readonly contractsElsewhere?: boolean | undefined;
  /** Default: `checks`. */
  readonly depth?: ChangeCheckDepth | undefined;
  /** What the change may do in addition to what the contracts allow. */
  readonly mayChange?: readonly ChangePermission[] | undefined;
  /** Whether warnings and unverified chunks make the change fail. */
  readonly strict?: boolean | undefined;
  /** The title of the pull request. It can announce a break. */
  readonly title?: string | undefined;
  /** Whether the facts about the change are collected. Default: not. */
  readonly facts?: boolean | undefined;
  /** Whether a full check runs the commands of plans of other tools. Default: not. */
  readonly planCommands?: boolean | undefined;
  /** Whether the uses of changed exports are type-checked, which can take as long as a compiler. Default: not. */
  readonly types?: boolean | undefined;
  /** `list`: the affected tests are named. `run`: they also run, confined. Default: neither. */
  readonly tests?: 'list' | 'run' | undefined;
  /** `fact`: a fact makes the change fail, too. It has an effect only with `facts`. */
  readonly failOn?: 'fact' | undefined;
  /** Receives the progress of a full check. */
  readonly onEvent?: RunListener | undefined;
  readonly progress?: JudgementProgress | undefined;
  /** Judges these chunks, or all, although the change does not affect them: the work that a judgement of the base takes. */
  readonly also?: 'all' | readonly ChunkReference[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** For a judgement whose time is limited. What decides soon and for certain is judged and reported first. */
export interface JudgementProgress {
  /** Whether a chunk is left out. Its time has run out before. */
  readonly isLeftOut: (chunk: ChunkReference) => boolean;
  /** The checks of a chunk begin, or another part of the judgement. `waiting`: how many chunks are judged after it. */
  readonly onStep: (chunk: ChunkReference | undefined, waiting: number) => void;
  readonly onDecided: (decided: DecidedSoFar) => void;
}

/** The part of a judgement that later parts do not change. */
export interface DecidedSoFar extends Pick<ChangeJudgement, 'findings' | 'chunks'> {
  readonly changedFiles: number;
  /** The selected chunks that are not judged. */
  readonly unjudged: readonly ChunkReference[];
}

/**
 * What is wrong with a change itself, apart from unsatisfied chunks.
 *
 * - `broken-import`: an import that led to a file or a name on the base, and leads to none now
 * - `broken-use`: a use of a changed export that type-checked on the base, and does not now
 * - `api-break`: a released export breaks, and the change is not announced
 * - `outside-files`: a file that the chunk does not allow
 * - `terms-changed`: a contract, gate, validator, hook or setting that the change is judged by
 * - `test-weakened`, `script-changed`, `tooling-changed`: a test, script or tool setting of the base
 * - `fewer-assertions`: a test checks less than on the base
 * - `syntax-error`: a changed file that does not parse
 * - `invalid-terms`: a contract, a gate file or a configuration with errors
 * - `test-failed`: an affected test fails that passes on the base
 * - `no-change`: there is nothing to judge
 * - `no-contract`: the base has contracts, and the result has none
 */
export type ChangeFindingKind =
  | 'broken-import'
  | 'broken-use'
  | 'api-break'
  | 'outside-files'
  | 'terms-changed'
  | 'test-weakened'
  | 'script-changed'
  | 'tooling-changed'
  | 'fewer-assertions'
  | 'syntax-error'
  | 'invalid-terms'
  | 'test-failed'
  | 'no-change'
  | 'no-contract'
  | 'plan-contradiction';

export interface ChangeFinding {
  readonly kind: ChangeFindingKind;
  /** Only errors make the change fail, unless the judgement is strict. */
  readonly severity: 'error' | 'warning';
  /** What to do, as one sentence. */
  readonly message: string;
  /** Relative to the folder; absent if the finding is about the change as a whole. */
  readonly file?: string | undefined;
  /** 1-based. */
  readonly line?: number | undefined;
  /** 1-based. */
  readonly column?: number | undefined;
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  /** The chunk whose rules the change breaks. */
  readonly chunk?: ChunkReference | undefined;
  /** Whether the base has the same fault. It is a warning then. */
  readonly onBase?: boolean | undefined;
}

/**
 * Why an unsatisfied chunk does not make the change fail.
 *
 * - `waits`: a chunk that it depends on is not satisfied
 * - `not-started`: the change does not carry it out, and the base does not satisfy it either
 * - `not-ticked`: it is a task of a plan that is neither ticked in the result nor started
 * - `fault-on-base`: every failed assert could not be evaluated, and on the base it cannot be evaluated either
 */
export type ChunkExcuse = 'waits' | 'not-started' | 'not-ticked' | 'fault-on-base';

/** A chunk that a change can affect, judged in the result. */
export interface JudgedChunk extends ChunkReference {
  /** `active`: the given chunk. `written`: the change wrote its files. `affected`: it uses files that the change wrote. */
  readonly relation: 'active' | 'written' | 'affected';
  readonly check: ChunkCheck;
  /** Set for an unsatisfied chunk that does not make the change fail. */
  readonly excuse?: ChunkExcuse | undefined;
  /** The failed asserts that cannot be evaluated, neither in the result nor on the base. Absent if there are none. */
  readonly faultsOnBase?: readonly AssertionResult[] | undefined;
  /** The failed asserts of a rule for every change that failed before too. Absent for other chunks. */
  readonly failedBefore?: readonly AssertionResult[] | undefined;
  /** Whether the chunk makes the change fail. */
  readonly fails: boolean;
}

/** The tests that a change affects. */
export interface AffectedTestsReport {
  /** The test files, sorted, relative to the folder; empty if they are not known. */
  readonly files: readonly string[];
  /** The number of all test files; absent if it is not known. */
  readonly total?: number | undefined;
  /** The commands that run them, one after the other, for a shell in the folder. */
  readonly commands: readonly string[];
  /** Why the commands run all tests, as a sentence; absent if they run the affected ones only. */
  readonly reason?: string | undefined;
}

/** The verdict on a change. It comes from the trees alone. */
export interface ChangeJudgement {
  /**
   * No finding has severity `error`, and no chunk fails. In strict mode, there is no warning and no unverified chunk either;
   * with `failOn`, no fact.
   */
  readonly ok: boolean;
  /** The commit that the change starts from; one without files if there was none. */
  readonly base: string;
  /** The commit of the snapshot that was judged. */
  readonly head: string;
  readonly changedFiles: readonly FileChange[];
  /** The judged chunks, sorted by contract and in the order of the contract. */
  readonly chunks: readonly JudgedChunk[];
  /** Errors first. */
  readonly findings: readonly ChangeFinding[];
  /** What a reviewer should look at. Empty if facts were not requested. */
  readonly facts: readonly Fact[];
  /** Absent if they were not requested, or if there are none. */
  readonly affectedTests?: AffectedTestsReport | undefined;
  /** What was not judged, and why. */
  readonly notes: readonly string[];
  /** The chunks that `JudgementProgress.isLeftOut` left out. */
  readonly unjudged?: readonly ChunkReference[] | undefined;
}

/** One reason why a change fails, for an agent or a person who corrects it. */
export interface ChangeViolation extends Pick<ChangeFinding, 'message' | 'file' | 'line' | 'expected' | 'actual'> {
  readonly kind: ChangeFindingKind | 'assert' | 'command' | 'gate';
  /** The chunk that is not satisfied, or whose rules the change breaks. */
  readonly chunk?: ChunkReference | undefined;
}

/** A snapshot of the current files that a later judgement compares with. */
export interface RecordedBase {
  /** The commit of the snapshot. It contains modified and untracked files, without ignored ones. */
  readonly commit: string;
  /** The untracked files and repositories that the snapshot does not contain, relative to the folder. */
  readonly leftOut: readonly string[];
  /** The commit that was checked out; `undefined` before the first commit and without git. */
  readonly head: string | undefined;
}
