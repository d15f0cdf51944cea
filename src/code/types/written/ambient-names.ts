import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';
import { AMBIENT_BLOCK, type AmbientExtent } from '../../modules/ambient-extent.ts';
import type { ExportLookup } from '../../modules/module-graph.ts';
import type { WorkspaceTexts } from '../files/workspace-texts.ts';
import { standardArity } from '../expected/standard-types.ts';

export interface AmbientNamesOptions {
  readonly typescript: TypeScript;
  readonly texts: WorkspaceTexts;
  readonly exports: ExportLookup;
  /** Absolute paths of the files of the configuration. Some may not be in the index, for example ignored ones. */
  readonly configurationFiles: Iterable<string>;
}

/** What files declare outside their own module. */
export interface AmbientNames {
  /** The names of global declarations that may change a standard type. A module can declare or import them itself. */
  readonly globals: ReadonlySet<string>;
  /** The names in augmentations of modules. Any module may export another name or type because of them. */
  readonly augmented: ReadonlySet<string>;
  /** The names of declared and augmented modules, as written. */
  readonly modules: ReadonlySet<string>;
}

/**
 * Reads the ambient names of all TypeScript files of the tree and of the configuration. Which of the files are in a program
 * is not examined: a file outside the configuration can be imported or referenced.
 * @returns `undefined` if the names are uncertain
 */
export function readAmbientNames(options: AmbientNamesOptions): AmbientNames | undefined {
  const { typescript, texts } = options;
  const reader = new AmbientReader(typescript);
  for (const [file, extent] of ambientFiles(options)) {
    const text = texts.textOf(file);
    if (text === undefined || UNCERTAIN_TEXT.test(text)) return undefined;
    if (extent === 'file') reader.readFile(file, text);
    else reader.readBlocks(file, text);
    if (reader.isUncertain) return undefined;
  }
  return reader;
}

/** A reference that replaces the standard library, or a text that is not UTF-8. */
const UNCERTAIN_TEXT = /no-default-lib|[\0\uFFFD]/;

function* ambientFiles({ texts, exports, configurationFiles }: AmbientNamesOptions): Iterable<[string, AmbientExtent]> {
  for (const [file, extent] of exports.ambientFiles()) yield [texts.absolutePath(file), extent];
  const indexed = new Set(exports.files());
  for (const absolute of configurationFiles) {
    const file = texts.relativePath(absolute);
    if ((file === undefined || !indexed.has(file)) && /\.[mc]?tsx?$/.test(absolute)) yield [absolute, 'file'];
  }
}

class AmbientReader implements AmbientNames {
  readonly globals = new Set<string>();
  readonly augmented = new Set<string>();
  readonly modules = new Set<string>();
  isUncertain = false;
  readonly #ts: TypeScript;

  constructor(typescript: TypeScript) {
    this.#ts = typescript;
  }

  readFile(file: string, text: string): void {
    const source = this.#parse(file, text);
    const isModule = this.#ts.isExternalModule(source);
    for (const statement of source.statements) {
      if (!isModule) this.#addGlobal(statement);
      this.#readBlock(statement, isModule);
    }
  }

  /** Reads the ambient blocks of a module, without parsing the rest of it. */
  readBlocks(file: string, text: string): void {
    for (const { index } of text.matchAll(AMBIENT_BLOCK)) {
      const blockEnd = text.indexOf('\n}', index) + '\n}'.length;
      const block = this.#parse(file, text.slice(index, blockEnd)).statements[0];
      const statement = block && this.#isComplete(block) ? block : this.#parse(file, text.slice(index)).statements[0];
      if (statement) this.#readBlock(statement, true);
    }
  }

  #parse(file: string, text: string): ts.SourceFile {
    return this.#ts.createSourceFile(file, text, this.#ts.ScriptTarget.Latest);
  }

  /** Whether a text that ends too early would not change the statement. */
  #isComplete(node: ts.Statement): boolean {
    const ts = this.#ts;
    const body = ts.isModuleDeclaration(node) ? node.body : undefined;
    return body !== undefined && (body.flags & ts.NodeFlags.ThisNodeHasError) === 0;
  }

  /** Reads a statement that declares a module or augments a module or the global scope. */
  #readBlock(node: ts.Statement, isAugmentation: boolean): void {
    const ts = this.#ts;
    if (!ts.isModuleDeclaration(node)) return;
    const isGlobal = (node.flags & ts.NodeFlags.GlobalAugmentation) !== 0;
    if (ts.isStringLiteral(node.name)) this.modules.add(node.name.text);
    else if (!isGlobal) return;
    const statements = node.body && ts.isModuleBlock(node.body) ? node.body.statements : [];
    for (const statement of statements) {
      if (isGlobal) this.#addGlobal(statement);
      else if (isAugmentation) this.#addAugmentation(statement);
      // A module that is declared can contain an augmentation of the global scope.
      this.#readBlock(statement, isAugmentation);
    }
  }

  /** A standard interface keeps its number of type parameters if all its declarations have the same. */
  #addGlobal(node: ts.Statement): void {
    const isHarmless =
      this.#ts.isInterfaceDeclaration(node) && standardArity(node.name.text) === (node.typeParameters ?? []).length;
    if (!isHarmless) this.#addDeclared(this.globals, node);
  }

  #addAugmentation(node: ts.Statement): void {
    const ts = this.#ts;
    if (ts.isExportAssignment(node)) this.isUncertain = true;
    else if (!ts.isExportDeclaration(node)) this.#addDeclared(this.augmented, node);
    else if (node.exportClause && ts.isNamedExports(node.exportClause)) {
      for (const { name } of node.exportClause.elements) this.augmented.add(name.text);
    } else this.isUncertain = true;
  }

  #addDeclared(names: Set<string>, node: ts.Statement): void {
    const ts = this.#ts;
    if (ts.isVariableStatement(node)) {
      for (const { name } of node.declarationList.declarations) if (ts.isIdentifier(name)) names.add(name.text);
    } else if ('name' in node) {
      const { name } = node as { readonly name?: ts.Node };
      if (name && ts.isIdentifier(name)) names.add(name.text);
    }
  }
}
