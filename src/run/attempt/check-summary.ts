import type { Condition } from '../../contract/model.ts';
import type { ContractPart } from '../validation/contract-parts.ts';
import type { PendingVerification } from '../validation/run-verifications.ts';
import type { CurrentFilesCheck } from './check-current-files.ts';
import type { CopyVerdict } from './run-commands-on-copy.ts';

/** What the commands showed: `none`: the contract has none; `limit`: they were not run, because the limit is reached. */
export type CommandsOutcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'limit'; readonly limit: number }
  | {
      readonly kind: 'ran';
      readonly verdict: CopyVerdict;
      /** Whether the files are those of the latest check, so that its result applies. */
      readonly isRepeated: boolean;
      /** The number of checks with commands that the attempt has left. */
      readonly left: number;
    };

/** Everything that a check found out. */
export interface PerformedCheck {
  readonly files: CurrentFilesCheck;
  /** `undefined` if no command was requested. */
  readonly commands: CommandsOutcome | undefined;
  /** The parts of the contract that a check of files does not run. */
  readonly parts: readonly ContractPart[];
  /** Whether the contract has other chunks, whose asserts count once they are done. */
  readonly hasOtherChunks: boolean;
}

type CommandKind = Exclude<ContractPart['kind'], 'gates'>;

/** Whether the items of a part are commands that a check with `build` runs. */
export function isCommandKind(kind: UncheckedPart['kind']): kind is CommandKind {
  return kind === 'setup' || kind === 'build' || kind === 'verify' || kind === 'acceptance';
}

/** A kind of failures. `packages`: commands changed installed packages. */
export interface CheckFailure {
  readonly kind: 'requirements' | 'syntax' | CommandKind | 'packages';
  readonly count: number;
}

/**
 * A part that decides the attempt and was not run.
 *
 * - `checks`: checks that need a command, a request, a validator or a model
 * - `other-chunks`: the asserts of other chunks that are done
 */
export interface UncheckedPart {
  readonly kind: ContractPart['kind'] | 'checks' | 'other-chunks';
  readonly items: readonly string[];
  /**
   * - `not-requested`: a check with `build` runs it
   * - `not-due`: its conditions are false
   * - `after-failure`: it depends on a command or a condition that failed
   * - `limit`: the attempt has used all its checks with `build`
   * - `later`: only the validation after the attempt judges it
   */
  readonly reason: 'not-requested' | 'not-due' | 'after-failure' | 'limit' | 'later';
  /** The conditions of a verification that are false. */
  readonly unmet?: readonly Condition[];
}

/** The result of a check as data. */
export interface CheckSummary {
  /** Empty if nothing fails in what was checked. */
  readonly failures: readonly CheckFailure[];
  /** The number of requirements that the files answered. */
  readonly requirementCount: number;
  /** The kinds of commands that ran, in order. */
  readonly ran: readonly CommandKind[];
  readonly notRun: readonly UncheckedPart[];
}

/** [AGENT-9] Summarizes a check: what fails, what was checked, and everything that decides the attempt and was not run. */
export function summarizeCheck(check: PerformedCheck): CheckSummary {
  const { files, commands } = check;
  const reports = commands?.kind === 'ran' ? commands.verdict.commands : [];
  return {
    failures: listFailures(check),
    requirementCount: files.required.filter(({ untrusted }) => untrusted !== true).length,
    ran: [...new Set(reports.map(({ stage }) => stage))],
    notRun: listUnchecked(check),
  };
}

function listFailures({ files, commands }: PerformedCheck): readonly CheckFailure[] {
  const verdict = commands?.kind === 'ran' ? commands.verdict : undefined;
  const failed = verdict?.commands.filter(({ passed }) => !passed) ?? [];
  const countFailed = (kind: CommandKind): number => failed.filter(({ stage }) => stage === kind).length;
  const brokenCount = files.verifications.filter(({ broken }) => broken.length > 0).length;
  // A verification that is not due fails without a command if a written module does not parse.
  const isRefutedWithoutCommand = verdict?.passed === false && failed.length === 0 && files.syntaxErrors.length === 0;
  const failures: readonly CheckFailure[] = [
    { kind: 'requirements', count: files.required.filter((result) => !result.passed && !result.untrusted).length },
    { kind: 'syntax', count: files.syntaxErrors.length },
    { kind: 'setup', count: countFailed('setup') },
    { kind: 'build', count: countFailed('build') },
    { kind: 'verify', count: brokenCount || (isRefutedWithoutCommand ? 1 : countFailed('verify')) },
    { kind: 'acceptance', count: countFailed('acceptance') },
    { kind: 'packages', count: verdict?.changedPackages.length ?? 0 },
  ];
  return failures.filter(({ count }) => count > 0);
}

function listUnchecked({ files, commands, parts, hasOtherChunks }: PerformedCheck): readonly UncheckedPart[] {
  const later = [...files.required, ...files.suggested].filter(({ untrusted }) => untrusted === true);
  const others: readonly UncheckedPart[] = [
    { kind: 'checks', items: later.map(({ assertion }) => assertion.message), reason: 'later' },
    { kind: 'other-chunks', items: hasOtherChunks ? ['the asserts of those that are done'] : [], reason: 'later' },
  ];
  return [...parts.flatMap((part) => listPending(part, files, commands)), ...others].filter(
    ({ items }) => items.length > 0,
  );
}

/** The items of a part that did not run, by the reason. */
function listPending(
  { kind, items }: ContractPart,
  { verifications }: CurrentFilesCheck,
  commands: CommandsOutcome | undefined,
): readonly UncheckedPart[] {
  if (!isCommandKind(kind)) return [{ kind, items, reason: 'later' }];
  const ran = commands?.kind === 'ran' ? commands.verdict.commands : [];
  const pending = items.filter((item) => !ran.some(({ stage, command }) => stage === kind && command === item));
  const conditionsOf = (command: string): PendingVerification | undefined =>
    kind === 'verify' ? verifications.find((verification) => verification.command === command) : undefined;
  const isFree = (item: string): boolean => (conditionsOf(item)?.unmet.length ?? 0) === 0;
  return [
    { kind, items: pending.filter(isFree), reason: reasonFor(commands) },
    ...pending
      .filter((item) => !isFree(item))
      .map((item): UncheckedPart => {
        const { unmet = [], broken = [] } = conditionsOf(item) ?? {};
        return {
          kind,
          items: [item],
          ...(broken.length > 0 ? { reason: 'after-failure' } : { reason: 'not-due', unmet }),
        };
      }),
  ];
}

function reasonFor(commands: CommandsOutcome | undefined): UncheckedPart['reason'] {
  if (commands === undefined || commands.kind === 'none') return 'not-requested';
  return commands.kind === 'limit' ? 'limit' : 'after-failure';
}
