import type { PendingResult, PendingFiles, PendingFile, PendingHunk, AcceptedLanding } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { Terminal } from '../base/terminal.ts';
import { printLanding } from './run-report.ts';

/** Formats a result that waits for review as one line of a list. */
export function formatResultLine({ runId, contract, chunks, createdAt }: PendingResult): string {
  return `${createdAt}  ${runId}  ${contract} · ${chunks.map(({ id }) => id).join(', ')}`;
}

/** Prints the changes of a result, numbered within each file. */
export function printPendingFiles(terminal: Terminal, { files }: PendingFiles): void {
  for (const file of files) {
    const { path, previousPath, hunks } = file;
    const name = previousPath === undefined ? path : `${previousPath} → ${path}`;
    terminal.result(`${terminal.style('bold', name)}: ${describeFile(file)}`);
    hunks.forEach((hunk, index) => printHunk(terminal, file, hunk, index + 1));
  }
}

/** `modified, 2 changes, 1 rejected` */
function describeFile({ kind, binary, hunks }: PendingFile): string {
  const rejected = hunks.filter(({ decision }) => decision === 'rejected').length;
  const parts = [
    kind,
    binary ? 'binary' : '',
    formatCount(hunks.length, 'change'),
    rejected > 0 ? `${rejected} rejected` : '',
  ];
  return parts.filter(Boolean).join(', ');
}

function printHunk(terminal: Terminal, file: PendingFile, hunk: PendingHunk, number: number): void {
  const { kind, decision, removed, added } = hunk;
  const mark = decision === 'undecided' ? '' : `, ${decision}`;
  terminal.result(terminal.style('dim', `  ${number}: ${describeHunk(file, hunk)}${mark}`));
  if (kind !== 'lines') return;
  for (const line of removed) terminal.result(terminal.style('red', `    -${line}`));
  for (const line of added) terminal.result(terminal.style('green', `    +${line}`));
}

function describeHunk({ kind: fileKind, modeBefore, modeAfter, previousPath }: PendingFile, hunk: PendingHunk): string {
  switch (hunk.kind) {
    case 'lines':
      return `line ${hunk.afterStart}`;
    case 'rename':
      return `renamed from ${previousPath ?? ''}`;
    case 'mode':
      return `mode ${modeBefore ?? ''} → ${modeAfter ?? ''}`;
    case 'whole':
      return `the whole file, ${fileKind}`;
  }
}

/** Prints what was landed or written of a result, or why nothing was. */
export function printAcceptedLanding(terminal: Terminal, landing: AcceptedLanding): void {
  const { part } = landing;
  if (part !== undefined && landing.conflicts.length === 0) {
    terminal.result(
      `Accepted ${part.accepted.length} of ${formatCount(part.accepted.length + part.rejected.length, 'change')}.`,
    );
    if (part.leftOutChunks.length > 0) terminal.result(`Not accepted: ${part.leftOutChunks.join(', ')}`);
  }
  if (landing.conflicts.length > 0) terminal.result('Nothing was written.');
  printLanding(terminal, landing);
}
