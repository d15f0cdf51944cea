import { join } from 'node:path';
import ts from 'typescript';
import type { ModuleIndex, ResolvedExport } from '../../../src/code/module-index.ts';
import { pathInTree, programOf, type ComparedTree } from './compared-program.ts';

/** One name of one module of which the index and TypeScript say something else. */
export interface ExportDifference {
  readonly file: string;
  readonly name: string;
  /** What is said of it: the file's own name, a name that importers can write, or where that is declared. */
  readonly about: 'own' | 'given' | 'origin';
  readonly ours: string;
  readonly theirs: string;
  /** Why both are right; undefined where that is not known. */
  readonly reason: string | undefined;
}

export interface ExportComparison {
  readonly modules: number;
  /** Files that TypeScript finds mistakes of syntax in. */
  readonly broken: readonly string[];
  readonly ownNames: number;
  readonly givenNames: number;
  readonly differences: readonly ExportDifference[];
}

const reasons = {
  wholeModule: 'a whole module: the index names the line that gives it, TypeScript the module itself',
  augmented: 'another file adds it by `declare module`: the index tells what the text of this file says',
  merged: 'declared several times in the file: each names another of its declarations',
  alias: '`export import a = b`: the index names that line, TypeScript what it stands for',
  shorthands: '`module.exports = { a, b }`: the index gives the object too, TypeScript the names alone',
};

/**
 * Compares what every module exports: the names of its own text, the names that importers can write, and the place that
 * declares each of them, as the index and as the type checker of TypeScript have them.
 */
export function compareExports(index: ModuleIndex, tree: ComparedTree): ExportComparison {
  return new Comparison(index, tree).run();
}

interface Place {
  readonly path: string;
  readonly line: number;
  readonly node: ts.Declaration;
}

class Comparison {
  readonly #index: ModuleIndex;
  readonly #tree: ComparedTree;
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;
  readonly #differences: ExportDifference[] = [];
  #ownNames = 0;
  #givenNames = 0;

  constructor(index: ModuleIndex, tree: ComparedTree) {
    this.#index = index;
    this.#tree = tree;
    this.#program = programOf(tree);
    this.#checker = this.#program.getTypeChecker();
  }

