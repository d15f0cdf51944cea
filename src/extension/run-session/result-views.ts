import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import type { ChunkCheck, PendingChoice } from '../../engine.ts';
import type {
  AttemptReport,
  Blocker,
  ChunkRunResult,
  CommandReport,
  GateReport,
  LandingReport,
  RunStatus,
} from '../../run/report/run-result.ts';
import type { StrengthReport } from '../../run/report/strength-report.ts';
import type { StrengthView } from '../../webview/protocol/strength-view.ts';
import { isUnverifiedRun } from '../../foundation/verdict.ts';
import type { RunUsage } from '../../foundation/call-totals.ts';
import type { Location } from '../../foundation/position.ts';
import type {
  AttemptView,
  BlockerView,
  ChunkView,
  CommandView,
  GateView,
  LandingView,
  PendingChoiceView,
  RequirementView,
  ResultStatus,
  UsageView,
} from '../../webview/protocol/results-panel-data.ts';
import type { SourceLocation } from '../../webview/protocol/source-location.ts';
import { listResults } from '../state/chunk-status.ts';
import { summarizeProgress, type ProgressSummary } from '../state/shown-contract.ts';
import { formatChoiceReason } from '../state/pending-decisions.ts';

const SUMMARY_STATUS = {
  satisfied: 'pass',
  failing: 'fail',
  notStarted: 'notStarted',
  unverified: 'unverified',
} as const satisfies Readonly<Record<ProgressSummary, ResultStatus>>;

/** The status of chunks whose files were checked: the worst of them. */
export function toCheckStatus(chunks: readonly Pick<ChunkCheck, 'verdict' | 'progress'>[]): ResultStatus {
  return SUMMARY_STATUS[summarizeProgress(chunks)];
}

/** The requirements of a checked chunk. What is not met is an error only if the chunk is one. */
export function toCheckedRequirements(chunk: ChunkCheck): RequirementView[] {
  const isNeutral = toCheckStatus([chunk]) === 'notStarted';
  return listResults(chunk).map((result) => ({
    ...toRequirementView(result),
    notStarted: isNeutral && !result.passed ? true : undefined,
  }));
}

const FAILING_BUILD: Blocker['type'] = 'failing_build';

export function toRequirementView(result: AssertionResult): RequirementView {
  return {
    kind: result.assertion.type,
    message: result.assertion.message,
    check: result.assertion.check.type,
    passed: result.passed,
    tier: result.tier,
    expected: result.expected,
    actual: result.actual,
    error: result.error,
    durationMs: result.durationMs,
    source: toSourceLocation(result.location),
    contract: toSourceLocation(result.contractLocation),
    validators: (result.validators ?? []).map((answer) => ({
      name: answer.validator,
      passed: answer.passed,
      durationMs: answer.durationMs,
      detail: answer.error ?? answer.actual,
    })),
  };
}

export function toCommandView(report: CommandReport): CommandView {
  const { stage, command, passed, exitCode, durationMs, error, withheld, afterFailedBuild, failsOnBase } = report;
  const { canary, redFirst } = report;
  const output = withheld === undefined ? report.output : `${report.output.trimEnd()}\n${withheld}`;
  return {
    stage,
    command,
    passed,
    exitCode,
    output,
    durationMs,
    error,
    afterFailedBuild,
    failsOnBase,
    canary,
    redFirst,
  };
}

/** The failed commands are listed with their output. */
export function toProblemViews(problems: AttemptReport['validation']['problems']): AttemptView['problems'] {
  return problems.filter(({ command }) => command === undefined).map(({ stage, message }) => ({ stage, message }));
}

export function toAttemptView(report: AttemptReport, of: number): AttemptView {
  const { validation } = report;
  return {
    number: report.number,
    of,
    state: !validation.passed ? 'failed' : isVerified(validation) ? 'passed' : 'unverified',
    build: !validation.buildPassed ? 'failed' : validation.commands.some(isBuild) ? 'passed' : 'none',
    requirements: listResults(validation).map(toRequirementView),
    commands: validation.commands.map(toCommandView),
    problems: toProblemViews(validation.problems),
    refusedWrites: report.refusedWrites.map(({ path, reason }) => ({ path, reason })),
    gates: (validation.gates ?? []).map(toGateView),
    usage: { inputTokens: report.inputTokens, outputTokens: report.outputTokens, costUsd: report.costUsd },
    stopReason: report.stopReason,
    diff: report.diff,
    output: report.output,
  };
}

export function toGateView(report: GateReport): GateView {
  const { id, name, mode, verdict, attemptCount, maxAttempts, reasoning, confidence, evidence = [] } = report;
  const shown = evidence.map(({ file, line, text }) => ({ file, line, text }));
  return { id, name, mode, verdict, attemptCount, maxAttempts, reasoning, confidence, evidence: shown };
}

