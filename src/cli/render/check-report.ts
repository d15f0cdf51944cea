import type { AssertionResult } from '../../checks/result.ts';
import type { ChunkCheck, ContractCheck } from '../../engine.ts';
import type { Terminal } from '../terminal.ts';

/** The public shape of `check --format json`; docs/cli.md describes it. */
export function checkReportJson(ok: boolean, contracts: readonly ContractCheck[]): unknown {
  return {
    ok,
    contracts: contracts.map((check) => ({
      file: check.document.file,
      spec: check.document.contract?.spec.id ?? null,
      problems: check.problems.map((problem) => ({
        line: problem.range.start.line,
        column: problem.range.start.column,
        severity: problem.severity,
        message: problem.message,
      })),
      chunks: check.chunks.map(({ id, passed, assertResults, suggestResults }) => ({
        id,
        passed,
        assertResults,
        suggestResults,
      })),
      ...(check.notes.length > 0 ? { notes: check.notes } : {}),
    })),
  };
}

/** The same for people. */
export function printCheckReport(terminal: Terminal, contracts: readonly ContractCheck[]): void {
  for (const check of contracts) {
    terminal.result(terminal.style('bold', check.document.file));
    for (const { range, severity, message } of check.problems) {
      const place = `${check.document.file}:${range.start.line}:${range.start.column}`;
      terminal.result(`  ${terminal.style(severity === 'error' ? 'red' : 'yellow', severity)} ${place} ${message}`);
    }
    for (const note of check.notes) terminal.result(`  ${terminal.style('yellow', 'note')} ${note}`);
    for (const chunk of check.chunks) printChunk(terminal, chunk);
  }
  const chunks = contracts.flatMap((check) => check.chunks);
  const passed = chunks.filter((chunk) => chunk.passed).length;
  terminal.result(`${passed} of ${chunks.length} chunks hold`);
}

function printChunk(terminal: Terminal, chunk: ChunkCheck): void {
  const held = chunk.assertResults.filter((result) => result.passed).length;
  const mark = chunk.passed ? terminal.style('green', '✓') : terminal.style('red', '✗');
  terminal.result(`  ${mark} ${chunk.id} ${terminal.style('dim', chunk.title)} ${held}/${chunk.assertResults.length}`);
  for (const result of [...chunk.assertResults, ...chunk.suggestResults]) {
    if (!result.passed) printFailure(terminal, result, '    ');
  }
}

/** A failed assertion with what was expected, what was found and where. */
export function printFailure(terminal: Terminal, result: AssertionResult, indent: string): void {
  const asserted = result.assertion.type === 'assert';
  const label = terminal.style(asserted ? 'red' : 'yellow', result.assertion.type);
  const place = result.location ?? result.contractLocation;
  const at = place === undefined ? '' : terminal.style('dim', ` ${place.file}:${place.line}:${place.column}`);
  terminal.result(`${indent}${label} ${result.assertion.message}${at}`);
  if (result.expected !== undefined) terminal.result(`${indent}  expected: ${indented(result.expected, indent)}`);
  if (result.actual !== undefined) terminal.result(`${indent}  actual:   ${indented(result.actual, indent)}`);
  if (result.error !== undefined) terminal.result(`${indent}  error:    ${indented(result.error, indent)}`);
}

function indented(text: string, indent: string): string {
  return text.split(/\r?\n/).join(`\n${indent}            `);
}
