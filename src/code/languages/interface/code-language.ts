import type { FileDeclarations } from '../../declarations/file-declarations.ts';
import type { FunctionSymbol } from '../../declarations/function-symbols.ts';
import type { SyntaxDiagnostic } from '../../language/syntax-errors.ts';
import type { SentenceSignature } from '../../../contract/templates/sentence-signature.ts';
import type { SourceTree } from '../../../workspace/files/source-tree.ts';
import type { ExportLookup, ModuleGraph } from '../../modules/module-graph.ts';
import type { ImportedName, ModuleRecord } from '../../modules/module-record.ts';
import type { ResolvedExport } from '../../modules/resolved-exports.ts';
import type { DeclaredExport, DeclaredMember } from './declared-export.ts';

/** The files of a tree. */
export interface TreeFiles extends Iterable<string> {
  has(path: string): boolean;
}

/** What is known of a language before its parser is loaded: one line of the language table. */
export interface LanguageEntry {
  readonly id: string;
  /** The name for messages. */
  readonly title: string;
  /** The extensions of its modules, each with its dot. */
  readonly extensions: readonly string[];
  /** Whether a path with one of the extensions belongs to an installed package and not to the workspace. */
  isInstalled(path: string): boolean;
  /** Whether a file of another kind configures how imports are resolved. Its text is passed to `createResolver`. */
  isConfiguration(path: string): boolean;
  /** How a module imports names from a specifier, for prompts: a statement with `…` in the place of the names. */
  importForm(specifier: string): string;
  /** Whether the files of a folder are one package, whose files use each other's names without an import. */
  readonly isFolderPackage: boolean;
  /** A function with its signature, as the language declares it, for hovers. */
  declarationForm(name: string, signature: string): string;
  /** A file and a change of it, for prompts that show how to write files. */
  readonly example: ExampleFile;
  /** What of a signature must be equal to the expected one, for prompts: one or two sentences. */
  readonly signatureRule: string;
  /** Whether a compiler checks the types of arguments and results, so that every change of a type breaks users. */
  readonly enforcesTypes: boolean;
  /**
   * Other names under which a module usually declares what it does not export: `_name` in Python, and `name` for `Name` in
   * Go.
   */
  unexportedForms(name: string): readonly string[];
  /** How new contracts name things before there is code. */
  readonly drafts: LanguageDrafts;
  /**
   * Loads what the index needs. Called for every tree that has a module of the language, so it must be small: without the
   * parser, if the top level of a module can be read without it.
   */
  loadReader(): Promise<ModuleReader>;
  /** Loads the parser. Called only if a check, the plan or an impact query concerns a module of the language. */
  load(): Promise<CodeLanguage>;
}

/** A small file, and a change of one of its lines. */
export interface ExampleFile {
  /** The name of the language behind the fence of a block. */
  readonly fence: string;
  readonly path: string;
  readonly lines: readonly string[];
  /** The line that changes. It occurs once. */
  readonly oldLine: string;
  readonly newLine: string;
}

/** First values of a contract for new code. */
export interface LanguageDrafts {
  /** An example of a signature. */
  readonly signature: string;
  /** The signature of a function that a sentence states in the form of the language. */
  readonly findSignature: (sentence: string) => SentenceSignature | undefined;
  /** The name of a function, from its name in camel case. */
  functionName(camelCase: string): string;
  /** The path of a new module. @param folder with a final `/`, or an empty text @param id words with hyphens */
  newFile(folder: string, id: string): string;
  /** A regular expression for code that handles errors. */
  readonly errorHandling: string;
  /** What the test program is given to run the tests of the work alone. */
  testFile(id: string): string;
  /** The usual commands that build and test a repository. */
  readonly build: string;
  readonly test: string;
}

/** Reads the modules of one language for the index. Paths and texts are as for `CodeLanguage`. */
export interface ModuleReader {
  /** The exports and imports of a module. */
  readModule(file: string, text: string): ModuleRecord;
  /** @param recordOf the record of a module of the tree, which can change without a new resolver */
  createResolver(
    files: TreeFiles,
    configuration: ReadonlyMap<string, string>,
    recordOf: (file: string) => ModuleRecord | undefined,
  ): ImportResolver;
}

/**
 * Facts about the source code of one language, from the text of one file. All paths are relative to the root of the tree,
 * with `/`. Texts have no byte order mark. No method reads a file, except `exportName`, and none throws for a text that
 * does not parse.
 */
