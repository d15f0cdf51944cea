import { describeRedFirst } from '../../engine.ts';
import type { ChunkRunResult, ContractRunResult, GateReport, LandingReport } from '../../run/report/run-result.ts';
import { addTotals, type CallTotals } from '../../foundation/call-totals.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { formatProblem } from '../../foundation/format-problem.ts';
import { isUnverifiedRun, requiredResults } from '../../foundation/verdict.ts';
import { ExitCode, type ExitCodeValue } from '../base/exit-code.ts';
import type { Terminal } from '../base/terminal.ts';
import { formatAnswers, waitsForPerson } from './choice-report.ts';
import { describePlantedFailure, gateMark, indentLines, printFailure } from './check-report.ts';

/** Prints why chunks could not run, with hints, on standard error. */
export function printRunErrors(terminal: Terminal, { chunks }: Pick<ContractRunResult, 'chunks'>): void {
  for (const { error } of chunks) {
    if (error === undefined) continue;
    terminal.progressLine(terminal.style('red', error.message));
    if (error.hint !== undefined) terminal.progressLine(error.hint);
  }
}

/**
 * Returns the exit code of a run. An error that kept a chunk from running outweighs the results of other chunks.
 *
 * @param leftWaiting whether the person cancelled the prompt for a choice
 */
export function runExitCode(
  { status, chunks }: Pick<ContractRunResult, 'status' | 'chunks'>,
  leftWaiting = false,
): ExitCodeValue {
  if (leftWaiting || status === 'cancelled') return ExitCode.cancelled;
  if (chunks.some(({ error }) => error !== undefined)) return ExitCode.couldNotRun;
  return status === 'pass' ? ExitCode.ok : ExitCode.findings;
}

/** Prints the result of a run of one or more chunks. */
export function printRun(terminal: Terminal, result: ContractRunResult): void {
  const [only, ...others] = result.chunks;
  if (only === undefined || others.length > 0) {
    printContractRun(terminal, result);
    return;
  }
  printChunkRun(terminal, only);
  printKeptRef(terminal, result);
}

/** Prints the result of a run of all chunks. The last line counts the passed chunks and those with skipped gates. */
export function printContractRun(terminal: Terminal, result: ContractRunResult): void {
  for (const chunk of result.chunks) printChunkRun(terminal, chunk);
  if (result.landed !== undefined) printLanding(terminal, result.landed);
  printKeptRef(terminal, result);
  const passed = result.chunks.filter((chunk) => chunk.status === 'pass').length;
  terminal.result(terminal.style('dim', usageSummary(result.chunks)));
  const skipped = result.chunks.filter(({ status, choice }) => status === 'pass' && choice === 'skip').length;
  const suffix = skipped === 0 ? '' : `, ${skipped} of them with gates skipped`;
  const notRun = result.chunks.filter(isSkipped);
  const upToDate = notRun.filter((chunk) => chunk.upToDate).length;
  const unverified = result.chunks.filter(isUnverifiedRun).length;
  const satisfied = notRun.length - upToDate;
  const parts = [
    `${passed - notRun.length} of ${result.chunks.length} chunks passed${suffix}`,
    ...(unverified === 0 ? [] : [`${unverified} of them unverified`]),
    ...(upToDate === 0 ? [] : [`${upToDate} up to date`]),
    ...(satisfied === 0 ? [] : [`${satisfied} satisfied and skipped`]),
  ];
  terminal.result(parts.join(', '));
}

/** Whether a chunk did not run because there was nothing to do. */
export function isSkipped({ upToDate, skippedSatisfied }: ChunkRunResult): boolean {
  return upToDate === true || skippedSatisfied === true;
}

function printChunkRun(terminal: Terminal, result: ChunkRunResult): void {
  if (isSkipped(result)) {
    const label = result.upToDate === true ? 'up to date' : 'satisfied without a record, skipped';
    terminal.result(`${terminal.style('green', '✓')} ${terminal.style('bold', result.chunk)}: ${label}`);
    return;
  }
  const passed = result.status === 'pass';
  const unverified = isUnverifiedRun(result);
  const passMark = unverified ? '-' : terminal.style('green', '✓');
  const mark = passed ? passMark : terminal.style('red', '✗');
  const status = unverified ? `${result.status}, unverified: nothing to check` : result.status;
  const attempts = result.attempts.length === 0 ? '' : `, attempts: ${result.attempts.length}`;
  terminal.result(`${mark} ${terminal.style('bold', result.chunk)}: ${status}${attempts}, ${usageSummary([result])}`);
  for (const { type, details } of result.blockedBy ?? []) {
    terminal.result(`  ${type}: ${indentLines(details, '    ')}`);
    if (type === 'failing_build') {
      terminal.result('  The model was not called. To run in spite of it: --allow-failing-build');
    }
  }
  // Blockers are printed above, and errors on standard error.
  const isReasonPrinted = result.blockedBy !== undefined || result.error !== undefined;
  if (!passed && !isReasonPrinted && result.reason !== undefined) terminal.result(`  ${result.reason}`);
  if (!passed) for (const attempt of result.attempts) printAttempt(terminal, attempt);
  for (const suggestion of result.attempts.at(-1)?.validation.suggestResults ?? []) {
    if (!suggestion.passed) printFailure(terminal, suggestion, '  ');
  }
  printProofs(terminal, result);
  for (const gate of result.gates) printGate(terminal, gate);
  for (const warning of result.warnings) {
    terminal.result(`  ${terminal.style('yellow', 'warning:')} ${indentLines(warning, '    ')}`);
  }
  for (const { rule, effect, message } of result.planFindings ?? []) {
    const label = effect === 'allowed' ? 'allowed:' : 'warning:';
    terminal.result(`  ${terminal.style('yellow', label)} plan rule ${rule}: ${indentLines(message, '    ')}`);
  }
  if (result.choice !== undefined) terminal.result(`  choice for the gates: ${result.choice}`);
  if (result.landed !== undefined) printLanding(terminal, result.landed);
  else if (passed) terminal.result('  not landed');
  if (result.amendment !== undefined) {
    terminal.result(`  Waiting for your decision: holdfast amendments show|accept|reject ${result.amendment.id}`);
  }
  if (result.status !== 'undecided') return;
  const isPersonNeeded = waitsForPerson(result.gates);
  const subject = isPersonNeeded ? 'verdict' : 'choice';
  terminal.result(`  Waiting for your ${subject}: holdfast choose ${result.runId} ${formatAnswers(isPersonNeeded)}`);
}

