import { readExpectedSignature } from '../code/types/expected/expected-signature.ts';
import { readExpectedType } from '../code/types/expected/expected-type.ts';
import { loadTypeScript } from '../code/typescript-parser.ts';
import type { ContractDocument } from '../contract/document.ts';
import type { Contract } from '../contract/model.ts';

/** A signature or a definition of a contract, as text, at its place. */
interface StatedCode {
  readonly kind: 'signature' | 'definition';
  readonly place: string;
  readonly text: string;
}

/** Signatures and definitions that one contract states, another does not, and that are no TypeScript. */
export async function unreadableCode(before: ContractDocument, after: ContractDocument): Promise<readonly string[]> {
  const known = new Set(statedCode(before.contract).map(({ kind, text }) => `${kind} ${text}`));
  const fresh = statedCode(after.contract).filter(({ kind, text }) => !known.has(`${kind} ${text}`));
  if (fresh.length === 0) return [];
  const typescript = await loadTypeScript();
  return fresh.flatMap(({ kind, place, text }) => {
    const read = kind === 'signature' ? readExpectedSignature(typescript, text) : readExpectedType(typescript, text);
    return 'error' in read ? [`${place}: ${read.error}`] : [];
  });
}

function statedCode(contract: Contract | undefined): readonly StatedCode[] {
  if (!contract) return [];
  const of = ({ functions, types }: Pick<Contract, 'functions' | 'types'>, at: string): StatedCode[] => [
    ...functions.map(({ signature }, index) => ({
      kind: 'signature' as const,
      place: `${at}functions[${index}].signature`,
      text: signature,
    })),
    ...types.map(({ definition }, index) => ({
      kind: 'definition' as const,
      place: `${at}types[${index}].definition`,
      text: definition,
    })),
  ];
  return [...of(contract, ''), ...contract.chunks.flatMap((chunk, index) => of(chunk, `chunks[${index}].`))];
}
