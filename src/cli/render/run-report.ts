import type { ChunkRunResult, ContractRunResult, GateReport, LandingReport } from '../../run/result.ts';
import { ExitCode, type ExitCodeValue } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';
import { indented } from './choice-report.ts';
import { printFailure } from './check-report.ts';

/**
 * The code that a run ends with. Where something kept it from being carried out, that is said on standard error and
 * counts, whatever other chunks came to.
 * @param leftWaiting a person was asked how to go on and gave no answer
 */
export function endOf(
  terminal: Terminal,
  { status, chunks }: Pick<ContractRunResult, 'status' | 'chunks'>,
  leftWaiting = false,
): ExitCodeValue {
  const errors = chunks.flatMap(({ error }) => error ?? []);
  for (const { message, hint } of errors) {
    terminal.progress(terminal.style('red', message));
    if (hint !== undefined) terminal.progress(hint);
  }
  if (leftWaiting || status === 'cancelled') return ExitCode.cancelled;
  if (errors.length > 0) return ExitCode.couldNotRun;
  return status === 'pass' ? ExitCode.ok : ExitCode.findings;
}

/** What a run of one chunk came to, for people; errors are told apart. */
function printChunkRun(terminal: Terminal, result: ChunkRunResult): void {
  const passed = result.status === 'pass';
  const mark = passed ? terminal.style('green', '✓') : terminal.style('red', '✗');
  const attempts = result.attempts.length === 0 ? '' : `, attempts: ${result.attempts.length}`;
  terminal.result(`${mark} ${terminal.style('bold', result.chunk)}: ${result.status}${attempts}, ${costOf([result])}`);
  for (const blocker of result.blockedBy ?? []) terminal.result(`  ${blocker.type}: ${blocker.details}`);
  const isToldApart = result.blockedBy !== undefined || result.error !== undefined;
  if (!passed && !isToldApart && result.reason !== undefined) terminal.result(`  ${result.reason}`);
  if (!passed) for (const attempt of result.attempts) printAttempt(terminal, attempt);
  for (const gate of result.gates) printGate(terminal, gate);
  for (const warning of result.warnings) {
    terminal.result(`  ${terminal.style('yellow', 'warning:')} ${indented(warning)}`);
  }
  if (result.choice !== undefined) terminal.result(`  chosen for the gates: ${result.choice}`);
  if (result.landed !== undefined) printLanding(terminal, result.landed);
  else if (passed) terminal.result('  not landed');
  if (result.amendment !== undefined) {
    terminal.result(`  It waits for your decision: holdfast amendments show|accept|reject ${result.amendment.id}`);
  }
  if (result.status !== 'undecided') return;
  terminal.result(`  It waits for your choice: holdfast choose ${result.runId} retry|skip|abort`);
}

function printGate(terminal: Terminal, { id, mode, verdict, attemptCount, maxAttempts }: GateReport): void {
  const mark = verdict === 'PASS' ? terminal.style('green', '✓') : terminal.style('red', '✗');
  const count = verdict === 'PASS' ? '' : `, failed ${attemptCount} of ${maxAttempts}`;
  terminal.result(`  ${mark} gate ${id} (${mode}): ${verdict}${count}`);
}

function printAttempt(terminal: Terminal, attempt: ChunkRunResult['attempts'][number]): void {
  const { validation } = attempt;
  if (validation.passed) return;
  terminal.result(`  attempt ${attempt.number}:`);
  for (const { stage, message } of validation.problems) terminal.result(`    ${stage}: ${indented(message)}`);
  if (!validation.buildPassed) {
    terminal.result(`    build failed:\n${(validation.buildOutput ?? '').trimEnd().replace(/^/gm, '      ')}`);
  }
  for (const result of validation.assertResults) if (!result.passed) printFailure(terminal, result, '    ');
  for (const { path, reason } of attempt.refusedWrites) terminal.result(`    refused write ${path}: ${reason}`);
}

function printLanding(terminal: Terminal, landed: LandingReport): void {
  if (landed.commit !== undefined)
    terminal.result(`  committed ${landed.commit.slice(0, 12)}: ${landed.files.join(', ')}`);
  else if (landed.conflicts.length === 0) {
    terminal.result(
      `  written, not committed: ${landed.files.length > 0 ? landed.files.join(', ') : 'nothing changed'}`,
    );
  }
  for (const { file, reason } of landed.conflicts) {
    terminal.result(`  ${terminal.style('red', 'conflict')} ${file === '' ? '' : `${file}: `}${reason}`);
  }
  for (const note of landed.notes) terminal.result(`  ${terminal.style('dim', note)}`);
}

/** What a run came to that is about one chunk, or about several. */
export function printRun(terminal: Terminal, result: ContractRunResult): void {
  const [only, ...others] = result.chunks;
  if (only === undefined || others.length > 0) {
    printContractRun(terminal, result);
    return;
  }
  printChunkRun(terminal, only);
  printKept(terminal, result);
}

function printKept(terminal: Terminal, { keptAs }: ContractRunResult): void {
  if (keptAs !== undefined) terminal.result(`what has not landed is kept as refs/holdfast/${keptAs}`);
}

/** What a run of all chunks came to; its last line counts the chunks that passed, and those whose gates were skipped. */
export function printContractRun(terminal: Terminal, result: ContractRunResult): void {
  for (const chunk of result.chunks) printChunkRun(terminal, chunk);
  if (result.landed !== undefined) printLanding(terminal, result.landed);
  printKept(terminal, result);
  const passed = result.chunks.filter((chunk) => chunk.status === 'pass').length;
  terminal.result(terminal.style('dim', costOf(result.chunks)));
  const skipped = result.chunks.filter(({ status, choice }) => status === 'pass' && choice === 'skip').length;
  const besides = skipped === 0 ? '' : `, ${skipped} of them with gates skipped`;
  terminal.result(`${passed} of ${result.chunks.length} chunks passed${besides}`);
}

/** Tokens and cost of runs; one call of unknown price makes the cost unknown. */
function costOf(results: readonly ChunkRunResult[]): string {
  const attempts = results.flatMap((result) => result.attempts);
  const input = attempts.reduce((sum, attempt) => sum + attempt.inputTokens, 0);
  const output = attempts.reduce((sum, attempt) => sum + attempt.outputTokens, 0);
  const costs = attempts.map((attempt) => attempt.costUsd);
  const cost = costs.includes(null)
    ? 'cost unknown'
    : `$${costs.reduce<number>((sum, value) => sum + (value ?? 0), 0).toFixed(4)}`;
  return `${input} tokens in, ${output} out, ${cost}`;
}
