import type { Parser } from '@vscode/tree-sitter-wasm';
import type { ExportLookup } from '../../modules/module-graph.ts';
import { folderOf } from '../../resolution/tree-path.ts';
import type { ExportContext, ExportEdit, SourceFile } from '../interface/code-language.ts';
import { childrenOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import type { Binding } from './module-bindings.ts';
import { readModuleScope } from './module-scope.ts';
import { withPythonTree } from './python-tree.ts';
import { isPackageFile, isStubFile, readPythonModule } from './read-python-module.ts';
import { findPythonErrors } from './syntax-errors.ts';

/**
 * Exports a name of a module: adds it to `__all__` if the list leaves it out. In `__init__.py`, a name that one module of
 * the package declares is imported from there first. `undefined` if there is no such edit, or if it could change what the
 * module does: the name exists only in a branch or for type checkers, or the import would be circular.
 */
export async function exportPythonName(
  parser: Parser,
  { graph, tree }: ExportContext,
  module: SourceFile,
  name: string,
): Promise<ExportEdit | undefined> {
  const { file, text } = module;
  if (exports(file, text, name)) return undefined;
  const scope = readModuleScope(text, isStubFile(file));
  const bindings = scope.bindings.get(name);
  let declaration = text;
  let edited = text;
  if (bindings === undefined) {
    const source = isPackageFile(file) ? findSource(graph, file, name) : undefined;
    const declaring = source && (await readModule(tree, source));
    if (source === undefined || declaring === undefined) return undefined;
    if (await isLoadedOnCondition({ graph, tree }, source)) return undefined;
    declaration = declaring;
    if (!isAlwaysBound(readModuleScope(declaration, isStubFile(source)).bindings.get(name))) return undefined;
    edited = withPythonTree(parser, text, (root) =>
      addImport(root, text, specifierOf(file, source), name, isStubFile(file)),
    );
  } else if (!isAlwaysBound(bindings)) return undefined;
  if (scope.exportList !== undefined) edited = addToList(parser, file, edited, name) ?? text;
  if (!exports(file, edited, name)) return undefined;
  if (withPythonTree(parser, edited, (root) => findPythonErrors(root, edited)).length > 0) return undefined;
  return { files: [{ file, text: edited }], declaration };
}

/** Whether a module has a name each time that it runs. */
function isAlwaysBound(bindings: readonly Binding[] = []): boolean {
  return bindings.some(({ isConditional, isTypeOnly }) => !isConditional && !isTypeOnly);
}

function exports(file: string, text: string, name: string): boolean {
  return readPythonModule(file, text).exports.some((one) => one.name === name);
}

/** The only module of a package that declares a name, if the package can import it. */
function findSource(graph: ExportLookup, file: string, name: string): string | undefined {
  const folder = folderOf(file);
  const declaring = graph.filesExporting(name).filter((one) => {
    const own = graph.moduleOf(one)?.exports.find((entry) => entry.name === name);
    return one.startsWith(folder === '' ? '' : `${folder}/`) && own !== undefined && own.from === undefined;
  });
  const [source, ...others] = declaring.filter((one) => isStubFile(one) === isStubFile(file));
  if (source === undefined || others.length > 0 || source.endsWith('/__main__.py')) return undefined;
  // The name would replace the module of the same name.
  if (graph.resolve(file, `.${name}`) !== undefined) return undefined;
  const isLoaded = importedBy(graph, file).has(source);
  return isLoaded || !reaches(graph, source, file) ? source : undefined;
}

/** The files that a module imports when it is loaded. */
function importedBy(graph: ExportLookup, file: string): ReadonlySet<string> {
  const imported = new Set<string>();
  for (const { specifier, kind, names } of graph.moduleOf(file)?.imports ?? []) {
    if (kind !== 'static') continue;
    const modules = [specifier, ...names.flatMap(({ submodule }) => submodule ?? [])];
    for (const one of modules) {
      const target = graph.resolve(file, one);
      if (target !== undefined) imported.add(target);
    }
  }
  return imported;
}

/** Whether other modules load a module only in a branch or when they need it, for example because it needs a system. */
async function isLoadedOnCondition({ graph, tree }: ExportContext, module: string): Promise<boolean> {
  const importers = graph.importersOf(module);
  for (const file of importers) {
    const { imports } = readModuleScope((await readModule(tree, file)) ?? '', isStubFile(file));
    const isCertain = imports.some(({ specifier, bindings, isNested }) => {
      const modules = [specifier, ...bindings.flatMap(({ imported }) => imported?.submodule ?? [])];
      if (isNested || !modules.some((one) => graph.resolve(file, one) === module)) return false;
      return bindings.length === 0 || bindings.some(({ isConditional }) => !isConditional);
    });
    if (isCertain) return false;
  }
  return importers.length > 0;
}

async function readModule(tree: ExportContext['tree'], file: string): Promise<string | undefined> {
  return (await tree.readText(file))?.replace(/^\uFEFF/, '');
}

/** Whether loading a module also imports from a package. */
function reaches(graph: ExportLookup, from: string, target: string): boolean {
  const seen = new Set([from]);
  for (const file of seen) {
    const imported = importedBy(graph, file);
    if (imported.has(target)) return true;
    for (const one of imported) seen.add(one);
  }
  return false;
}

/** The relative specifier of a module of the package. */
function specifierOf(packageFile: string, module: string): string {
  const folder = folderOf(packageFile);
  const path = module.slice(folder === '' ? 0 : folder.length + 1).replace(/\.pyi?$/, '');
  return `.${path.replace(/\/__init__$/, '').replaceAll('/', '.')}`;
}

/** Adds an import after the one that it belongs to: of the same module, of the package, or any other. */
function addImport(root: SyntaxNode, text: string, specifier: string, name: string, isStub: boolean): string {
  const statements = childrenOf(root);
  const imports = statements.filter(({ type }) => /^(?:future_)?import_(?:from_)?statement$|^future_import/.test(type));
  const moduleOf = (node: SyntaxNode): string => node.childForFieldName('module_name')?.text ?? '';
  const neighbour =
    imports.findLast((one) => moduleOf(one) === specifier) ?? imports.findLast((one) => moduleOf(one).startsWith('.'));
  const first = statements[0];
  const isDocumented = first?.type === 'expression_statement' && first.firstNamedChild?.type === 'string';
  const anchor = neighbour ?? imports.at(-1) ?? (isDocumented ? first : undefined);
  const isMarked = isStub || /\bimport\s+(\w+)\s+as\s+\1\b/.test(neighbour?.text ?? '');
  const statement = `from ${specifier} import ${name}${isMarked ? ` as ${name}` : ''}`;
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  if (anchor === undefined) {
    const at = first?.startIndex ?? text.length;
    return `${text.slice(0, at)}${statement}${end}${text.slice(at)}`;
  }
  const newline = text.indexOf('\n', anchor.endIndex);
  const at = newline < 0 ? text.length : newline + 1;
  const separator = newline < 0 ? end : '';
  const gap = imports.length === 0 ? end : '';
  return `${text.slice(0, at)}${separator}${gap}${statement}${end}${text.slice(at)}`;
}

/** Adds a name to the last list of `__all__` with which the module then exports it. */
function addToList(parser: Parser, file: string, text: string, name: string): string | undefined {
  return withPythonTree(parser, text, (root) => {
    const lists = childrenOf(root)
      .filter((one) => one.type === 'expression_statement' && /^__all__\b/.test(one.text))
      .flatMap((one) => one.descendantsOfType(['list', 'tuple']).flatMap((list) => list ?? []));
    for (const list of lists.toReversed()) {
      const edited = isListOfStrings(list) ? appendTo(list, text, name) : text;
      if (exports(file, edited, name)) return edited;
    }
    return undefined;
  });
}

function isListOfStrings(list: SyntaxNode): boolean {
  return childrenOf(list).every(({ type }) => type === 'string');
}

function appendTo(list: SyntaxNode, text: string, name: string): string {
  const last = childrenOf(list).at(-1);
  if (last === undefined) {
    const at = list.startIndex + 1;
    return `${text.slice(0, at)}"${name}"${list.type === 'tuple' ? ',' : ''}${text.slice(at)}`;
  }
  const quote = /["']/.exec(last.text)?.[0] ?? '"';
  const item = `${quote}${name}${quote}`;
  const lineBreak = /\r?\n[ \t]*$/.exec(text.slice(0, last.startIndex))?.[0];
  const before = text.slice(0, last.endIndex);
  const after = text.slice(last.endIndex);
  if (lineBreak === undefined) return `${before}, ${item}${after}`;
  // A list with one name for each line stays one, and a comment stays at its name.
  const [whole = '', comma = '', comment = ''] = /^([ \t]*,)?([ \t]*#[^\r\n]*)?/.exec(after) ?? [];
  return `${before},${comment}${lineBreak}${item}${comma}${after.slice(whole.length)}`;
}
