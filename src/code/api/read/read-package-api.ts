import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';
import { isPrivatePackage } from '../../resolution/package-manifest.ts';
import type { WorkspacePackage } from '../../resolution/workspace-packages.ts';
import type { EntryFile, PackageEntries } from '../entries/package-entries.ts';
import type { ApiDeclaration, ApiEntry, ApiExport, PackageApi } from '../model/package-api.ts';
import type { ApiReading } from './api-reading.ts';
import { createReading } from './create-reading.ts';
import { readDeclaration } from './read-declaration.ts';

export interface PackageApiInput {
  readonly typescript: TypeScript;
  readonly program: ts.Program;
  readonly owner: WorkspacePackage;
  readonly found: PackageEntries;
  /** Absolute path of the tree, with `/`. */
  readonly root: string;
  /** Whether a file of the tree belongs to the package, by its path relative to the tree. */
  readonly isOwn: (file: string) => boolean;
}

/** [CHANGE-5] Reads what the entries of a package offer. */
export function readPackageApi(input: PackageApiInput): PackageApi {
  const { typescript, program, owner, found, root } = input;
  const inferred = new Set<string>();
  let current = '';
  const toRelative = (file: string): string => (file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file);
  const isOwn = (file: string): boolean => file.startsWith(`${root}/`) && input.isOwn(toRelative(file));
  const reading = createReading(typescript, program, isOwn, () => {
    inferred.add(current);
  });
  const reexports = new Map<string, ApiDeclaration>();
  const entries = found.entries.map((entry): ApiEntry => {
    if (entry.kind !== 'module') return { ...entry, exports: [] };
    const source = program.getSourceFile(`${root}/${entry.file}`);
    if (source === undefined) return { ...entry, exports: [] };
    const missingModules = findMissingModules(reading, source);
    return {
      ...entry,
      exports: readExports(reading, source, entry, reexports),
      ...(missingModules.length === 0 ? {} : { missingModules }),
    };
  });
  const declarations: Record<string, ApiDeclaration> = {};
  // Reading a declaration adds those that it mentions.
  for (const [id, symbol] of reading.names.symbols) {
    current = id;
    const shape = readDeclaration(reading, id, symbol);
    const node = symbol.declarations?.[0];
    const source = node?.getSourceFile();
    declarations[id] = {
      id,
      file: source === undefined ? '' : toRelative(source.fileName),
      line: node === undefined || source === undefined ? 1 : lineOf(source, node),
      ...shape,
      ...(inferred.has(id) ? { isInferred: true } : {}),
    };
  }
  return {
    name: owner.manifest.name ?? owner.folder,
    version: owner.manifest.version,
    folder: owner.folder,
    language: 'typescript',
    isPrivate: isPrivatePackage(owner.manifest),
    entries,
    declarations: { ...declarations, ...Object.fromEntries(reexports) },
    notJudged: found.notJudged,
  };
}

function lineOf(source: ts.SourceFile, node: ts.Node): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

/** The exports of a module, those of `export *` and of exported namespaces included. */
function readExports(
  reading: ApiReading,
  source: ts.SourceFile,
  entry: EntryFile,
  reexports: Map<string, ApiDeclaration>,
): readonly ApiExport[] {
  const { checker, ts } = reading;
  // The checker names only modules of ECMAScript.
  const symbol = checker.getSymbolAtLocation(source) ?? (source as { readonly symbol?: ts.Symbol }).symbol;
  if (symbol === undefined) return [];
  const found: ApiExport[] = [];
  const seen = new Set<ts.Symbol>();
  const add = (module: ts.Symbol, prefix: string): void => {
    const exports = [...checker.getExportsOfModule(module)];
    const assigned = module.exports?.get(ts.InternalSymbolName.ExportEquals);
    if (assigned !== undefined) exports.push(assigned);
    // A default export is named by its other name, if it has one.
    for (const one of exports.sort((a, b) => Number(a.name === 'default') - Number(b.name === 'default'))) {
      // The class that CommonJS assigns to its exports has one.
      if (one.flags & ts.SymbolFlags.Prototype) continue;
      const resolved = reading.names.resolve(one);
      if (prefix === '' || !resolved.name.startsWith('__')) addExport(one, resolved, prefix);
    }
  };
  const addExport = (one: ts.Symbol, resolved: ts.Symbol, prefix: string): void => {
    const isNamespace = (resolved.flags & (ts.SymbolFlags.ValueModule | ts.SymbolFlags.NamespaceModule)) !== 0;
    const name = prefix + one.name;
    const isTypeOnly = (resolved.flags & ts.SymbolFlags.Value) === 0 && !isUnknown(reading, resolved);
    if (!reading.names.isOwnSymbol(resolved)) {
      const declaration = toReexport(reading, one, resolved, `${name}@${entry.subpath}`, entry.file);
      reexports.set(declaration.id, declaration);
      found.push({ name, declaration: declaration.id, isTypeOnly });
      return;
    }
    const id = reading.names.export(resolved, name, entry.subpath);
    found.push({ name, declaration: id, isTypeOnly });
    if (!isNamespace || seen.has(resolved)) return;
    seen.add(resolved);
    add(resolved, `${name}.`);
    seen.delete(resolved);
  };
  add(symbol, '');
  return found.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** The specifiers of `export *` that lead nowhere, from a module and from those that it exports all of. */
function findMissingModules({ checker, ts }: ApiReading, entry: ts.SourceFile): readonly string[] {
  const missing = new Set<string>();
  const files = new Set([entry]);
  for (const source of files) {
    for (const statement of source.statements) {
      if (!ts.isExportDeclaration(statement) || statement.exportClause !== undefined) continue;
      const { moduleSpecifier } = statement;
      if (moduleSpecifier === undefined) continue;
      const [module] = checker.getSymbolAtLocation(moduleSpecifier)?.declarations ?? [];
      if (module === undefined) missing.add(moduleSpecifier.getText().slice(1, -1));
      else files.add(module.getSourceFile());
    }
  }
  return [...missing].sort();
}

function isUnknown({ checker }: ApiReading, symbol: ts.Symbol): boolean {
  return checker.isUnknownSymbol(symbol);
}

/** A name of another package, which only its name represents. */
function toReexport(
  reading: ApiReading,
  one: ts.Symbol,
  resolved: ts.Symbol,
  id: string,
  file: string,
): ApiDeclaration {
  const { ts } = reading;
  const [node] = one.declarations ?? [];
  let from: string | undefined;
  for (
    let at = node as ts.Node | undefined;
    at !== undefined && from === undefined;
    at = at.parent as ts.Node | undefined
  ) {
    if ((ts.isExportDeclaration(at) || ts.isImportDeclaration(at)) && at.moduleSpecifier !== undefined) {
      from = at.moduleSpecifier.getText().slice(1, -1);
    }
  }
  const name = isUnknown(reading, resolved) ? one.name : resolved.name;
  return {
    id,
    kinds: ['re-export'],
    file,
    line: node === undefined ? 1 : lineOf(node.getSourceFile(), node),
    typeParameters: [],
    value: { kind: 'reference', origin: 'elsewhere', name: from === undefined ? name : `${from}#${name}`, args: [] },
    ...(from === undefined ? {} : { from }),
  };
}
