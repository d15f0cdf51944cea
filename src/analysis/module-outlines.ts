import { tryReadListedText } from '../code/index/read-tree.ts';
import type { ModuleIndex, ResolvedExport } from '../code/index/module-index.ts';
import { loadTypeScript, type TypeScript } from '../code/language/typescript-parser.ts';
import type { ModuleRecord } from '../code/modules/module-record.ts';
import { describeDeclaration } from '../impact/modified/declaration-text.ts';
import { findModifiedExports } from '../impact/modified/modified-exports.ts';
import { parseExports } from '../impact/modified/parsed-exports.ts';
import { throwIfCancelled } from '../shared/errors.ts';
import type { ExportOutline, ModuleOutline, OutlinedFile } from './analysis.ts';
import type { RootSnapshot } from './analyzed-root.ts';

/** Outlines modules. A file that is not a module of the tree is left out. */
export async function outlineModules(
  { tree, index }: RootSnapshot,
  files: readonly OutlinedFile[],
  signal: AbortSignal | undefined,
): Promise<readonly ModuleOutline[]> {
  const ts = await loadTypeScript();
  const outlines: ModuleOutline[] = [];
  for (const outlined of files) {
    throwIfCancelled(signal, 'reading modules');
    const record = index.moduleOf(outlined.file);
    const text = record && (await tryReadListedText(tree, outlined.file));
    if (record !== undefined && text !== undefined)
      outlines.push(await outlineModule(ts, index, record, text, outlined));
  }
  return outlines;
}

async function outlineModule(
  ts: TypeScript,
  index: ModuleIndex,
  record: ModuleRecord,
  text: string,
  { file, before }: OutlinedFile,
): Promise<ModuleOutline> {
  const parsed = parseExports(ts, file, text);
  const modified =
    before === undefined ? [] : await findModifiedExports(ts, file, { before: before ?? undefined, after: text });
  const changes = new Map(modified.map((entry) => [entry.name, entry]));
  const specifiers = [...record.imports, ...record.starExports].map(({ specifier }) => specifier);
  const toOutline = (resolved: ResolvedExport): ExportOutline => {
    const { name, kind, file: declaredIn, typeOnly } = resolved;
    const own = declaredIn === file ? parsed.get(name) : undefined;
    const { definition, methods } = own === undefined ? {} : describeDeclaration(ts, own);
    const change = changes.get(name)?.change;
    return {
      name,
      kind,
      declaredIn,
      ...(typeOnly === true ? { typeOnly } : {}),
      ...(definition === undefined ? {} : { definition }),
      methods: methods ?? [],
      ...(change === undefined ? {} : { isNew: change !== 'changed' }),
    };
  };
  return {
    file,
    imports: [...new Set(specifiers.flatMap((specifier) => index.resolve(file, specifier) ?? []))].sort(),
    exports: index
      .exportsOf(file)
      .filter(({ name }) => name !== 'export=')
      .map(toOutline),
    removed: modified.filter(({ change }) => change === 'removed').map(({ name }) => name),
  };
}
