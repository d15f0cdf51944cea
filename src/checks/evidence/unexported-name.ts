import { codeLanguageOf } from '../../code/languages/language-table.ts';
import type { Evidence } from './evidence.ts';
import type { DeclaredName } from './similar-name.ts';

/** A name at the top level of a module that is no export of it. */
export interface UnexportedName extends DeclaredName {
  readonly isImported: boolean;
}

/**
 * The declaration of a name that files lack as an export: under the name itself, or in the form that the language gives to
 * names that are not exported (`_name` in Python). Only some languages have such names in the index.
 */
export function findUnexported(
  name: string,
  files: Iterable<string>,
  { index }: Pick<Evidence, 'index'>,
): UnexportedName | undefined {
  for (const file of files) {
    const internals = index.moduleOf(file)?.internals ?? [];
    for (const form of [name, ...(codeLanguageOf(file)?.unexportedForms(name) ?? [])]) {
      const found = internals.find((one) => one.name === form);
      if (found === undefined) continue;
      const location = { file, line: found.line, column: found.column };
      return { name: form, location, isImported: found.from !== undefined };
    }
  }
  return undefined;
}

/** For the `actual` text of an answer. */
export function describeUnexported({ name, location, isImported }: UnexportedName): string {
  return `${location.file} ${isImported ? 'imports' : 'declares'} ${name}, which is not exported`;
}
