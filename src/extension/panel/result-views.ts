import type { PendingChoice } from '../../engine.ts';
import type { AssertionResult } from '../../checks/result.ts';
import type {
  AttemptReport,
  Blocker,
  ChunkRunResult,
  CommandReport,
  GateReport,
  LandingReport,
  RunStatus,
} from '../../run/result.ts';
import type { Location } from '../../shared/position.ts';
import type {
  AttemptView,
  BlockerView,
  ChunkView,
  CommandView,
  GateView,
  LandingView,
  PendingChoiceView,
  Place,
  RequirementView,
} from '../../webview/protocol/view.ts';
import { choiceReason } from '../choices/choice-words.ts';

export function requirementView(result: AssertionResult): RequirementView {
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
    source: placeView(result.location),
    contract: placeView(result.contractLocation),
    validators: (result.validators ?? []).map((answer) => ({
      name: answer.validator,
      passed: answer.passed,
      durationMs: answer.durationMs,
      detail: answer.error ?? answer.actual,
    })),
  };
}

export function commandView(report: CommandReport): CommandView {
  const { stage, command, passed, exitCode, output, durationMs, error } = report;
  return { stage, command, passed, exitCode, output, durationMs, error };
}

export function attemptView(report: AttemptReport, of: number): AttemptView {
  const { validation } = report;
  return {
    number: report.number,
    of,
    state: validation.passed ? 'passed' : 'failed',
    build: !validation.buildPassed ? 'failed' : validation.commands.some(isBuild) ? 'passed' : 'none',
    requirements: [...validation.assertResults, ...validation.suggestResults].map(requirementView),
    commands: validation.commands.map(commandView),
    problems: validation.problems.map(({ stage, message }) => ({ stage, message })),
    refusedWrites: report.refusedWrites.map(({ path, reason }) => ({ path, reason })),
    gates: (validation.gates ?? []).map(gateView),
    usage: { inputTokens: report.inputTokens, outputTokens: report.outputTokens, costUsd: report.costUsd },
    stopReason: report.stopReason,
    diff: report.diff,
    output: report.output,
  };
}

export function gateView(report: GateReport): GateView {
  const { id, name, mode, verdict, attemptCount, maxAttempts, reasoning, confidence, evidence = [] } = report;
  const shown = evidence.map(({ file, line, text }) => ({ file, line, text }));
  return { id, name, mode, verdict, attemptCount, maxAttempts, reasoning, confidence, evidence: shown };
}

/** What a person is asked, with the gates that stop the chunk. All gates of the chunk may have been judged. */
export function pendingChoiceView(choice: PendingChoice, gates: readonly GateView[]): PendingChoiceView {
  const nameOf = (id: string | undefined): string | undefined =>
    [...choice.gates, ...gates].find((gate) => gate.id === id)?.name ?? id;
  return {
    runId: choice.runId,
    words: choiceReason(choice),
    gates: choice.gates.map(gateView),
    hints: [...choice.hints],
    history: choice.history.map(({ at, gateId, status, attempt, reasoning }) => ({
      at,
      gate: nameOf(gateId),
      status,
      attempt,
      reasoning,
    })),
  };
}

export function blockerView({ type, item, details }: Blocker): BlockerView {
  return { type, item, details };
}

export function landingView(landing: LandingReport): LandingView {
  return {
    commit: landing.commit,
    files: [...landing.files],
    conflicts: landing.conflicts.map(({ file, reason }) => ({ file, reason })),
    keptRef: landing.keptRef,
    notes: [...landing.notes],
  };
}

/** A chunk's outcome as it is told at the end, or as it was stored. */
export function chunkResultView(result: ChunkRunResult, title: string, known?: ChunkView): ChunkView {
  const of = known?.maxAttempts ?? Math.max(1, ...result.attempts.map((attempt) => attempt.number));
  return {
    id: result.chunk,
    title,
    status: result.status,
    runId: result.runId,
    maxAttempts: known?.maxAttempts,
    blockers: (result.blockedBy ?? []).map(blockerView),
    requirements: known?.requirements ?? [],
    preparation: known?.preparation ?? [],
    attempts: result.attempts.map((attempt) => attemptView(attempt, of)),
    gates: result.gates.map(gateView),
    warnings: [...result.warnings],
    choice: result.choice,
    amendment: result.amendment?.id,
    landing: result.landed ? landingView(result.landed) : known?.landing,
    // What kept the run from being carried out stands above its chunks, with what can be done about it.
    reason: result.error ? undefined : result.reason,
  };
}

/** One word for several chunks: the first that is not a pass, in the order in which they ran. */
export function overallStatus(statuses: readonly RunStatus[]): RunStatus {
  return statuses.find((status) => status !== 'pass') ?? 'pass';
}

function isBuild(report: CommandReport): boolean {
  return report.stage === 'build';
}

function placeView(location: Location | undefined): Place | undefined {
  if (!location) return undefined;
  const { file, line, column, endLine, endColumn } = location;
  return { file, line, column, endLine, endColumn };
}
