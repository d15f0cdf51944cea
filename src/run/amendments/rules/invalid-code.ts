import { findCodeError } from '../../../code/types/expected/code-error.ts';
import { formatDataPath } from '../../../contract/data-path.ts';
import { listDeclaredCode, type DeclaredCode } from '../../../contract/declared-code.ts';
import type { ContractDocument } from '../../../contract/document.ts';
import type { ErrorDetail } from '../../../foundation/errors.ts';

/**
 * Reports the signatures and definitions of `after` that `before` does not declare and that are not valid in the language
 * of their file.
 */
export async function findInvalidCode(
  before: ContractDocument,
  after: ContractDocument,
): Promise<readonly ErrorDetail[]> {
  const known = new Set(declaredCode(before).map(({ kind, text }) => `${kind} ${text}`));
  const added = declaredCode(after).filter(({ kind, text }) => !known.has(`${kind} ${text}`));
  const errors: ErrorDetail[] = [];
  for (const code of added) {
    const message = await findCodeError(code);
    if (message !== undefined) errors.push({ path: formatDataPath(code.at), message });
  }
  return errors;
}

function declaredCode({ contract }: ContractDocument): readonly DeclaredCode[] {
  return contract === undefined ? [] : listDeclaredCode(contract);
}
