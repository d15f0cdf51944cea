import type { ModuleIndex } from '../../../code/index/module-index.ts';
import type { ImportRecord } from '../../../code/modules/module-record.ts';
import type { ObjectNames } from './object-uses.ts';

/** An object that a module declares at top level. */
export interface DeclaredObject {
  readonly file: string;
  readonly name: string;
}

/** The other modules that can reach an object through imports, also through modules between them, with their names for it. */
export function* importersOfObject(
  index: ModuleIndex,
  { file, name }: DeclaredObject,
): Generator<{ readonly file: string; readonly names: ObjectNames }> {
  for (const importer of reachingModules(index, file)) {
    const variables = new Set<string>();
    const modules = new Map<string, ReadonlySet<string>>();
    const members = new Set<string>();
    for (const { specifier, kind, names } of index.moduleOf(importer)?.imports ?? []) {
      const target = kind === 'reexport' ? undefined : index.resolve(importer, specifier);
      const exported = target === undefined ? undefined : exportedNames(index, target, file, name);
      if (target === undefined || exported === undefined) continue;
      for (const { imported, local } of names) {
        const whole = wholeModule(index, target, imported);
        if (whole !== undefined) modules.set(local, exportedNames(index, whole, file, name));
      }
      if (exported.size === 0) continue;
      if (bindsNothing(kind, names)) for (const one of exported) members.add(one);
      for (const { imported, local } of names) {
        if (imported === '*' || imported === 'export=') modules.set(local, exported);
        if (exported.has(imported) || (imported === 'default' && exported.has('export='))) variables.add(local);
        if (imported === 'export=' && exported.has('export=')) variables.add(local);
      }
    }
    if (variables.size + modules.size + members.size > 0)
      yield { file: importer, names: { variables, modules, members } };
  }
}

/** The module that another module exports as a whole under a name. */
function wholeModule(index: ModuleIndex, module: string, name: string): string | undefined {
  const record = index.moduleOf(module);
  const own = record?.exports.find((one) => one.name === name);
  if (own === undefined) return undefined;
  if (own.from !== undefined) return own.importedName === '*' ? index.resolve(module, own.from) : undefined;
  const imported = record?.imports.find(({ names }) =>
    names.some((one) => one.local === own.localName && one.imported === '*'),
  );
  return imported && index.resolve(module, imported.specifier);
}

function bindsNothing(kind: ImportRecord['kind'], names: ImportRecord['names']): boolean {
  return names.length === 0 && (kind === 'dynamic' || kind === 'require');
}

/** The modules that import a module, or one that does. */
function reachingModules(index: ModuleIndex, file: string): ReadonlySet<string> {
  const reaching = new Set<string>([file]);
  for (const one of reaching) for (const importer of index.importersOf(one)) reaching.add(importer);
  reaching.delete(file);
  return reaching;
}

/** The names under which a module exports the object. */
function exportedNames(index: ModuleIndex, module: string, file: string, name: string): ReadonlySet<string> {
  const own = index.moduleOf(file)?.exports.filter((one) => (one.localName ?? one.name) === name) ?? [];
  const places = new Set(own.map((one) => one.declaredAt ?? one).map(({ line, column }) => `${line}:${column}`));
  const found = index
    .exportsOf(module)
    .filter((one) => one.file === file && places.has(`${one.line}:${one.column}`))
    .map((one) => one.name);
  return new Set(found);
}
