import { join } from 'node:path';
import ts from 'typescript';
import type { ModuleIndex, ResolvedExport } from '../../../src/code/index/module-index.ts';
import { toTreePath, createProgram, type ComparedTree } from './compared-program.ts';

/** A name of a module for which the results of the index and of TypeScript differ. */
export interface ExportDifference {
  readonly file: string;
  readonly name: string;
  /** What differs: whether the file itself exports the name, whether importers can use the name, or its declaration. */
  readonly aspect: 'own' | 'reachable' | 'origin';
  readonly ours: string;
  readonly theirs: string;
  /** Why both results are right. `undefined` if that is not known. */
  readonly reason: string | undefined;
}

export interface ExportComparison {
  readonly modules: number;
  /** Files with syntax errors. They are not compared. */
  readonly broken: readonly string[];
  readonly ownNames: number;
  readonly reachableNames: number;
  readonly differences: readonly ExportDifference[];
}

const reasons = {
  wholeModule: 'a module namespace: the index returns the line of the export, TypeScript returns the module',
  augmented: 'declared by `declare module` in another file: the index reads only the text of this file',
  merged: 'declared several times in the file: the index and TypeScript return different declarations',
  alias: '`export import a = b`: the index returns that line, TypeScript returns the target of the alias',
  shorthands: '`module.exports = { a, b }`: the index also lists the object, TypeScript lists only the names',
};

/**
 * Compares the exports of every module between the index and the type checker of TypeScript: the names that the file
 * itself exports, the names that importers can use, and the declaration of each name.
 */
export function compareExports(index: ModuleIndex, tree: ComparedTree): ExportComparison {
  return new ExportComparer(index, tree).run();
}

interface DeclarationLocation {
  readonly path: string;
  readonly line: number;
  readonly node: ts.Declaration;
}

class ExportComparer {
  readonly #index: ModuleIndex;
  readonly #tree: ComparedTree;
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;
  readonly #differences: ExportDifference[] = [];
  #ownNames = 0;
  #reachableNames = 0;

  constructor(index: ModuleIndex, tree: ComparedTree) {
    this.#index = index;
    this.#tree = tree;
    this.#program = createProgram(tree);
    this.#checker = this.#program.getTypeChecker();
  }

