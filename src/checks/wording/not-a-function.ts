import type { ExportKind } from '../../code/module-record.ts';

const WORDS = ' is not written as a function there';

/** Says of a name that is there that no function is written at it; the value of a variable may be one all the same. */
export function notAFunction(name: string, kind: ExportKind): string {
  const instead = kind === 'unknown' ? '' : ` but as ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
  const isVariable = kind === 'const' || kind === 'let' || kind === 'var';
  return `${name}${WORDS}${instead}${isVariable ? '; signature_match asks its type' : ''}`;
}

/** Whether what a check found is said in the words of `notAFunction`. */
export function saysNotAFunction(actual: string): boolean {
  const at = actual.search(/\s/);
  return at > 0 && actual.startsWith(WORDS, at);
}
