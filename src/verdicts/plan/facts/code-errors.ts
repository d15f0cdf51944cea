import type { ExpectedCode } from '../../../code/types/expected/code-error.ts';
import { hasExports } from '../../../code/languages/language-table.ts';
import { listDeclaredCode, type DeclaredCode } from '../../../contract/declared-code.ts';
import type { Contract } from '../../../contract/model.ts';
import { isPlaceholderText } from '../../../contract/placeholders.ts';

/** A signature or definition that a contract requires, under `functions` or `types` or in a check. */
interface RequiredCode extends DeclaredCode {
  readonly isSuggestion: boolean;
}

/** A required signature or definition that is no code of the language of its file. */
export interface CodeError extends RequiredCode {
  readonly reason: string;
}

export type FindCodeErrors = (codes: readonly ExpectedCode[]) => Promise<readonly (string | undefined)[]>;

/** Finds the signatures and definitions that no code can have. Templates are left out until a person has edited them. */
export async function findCodeErrors(
  contract: Contract,
  find: FindCodeErrors | undefined,
): Promise<readonly CodeError[]> {
  if (find === undefined) return [];
  const declared = listDeclaredCode(contract).map((code) => ({ ...code, isSuggestion: false }));
  const required = [...declared, ...listCheckedCode(contract)].filter(
    ({ file, text }) => hasExports(file) && !isPlaceholderText(text),
  );
  if (required.length === 0) return [];
  const reasons = await find(required.map(({ kind, file, text }) => ({ kind, file, text })));
  return required.flatMap((code, index) => {
    const reason = reasons[index];
    return reason === undefined ? [] : [{ ...code, reason }];
  });
}

const KINDS: Readonly<Record<string, ExpectedCode['kind']>> = {
  signature_match: 'signature',
  function_exists: 'signature',
  type_matches: 'definition',
};

/** The signatures and definitions that the checks of the chunks expect. A named validator may read others. */
function listCheckedCode({ chunks }: Contract): readonly RequiredCode[] {
  return chunks.flatMap((chunk, position) =>
    chunk.assertions.flatMap(({ type, check }, index) => {
      const kind = Object.hasOwn(KINDS, check.type) ? KINDS[check.type] : undefined;
      const { file, expected: text, validator } = check;
      if (kind === undefined || validator !== undefined) return [];
      if (typeof file !== 'string' || typeof text !== 'string') return [];
      const at = ['chunks', position, 'assertions', index, 'check', 'expected'];
      return [{ at, chunk: chunk.id, kind, file, text, isSuggestion: type === 'suggest' }];
    }),
  );
}