/** The view of a pending choice. `gates` are all gates of the chunk, which supply the names for the history. */
export function toPendingChoiceView(choice: PendingChoice, gates: readonly GateView[]): PendingChoiceView {
  const getGateName = (id: string | undefined): string | undefined =>
    [...choice.gates, ...gates].find((gate) => gate.id === id)?.name ?? id;
  return {
    runId: choice.runId,
    reason: formatChoiceReason(choice),
    gates: choice.gates.map(toGateView),
    hints: [...choice.hints],
    history: choice.history.map(({ at, gateId, status, attempt, reasoning }) => ({
      at,
      gate: getGateName(gateId),
      status,
      attempt,
      reasoning,
    })),
  };
}

export function toBlockerView({ type, item, details }: Blocker): BlockerView {
  return { type, item, details };
}

export function toLandingView(landing: LandingReport): LandingView {
  return {
    commit: landing.commit,
    files: [...landing.files],
    conflicts: [...landing.conflicts],
    keptRef: landing.keptRef,
    notes: [...landing.notes],
  };
}

function toUsageView(usage: RunUsage | undefined): UsageView | undefined {
  return usage && { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens, costUsd: usage.costUsd };
}

/** [BITE-2] What the requirements of a chunk say about its work; `undefined` if there is nothing to say. */
export function toStrengthView(strength: StrengthReport | undefined): StrengthView | undefined {
  if (strength === undefined || strength.requirements.length === 0) return undefined;
  const { failing, total, requirements } = strength;
  const vacuous = requirements.filter(({ role }) => role === 'vacuous');
  return {
    failing,
    total,
    first: requirements.filter(({ role }) => role === 'first').length,
    guards: requirements.filter(({ role }) => role === 'guard').length,
    vacuous: vacuous.map(({ message, reason = '' }) => ({ message, reason })),
  };
}

/** The view of a finished chunk. `known` is its view from before it finished. */
export function toChunkView(result: ChunkRunResult, title: string, known?: ChunkView): ChunkView {
  const of = known?.maxAttempts ?? Math.max(1, ...result.attempts.map((attempt) => attempt.number));
  return {
    id: result.chunk,
    title,
    status: isUnverifiedRun(result) ? 'unverified' : result.status,
    runId: result.runId,
    ...(result.upToDate === true || result.skippedSatisfied === true ? { upToDate: true } : {}),
    ...(result.skippedSatisfied === true ? { alreadyHolds: true } : {}),
    maxAttempts: known?.maxAttempts,
    blockers: (result.blockedBy ?? []).map(toBlockerView),
    requirements: known?.requirements ?? [],
    preparation: known?.preparation ?? [],
    problems: [],
    strength: toStrengthView(result.strength) ?? known?.strength,
    attempts: result.attempts.map((attempt) => toAttemptView(attempt, of)),
    usage: toUsageView(result.usage) ?? known?.usage,
    gates: result.gates.map(toGateView),
    warnings: [...result.warnings],
    choice: result.choice,
    amendment: result.amendment?.id,
    landing: result.landed ? toLandingView(result.landed) : known?.landing,
    // An error that ended the run is shown in the header, with its remedies.
    reason: result.error ? undefined : result.reason,
  };
}

/**
 * [DONE-7] The status of a run that ended, never better than the worst of its chunks: a run that passed is unverified if
 * one of its chunks is.
 */
export function toHeaderStatus(status: RunStatus, chunks: readonly ChunkView[]): ResultStatus {
  return status === 'pass' && chunks.some((chunk) => chunk.status === 'unverified') ? 'unverified' : status;
}

/** [EDIT-8] Whether the build failed before the first attempt, so that the model was not called. */
export function hasFailingBuild(chunks: readonly Pick<ChunkView, 'blockers'>[]): boolean {
  return chunks.some(({ blockers }) => blockers.some(({ type }) => type === FAILING_BUILD));
}

/** Whether the run of a chunk has a result: it passed, verified or not, and was not skipped. */
export function hasResult({ status, upToDate }: Pick<ChunkView, 'status' | 'upToDate'>): boolean {
  return (status === 'pass' || status === 'unverified') && upToDate !== true;
}

/** Combines the statuses of several chunks: the first that is not `pass`, in run order. */
export function combineStatuses(statuses: readonly RunStatus[]): RunStatus {
  return statuses.find((status) => status !== 'pass') ?? 'pass';
}

/** [DONE-3] Whether an assert, a condition, an acceptance command or a gate shows the work of an attempt that passed. */
function isVerified({ unverified, gates = [] }: AttemptReport['validation']): boolean {
  return unverified !== true || gates.some(({ verdict }) => verdict === 'PASS');
}

function isBuild(report: CommandReport): boolean {
  return report.stage === 'build';
}

function toSourceLocation(location: Location | undefined): SourceLocation | undefined {
  if (!location) return undefined;
  const { file, line, column, endLine, endColumn } = location;
  return { file, line, column, endLine, endColumn };
}
