import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import type { ChangeJudgement, ChangeViolation, ChunkReference, JudgedChunk } from './change-types.ts';
import { requiredResults } from '../../foundation/verdict.ts';

/**
 * Everything that makes a change fail, as one list: what is wrong with the change, then the chunks. Faults that the base has
 * too are left out. Empty if the change is ok.
 */
export function listChangeViolations({
  findings,
  chunks,
}: Pick<ChangeJudgement, 'findings' | 'chunks'>): readonly ChangeViolation[] {
  return [
    ...findings
      .filter(({ severity }) => severity === 'error')
      .map(({ kind, message, chunk, file, line, expected, actual }) => ({
        kind,
        message,
        ...definedOf({ chunk, file, line, expected, actual }),
      })),
    ...chunks.filter(({ fails }) => fails).flatMap(listOfChunk),
  ];
}

function listOfChunk({
  contract,
  chunk: id,
  check,
  faultsOnBase = [],
  failedBefore = [],
}: JudgedChunk): readonly ChangeViolation[] {
  const chunk = { contract, chunk: id };
  const { commands = [], problems = [], gates = [] } = check.full ?? {};
  return [
    ...requiredResults(check)
      .filter((result) => !result.passed && !faultsOnBase.includes(result) && !failedBefore.includes(result))
      .map((result) => ofResult(chunk, result)),
    ...commands
      .filter(({ passed }) => !passed)
      .map(({ command, output, error }) => ({
        kind: 'command' as const,
        message: `The command must pass: ${command}`,
        chunk,
        actual: [error ?? '', output.trimEnd()].filter((part) => part !== '').join('\n'),
      })),
    ...problems
      .filter(({ command }) => command === undefined)
      .map(({ message }) => ({ kind: 'command' as const, message, chunk })),
    ...gates
      .filter(({ mode, verdict }) => mode === 'blocking' && verdict !== 'PASS' && verdict !== 'NOT_JUDGED')
      .map(({ id: gate, reasoning }) => ({
        kind: 'gate' as const,
        message: `The gate "${gate}" must pass`,
        chunk,
        actual: reasoning,
      })),
  ];
}

function ofResult(chunk: ChunkReference, result: AssertionResult): ChangeViolation {
  const { assertion, expected, actual, error, location = result.contractLocation } = result;
  const { file, line } = location ?? {};
  return {
    kind: 'assert',
    message: assertion.message,
    chunk,
    ...definedOf({ file, line, expected, actual: error ?? actual }),
  };
}

type Details = Omit<ChangeViolation, 'kind' | 'message'>;

/** Leaves out what is undefined, so that the list can be printed as JSON and compared. */
function definedOf(details: Details): Details {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}
