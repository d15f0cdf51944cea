import type { ContractDocument, Problem } from '../contract/document.ts';

/** The number of other files that a message lists. */
const LISTED_FILES = 3;

/**
 * [DONE-5] Adds an error to a contract whose spec id another contract of the folder has, too. The error is reported at both
 * ids: what is done is recorded by spec id.
 */
export function withUniqueSpecId(document: ContractDocument, all: readonly ContractDocument[]): ContractDocument {
  const id = document.contract?.spec.id;
  if (id === undefined) return document;
  const others = all.filter((other) => other.file !== document.file && other.contract?.spec.id === id);
  if (others.length === 0) return document;
  const places = others.slice(0, LISTED_FILES).map((other) => `${other.file}:${rangeOfId(other).start.line}`);
  const more = others.length > LISTED_FILES ? ` and ${others.length - LISTED_FILES} more` : '';
  const problem: Problem = {
    code: 'duplicate-spec-id',
    severity: 'error',
    message:
      `The spec id "${id}" is also used in ${places.join(', ')}${more}. What is done is recorded by spec id. ` +
      'Use a unique id.',
    path: ['spec', 'id'],
    range: rangeOfId(document),
  };
  return { ...document, problems: [problem, ...document.problems] };
}

function rangeOfId(document: ContractDocument): Problem['range'] {
  return document.rangeOf(['spec', 'id']);
}
