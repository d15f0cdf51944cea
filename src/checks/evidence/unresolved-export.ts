import { whyNeverAssigned } from '../../code/declarations/callable-export.ts';
import { declaresName } from '../../code/declarations/declares-name.ts';
import type { ResolvedExport } from '../../code/index/module-index.ts';
import type { ExportRecord, ModuleRecord } from '../../code/modules/module-record.ts';
import { isRelative } from '../../code/resolution/tree-path.ts';
import type { Evidence } from './evidence.ts';
import { whyNotInPackage } from './package-export.ts';

/**
 * Why a name that a file exports does not exist: its module specifier resolves to no file, or nothing declares the name.
 * `undefined` if the name exists, or if it comes from a package that can contain it.
 */
export async function unresolvedReason(found: ResolvedExport, evidence: Evidence): Promise<string | undefined> {
  const { index, tree } = evidence;
  if (index.moduleOf(found.file)?.isCommonJs) {
    const reason = await whyNeverAssigned(found.file, await tree.readText(found.file), found.name);
    if (reason !== undefined) return reason;
  }
  // Only these exports state no declaration: `export { a }`, `export { a } from …`, `export * as a from …`.
  if (found.kind !== 'unknown' && found.kind !== 'namespace') return undefined;
  const { file } = found;
  const record = index.moduleOf(file);
  const own = record?.exports.find((one) => isAt(one, found));
  if (!record || !own) return undefined;
  const specifier = own.from ?? importSpecifierOf(record, own.localName);
  if (specifier !== undefined) {
    if (index.resolve(file, specifier) !== undefined) return undefined;
    if (!isRelative(specifier)) {
      const name = own.importedName ?? importedNameOf(record, own.localName) ?? own.name;
      return own.typeOnly ? undefined : whyNotInPackage(file, specifier, name, evidence);
    }
    // A file that git does not list can exist: a generated module, or an asset with a query for the bundler.
    const candidates = index.candidatesFor(file, specifier.replace(/[?#].*$/, ''));
    // Without candidates the specifier leads out of the workspace, where no file is checked.
    if (candidates.length === 0) return undefined;
    for (const path of candidates) if ((await tree.kindOf(path)) === 'file') return undefined;
    return `the specifier "${specifier}" in ${file} does not resolve to a file`;
  }
  // `export default` accepts any value, including a global one.
  if (own.localName === undefined || own.name === 'default' || found.kind === 'namespace') return undefined;
  // `exports.x = x` can be inside a function and accepts any value.
  if (record.isCommonJs) return undefined;
  if (await declaresName(file, await tree.readText(file), own.localName)) return undefined;
  return `${own.localName} is not declared in ${file}`;
}

function isAt(one: ExportRecord, { line, column }: ResolvedExport): boolean {
  const location = one.declaredAt ?? one;
  return location.line === line && location.column === column;
}

function importedNameOf({ imports }: ModuleRecord, local: string | undefined): string | undefined {
  return imports.flatMap(({ kind, names }) => (kind === 'reexport' ? [] : names)).find((name) => name.local === local)
    ?.imported;
}

function importSpecifierOf({ imports }: ModuleRecord, local: string | undefined): string | undefined {
  return imports.find(({ kind, names }) => kind !== 'reexport' && names.some((name) => name.local === local))
    ?.specifier;
}
