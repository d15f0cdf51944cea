import { loadTypeScript } from '../code/language/typescript-parser.ts';
import { readExpectedSignature } from '../code/types/expected/expected-signature.ts';
import { readExpectedType } from '../code/types/expected/expected-type.ts';
import type { ContractDocument } from '../contract/document.ts';
import type { Contract } from '../contract/model.ts';
import type { ErrorDetail } from '../shared/errors.ts';

/** A signature or type definition in a contract. */
interface DeclaredCode {
  readonly kind: 'signature' | 'definition';
  readonly path: string;
  readonly text: string;
}

/** Reports the signatures and definitions of `after` that `before` does not declare and that are not valid TypeScript. */
export async function findInvalidCode(
  before: ContractDocument,
  after: ContractDocument,
): Promise<readonly ErrorDetail[]> {
  const known = new Set(declaredCode(before.contract).map(({ kind, text }) => `${kind} ${text}`));
  const added = declaredCode(after.contract).filter(({ kind, text }) => !known.has(`${kind} ${text}`));
  if (added.length === 0) return [];
  const typescript = await loadTypeScript();
  return added.flatMap(({ kind, path, text }) => {
    const parsed = kind === 'signature' ? readExpectedSignature(typescript, text) : readExpectedType(typescript, text);
    return 'error' in parsed ? [{ path, message: parsed.error }] : [];
  });
}

function declaredCode(contract: Contract | undefined): readonly DeclaredCode[] {
  if (!contract) return [];
  const declaredIn = ({ functions, types }: Pick<Contract, 'functions' | 'types'>, prefix: string): DeclaredCode[] => [
    ...functions.map(({ signature }, index) => ({
      kind: 'signature' as const,
      path: `${prefix}functions[${index}].signature`,
      text: signature,
    })),
    ...types.map(({ definition }, index) => ({
      kind: 'definition' as const,
      path: `${prefix}types[${index}].definition`,
      text: definition,
    })),
  ];
  return [
    ...declaredIn(contract, ''),
    ...contract.chunks.flatMap((chunk, index) => declaredIn(chunk, `chunks[${index}].`)),
  ];
}
