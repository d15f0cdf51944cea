import type { ExpectedCode } from '../../code/types/expected/code-error.ts';
import type { DataPath } from '../../contract/document.ts';
import type { Assertion, Contract } from '../../contract/model.ts';
import { isPlaceholderText } from '../../contract/placeholders.ts';
import { hasExports } from '../../code/languages/language-table.ts';

/** A required signature or definition that is no code of the language of its file. */
export interface CodeError {
  readonly at: DataPath;
  /** Absent for what the whole contract requires. */
  readonly chunk?: string | undefined;
  readonly isSuggestion: boolean;
  readonly code: ExpectedCode;
  readonly reason: string;
}

export type FindCodeErrors = (codes: readonly ExpectedCode[]) => Promise<readonly (string | undefined)[]>;

/** Finds the signatures and definitions that no code can have. Templates are left out until a person has edited them. */
export async function findCodeErrors(
  contract: Contract,
  find: FindCodeErrors | undefined,
): Promise<readonly CodeError[]> {
  const required = [
    ...declaredCode(contract, []),
    ...contract.chunks.flatMap((chunk, position) => {
      const at = ['chunks', position];
      return [
        ...declaredCode(chunk, at),
        ...chunk.assertions.flatMap((assertion, index) =>
          codeOfCheck(assertion, [...at, 'assertions', index, 'check']),
        ),
      ].map((one) => ({ ...one, chunk: chunk.id }));
    }),
  ].filter(({ code: { file, text } }) => hasExports(file) && !isPlaceholderText(text));
  if (find === undefined || required.length === 0) return [];
  const reasons = await find(required.map(({ code }) => code));
  return required.flatMap((one, index) => {
    const reason = reasons[index];
    return reason === undefined ? [] : [{ ...one, reason }];
  });
}

type RequiredCode = Omit<CodeError, 'reason'>;

function declaredCode(
  { functions, types }: Pick<Contract, 'functions' | 'types'>,
  at: DataPath,
): readonly RequiredCode[] {
  return [
    ...functions.map(({ file, signature: text }, index) => ({
      at: [...at, 'functions', index, 'signature'],
      isSuggestion: false,
      code: { kind: 'signature' as const, file, text },
    })),
    ...types.map(({ file, definition: text }, index) => ({
      at: [...at, 'types', index, 'definition'],
      isSuggestion: false,
      code: { kind: 'definition' as const, file, text },
    })),
  ];
}

const KINDS: Readonly<Record<string, ExpectedCode['kind']>> = {
  signature_match: 'signature',
  function_exists: 'signature',
  type_matches: 'definition',
};

function codeOfCheck({ type, check }: Assertion, at: DataPath): readonly RequiredCode[] {
  const kind = Object.hasOwn(KINDS, check.type) ? KINDS[check.type] : undefined;
  const { file, expected: text, validator } = check;
  if (kind === undefined || validator !== undefined || typeof file !== 'string' || typeof text !== 'string') return [];
  return [{ at: [...at, 'expected'], isSuggestion: type === 'suggest', code: { kind, file, text } }];
}
