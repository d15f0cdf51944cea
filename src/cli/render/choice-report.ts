import type { PendingChoice } from '../../engine.ts';
import type { GateReport } from '../../run/report/run-result.ts';
import type { Terminal } from '../base/terminal.ts';
import { indentLines } from './check-report.ts';

/** Whether a person has to judge a gate before its run can continue. */
export function waitsForPerson(gates: readonly Pick<GateReport, 'mode' | 'verdict'>[]): boolean {
  return gates.some(({ mode, verdict }) => mode === 'blocking' && verdict === 'UNDECIDED');
}

/** The answers to a waiting run, for a command to copy. */
export function formatAnswers(isPersonNeeded: boolean): string {
  return isPersonNeeded ? 'pass|fail|retry|skip|abort' : 'retry|skip|abort';
}

/** Prints a run that waits for a choice: its unmet gates, the reasons, and hints. */
export function printPendingChoice(
  pending: PendingChoice,
  print: (line: string) => void,
  { style }: Pick<Terminal, 'style'>,
): void {
  const { chunk, gates, hints } = pending;
  print(`${style('bold', `${chunk.id}: ${chunk.title}`)} (${pending.contract}, run ${pending.runId})`);
  print(`  ${gatesHeading(pending)}`);
  for (const { id, name, verdict, reasoning, evidence = [] } of gates) {
    const label = name === id ? id : `${id} (${name})`;
    print(`  ${style('red', verdict)} ${label}: ${indentLines(reasoning, '    ')}`);
    for (const { file, line, text } of evidence) print(`    ${file}${line === undefined ? '' : `:${line}`} ${text}`);
  }
  if (waitsForPerson(gates)) print(`  The change: git show refs/holdfast/results/${pending.runId}`);
  if (hints.length > 0) print('  Hints:');
  for (const hint of hints) print(`  - ${hint}`);
}

function gatesHeading({ gates, attemptCount, maxAttempts }: PendingChoice): string {
  if (gates.every(({ verdict }) => verdict === 'UNDECIDED')) return 'Gates that wait for your verdict:';
  if (gates.every(({ verdict }) => verdict === 'BROKEN')) return 'Gates that could not be evaluated:';
  // A retry resets the count. A retry that is interrupted before its first attempt leaves it at 0.
  if (attemptCount === 0) return 'Gates that are not met:';
  return `Gates that failed ${attemptCount} of ${maxAttempts} attempts:`;
}
