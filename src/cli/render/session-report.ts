import type { SessionComment, HunkReview, HunkReviewFile, ReviewedHunk } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { Terminal } from '../base/terminal.ts';
import { formatChangeVerdict, printFinding } from './change-report.ts';

/** How much of a hash of a hunk is printed. */
const SHOWN_KEY = 10;
const MAX_FINDINGS = 10;

/** Prints the verdict on a change, what is wrong, and how much is reviewed. */
export function printReviewHead(terminal: Terminal, review: HunkReview): void {
  const { judgement, notes } = review;
  terminal.result(`${formatChangeVerdict(terminal, judgement)}; ${formatReviewedCount(review)}`);
  for (const finding of judgement.findings.slice(0, MAX_FINDINGS)) printFinding(terminal, finding);
  for (const { contract, chunk, check } of judgement.chunks.filter(({ fails }) => fails)) {
    terminal.result(`  ${terminal.style('red', 'error')} ${contract}#${chunk} is ${check.verdict}`);
  }
  for (const note of notes) terminal.result(`  ${terminal.style('yellow', 'note')} ${note}`);
}

export function formatReviewedCount({ reviewedCount, hunkCount }: HunkReview): string {
  return `${reviewedCount.toLocaleString('en')} of ${formatCount(hunkCount, 'hunk')} reviewed`;
}

/** Prints a change with all of its hunks. */
export function printReviewedChange(terminal: Terminal, review: HunkReview): void {
  printReviewHead(terminal, review);
  for (const file of review.files) for (const hunk of file.hunks) printReviewedHunk(terminal, file, hunk);
}

/** Prints a hunk as a diff, with its place and its hash. */
export function printReviewedHunk(terminal: Terminal, file: HunkReviewFile, hunk: ReviewedHunk): void {
  const { key, declaration, isReviewed, removed, added } = hunk;
  // A name can contain a line break, and then look like another file.
  const path = file.path.replaceAll(/[\r\n]/g, '\ufffd');
  const place = [`${path}:${hunk.afterStart}`, declaration].filter((part) => part !== '').join(' ');
  const owner = file.isOutside ? 'outside of every contract' : file.chunks.map(({ chunk }) => chunk).join(', ');
  const marks = [key.slice(0, SHOWN_KEY), describeKind(file, hunk), owner, isReviewed ? 'reviewed' : ''];
  terminal.result(`${terminal.style('bold', place)}  ${terminal.style('dim', marks.filter(Boolean).join(', '))}`);
  for (const line of removed) terminal.result(terminal.style('red', `-${line}`));
  for (const line of added) terminal.result(terminal.style('green', `+${line}`));
}

function describeKind(
  { kind, previousPath, binary, modeBefore, modeAfter }: HunkReviewFile,
  hunk: ReviewedHunk,
): string {
  switch (hunk.kind) {
    case 'lines':
      return kind === 'created' ? 'created' : hasSameLines(hunk) ? 'line breaks' : '';
    case 'rename':
      return `renamed from ${previousPath ?? ''}`;
    case 'mode':
      return `mode ${modeBefore ?? ''} → ${modeAfter ?? ''}`;
    case 'whole':
      return `${kind}${binary ? ', binary' : ''}`;
  }
}

/** Whether only what ends the lines differs, which a terminal does not show. */
function hasSameLines({ removed, added }: ReviewedHunk): boolean {
  return removed.length === added.length && removed.every((line, index) => line === added[index]);
}

/** Prints a comment with its answer. Its other lines are indented, so that none looks like another comment. */
export function printComment(terminal: Terminal, comment: SessionComment): void {
  const { id, file, line, currentLine, status, text, wanted, author, answer, session } = comment;
  const style = status === 'open' ? 'red' : status === 'blocked' ? 'yellow' : 'green';
  const details = [author, session === undefined ? undefined : `session ${session}`].filter(
    (part) => part !== undefined,
  );
  terminal.result(
    `${id.slice(0, 8)} ${terminal.style(style, status)} ${file}:${currentLine ?? line}: ${indentMore(text)}${terminal.style('dim', details.length === 0 ? '' : ` (${details.join(', ')})`)}`,
  );
  if (wanted !== undefined) terminal.result(`  wanted: ${indentMore(wanted)}`);
  if (answer !== undefined)
    terminal.result(`  ${answer.by === 'agent' ? 'answer' : 'changed'}: ${indentMore(answer.text)}`);
}

function indentMore(text: string): string {
  return text.replaceAll(/\r\n|\r|\n/g, '\n    ');
}
