import type {
  ExportKind,
  ExportRecord,
  ImportedName,
  ImportRecord,
  ModuleRecord,
} from '../../modules/module-record.ts';
import { assembleModule, emptyRawModule } from '../../modules/raw-module.ts';
import { isBinary } from '../../modules/read-module.ts';
import type { ExportList } from './export-list.ts';
import type { Binding, BindingKind } from './module-bindings.ts';
import { readModuleScope, type ModuleScope } from './module-scope.ts';

const KINDS: Readonly<Record<BindingKind, ExportKind>> = {
  function: 'function',
  class: 'class',
  type: 'type',
  variable: 'var',
  import: 'unknown',
};

/** Names with a meaning for the import system. */
const PROTOCOL: ReadonlySet<string> = new Set(['__all__', '__getattr__', '__dir__']);

/**
 * Reads the exports and imports of a module. As in PEP 8, the exports are the names in `__all__`; without it, every public
 * name that the module itself binds. Imported names are implementation details, except in `__init__.py`, where imports
 * from the package are exports, and except `from m import a as a`, which marks a re-export. In a stub file, only marked
 * imports are exports.
 */
export function readPythonModule(file: string, text: string): ModuleRecord {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (isBinary(source)) return assembleModule(file, emptyRawModule(), 'lexer');
  const scope = readModuleScope(source, isStubFile(file));
  const starImports = scope.imports.filter(({ isStar, isNested }) => isStar && !isNested).map((one) => one.specifier);
  const list = scope.exportList === 'computed' ? undefined : scope.exportList;
  const exports = list === undefined ? publicExports(file, scope) : listedExports(file, scope, list);
  const exported = new Set(exports.map(({ name }) => name));
  const internals = [...scope.bindings.values()]
    .map((bindings) => toExport(preferredBinding(bindings)))
    .filter(({ name }) => !exported.has(name));
  for (const [name, position] of scope.globals) {
    // The module has the name after a call of the function.
    if (!scope.bindings.has(name)) internals.push({ name, kind: 'var', ...position, localName: name });
  }
  const starExports = list === undefined ? starImports : listedModules(file, scope, list);
  return {
    file,
    exports,
    starExports: starExports.map((specifier) => ({ specifier })),
    imports: scope.imports.map(toImport),
    parsedBy: 'lexer',
    internals,
    ...(starImports.length > 0 && { starImports }),
    ...createdNames(scope),
    ...(scope.exportList === 'computed' && { hasComputedExports: true }),
  };
}

/** Whether the module creates names when it runs: in its namespace, or when they are imported. */
function createdNames({ bindings, namespaceChange }: ModuleScope): Pick<ModuleRecord, 'createsNames'> {
  if (namespaceChange !== undefined) return { createsNames: namespaceChange };
  const [getter] = bindings.get('__getattr__') ?? [];
  if (getter === undefined) return {};
  return { createsNames: { line: getter.line, column: getter.column, isOnDemand: true } };
}

/** Whether a file only declares the names of a module. */
export function isStubFile(file: string): boolean {
  return file.endsWith('.pyi');
}

function publicExports(file: string, { bindings }: ModuleScope): readonly ExportRecord[] {
  const exports: ExportRecord[] = [];
  for (const [name, all] of bindings) {
    const binding = exportedBinding(file, all);
    const isSpecial = /^__\w+__$/.test(name);
    if (name.startsWith('_') && !isSpecial) continue;
    if (PROTOCOL.has(name)) continue;
    if (binding === undefined) continue;
    exports.push({ ...toExport(binding), ...(isSpecial && { isOmittedFromStar: true }) });
  }
  return exports;
}

/**
 * The binding of a public name that counts as an export. A definition does, although a faster import can replace it (`def f`,
 * then `try: from _fast import f`).
 */
function exportedBinding(file: string, bindings: readonly Binding[]): Binding | undefined {
  const preferred = preferredBinding(bindings);
  if (preferred.kind !== 'import' || isReexport(file, preferred)) return preferred;
  return bindings.findLast(({ kind, isConditional }) => kind !== 'import' && (kind !== 'variable' || !isConditional));
}

