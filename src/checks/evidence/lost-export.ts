import { declaresName } from '../../code/declares-name.ts';
import type { ResolvedExport } from '../../code/module-index.ts';
import type { ExportRecord, ModuleRecord } from '../../code/module-record.ts';
import { isRelative } from '../../code/resolution/tree-path.ts';
import type { Evidence } from './evidence.ts';

/**
 * Why a name that a file exports is not there all the same: the path that it is taken from leads nowhere, or nothing of
 * that name is declared. Undefined where it is there, or where it comes from a package, which is not looked into.
 */
export async function whyLost(found: ResolvedExport, { index, tree }: Evidence): Promise<string | undefined> {
  // Only these say nothing about a declaration: `export { a }`, `export { a } from …`, `export * as a from …`.
  if (found.kind !== 'unknown' && found.kind !== 'namespace') return undefined;
  const { file } = found;
  const record = index.moduleOf(file);
  const own = record?.exports.find((one) => isAt(one, found));
  if (!record || !own) return undefined;
  const specifier = own.from ?? importedFrom(record, own.localName);
  if (specifier !== undefined) {
    if (!isRelative(specifier) || index.resolve(file, specifier) !== undefined) return undefined;
    // What is not listed may be there too: a generated module that git ignores, a picture with a query for the bundler.
    const candidates = index.candidatesFor(file, specifier.replace(/[?#].*$/, ''));
    // Files beyond the workspace are not looked for.
    if (candidates.length === 0) return undefined;
    for (const path of candidates) if ((await tree.kindOf(path)) === 'file') return undefined;
    return `${file} takes it from ${specifier}, which leads to no file`;
  }
  // `export default` takes any value, one that is declared for all files too.
  if (own.localName === undefined || own.name === 'default' || found.kind === 'namespace') return undefined;
  // `exports.x = x` may stand in any function, and takes any value.
  if (record.isCommon) return undefined;
  if (await declaresName(file, await tree.readText(file), own.localName)) return undefined;
  return `${file} declares no ${own.localName}`;
}

function isAt(one: ExportRecord, { line, column }: ResolvedExport): boolean {
  const place = one.declaredAt ?? one;
  return place.line === line && place.column === column;
}

function importedFrom({ imports }: ModuleRecord, local: string | undefined): string | undefined {
  return imports.find(({ kind, names }) => kind !== 'reexport' && names.some((name) => name.local === local))
    ?.specifier;
}
