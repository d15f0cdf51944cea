import type { Amendment } from '../../engine.ts';
import type { Terminal } from '../terminal.ts';
import { unifiedDiff } from './unified-diff.ts';

/** One line on an amendment, for a list. */
export function amendmentLine(terminal: Terminal, amendment: Amendment): string {
  const { id, status, contract, chunk, createdAt, reason } = amendment;
  const style = status === 'pending' ? 'yellow' : status === 'accepted' ? 'green' : 'dim';
  const [first = ''] = (amendment.note ?? reason).split('\n', 1);
  return `${createdAt}  ${id}  ${terminal.style(style, status.padEnd(10))}  ${contract} · ${chunk.id}  ${first}`;
}

/** An amendment as a person decides on it: why, what would change, whom it concerns, and what led to it. */
export function printAmendment(terminal: Terminal, amendment: Amendment): void {
  const { id, status, contract, chunk, reason } = amendment;
  const head = (text: string): void => terminal.result(`\n${terminal.style('bold', text)}`);
  terminal.result(`${terminal.style('bold', `Amendment ${id}`)}: ${status}`);
  terminal.result(`${contract} · ${chunk.id}: ${chunk.title}`);
  if (amendment.note !== undefined) terminal.result(amendment.note);
  if (reason !== '') {
    head('Reason');
    terminal.result(reason);
  }
  if (amendment.before !== amendment.after) {
    head('Proposed change');
    for (const line of unifiedDiff(contract, amendment.before, amendment.after))
      terminal.result(diffLine(terminal, line));
  }
  if (amendment.additionalTypes.length > 0) head('New types');
  for (const type of amendment.additionalTypes) terminal.result(`${type.name}: ${type.definition}`);
  if (amendment.affectedChunks.length + amendment.usedBy.length > 0) head('Downstream effects');
  for (const affected of amendment.affectedChunks) {
    terminal.result(`chunk ${affected.id} (${affected.title}): ${affected.reasons.join('; ')}`);
  }
  for (const { file, line, column, symbol } of amendment.usedBy) {
    terminal.result(`${file}:${line}:${column} uses ${symbol}`);
  }
  head('What failed');
  for (const { assertion, expected, actual } of amendment.violations) {
    terminal.result(`${assertion.message}\n  expected: ${expected}\n  actual:   ${actual}`);
  }
}

function diffLine(terminal: Terminal, line: string): string {
  if (line.startsWith('@@') || line.startsWith('---') || line.startsWith('+++')) return terminal.style('dim', line);
  if (line.startsWith('-')) return terminal.style('red', line);
  return line.startsWith('+') ? terminal.style('green', line) : line;
}