export interface CodeLanguage {
  /** The functions and methods that have a body. Functions inside functions are not listed. */
  functionsOf(file: string, text: string): readonly FunctionSymbol[];
  /**
   * Finds a method, `Type.method`, that the file of the type does not declare: of a base class, of an embedded type, or in
   * another file of the package. `undefined` if the type certainly lacks it.
   */
  findInherited(file: string, name: string, tree: ModuleTree): Promise<InheritedMethod | undefined>;
  /** The syntax errors, in text order. */
  findSyntaxErrors(text: string): readonly SyntaxDiagnostic[];
  /** Whether a module declares or imports a name at its top level. */
  declaresName(text: string, name: string): boolean;
  /** Why a top-level name is certainly not a function with a body; `undefined` if it may be one. */
  whyNotCallable(text: string, localName: string): string | undefined;
  /** Compares the signature of `name` or `Class.method` with an expected one; `undefined` if the text does not declare it. */
  compareSignature(text: string, name: string, expected: string): SignatureComparison | undefined;
  /** The exports of a module with their declarations, in text order. */
  declaredExports(file: string, text: string): readonly DeclaredExport[];
  /** The exported methods by type, if other files of a package can declare methods of a type. */
  declaredMethods?(text: string): ReadonlyMap<string, readonly DeclaredMember[]>;
  /** What a module declares, exported or not, also in a text with syntax errors. */
  declarationsOf(file: string, text: string): FileDeclarations;
  /** Why a text is no signature of the language; `undefined` if it is one, or several that ";" separates. */
  whyNotSignature(text: string): string | undefined;
  /**
   * The offsets of the uses of a top-level name, or of a member of it, without declarations and imports.
   * @param path the names from the top-level name to the member
   */
  findNameUses(text: string, name: string, path: readonly string[]): readonly number[];
  /**
   * An edit after which a module exports a name that it, or its package, declares. `undefined` if there is none that certainly
   * keeps what the code does. Reads other files of the tree.
   */
  exportName(context: ExportContext, module: SourceFile, name: string): Promise<ExportEdit | undefined>;
  /** The offsets of imported names in the import statement at an offset. */
  findImportedNames(text: string, offset: number, names: readonly ImportedName[]): readonly number[];
}

/** The modules of a tree, for questions that the text of one file does not answer. */
export interface ModuleTree extends ModuleGraph {
  /** The declaration of a name at the top level of a module, exported or not; `undefined` if the module lacks it. */
  findName(file: string, name: string): ResolvedExport | undefined;
  readText(file: string): Promise<string>;
}

export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

/** The tree in which a name is exported. */
export interface ExportContext {
  readonly graph: ExportLookup;
  readonly tree: Pick<SourceTree, 'readText' | 'listFiles'>;
}

/** An edit after which a module exports a name. */
export interface ExportEdit {
  /** The files whose text changes, with their new texts. */
  readonly files: readonly SourceFile[];
  /** The text that declares the name after the edit. */
  readonly declaration: string;
}

/** A method that a type has from elsewhere. */
export interface InheritedMethod {
  /** The declaration, or those of the builds that differ; empty if the tree does not decide whether there is one. */
  readonly declarations: readonly InheritedDeclaration[];
  /** Why the tree does not decide whether there is a method, or which one it is. */
  readonly undecided?: string;
}

export interface InheritedDeclaration {
  readonly file: string;
  /** The method under the name of the type that declares it. */
  readonly symbol: FunctionSymbol;
}

/** The result of comparing the normalized texts of two signatures. */
export interface SignatureComparison {
  readonly passed: boolean;
  /** The expected signature in normalized form, or as it is written if it cannot be read. */
  readonly expected: string;
  /** The actual signature in normalized form. Absent if one of the two cannot be read. */
  readonly actual?: string;
  /** Why one of the signatures cannot be read. Such a comparison never passes. */
  readonly error?: string;
  /** The position of the name of the function, from 1. */
  readonly line: number;
  readonly column: number;
}

/** Resolves the imports of one language in one tree. It is created again if files are added, removed or configured. */
export interface ImportResolver {
  /** The file that an import resolves to, the first one of a package; `undefined` if it is not a file of the tree. */
  resolve(fromFile: string, specifier: string): string | undefined;
  /**
   * The files that are imported together with a file, sorted, the file itself included: those of a Go package. Absent if
   * every file is a module by itself.
   */
  packageFilesOf?(file: string): readonly string[];
  /** Every path that a relative import can resolve to, existing or not; none for any other import. */
  candidatesFor(fromFile: string, specifier: string): readonly string[];
  /** The specifier with which any module of the tree can import a file. */
  specifierFor(file: string): string;
}
