/** Answers questions about modules with TypeScript's own program. */
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Reads a file of the tree that is judged. */
export type ReadFile = (path: string) => string | undefined;

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2022.d.ts'],
  allowImportingTsExtensions: true,
  allowJs: true,
  noEmit: true,
  types: [],
};

const ROOT = '/judged';
const PROBE = `${ROOT}/oracle-probe.ts`;
const libraryFolder = dirname(ts.getDefaultLibFilePath(OPTIONS));
const libraries = new Map<string, ts.SourceFile | undefined>();

const IS_ANY = 'type IsAny<T> = 0 extends 1 & T ? true : false;';

export class TypeQuestions {
  readonly #read: ReadFile;

  constructor(read: ReadFile) {
    this.#read = read;
  }

  /** Whether the module parses and exports something with this name that exists. */
  exports(file: string, name: string): boolean {
    const { program, source } = this.#open(file, '');
    const checker = program.getTypeChecker();
    const module = source && checker.getSymbolAtLocation(source);
    if (!source || !module || program.getSyntacticDiagnostics(source).length > 0) return false;
    const symbol = checker.getExportsOfModule(module).find((item) => item.name === name);
    if (symbol === undefined) return false;
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return (target.declarations ?? []).length > 0;
  }

  /** Whether the export is a function that can be called: a value with a call signature, declared with a body. */
  isFunction(file: string, name: string): boolean {
    const { program, source } = this.#open(file, probeOf(file, name, '(...rest: never[]) => unknown', 'forward'));
    if (!source || !isFree(program)) return false;
    const checker = program.getTypeChecker();
    const module = checker.getSymbolAtLocation(source);
    const symbol = module && checker.getExportsOfModule(module).find((item) => item.name === name);
    if (symbol === undefined) return false;
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return (target.declarations ?? []).some(
      (declaration) =>
        !(ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Ambient) &&
        (ts.isFunctionDeclaration(declaration)
          ? declaration.body !== undefined
          : ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined),
    );
  }

  /** Whether the exported value and the type are assignable to each other, and the value is not `any`. */
  hasType(file: string, name: string, type: string): boolean {
    return isFree(this.#open(file, probeOf(file, name, type, 'both')).program);
  }

  /** Whether the exported type and the expected one are assignable to each other, and it is not `any`. */
  hasShape(file: string, name: string, type: string): boolean {
    const probe = `import type { ${name} as Actual } from './${file}';
${IS_ANY}
type Expected = ${type};
export const forward: Expected = null! as Actual;
export const backward: Actual = null! as Expected;
export const isAny: IsAny<Actual> = false;
`;
    return isFree(this.#open(file, probe).program);
  }

  /** Whether the exported type exists and is not `any`. */
  isKnownType(file: string, name: string): boolean {
    const probe = `import type { ${name} as Actual } from './${file}';
${IS_ANY}
export const isAny: IsAny<Actual> = false;
`;
    return this.exports(file, name) && isFree(this.#open(file, probe).program);
  }

  #open(file: string, probe: string): { readonly program: ts.Program; readonly source: ts.SourceFile | undefined } {
    const path = join(ROOT, file);
    const readText = (name: string): string | undefined =>
      name === PROBE
        ? probe
        : name.startsWith(`${ROOT}/`)
          ? this.#read(name.slice(ROOT.length + 1))
          : ts.sys.readFile(name);
    const host: ts.CompilerHost = {
      ...ts.createCompilerHost(OPTIONS),
      getCurrentDirectory: () => ROOT,
      fileExists: (name) => (name.startsWith(ROOT) ? readText(name) !== undefined : name.startsWith(libraryFolder)),
      directoryExists: () => true,
      getDirectories: () => [],
      realpath: (name) => name,
      readFile: readText,
      getSourceFile: (name, options) => {
        if (!name.startsWith(ROOT)) return openLibrary(name, options);
        const text = readText(name);
        return text === undefined ? undefined : ts.createSourceFile(name, text, options, true);
      },
    };
    const program = ts.createProgram([path, PROBE], OPTIONS, host);
    return { program, source: program.getSourceFile(path) };
  }
}

/** A module that compiles only if the export has the type. */
function probeOf(file: string, name: string, type: string, direction: 'forward' | 'both'): string {
  return `import { ${name} as actual } from './${file}';
${IS_ANY}
type Expected = ${type};
export const forward: Expected = actual;
export const isAny: IsAny<typeof actual> = false;
${direction === 'both' ? 'export const backward: typeof actual = null! as Expected;' : ''}
`;
}

/** Whether the probe has no error. */
function isFree(program: ts.Program): boolean {
  const probe = program.getSourceFile(PROBE);
  return program.getSyntacticDiagnostics(probe).length === 0 && program.getSemanticDiagnostics(probe).length === 0;
}

/** The libraries of TypeScript are parsed once. */
function openLibrary(name: string, options: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile | undefined {
  if (!libraries.has(name)) {
    const text = ts.sys.readFile(name);
    libraries.set(name, text === undefined ? undefined : ts.createSourceFile(name, text, options, true));
  }
  return libraries.get(name);
}