/** What the success of the commands of the last attempt proves. */
function printProofs(terminal: Terminal, { attempts }: ChunkRunResult): void {
  for (const { command, canary, redFirst } of attempts.at(-1)?.validation.commands ?? []) {
    const lines = [
      ...(redFirst === undefined ? [] : [describeRedFirst(redFirst)]),
      ...(canary === undefined ? [] : [describePlantedFailure(canary)]),
    ];
    for (const line of lines) terminal.result(`  ${terminal.style('dim', `${command}: ${line}`)}`);
  }
}

/** Only a blocking gate stops a chunk, so only it is marked as a failure and has a limit. */
function printGate(terminal: Terminal, { id, mode, verdict, attemptCount, maxAttempts }: GateReport): void {
  const isFailedBlocking = (verdict === 'FAIL' || verdict === 'BROKEN') && mode === 'blocking';
  const count = isFailedBlocking ? `, failed ${attemptCount} of ${maxAttempts}` : '';
  terminal.result(`  ${gateMark(terminal, { mode, verdict })} gate ${id} (${mode}): ${verdict}${count}`);
}

function printAttempt(terminal: Terminal, attempt: ChunkRunResult['attempts'][number]): void {
  const { validation } = attempt;
  if (validation.passed) return;
  const { continuedFrom } = validation;
  const start = continuedFrom === undefined ? '' : ` (started from the files of attempt ${continuedFrom})`;
  terminal.result(`  attempt ${attempt.number}${start}:`);
  if (attempt.stopReason === 'no-change') terminal.result('    Stopped: the model changed no files.');
  if (!validation.buildPassed) {
    terminal.result(`    build failed:\n${(validation.buildOutput ?? '').trimEnd().replace(/^/gm, '      ')}`);
    const build = validation.commands.find(({ stage }) => stage === 'build');
    if (build?.withheld !== undefined) terminal.result(`    ${build.withheld}`);
  }
  for (const problem of validation.problems) terminal.result(`    ${indentLines(formatProblem(problem), '    ')}`);
  for (const result of requiredResults(validation)) if (!result.passed) printFailure(terminal, result, '    ');
  for (const { path, reason } of attempt.refusedWrites) terminal.result(`    refused write to ${path}: ${reason}`);
}

/** Prints the outcome of a landing: the files or the conflicts, and the notes. */
export function printLanding(terminal: Terminal, landed: LandingReport): void {
  if (landed.commit !== undefined) {
    terminal.result(`  committed ${landed.commit.slice(0, 12)}: ${landed.files.join(', ')}`);
  } else if (landed.conflicts.length === 0) {
    const files = landed.files.length > 0 ? landed.files.join(', ') : 'no changes';
    terminal.result(`  written, not committed: ${files}`);
  }
  for (const { file, reason } of landed.conflicts) {
    terminal.result(`  ${terminal.style('red', 'conflict')} ${file === '' ? '' : `${file}: `}${reason}`);
  }
  for (const note of landed.notes) terminal.result(`  ${terminal.style('dim', note)}`);
}

function printKeptRef(terminal: Terminal, { keptAs }: ContractRunResult): void {
  if (keptAs !== undefined) terminal.result(`results that did not land: refs/holdfast/results/${keptAs}`);
}

/**
 * Tokens and cost of all calls, with the part of each purpose if there is more than one. If one cost is unknown, the total
 * is unknown.
 */
function usageSummary(results: readonly ChunkRunResult[]): string {
  const parts = new Map<string, CallTotals[]>();
  for (const part of results.flatMap(usageParts)) parts.set(part.purpose, [...(parts.get(part.purpose) ?? []), part]);
  const { inputTokens, outputTokens, costUsd } = addTotals([...parts.values()].flat());
  const purposes = [...parts].map(([purpose, totals]) => {
    const { calls, costUsd: cost } = addTotals(totals);
    return `${purpose}: ${formatCount(calls, 'call')}, ${formatCost(cost)}`;
  });
  const details = purposes.length > 1 ? ` (${purposes.join('; ')})` : '';
  return `${inputTokens} tokens in, ${outputTokens} out, ${formatCost(costUsd)}${details}`;
}

/** A result without recorded calls, such as one of an earlier version, still has the usage of its attempts. */
function usageParts({ usage, attempts }: ChunkRunResult): readonly (CallTotals & { readonly purpose: string })[] {
  return usage?.byPurpose ?? attempts.map((attempt) => ({ ...attempt, calls: 0, purpose: 'attempt' }));
}

/** Formats a cost in US dollars. An unknown cost is never 0. */
export function formatCost(costUsd: number | null): string {
  return costUsd === null ? 'cost unknown' : `$${costUsd.toFixed(4)}`;
}
