import type { StopViolation } from '../protocol/stop-reason.ts';
import type { ChangeJudgement } from '../../run/change/change-types.ts';
import { listChangeViolations } from '../../run/change/change-violations.ts';

/** What holds the end of a session back. A chunk that fails has at least one violation. */
export function listViolations(judgement: Pick<ChangeJudgement, 'findings' | 'chunks'>): readonly StopViolation[] {
  // A session without a change, such as a question, has nothing to be judged.
  const findings = judgement.findings.filter(({ kind, onBase }) => kind !== 'no-change' && onBase !== true);
  const listed = listChangeViolations({ chunks: judgement.chunks, findings }).map(({ chunk, ...violation }) => ({
    ...violation,
    ...(chunk === undefined ? {} : { chunk: `${chunk.contract}#${chunk.chunk}` }),
  }));
  const named = new Set(listed.map(({ chunk }) => chunk));
  const others = judgement.chunks
    .filter(({ fails }) => fails)
    .map(({ contract, chunk }) => `${contract}#${chunk}`)
    .filter((key) => !named.has(key));
  return [...listed, ...others.map((chunk) => ({ chunk, message: 'The chunk must be satisfied' }))];
}

/** What was wrong before the session began, or is only a warning. It holds nothing back, and the person learns of it. */
export function listWarnings({ findings, chunks }: ChangeJudgement): readonly StopViolation[] {
  return [
    ...findings
      .filter(({ severity, kind, onBase }) => (severity === 'warning' || onBase === true) && kind !== 'no-change')
      .map(({ chunk, message, ...details }) => ({
        ...details,
        message: details.onBase === true ? `${message} (it was so at the start)` : message,
        ...(chunk === undefined ? {} : { chunk: `${chunk.contract}#${chunk.chunk}` }),
      })),
    ...chunks
      .filter(({ faultsOnBase }) => faultsOnBase !== undefined)
      .map(({ contract, chunk }) => ({
        chunk: `${contract}#${chunk}`,
        message: 'Some of its checks cannot run, and could not at the start',
      })),
  ];
}
