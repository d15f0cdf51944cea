import type { Amendment } from '../../engine.ts';
import type { Terminal } from '../base/terminal.ts';
import { unifiedDiff } from './unified-diff.ts';

/** Formats an amendment as one line of a list. */
export function formatAmendmentLine(terminal: Terminal, amendment: Amendment): string {
  const { id, status, contract, chunk, createdAt, reason } = amendment;
  const style = status === 'pending' ? 'yellow' : status === 'accepted' ? 'green' : 'dim';
  const [firstLine = ''] = (amendment.note ?? reason).split('\n', 1);
  return `${createdAt}  ${id}  ${terminal.style(style, status.padEnd(10))}  ${contract} · ${chunk.id}  ${firstLine}`;
}

/** Prints an amendment: its reason, its diff, what it affects and the assertions that failed before. */
export function printAmendment(terminal: Terminal, amendment: Amendment): void {
  const { id, status, contract, chunk, reason } = amendment;
  const printHeading = (text: string): void => terminal.result(`\n${terminal.style('bold', text)}`);
  terminal.result(`${terminal.style('bold', `Amendment ${id}`)}: ${status}`);
  terminal.result(`${contract} · ${chunk.id}: ${chunk.title}`);
  if (amendment.proposedBy === 'agent') terminal.result('Proposed by an agent.');
  if (amendment.note !== undefined) terminal.result(amendment.note);
  if (reason !== '') {
    printHeading('Reason');
    terminal.result(reason);
  }
  if (amendment.before !== amendment.after) {
    printHeading('Proposed change');
    for (const line of unifiedDiff(contract, amendment.before, amendment.after)) {
      terminal.result(styleDiffLine(terminal, line));
    }
  }
  if (amendment.additionalTypes.length > 0) printHeading('New types');
  for (const type of amendment.additionalTypes) terminal.result(`${type.name}: ${type.definition}`);
  if (amendment.affectedChunks.length + amendment.usedBy.length > 0) printHeading('Downstream effects');
  for (const affected of amendment.affectedChunks) {
    terminal.result(`chunk ${affected.id} (${affected.title}): ${affected.reasons.join('; ')}`);
  }
  for (const { file, line, column, symbol } of amendment.usedBy) {
    terminal.result(`${file}:${line}:${column} uses ${symbol}`);
  }
  printHeading('Failed assertions');
  for (const { assertion, expected, actual } of amendment.violations) {
    terminal.result(`${assertion.message}\n  expected: ${expected}\n  actual:   ${actual}`);
  }
}

function styleDiffLine(terminal: Terminal, line: string): string {
  if (line.startsWith('@@') || line.startsWith('---') || line.startsWith('+++')) return terminal.style('dim', line);
  if (line.startsWith('-')) return terminal.style('red', line);
  return line.startsWith('+') ? terminal.style('green', line) : line;
}
