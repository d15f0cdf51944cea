import { whyNotCallable } from '../../code/declarations/callable-export.ts';
import type { ResolvedExport } from '../../code/index/module-index.ts';
import { loadLanguageOf } from '../../code/languages/language-table.ts';
import type { ExportKind } from '../../code/modules/module-record.ts';
import type { Evidence } from './evidence.ts';
import { recordOf } from './function-search.ts';

/** Kinds of exports that can never be called. */
const NOT_CALLABLE: ReadonlySet<ExportKind> = new Set(['interface', 'type', 'enum', 'namespace']);

/**
 * Why an export is not a function with a body, as importers receive it (ENF-VAL-15); `undefined` if it is one, or if the
 * source does not decide it.
 */
export async function whyNotAFunction(found: ResolvedExport, evidence: Evidence): Promise<string | undefined> {
  if (NOT_CALLABLE.has(found.kind)) return 'it is not a function';
  if (found.typeOnly) return 'it is exported as a type only';
  const { file } = found;
  const record = recordOf(found, evidence);
  if (record?.typeOnly) return 'it is exported as a type only';
  const implementation = implementationsOf(file);
  if (implementation.length > 0) {
    for (const module of implementation) if ((await evidence.tree.kindOf(module)) === 'file') return undefined;
    return `${file} only declares it, and there is no module next to that file`;
  }
  const text = await evidence.tree.readText(file);
  const language = await loadLanguageOf(file);
  if (language !== undefined) return language.whyNotCallable(text, record?.localName ?? record?.name ?? found.name);
  return whyNotCallable(file, text, record?.name ?? found.name, record?.localName);
}

/** The modules that a declaration file can describe; none for any other file. */
function implementationsOf(file: string): readonly string[] {
  const [, stub] = /^(.*)\.pyi$/.exec(file) ?? [];
  if (stub !== undefined) return [`${stub}.py`, `${stub}.pyx`];
  const [, base, kind = ''] = /^(.*)\.d\.([mc]?)ts$/.exec(file) ?? [];
  return base === undefined ? [] : [`${base}.${kind}js`, `${base}.jsx`];
}
