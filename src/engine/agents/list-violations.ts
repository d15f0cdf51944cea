import type { StopViolation } from '../../agents/hooks/stop-reason.ts';
import type { ChangeJudgement, ChunkReference, JudgedChunk } from '../api/change-types.ts';

/** What is wrong with a change, one by one: what it does itself first, then the requirements that fail. */
export function listViolations({
  findings,
  chunks,
}: Pick<ChangeJudgement, 'findings' | 'chunks'>): readonly StopViolation[] {
  const ofChange = findings
    // A session without a change, such as a question, has nothing to be judged.
    .filter(({ kind, severity }) => severity === 'error' && kind !== 'no-change')
    .map(({ message, expected, actual, file, line, chunk }) => ({
      chunk: chunk && keyOf(chunk),
      message,
      expected,
      actual,
      file,
      line,
    }));
  return [...ofChange, ...chunks.filter(({ fails }) => fails).flatMap(listOfChunk)];
}

/** A chunk that fails has at least one violation. */
function listOfChunk(judged: JudgedChunk): readonly StopViolation[] {
  const chunk = keyOf(judged);
  const { assertResults, postconditionResults, full } = judged.check;
  const requirements = [...assertResults, ...postconditionResults]
    .filter(({ passed }) => !passed)
    .map(({ assertion, expected, actual, error, location }) => ({
      chunk,
      message: assertion.message,
      expected,
      actual: actual ?? error,
      file: location?.file,
      line: location?.line,
    }));
  const commands = (full?.commands ?? [])
    .filter(({ passed }) => !passed)
    .map(({ command, output }) => ({ chunk, message: `The command must succeed: ${command}`, actual: output }));
  const problems = (full?.problems ?? []).map(({ message }) => ({ chunk, message }));
  const gates = (full?.gates ?? [])
    .filter(({ mode, verdict }) => mode === 'blocking' && verdict === 'FAIL')
    .map(({ name, reasoning }) => ({ chunk, message: `The gate must pass: ${name}`, actual: reasoning }));
  const all = [...requirements, ...commands, ...problems, ...gates];
  return all.length > 0 ? all : [{ chunk, message: 'The chunk must be satisfied' }];
}

function keyOf({ contract, chunk }: ChunkReference): string {
  return `${contract}#${chunk}`;
}