  run(): ExportComparison {
    const broken: string[] = [];
    for (const file of this.#tree.files) {
      const source = this.#program.getSourceFile(join(this.#tree.root, file));
      if (source === undefined) throw new Error(`TypeScript left ${file} out.`);
      if (this.#program.getSyntacticDiagnostics(source).length > 0) broken.push(file);
      else this.#compare(file, source);
    }
    return {
      modules: this.#tree.files.length - broken.length,
      broken,
      ownNames: this.#ownNames,
      givenNames: this.#givenNames,
      differences: this.#differences,
    };
  }

  #compare(file: string, source: ts.SourceFile): void {
    const symbol = moduleSymbol(this.#checker, source);
    const own = namesOf([...(symbol?.exports?.values() ?? [])]);
    own.delete(ts.InternalSymbolName.ExportStar);
    const isWhole = own.has('export=');
    // What is given whole has members, which are no exports of their own to TypeScript.
    const ourOwn = (this.#index.moduleOf(file)?.exports ?? []).filter(({ name }) => !isWhole || own.has(name));
    this.#ownNames += own.size;
    this.#names(file, 'own', new Set(ourOwn.map(({ name }) => name)), own);
    const theirs = namesOf(symbol === undefined ? [] : this.#checker.getExportsOfModule(symbol));
    const ours = new Map(this.#index.exportsOf(file).map((each) => [each.name, each]));
    if (isWhole) for (const each of [ours, theirs]) each.delete('export=');
    this.#givenNames += theirs.size;
    // Of what is given whole the members are known as far as they are written.
    if (!isWhole) this.#names(file, 'given', new Set(ours.keys()), theirs);
    for (const [name, each] of ours) {
      const other = theirs.get(name);
      if (other !== undefined) this.#origin(file, each, other);
    }
  }

  #names(
    file: string,
    about: 'own' | 'given',
    ours: ReadonlySet<string>,
    theirs: ReadonlyMap<string, ts.Symbol>,
  ): void {
    for (const name of ours) {
      if (theirs.has(name)) continue;
      const reason = name === 'export=' && /\.c?js$/.test(file) ? reasons.shorthands : undefined;
      this.#differences.push({ file, name, about, ours: 'exported', theirs: 'not exported', reason });
    }
    for (const [name, symbol] of theirs) {
      if (ours.has(name)) continue;
      const reason = this.#whyAdded(file, symbol);
      this.#differences.push({ file, name, about, ours: 'not exported', theirs: 'exported', reason });
    }
  }

  #whyAdded(file: string, { declarations = [] }: ts.Symbol): string | undefined {
    if (declarations.length === 0) return undefined;
    return declarations.every((node) => this.#placeOf(node).path !== file) ? reasons.augmented : undefined;
  }

  #origin(file: string, ours: ResolvedExport, symbol: ts.Symbol): void {
    const aliased = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : this.#checker.getAliasedSymbol(symbol);
    const places = (aliased.declarations ?? []).map((node) => this.#placeOf(node));
    // Of what lies outside the tree the index names the last file that speaks of it.
    const [first, ...more] = places.filter(({ path }) => !path.startsWith('..'));
    if (first === undefined) return;
    const known = [first, ...more];
    if (known.some(({ path, line }) => path === ours.file && line === ours.line)) return;
    this.#differences.push({
      file,
      name: ours.name,
      about: 'origin',
      ours: `${ours.file}:${ours.line}`,
      theirs: `${first.path}:${first.line}`,
      reason: this.#whyElsewhere(ours, known),
    });
  }

  #whyElsewhere(ours: ResolvedExport, theirs: readonly Place[]): string | undefined {
    if (theirs.some(({ node }) => ts.isSourceFile(node))) {
      return ours.kind === 'namespace' ? reasons.wholeModule : undefined;
    }
    const declared = this.#declaredAt(ours);
    if (declared !== undefined && ts.isImportEqualsDeclaration(declared)) return reasons.alias;
    const name = declared === undefined ? undefined : ts.getNameOfDeclaration(declared)?.getText();
    const isSameName = theirs.some(
      ({ path, node }) => path === ours.file && ts.getNameOfDeclaration(node)?.getText() === name,
    );
    return name !== undefined && isSameName ? reasons.merged : undefined;
  }

  /** The declaration at the top of a file whose name stands where the index says. */
  #declaredAt({ file, line }: ResolvedExport): ts.Declaration | undefined {
    const source = this.#program.getSourceFile(join(this.#tree.root, file));
    const declarations = (source?.statements ?? []).flatMap((statement): readonly ts.Declaration[] =>
      ts.isVariableStatement(statement)
        ? statement.declarationList.declarations
        : [statement as unknown as ts.Declaration],
    );
    return declarations.find((node) => ts.getNameOfDeclaration(node) && this.#placeOf(node).line === line);
  }

  #placeOf(node: ts.Declaration): Place {
    const source = node.getSourceFile();
    const name = ts.getNameOfDeclaration(node) ?? node;
    const line = source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1;
    return { path: pathInTree(this.#tree.root, source.fileName), line, node };
  }
}

function namesOf(symbols: readonly ts.Symbol[]): Map<string, ts.Symbol> {
  return new Map(symbols.map((symbol) => [ts.unescapeLeadingUnderscores(symbol.escapedName), symbol]));
}

/** The symbol of a file that is a module, be it by `import` and `export` or by `require` and `module.exports`. */
function moduleSymbol(checker: ts.TypeChecker, source: ts.SourceFile): ts.Symbol | undefined {
  const { symbol }: { readonly symbol?: ts.Symbol } = source as object;
  return checker.getSymbolAtLocation(source) ?? symbol;
}