  run(): ExportComparison {
    const broken: string[] = [];
    for (const file of this.#tree.files) {
      const source = this.#program.getSourceFile(join(this.#tree.root, file));
      if (source === undefined) throw new Error(`The TypeScript program does not contain ${file}.`);
      if (this.#program.getSyntacticDiagnostics(source).length > 0) broken.push(file);
      else this.#compare(file, source);
    }
    return {
      modules: this.#tree.files.length - broken.length,
      broken,
      ownNames: this.#ownNames,
      reachableNames: this.#reachableNames,
      differences: this.#differences,
    };
  }

  #compare(file: string, source: ts.SourceFile): void {
    const symbol = findModuleSymbol(this.#checker, source);
    const own = symbolsByName([...(symbol?.exports?.values() ?? [])]);
    own.delete(ts.InternalSymbolName.ExportStar);
    const isWhole = own.has('export=');
    // With `export =`, the index lists the members of the exported object. TypeScript does not count them as exports.
    const ourOwn = (this.#index.moduleOf(file)?.exports ?? []).filter(({ name }) => !isWhole || own.has(name));
    this.#ownNames += own.size;
    this.#compareNames(file, 'own', new Set(ourOwn.map(({ name }) => name)), own);
    const theirs = symbolsByName(symbol === undefined ? [] : this.#checker.getExportsOfModule(symbol));
    const indexed = new Map(this.#index.exportsOf(file).map((each) => [each.name, each]));
    if (isWhole) for (const each of [indexed, theirs]) each.delete('export=');
    this.#reachableNames += theirs.size;
    // The index knows only the members that the text of the file lists, so they are not compared.
    if (!isWhole) this.#compareNames(file, 'reachable', new Set(indexed.keys()), theirs);
    for (const [name, each] of indexed) {
      const other = theirs.get(name);
      if (other !== undefined) this.#compareOrigin(file, each, other);
    }
  }

  #compareNames(
    file: string,
    aspect: 'own' | 'reachable',
    indexed: ReadonlySet<string>,
    theirs: ReadonlyMap<string, ts.Symbol>,
  ): void {
    for (const name of indexed) {
      if (theirs.has(name)) continue;
      const reason = name === 'export=' && /\.c?js$/.test(file) ? reasons.shorthands : undefined;
      this.#differences.push({ file, name, aspect, ours: 'exported', theirs: 'not exported', reason });
    }
    for (const [name, symbol] of theirs) {
      if (indexed.has(name)) continue;
      const reason = this.#addedReason(file, symbol);
      this.#differences.push({ file, name, aspect, ours: 'not exported', theirs: 'exported', reason });
    }
  }

  #addedReason(file: string, { declarations = [] }: ts.Symbol): string | undefined {
    if (declarations.length === 0) return undefined;
    return declarations.every((node) => this.#locate(node).path !== file) ? reasons.augmented : undefined;
  }

  #compareOrigin(file: string, ours: ResolvedExport, symbol: ts.Symbol): void {
    const aliased = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : this.#checker.getAliasedSymbol(symbol);
    const locations = (aliased.declarations ?? []).map((node) => this.#locate(node));
    // For a declaration outside of the tree, the index returns the last file in the tree that re-exports it.
    const [first, ...more] = locations.filter(({ path }) => !path.startsWith('..'));
    if (first === undefined) return;
    const known = [first, ...more];
    if (known.some(({ path, line }) => path === ours.file && line === ours.line)) return;
    this.#differences.push({
      file,
      name: ours.name,
      aspect: 'origin',
      ours: `${ours.file}:${ours.line}`,
      theirs: `${first.path}:${first.line}`,
      reason: this.#originReason(ours, known),
    });
  }

  #originReason(ours: ResolvedExport, theirs: readonly DeclarationLocation[]): string | undefined {
    if (theirs.some(({ node }) => ts.isSourceFile(node))) {
      return ours.kind === 'namespace' ? reasons.wholeModule : undefined;
    }
    const declared = this.#findDeclaration(ours);
    if (declared !== undefined && ts.isImportEqualsDeclaration(declared)) return reasons.alias;
    const name = declared === undefined ? undefined : ts.getNameOfDeclaration(declared)?.getText();
    const isSameName = theirs.some(
      ({ path, node }) => path === ours.file && ts.getNameOfDeclaration(node)?.getText() === name,
    );
    return name !== undefined && isSameName ? reasons.merged : undefined;
  }

  /** Finds the top-level declaration whose name is on the line that the index reports. */
  #findDeclaration({ file, line }: ResolvedExport): ts.Declaration | undefined {
    const source = this.#program.getSourceFile(join(this.#tree.root, file));
    const declarations = (source?.statements ?? []).flatMap((statement): readonly ts.Declaration[] =>
      ts.isVariableStatement(statement)
        ? statement.declarationList.declarations
        : [statement as unknown as ts.Declaration],
    );
    return declarations.find((node) => ts.getNameOfDeclaration(node) && this.#locate(node).line === line);
  }

  #locate(node: ts.Declaration): DeclarationLocation {
    const source = node.getSourceFile();
    const name = ts.getNameOfDeclaration(node) ?? node;
    const line = source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1;
    return { path: toTreePath(this.#tree.root, source.fileName), line, node };
  }
}

function symbolsByName(symbols: readonly ts.Symbol[]): Map<string, ts.Symbol> {
  return new Map(symbols.map((symbol) => [ts.unescapeLeadingUnderscores(symbol.escapedName), symbol]));
}

/** Finds the symbol of an ES module or a CommonJS module. The latter has only an internal symbol. */
function findModuleSymbol(checker: ts.TypeChecker, source: ts.SourceFile): ts.Symbol | undefined {
  const { symbol }: { readonly symbol?: ts.Symbol } = source as object;
  return checker.getSymbolAtLocation(source) ?? symbol;
}
