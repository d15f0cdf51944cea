import { loadTypeScript, type TypeScript } from '../code/language/typescript-parser.ts';
import { loadLanguageOf } from '../code/languages/language-table.ts';
import { readExpectedSignature } from '../code/types/expected/expected-signature.ts';
import { readExpectedType } from '../code/types/expected/expected-type.ts';
import type { ContractDocument } from '../contract/document.ts';
import type { Contract } from '../contract/model.ts';
import type { ErrorDetail } from '../shared/errors.ts';

/** A signature or type definition in a contract. */
interface DeclaredCode {
  readonly kind: 'signature' | 'definition';
  readonly path: string;
  /** The file that must declare it. */
  readonly file: string;
  readonly text: string;
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
  if (added.length === 0) return [];
  const typescript = await loadTypeScript();
  const errors: ErrorDetail[] = [];
  for (const { kind, path, file, text } of added) {
    const language = await loadLanguageOf(file);
    // A plan rule refuses the types of such a language.
    if (language !== undefined && kind === 'definition') continue;
    const message = language === undefined ? whyNotTypeScript(typescript, kind, text) : language.whyNotSignature(text);
    if (message !== undefined) errors.push({ path, message });
  }
  return errors;
}

function whyNotTypeScript(typescript: TypeScript, kind: DeclaredCode['kind'], text: string): string | undefined {
  const parsed = kind === 'signature' ? readExpectedSignature(typescript, text) : readExpectedType(typescript, text);
  return 'error' in parsed ? parsed.error : undefined;
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
