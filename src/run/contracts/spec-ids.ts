import { ALWAYS_FILE } from '../../contract/always-file.ts';
import type { ContractDocument, Problem } from '../../contract/document.ts';

/** The number of other files that a message lists. */
const LISTED_FILES = 3;

/** Rules are judged for every change, and nothing is recorded as done by them. Each folder can have its own. */
function areRules(...files: readonly string[]): boolean {
  return files.every((file) => `/${file}`.endsWith(`/${ALWAYS_FILE}`));
}

/** The other contracts with the spec id of a contract. A plan and the contract that was imported from it are one. */
export function findSameSpecId(
  document: ContractDocument,
  all: readonly ContractDocument[],
): readonly ContractDocument[] {
  const id = document.contract?.spec.id;
  if (id === undefined) return [];
  return all.filter(
    (other) =>
      other.file !== document.file &&
      !areRules(other.file, document.file) &&
      other.contract?.spec.id === id &&
      other.contract.source?.file !== document.file &&
      document.contract?.source?.file !== other.file,
  );
}

/**
 * [DONE-5] Adds an error to a contract whose spec id other contracts of the folder have, too. The error is reported at all
 * of them: what is done is recorded by spec id.
 */
export function withSpecIdProblem(document: ContractDocument, others: readonly ContractDocument[]): ContractDocument {
  if (others.length === 0) return document;
  const places = others.slice(0, LISTED_FILES).map((other) => `${other.file}:${rangeOfId(other).start.line}`);
  const more = others.length > LISTED_FILES ? ` and ${others.length - LISTED_FILES} more` : '';
  const problem: Problem = {
    code: 'duplicate-spec-id',
    severity: 'error',
    message:
      `The spec id "${document.contract?.spec.id}" is also used in ${places.join(', ')}${more}. What is done is recorded by spec id. ` +
      'Use a unique id.',
    path: ['spec', 'id'],
    range: rangeOfId(document),
  };
  return { ...document, problems: [problem, ...document.problems] };
}

function rangeOfId(document: ContractDocument): Problem['range'] {
  return document.rangeOf(['spec', 'id']);
}