function listedExports(file: string, scope: ModuleScope, list: ExportList): readonly ExportRecord[] {
  const { bindings, imports } = scope;
  const isPackage = isPackageFile(file);
  const hasStar = imports.some(({ isStar }) => isStar);
  const exports = new Map<string, ExportRecord>();
  for (const entry of list.names) {
    const { name } = entry;
    const position = scope.positionOf(entry);
    const bound = bindings.get(name);
    if (bound !== undefined) exports.set(name, toExport(preferredBinding(bound)));
    else if (hasStar) exports.set(name, { name, kind: 'unknown', ...position, isListedOnly: true });
    else if (isPackage) {
      // `from package import *` also imports the modules of the package that the list names.
      exports.set(name, { name, kind: 'unknown', ...position, from: '.', importedName: name, submodule: `.${name}` });
    } else exports.set(name, { name, kind: 'unknown', ...position, localName: name });
  }
  return [...exports.values()];
}

/** The specifiers of the modules whose `__all__` the list includes. */
function listedModules(file: string, { bindings }: ModuleScope, { modules }: ExportList): readonly string[] {
  return modules.flatMap((expression) => {
    const [outermost = '', ...rest] = expression.split('.');
    const imported = bindings.get(outermost)?.at(-1)?.imported;
    if (imported === undefined) return isPackageFile(file) ? [`.${expression}`] : [];
    const module = imported.name === '*' ? imported.specifier : imported.submodule;
    return module === undefined ? [] : [[module, ...rest].join('.')];
  });
}

/** The binding that describes a name: the last one, or a definition if the last one is in a branch that may not run. */
export function preferredBinding(bindings: readonly Binding[]): Binding {
  const order: readonly BindingKind[] = ['function', 'class', 'type', 'import', 'variable'];
  const runtime = bindings.filter(({ isTypeOnly }) => !isTypeOnly);
  const candidates = runtime.length > 0 ? runtime : bindings;
  const last = candidates.at(-1);
  if (last === undefined) throw new RangeError('A name has at least one binding.');
  if (!last.isConditional) return last;
  for (const kind of order) {
    const found = candidates.findLast((one) => one.kind === kind);
    if (found !== undefined) return found;
  }
  return last;
}

function isReexport(file: string, { imported }: Binding): boolean {
  if (imported === undefined) return false;
  if (imported.isMarkedReexport) return true;
  if (!isPackageFile(file) || isStubFile(file) || imported.name === '*') return false;
  if (imported.specifier.startsWith('.')) return true;
  // `from package.module import name` in the file of that package.
  const [outermost = ''] = imported.specifier.split('.');
  return file.split('/').slice(0, -1).includes(outermost);
}

export function isPackageFile(file: string): boolean {
  return /(?:^|\/)__init__\.pyi?$/.test(file);
}

function toExport({ name, kind, line, column, isTypeOnly, imported }: Binding): ExportRecord {
  return {
    name,
    kind: KINDS[kind],
    line,
    column,
    ...(isTypeOnly && { typeOnly: true }),
    ...(imported === undefined
      ? { localName: name }
      : {
          from: imported.specifier,
          importedName: imported.name,
          ...(imported.submodule !== undefined && { submodule: imported.submodule }),
        }),
  };
}

function toImport({
  specifier,
  bindings,
  pathFrom,
  isNested,
  line,
  column,
}: ModuleScope['imports'][number]): ImportRecord {
  return {
    specifier,
    kind: isNested ? 'dynamic' : 'static',
    names:
      pathFrom === undefined
        ? bindings.map(toImportedName)
        : [{ imported: '*', local: pathFrom, localPath: specifier.split('.').slice(1) }],
    line,
    column,
  };
}

function toImportedName({ name, imported, isTypeOnly }: Binding): ImportedName {
  return {
    imported: imported?.name ?? '*',
    local: name,
    ...(isTypeOnly && { typeOnly: true }),
    ...(imported?.submodule !== undefined && { submodule: imported.submodule }),
  };
}
