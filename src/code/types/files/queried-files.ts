import { messageOf, readNested } from '../../../foundation/errors.ts';
import { readDeclaredNames } from '../../declarations/declared-names.ts';
import type { DeclaredNames } from '../../declarations/declared-names.ts';
import { isDeclarationFile } from '../../language/source-language.ts';
import type { TypeScript } from '../../language/typescript-parser.ts';
import type { ExportLookup } from '../../modules/module-graph.ts';
import type { SubjectScope } from '../probes/queried-declaration.ts';
import type { TypeQuery } from '../queries/type-checker.ts';
import { readJavaScriptNames } from './javascript-names.ts';
import type { WorkspaceTexts } from './workspace-texts.ts';

/** A file that queries are about. */
export interface QueriedFile {
  /** Relative to the root. */
  readonly file: string;
  readonly absolute: string;
  readonly text: string;
  readonly names: DeclaredNames;
  /** The file that contains the type comparisons: the file itself, or a separate probe file next to it. */
  readonly probeFile: string;
  /**
   * A path for the text of a JavaScript file with declarations next to it, which an import of the file means. The copy is in
   * the same folder, so that its imports mean the same.
   */
  readonly copy?: string | undefined;
  readonly scope: SubjectScope;
}

/** A declared name and the file that declares it. */
export interface DeclarationRef {
  readonly file: QueriedFile;
  readonly name: string;
}

const PROBE_SUFFIX = '.holdfast-types.ts';
const COPY_INFIX = '.holdfast-source';

/** Whether a path is that of a separate probe file, or of a copy. */
export function isSeparateProbe(file: string): boolean {
  return file.endsWith(PROBE_SUFFIX) || file.includes(COPY_INFIX);
}

/** The path for the copy of a JavaScript file, if its own path resolves to other files. */
export function copyOf(absolute: string, exists: (absolute: string) => boolean): string | undefined {
  const [, stem, kind = '', x = ''] = /^(.*)\.([mc]?)js(x?)$/.exec(absolute) ?? [];
  if (stem === undefined) return undefined;
  const others = [`${stem}.${kind}ts`, `${stem}.d.${kind}ts`, ...(kind === '' ? [`${stem}.tsx`] : [])];
  return others.some(exists) ? `${stem}${COPY_INFIX}.${kind}js${x}` : undefined;
}

/** Whether the type checker supports the extension of a file. */
export function isCheckableFile(file: string): boolean {
  return /\.(?:[mc]?[jt]s|[jt]sx)$/.test(file);
}

export function isJavaScript(file: string): boolean {
  return /\.[mc]?jsx?$/.test(file);
}

export function readQueriedFile(
  typescript: TypeScript,
  file: string,
  absolute: string,
  text: string,
  copy?: string,
): QueriedFile {
  const declared = readDeclaredNames(typescript, file, text);
  const isGlobalScript = isDeclarationFile(file) && !typescript.isExternalModule(declared.source);
  if (isJavaScript(file)) {
    // Type comparisons cannot be appended to JavaScript.
    const { names, exportText, nameText } = readJavaScriptNames(typescript, declared, copy ?? absolute);
    const scope = { typescript, names, exportText, nameText };
    return { file, absolute, text, names, probeFile: absolute + PROBE_SUFFIX, copy, scope };
  }
  const exportText = (name: string): string => `import(${JSON.stringify(absolute)}).${name}`;
  return {
    file,
    absolute,
    text,
    names: declared,
    // In a declaration file without imports and exports, type comparisons would be global, and an import would make the
    // file a module.
    probeFile: isGlobalScript ? absolute + PROBE_SUFFIX : absolute,
    scope: { typescript, names: declared, exportText, nameText: (name) => name },
  };
}

/** Reads and parses the files that queries are about. A parsed file is cached until its text changes. */
export class QueriedFiles {
  readonly #typescript: TypeScript;
  readonly #texts: WorkspaceTexts;
  readonly #exports: ExportLookup | undefined;
  readonly #files = new Map<string, QueriedFile>();

  constructor(typescript: TypeScript, texts: WorkspaceTexts, exports: ExportLookup | undefined) {
    this.#typescript = typescript;
    this.#texts = texts;
    this.#exports = exports;
  }

  /**
   * Finds the declaration that a query is about, through re-exports.
   * @param read reads a file through the tree and returns an error message, or `''` on success
   * @returns the declaration, or an error message
   */
  async findDeclaration(query: TypeQuery, read: (file: string) => Promise<string>): Promise<DeclarationRef | string> {
    const { name } = query;
    const file = await this.#parse(query.file, read);
    if (typeof file === 'string') return file;
    const [outer = name, ...path] = name.split('.');
    const { declared, localNames, reexported } = file.names;
    // What importers get counts, so an export from another module precedes a local declaration of the same name.
    const found = this.#exports?.findExport(query.file, outer);
    if (!found || found.file === query.file) return { file, name };
    if (!reexported.has(outer) && localNames.has(outer) && declared.has(localNames.get(outer) ?? outer)) {
      return { file, name };
    }
    const declaring = await this.#parse(found.file, read);
    if (typeof declaring === 'string') return { file, name };
    const declaredName = declaredNameAt(declaring, found.line, found.column);
    return declaredName === undefined ? { file, name } : { file: declaring, name: [declaredName, ...path].join('.') };
  }

  async #parse(file: string, read: (file: string) => Promise<string>): Promise<QueriedFile | string> {
    if (!isCheckableFile(file)) {
      return `Failed to check types in ${file}: the type checker supports only TypeScript and JavaScript files`;
    }
    const problem = await read(file);
    if (problem !== '') return problem;
    const absolute = this.#texts.absolutePath(file);
    const text = this.#texts.textOf(absolute);
    if (text === undefined) return `Failed to check types in ${file}: file not found`;
    let parsed = this.#files.get(absolute);
    const copy = copyOf(absolute, (path) => this.#texts.textOf(path) !== undefined);
    if (parsed?.text !== text || parsed.copy !== copy) {
      try {
        parsed = readNested(file, () => readQueriedFile(this.#typescript, file, absolute, text, copy));
      } catch (thrown) {
        return messageOf(thrown);
      }
      this.#files.set(absolute, parsed);
    }
    const { syntaxError } = parsed.names;
    return syntaxError === undefined ? parsed : `Failed to parse ${file} at ${syntaxError}`;
  }
}

/** The name that is declared at a position of a file. */
export function declaredNameAt({ names }: QueriedFile, line: number, column: number): string | undefined {
  for (const { name, declarations } of names.declared.values()) {
    for (const node of declarations) {
      const nameNode = 'name' in node ? (node.name as typeof node) : node;
      const position = names.source.getLineAndCharacterOfPosition(nameNode.getStart(names.source));
      if (position.line === line - 1 && position.character === column - 1) return name;
    }
  }
  return undefined;
}

/** Reads files through the tree, each file at most once per batch of queries. */
export class BatchReads {
  readonly #reads = new Map<string, Promise<string>>();
  readonly #read: (file: string) => Promise<void>;

  constructor(read: (file: string) => Promise<void>) {
    this.#read = read;
  }

  /** @returns an error message, or `''` on success */
  readonly read = (file: string): Promise<string> => {
    let result = this.#reads.get(file);
    if (!result) {
      result = this.#read(file).then(
        () => '',
        (error: unknown) => messageOf(error),
      );
      this.#reads.set(file, result);
    }
    return result;
  };
}
