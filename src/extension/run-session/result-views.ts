import type { AssertionResult } from '../../checks/interfaces/result.ts';
import type { PendingChoice } from '../../engine.ts';
import type {
  AttemptReport,
  Blocker,
  ChunkRunResult,
  CommandReport,
  GateReport,
  LandingReport,
  RunStatus,
} from '../../run/report/run-result.ts';
import type { RunUsage } from '../../shared/call-totals.ts';
import type { Location } from '../../shared/position.ts';
import type {
  AttemptView,
  BlockerView,
  ChunkView,
  CommandView,
  GateView,
  LandingView,
  PendingChoiceView,
  RequirementView,
  UsageView,
} from '../../webview/protocol/results-panel-data.ts';
import type { SourceLocation } from '../../webview/protocol/source-location.ts';
import { formatChoiceReason } from '../state/pending-decisions.ts';

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
  const { stage, command, passed, exitCode, durationMs, error, withheld } = report;
  const output = withheld === undefined ? report.output : `${report.output.trimEnd()}\n${withheld}`;
  return { stage, command, passed, exitCode, output, durationMs, error };
}

export function toAttemptView(report: AttemptReport, of: number): AttemptView {
  const { validation } = report;
  return {
    number: report.number,
    of,
    state: validation.passed ? 'passed' : 'failed',
    build: !validation.buildPassed ? 'failed' : validation.commands.some(isBuild) ? 'passed' : 'none',
    requirements: [...validation.assertResults, ...validation.suggestResults].map(toRequirementView),
    commands: validation.commands.map(toCommandView),
    problems: validation.problems.map(({ stage, message }) => ({ stage, message })),
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
    conflicts: landing.conflicts.map(({ file, reason }) => ({ file, reason })),
    keptRef: landing.keptRef,
    notes: [...landing.notes],
  };
}

function toUsageView(usage: RunUsage | undefined): UsageView | undefined {
  return usage && { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens, costUsd: usage.costUsd };
}

/** The view of a finished chunk. `known` is its view from before it finished. */
export function toChunkView(result: ChunkRunResult, title: string, known?: ChunkView): ChunkView {
  const of = known?.maxAttempts ?? Math.max(1, ...result.attempts.map((attempt) => attempt.number));
  return {
    id: result.chunk,
    title,
    status: result.status,
    runId: result.runId,
    ...(result.upToDate === true ? { upToDate: true } : {}),
    maxAttempts: known?.maxAttempts,
    blockers: (result.blockedBy ?? []).map(toBlockerView),
    requirements: known?.requirements ?? [],
    preparation: known?.preparation ?? [],
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

/** Combines the statuses of several chunks: the first that is not `pass`, in run order. */
export function combineStatuses(statuses: readonly RunStatus[]): RunStatus {
  return statuses.find((status) => status !== 'pass') ?? 'pass';
}

function isBuild(report: CommandReport): boolean {
  return report.stage === 'build';
}

function toSourceLocation(location: Location | undefined): SourceLocation | undefined {
  if (!location) return undefined;
  const { file, line, column, endLine, endColumn } = location;
  return { file, line, column, endLine, endColumn };
}
