import type { DataPath } from './document.ts';
import type { Contract } from './model.ts';

/** A signature or the definition of a type that a contract declares under `functions` or `types`. */
export interface DeclaredCode {
  /** The place of the text in the contract. */
  readonly at: DataPath;
  /** Absent for what the whole contract declares. */
  readonly chunk?: string | undefined;
  readonly kind: 'signature' | 'definition';
  /** The file that must declare it. */
  readonly file: string;
  readonly text: string;
}

/** Lists the signatures and definitions of the whole contract, then those of its chunks. */
export function listDeclaredCode(contract: Contract): readonly DeclaredCode[] {
  return [
    ...declaredIn(contract, []),
    ...contract.chunks.flatMap((chunk, index) =>
      declaredIn(chunk, ['chunks', index]).map((declared) => ({ ...declared, chunk: chunk.id })),
    ),
  ];
}

function declaredIn({ functions, types }: Pick<Contract, 'functions' | 'types'>, at: DataPath): DeclaredCode[] {
  return [
    ...functions.map(({ file, signature }, index) => ({
      at: [...at, 'functions', index, 'signature'],
      kind: 'signature' as const,
      file,
      text: signature,
    })),
    ...types.map(({ file, definition }, index) => ({
      at: [...at, 'types', index, 'definition'],
      kind: 'definition' as const,
      file,
      text: definition,
    })),
  ];
}
