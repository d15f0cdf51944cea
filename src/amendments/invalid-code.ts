import { findCodeError, type ExpectedCode } from '../code/types/expected/code-error.ts';
import type { ContractDocument } from '../contract/document.ts';
import type { Contract } from '../contract/model.ts';
import type { ErrorDetail } from '../shared/errors.ts';

/** A signature or type definition in a contract. */
interface DeclaredCode extends ExpectedCode {
  readonly path: string;
}

/**
 * Reports the signatures and definitions of `after` that `before` does not declare and that are not valid in the language
 * of their file.
 */
export async function findInvalidCode(
  before: ContractDocument,
  after: ContractDocument,
): Promise<readonly ErrorDetail[]> {
  const known = new Set(declaredCode(before.contract).map(({ kind, text }) => `${kind} ${text}`));
  const added = declaredCode(after.contract).filter(({ kind, text }) => !known.has(`${kind} ${text}`));
  const errors: ErrorDetail[] = [];
  for (const { path, ...code } of added) {
    const message = await findCodeError(code);
    if (message !== undefined) errors.push({ path, message });
  }
  return errors;
}

function declaredCode(contract: Contract | undefined): readonly DeclaredCode[] {
  if (!contract) return [];
  const declaredIn = ({ functions, types }: Pick<Contract, 'functions' | 'types'>, prefix: string): DeclaredCode[] => [
    ...functions.map(({ file, signature }, index) => ({
      kind: 'signature' as const,
      path: `${prefix}functions[${index}].signature`,
      file,
      text: signature,
    })),
    ...types.map(({ file, definition }, index) => ({
      kind: 'definition' as const,
      path: `${prefix}types[${index}].definition`,
      file,
      text: definition,
    })),
  ];
  return [
    ...declaredIn(contract, ''),
    ...contract.chunks.flatMap((chunk, index) => declaredIn(chunk, `chunks[${index}].`)),
  ];
}
