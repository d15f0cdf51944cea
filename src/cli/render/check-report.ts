import { describeRedFirst } from '../../engine.ts';
import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import type { EnforcementMode } from '../../contract/model.ts';
import type { FullCheckParts, TreeGateReport } from '../../run/full-check/full-check-report.ts';
import type { PlantedFailure } from '../../run/report/run-result.ts';
import { formatFact, MAX_SHOWN_FACTS } from '../../foundation/fact.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { countVerdicts, requiredResults } from '../../foundation/verdict.ts';
import { describeUndecidedTasks, describeUntrueTasks, type ChunkCheck, type ContractCheck } from '../../engine.ts';
import type { Terminal } from '../base/terminal.ts';
import type { CheckedFolder } from './check-issues.ts';
import { formatAllowedFinding, planFindingJson } from './plan-report.ts';

/** The public shape of `check --format json`, documented in docs/cli.md. */
export function checkReportJson(ok: boolean, folders: readonly CheckedFolder[]): unknown {
  return {
    ok,
    contracts: listChecks(folders).map(({ prefix, check }) => ({
      folder: prefix,
      file: check.document.file,
      spec: check.document.contract?.spec.id ?? null,
      problems: check.problems.map((problem) => ({
        line: problem.range.start.line,
        column: problem.range.start.column,
        severity: problem.severity,
        message: problem.message,
      })),
      chunks: check.chunks.map(
        ({ id, verdict, assertResults, suggestResults, postconditionResults, supersededBy, full }) => ({
          id,
          passed: verdict === 'unverified' ? null : verdict === 'satisfied',
          verdict,
          assertResults,
          suggestResults,
          postconditionResults,
          ...(supersededBy === undefined ? {} : { supersededBy }),
          ...full,
        }),
      ),
      ...(check.allowedFindings === undefined ? {} : { allowedFindings: check.allowedFindings.map(planFindingJson) }),
      ...(check.facts === undefined ? {} : { facts: check.facts }),
      ...(check.claims === undefined ? {} : { claims: check.claims }),
      ...(check.notes.length > 0 ? { notes: check.notes } : {}),
    })),
  };
}

/** Prints the report as text. */
export function printCheckReport(terminal: Terminal, folders: readonly CheckedFolder[]): void {
  const checks = listChecks(folders);
  for (const { prefix, check } of checks) {
    terminal.result(terminal.style('bold', `${folders.length > 1 ? prefix : ''}${check.document.file}`));
    for (const { range, severity, message } of check.problems) {
      const location = `${check.document.file}:${range.start.line}:${range.start.column}`;
      terminal.result(`  ${terminal.style(severity === 'error' ? 'red' : 'yellow', severity)} ${location} ${message}`);
    }
    for (const note of check.notes) terminal.result(`  ${terminal.style('yellow', 'note')} ${note}`);
    for (const finding of check.allowedFindings ?? []) {
      terminal.result(`  ${formatAllowedFinding(terminal, check.document.file, finding)}`);
    }
    for (const fact of (check.facts ?? []).slice(0, MAX_SHOWN_FACTS)) {
      const place = terminal.style('dim', ` ${fact.file}:${fact.line}`);
      terminal.result(`  ${terminal.style('blue', 'fact')} ${formatFact(fact)}${place}`);
    }
    const more = (check.facts?.length ?? 0) - MAX_SHOWN_FACTS;
    if (more > 0)
      terminal.result(`  … and ${formatCount(more, 'more fact')}: holdfast plan check ${check.document.file}`);
    const open = new Set(check.chunks.length > 1 ? check.claims?.open : []);
    for (const chunk of check.chunks) printChunk(terminal, chunk, { isOpen: open.has(chunk.id) });
    const untrue = check.claims && describeUntrueTasks(check.claims);
    if (untrue !== undefined) terminal.result(`  ${terminal.style('red', untrue)}`);
    const undecided = check.claims && describeUndecidedTasks(check.claims);
    if (undecided !== undefined) terminal.result(`  ${terminal.style('yellow', undecided)}`);
  }
  const { satisfied, unverified, total } = countVerdicts(checks.flatMap(({ check }) => check.chunks));
  terminal.result(`${satisfied} of ${total} chunks satisfied${unverified === 0 ? '' : `, ${unverified} unverified`}`);
}

interface FolderCheck {
  readonly prefix: string;
  readonly check: ContractCheck;
}

function listChecks(folders: readonly CheckedFolder[]): readonly FolderCheck[] {
  return folders.flatMap(({ prefix, contracts }) => contracts.map((check) => ({ prefix, check })));
}

/**
 * Prints the verdict on a chunk with everything that failed.
 *
 * @param isOpen whether it is a task of a plan that is not ticked: what it lacks is work, and no failure
 */
