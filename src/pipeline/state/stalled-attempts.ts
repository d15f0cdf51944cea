import { isStalled, STALL_LENGTH } from '../../run/attempt/failure-findings.ts';
import type { AttemptRecord } from './sub-item.ts';

/** The category of attempts that ended in a loop of equal tool calls. */
const ENDLESS = 'write:repeated-call';

/**
 * Why further attempts are not expected to help: three failures in a row whose findings do not move, or the same code that
 * fails in the same way twice [PIPE-6]. Undefined if they may help.
 */
export function explainStall(attempts: readonly AttemptRecord[]): string | undefined {
  const last = attempts.at(-1);
  if (last === undefined || last.passed) return undefined;
  const same = attempts.find(
    ({ number, codeHash, failureHash }) =>
      number !== last.number && codeHash === last.codeHash && failureHash === last.failureHash,
  );
  if (same !== undefined) {
    return `Attempts ${same.number} and ${last.number} produced the same code, which failed in the same way.`;
  }
  const isEndless = attempts.slice(-2).map(({ category }) => category === ENDLESS);
  if (isEndless.length === 2 && isEndless.every(Boolean)) {
    return 'The last two attempts ended because the model repeated one tool call.';
  }
  if (!isStalled(attempts.map(({ passed, findings }) => (passed || !findings ? undefined : new Set(findings)))))
    return undefined;
  return `The last ${STALL_LENGTH} attempts failed with the same findings, or with more.`;
}
