import { findTopLevelName } from '../../../code/declarations/top-level-name.ts';
import { codeLanguageOf } from '../../../code/languages/language-table.ts';
import type { Evidence } from './evidence.ts';
import type { LocatedName } from './similar-name.ts';

/** A name at the top level of a module that is no export of it. */
export interface UnexportedName extends LocatedName {
  readonly isImported: boolean;
  /** Why the file exports no name at all: a clause for messages. */
  readonly problem?: string | undefined;
}

/** More scripts are not searched, because each is read and parsed. A declaration in one of many files is no strong hint. */
const MAX_SEARCHED_SCRIPTS = 20;

/**
 * The declaration of a name that files lack as an export: under the name itself, or in the form that the language gives to
 * names that are not exported (`_name` in Python).
 */
export async function findUnexported(
  name: string,
  files: readonly string[],
  evidence: Pick<Evidence, 'index' | 'tree'>,
): Promise<UnexportedName | undefined> {
  const scripts = files.filter((file) => codeLanguageOf(file) === undefined);
  const searchesScripts = scripts.length <= MAX_SEARCHED_SCRIPTS;
  for (const file of files) {
    const language = codeLanguageOf(file);
    const found =
      language !== undefined
        ? findInternal([name, ...language.unexportedForms(name)], file, evidence)
        : searchesScripts
          ? await findInScript(name, file, evidence)
          : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** In the languages whose index has the names that are not exported. */
function findInternal(
  forms: readonly string[],
  file: string,
  { index }: Pick<Evidence, 'index'>,
): UnexportedName | undefined {
  const { internals = [], importProblem } = index.moduleOf(file) ?? {};
  const found = forms.flatMap((form) => internals.find((one) => one.name === form) ?? [])[0];
  if (found === undefined) return undefined;
  const location = { file, line: found.line, column: found.column };
  return { name: found.name, location, isImported: found.from !== undefined, problem: importProblem };
}

async function findInScript(
  name: string,
  file: string,
  { index, tree }: Pick<Evidence, 'index' | 'tree'>,
): Promise<UnexportedName | undefined> {
  const record = index.moduleOf(file);
  if (record === undefined || record.isUnreadable) return undefined;
  const text = await tree.readText(file);
  if (!text.includes(name)) return undefined;
  const found = await findTopLevelName(file, text, name);
  if (found === undefined) return undefined;
  const { line, column, isImported } = found;
  return { name, location: { file, line, column }, isImported };
}

/** For the `actual` text of an answer. */
export function describeUnexported({ name, location, isImported, problem }: UnexportedName): string {
  const reason = problem === undefined ? 'which is not exported' : `but ${problem}`;
  return `${location.file} ${isImported ? 'imports' : 'declares'} ${name}, ${reason}`;
}