export function printChunk(terminal: Terminal, chunk: ChunkCheck, { isOpen = false } = {}): void {
  const required = requiredResults(chunk);
  const count = `${required.filter((result) => result.passed).length}/${required.length}`;
  const title = terminal.style('dim', chunk.title);
  if (isOpen && chunk.verdict === 'unsatisfied') {
    terminal.result(`  ○ ${chunk.id} ${title} open, ${count}`);
    return;
  }
  switch (chunk.verdict) {
    case 'satisfied':
      terminal.result(`  ${terminal.style('green', '✓')} ${chunk.id} ${title} ${count}`);
      break;
    case 'unsatisfied':
      terminal.result(`  ${terminal.style('red', '✗')} ${chunk.id} ${title} not satisfied, ${count}`);
      break;
    case 'unverified':
      terminal.result(`  - ${chunk.id} ${title} unverified: ${describeMissingVerdict(chunk)}`);
  }
  for (const result of chunk.supersededBy === undefined ? [...required, ...chunk.suggestResults] : []) {
    if (!result.passed) printFailure(terminal, result, '    ');
  }
  if (chunk.full !== undefined) printFullParts(terminal, chunk.full);
}

function describeMissingVerdict({ full, supersededBy }: ChunkCheck): string {
  if (supersededBy !== undefined) return `superseded by ${supersededBy}`;
  return full?.gates.some(({ verdict }) => verdict === 'NOT_JUDGED') === true
    ? 'a gate was not judged'
    : 'nothing to check';
}

/** Prints the commands and gates of a full check, with the output of those that failed. */
function printFullParts(terminal: Terminal, { commands, problems, gates }: FullCheckParts): void {
  for (const { stage, command, passed, output, error, afterFailedBuild, canary, redFirst } of commands) {
    const mark = passed ? terminal.style('green', '✓') : terminal.style('red', '✗');
    const timing = afterFailedBuild === true ? ' (run after the failed build)' : '';
    terminal.result(`    ${mark} ${stage} ${command}${timing}`);
    if (redFirst !== undefined) terminal.result(`      ${terminal.style('dim', describeRedFirst(redFirst))}`);
    if (canary !== undefined) terminal.result(`      ${terminal.style('dim', describePlantedFailure(canary))}`);
    if (passed) continue;
    const text = [error ?? '', output.trimEnd()].filter((part) => part !== '').join('\n');
    if (text !== '') terminal.result(text.replace(/^/gm, '      '));
  }
  for (const { stage, message } of problems) terminal.result(`    ${stage}: ${indentLines(message, '    ')}`);
  for (const { id, mode, verdict, reasoning } of gates) {
    const outcome = verdict === 'NOT_JUDGED' ? 'not judged' : verdict;
    const reason = verdict === 'PASS' ? '' : `: ${indentLines(reasoning, '      ')}`;
    terminal.result(`    ${gateMark(terminal, { mode, verdict })} gate ${id} (${mode}): ${outcome}${reason}`);
  }
}

/** What a command said about a planted failure, and the time that this took, as sentences. */
export function describePlantedFailure({ seen, durationMs, reason }: PlantedFailure): string {
  const outcome = seen ? 'It reports a planted failure' : 'It does not report a planted failure';
  return `${outcome} (${(durationMs / 1000).toFixed(1)} s).${reason === undefined ? '' : ` ${reason}`}`;
}

/** Only a blocking gate decides a chunk, so only it is marked as a failure. A gate without a verdict has no mark. */
export function gateMark(
  terminal: Terminal,
  { mode, verdict }: { readonly mode: EnforcementMode; readonly verdict: TreeGateReport['verdict'] },
): string {
  if (verdict === 'PASS') return terminal.style('green', '✓');
  if (verdict === 'NOT_JUDGED') return '-';
  if (verdict === 'UNDECIDED') return terminal.style('yellow', '?');
  switch (mode) {
    case 'blocking':
      return terminal.style('red', '✗');
    case 'advisory':
      return terminal.style('yellow', '!');
    case 'informational':
      return terminal.style('dim', '·');
  }
}

/** Prints a failed assertion with its location, expected and actual values. */
export function printFailure(terminal: Terminal, result: AssertionResult, indent: string): void {
  const style = result.assertion.type === 'assert' ? 'red' : 'yellow';
  const location = result.location ?? result.contractLocation;
  const suffix =
    location === undefined ? '' : terminal.style('dim', ` ${location.file}:${location.line}:${location.column}`);
  terminal.result(`${indent}${terminal.style(style, result.assertion.type)} ${result.assertion.message}${suffix}`);
  const fields = [
    ['expected:', result.expected],
    ['actual:  ', result.actual],
    ['error:   ', result.error],
  ] as const;
  for (const [label, text] of fields) {
    if (text !== undefined) terminal.result(`${indent}  ${label} ${indentLines(text, `${indent}            `)}`);
  }
}

/** Indents every line except the first, so that a multi-line text lines up after its label. */
export function indentLines(text: string, indent: string): string {
  return text.split(/\r?\n/).join(`\n${indent}`);
}
