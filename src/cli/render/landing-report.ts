import type { LandingState, PastLanding, UndoPreview, UndoReport } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { Style, Terminal } from '../base/terminal.ts';
import { formatCost } from './run-report.ts';

const STATE_STYLES: Readonly<Record<LandingState, Style>> = { landed: 'green', undone: 'dim', elsewhere: 'yellow' };

/** One landing as a line of `holdfast landings`. */
export function formatLandingLine(terminal: Terminal, landing: PastLanding): string {
  const { id, state, landedAt, title, contract, chunks, author, commit, files, attempts, costUsd, models } = landing;
  const runs = attempts === undefined ? [] : [`${formatCount(attempts, 'attempt')}, ${formatCost(costUsd ?? null)}`];
  return [
    id.padEnd(12),
    terminal.style(STATE_STYLES[state], state.padEnd(9)),
    landedAt,
    title,
    `${contract ?? chunks[0]?.specId ?? ''} · ${chunks.map((chunk) => chunk.id).join(', ')}`,
    formatCount(files.length, 'file'),
    ...(commit === undefined ? ['not committed'] : [commit.slice(0, 10)]),
    ...(author === undefined ? [] : [author]),
    ...runs,
    ...models,
  ].join('  ');
}

/** The outcome of an undo, or what it would do. */
export function printUndo(terminal: Terminal, preview: UndoPreview | UndoReport): void {
  const { landing, files, conflicts, dependents, isCommitted } = preview;
  const isReport = 'isUndone' in preview;
  const name = `${landing.id} (${landing.title})`;
  if (conflicts.length > 0) {
    terminal.result(terminal.style('red', `Nothing was changed: the undo of ${name} conflicts with later changes.`));
    for (const { file, reason } of conflicts) terminal.result(`  ${file === '' ? reason : `${file}: ${reason}`}`);
    terminal.result('Undo the later landings of these files first, or change the files by hand.');
    return;
  }
  for (const { contract, chunk, asserts } of dependents) {
    terminal.result(terminal.style('yellow', `Breaks "${chunk.title}" (${contract} · ${chunk.id}), which is done:`));
    for (const message of asserts) terminal.result(`  ${message}`);
  }
  if (!isReport) {
    terminal.result(
      `The undo of ${name} changes ${formatCount(files.length, 'file')}${isCommitted ? ' in a commit' : ''}:`,
    );
    for (const file of files) terminal.result(`  ${file}`);
    return;
  }
  if (!preview.isUndone) {
    terminal.result('Nothing was changed. Use --force to undo the landing anyway.');
    return;
  }
  const commit = preview.commit === undefined ? '' : ` in the commit ${preview.commit.slice(0, 10)}`;
  terminal.result(terminal.style('green', `Undone: ${name}${commit}. Its chunks are no longer done.`));
  for (const file of files) terminal.result(`  ${file}`);
  for (const note of preview.notes) terminal.progressLine(note);
}
