import ts from 'typescript';

/** What TypeScript itself says that a module gives. */
export interface TypescriptExport {
  readonly name: string;
  readonly flags: ts.SymbolFlags;
  /** Lines of the declarations, from 1. */
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

/** The exports that TypeScript binds for one file, `export *` left out. */
export function typescriptExports(file: string, text: string): readonly TypescriptExport[] {
  const host: ts.CompilerHost = {
    fileExists: (name) => name === file,
    readFile: (name) => (name === file ? text : undefined),
    // The program says which files are modules whatever stands in them.
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
  if (source === undefined) throw new Error(`TypeScript left ${file} out.`);
  // A CommonJS module's symbol is not to be had otherwise.
  const module = (source as ts.SourceFile & { readonly symbol?: ts.Symbol }).symbol;
  if (module?.exports === undefined) return [];
  const found: TypescriptExport[] = [];
  for (const [name, symbol] of module.exports) {
    if (name === ts.InternalSymbolName.ExportStar) continue;
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const lines = (symbol.declarations ?? []).map((declaration) => {
      const named = ts.getNameOfDeclaration(declaration) ?? declaration;
      return source.getLineAndCharacterOfPosition(named.getStart(source)).line + 1;
    });
    found.push({ name: ts.unescapeLeadingUnderscores(name), flags: target.flags, lines });
  }
  return found;
}

/** The flags that a symbol of each of our kinds has. */
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
