import ts from 'typescript';

/** An export of a module according to TypeScript. */
export interface TypescriptExport {
  readonly name: string;
  readonly flags: ts.SymbolFlags;
  /** The lines of the declarations, starting at 1. */
  readonly lines: readonly number[];
}

const options: ts.CompilerOptions = {
  allowJs: true,
  checkJs: false,
  noLib: true,
  noResolve: true,
  jsx: ts.JsxEmit.Preserve,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.Preserve,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
};

/** Finds the exports that TypeScript binds for one file, without `export *`. */
export function findTypescriptExports(file: string, text: string): readonly TypescriptExport[] {
  const host: ts.CompilerHost = {
    fileExists: (name) => name === file,
    readFile: (name) => (name === file ? text : undefined),
    // The options decide which files are modules, regardless of their content.
    getSourceFile: (name, options) => (name === file ? ts.createSourceFile(file, text, options, true) : undefined),
    getDefaultLibFileName: () => 'lib.d.ts',
    writeFile: () => undefined,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
  };
  const program = ts.createProgram([file], options, host);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  if (source === undefined) throw new Error(`TypeScript did not read ${file}.`);
  // The symbol of a CommonJS module is not available in the public API.
  const module = (source as ts.SourceFile & { readonly symbol?: ts.Symbol }).symbol;
  if (module?.exports === undefined) return [];
  const exports: TypescriptExport[] = [];
  for (const [name, symbol] of module.exports) {
    if (name === ts.InternalSymbolName.ExportStar) continue;
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const lines = (symbol.declarations ?? []).map((declaration) => {
      const named = ts.getNameOfDeclaration(declaration) ?? declaration;
      return source.getLineAndCharacterOfPosition(named.getStart(source)).line + 1;
    });
    exports.push({ name: ts.unescapeLeadingUnderscores(name), flags: target.flags, lines });
  }
  return exports;
}

/** The symbol flags for each export kind. */
export const flagsOfKind: Readonly<Record<string, ts.SymbolFlags>> = {
  function: ts.SymbolFlags.Function,
  class: ts.SymbolFlags.Class,
  interface: ts.SymbolFlags.Interface,
  type: ts.SymbolFlags.TypeAlias,
  enum: ts.SymbolFlags.Enum,
  const: ts.SymbolFlags.Variable,
  let: ts.SymbolFlags.Variable,
  var: ts.SymbolFlags.Variable,
  namespace: ts.SymbolFlags.Module,
};
