import type { PendingChoice } from '../../engine.ts';
import type { Terminal } from '../terminal.ts';

/** A run that waits for a choice, for people: the gates that stop it, why, and what may help. */
export function printPendingChoice(
  pending: PendingChoice,
  print: (line: string) => void,
  { style }: Pick<Terminal, 'style'>,
): void {
  const { chunk, gates, attemptCount, maxAttempts, hints } = pending;
  print(`${style('bold', `${chunk.id}: ${chunk.title}`)} (${pending.contract}, run ${pending.runId})`);
  const isBroken = gates.every(({ verdict }) => verdict === 'BROKEN');
  // The count begins anew with a retry, which may have been broken off before its first attempt.
  const failed =
    attemptCount === 0 ? 'Its gates do not hold:' : `Its gates failed ${attemptCount} of ${maxAttempts} attempts:`;
  print(`  ${isBroken ? 'Its gates could not be judged:' : failed}`);
  for (const { id, name, verdict, reasoning, evidence = [] } of gates) {
    print(`  ${style('red', verdict)} ${id}${name === id ? '' : ` (${name})`}: ${indented(reasoning)}`);
    for (const { file, line, text } of evidence) print(`    ${file}${line === undefined ? '' : `:${line}`} ${text}`);
  }
  if (hints.length > 0) print('  What may help:');
  for (const hint of hints) print(`  - ${hint}`);
}

/** Lines after the first stand under it. */
export function indented(text: string): string {
  return text.replaceAll('\n', '\n    ');
}
