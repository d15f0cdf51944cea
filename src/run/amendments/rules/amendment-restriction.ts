import { formatDataPath } from '../../../contract/data-path.ts';
import type { DataPath } from '../../../contract/document.ts';
import { valueAt } from '../../../contract/edit/contract-data.ts';
import { exportName } from '../../../contract/requirements.ts';
import type { ErrorDetail } from '../../../foundation/errors.ts';
import { isRecord } from '../../../foundation/is-record.ts';
import type { ContractDifference } from './data-differences.ts';
import { DECLARATION_CHECKS } from '../../../verdicts/checks/interfaces/required-names.ts';
import { findMentionedName, replaceName, assertionContent } from './mentions.ts';

/** The scope of an amendment. */
export interface AmendmentScope {
  /** The data of the contract before the amendment. */
  readonly before: unknown;
  /** The index of the chunk whose attempts failed. */
  readonly chunkIndex: number;
  /** The old names that the amendment changes. */
  readonly names: ReadonlySet<string>;
  /** The new names, by the old names that they replace. */
  readonly renames: ReadonlyMap<string, string>;
}

const OUTSIDE_SCOPE =
  'an amendment can only change what the chunk creates and consumes, its functions and types, and the assertions about them';
const WEAKENS_ASSERTION = 'an amendment cannot remove or weaken an assertion';

/** Why an amendment must not cause a difference; `undefined` if the difference is allowed. */
export function amendmentRestriction(difference: ContractDifference, scope: AmendmentScope): ErrorDetail | undefined {
  const { path, kind } = difference;
  const restrict = (reason: string): ErrorDetail => ({
    path: formatDataPath(path),
    message: `the value must not change, because ${reason}.`,
  });
  const inChunk = path[0] === 'chunks';
  const isOwn = inChunk ? path[1] === scope.chunkIndex : false;
  const [list, index, ...inside] = path.slice(inChunk ? 2 : 0);
  if (kind === 'removed')
    return restrict(list === 'assertions' ? WEAKENS_ASSERTION : 'an amendment cannot remove anything');
  switch (list) {
    case 'creates':
    case 'consumes':
      if (!inChunk) return restrict(OUTSIDE_SCOPE);
      if (isOwn || (kind === 'changed' && scope.names.has(exportName(String(difference.before))))) return undefined;
      return restrict('it belongs to another chunk and does not mention a changed name');
    case 'functions':
    case 'types': {
      if (isOwn && kind === 'added') return undefined;
      if (kind === 'added' || inside.length !== 1) return restrict(OUTSIDE_SCOPE);
      if (isOwn || findMentionedName(valueAt(scope.before, path.slice(0, -1)), scope.names) !== undefined)
        return undefined;
      return restrict('it does not mention a changed name');
    }
    case 'assertions':
      if (!inChunk || typeof index !== 'number' || kind === 'added') return restrict(OUTSIDE_SCOPE);
      return assertionRestriction(difference, isOwn, inside, scope, restrict);
    default:
      return restrict(OUTSIDE_SCOPE);
  }
}

function assertionRestriction(
  difference: ContractDifference,
  isOwn: boolean,
  inside: DataPath,
  scope: AmendmentScope,
  restrict: (reason: string) => ErrorDetail,
): ErrorDetail | undefined {
  const [key, field] = inside;
  const assertion = valueAt(scope.before, difference.path.slice(0, 4));
  if (!isRecord(assertion)) return restrict(OUTSIDE_SCOPE);
  const check = isRecord(assertion['check']) ? assertion['check'] : {};
  const isDeclaration = DECLARATION_CHECKS.has(String(check['type']));
  const isConcerned =
    (isOwn && isDeclaration) || findMentionedName(assertionContent(assertion), scope.names) !== undefined;
  if (!isConcerned) return restrict('the assertion does not mention a changed name');
  if (key === 'message' || key === 'condition') return undefined;
  if (key !== 'check' || field === 'type' || field === 'validator') return restrict(WEAKENS_ASSERTION);
  if (isDeclaration || isRenaming(difference, scope.renames)) return undefined;
  return restrict(`a check of this type can only adopt a renamed name, and ${WEAKENS_ASSERTION}`);
}

/** Whether the text differs only by the renamed names. */
function isRenaming({ before, after }: ContractDifference, renames: ReadonlyMap<string, string>): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return false;
  let expected = before;
  for (const [from, to] of renames) expected = replaceName(expected, from, to);
  return expected === after;
}
