import type { ts } from 'ts-morph';
import { forEachChildOrComment } from '../language/jsdoc-nodes.ts';
import { loadTypeScript, parseScript, type TypeScript } from '../language/typescript-parser.ts';
import type { Dialect } from '../language/source-language.ts';
import type { ImportedName } from '../modules/module-record.ts';
import { RetryableCache } from '../../foundation/retryable-cache.ts';
import { findDestructuredNames, mayDestructure } from './syntax/destructured-names.ts';
import type { MemberVariable, ModuleReference } from './syntax/destructured-names.ts';
import { findInlineImports, getQualifierNames } from './syntax/inline-imports.ts';
import { findMemberUses, findModuleUses } from './syntax/member-uses.ts';
import { findUsesInScope } from './syntax/uses-in-scope.ts';
import { findClauseNames } from './tokens/clause-names.ts';
import type { TokenTable } from './tokens/token-table.ts';
import type { UsesInText } from './uses-in-text.ts';
import { tokenize } from './tokens/tokenizer.ts';
import { findMemberUsesInTokens, findUsesInTokens } from './tokens/token-uses.ts';

/**
 * Finds the uses of names in one script. Results are offsets into the text. The tokens answer most queries in a fraction
 * of a millisecond; the full parser answers the rest. See docs/decisions/2026-11-22-impact-uses.md.
 */
export class ScriptUses implements UsesInText {
  readonly text: string;
  readonly #dialect: Dialect;
  readonly #parsed: ParsedScriptCache;
  /** Results by query. */
  readonly #results = new RetryableCache<string, readonly number[]>();
  /** `null` if the script cannot be tokenized. */
  #tokens: TokenTable | null | undefined;
  #jsDocComments: readonly string[] | undefined;

  constructor(text: string, dialect: Dialect, parsed: ParsedScriptCache) {
    this.text = text;
    this.#dialect = dialect;
    this.#parsed = parsed;
  }

  /** Finds the uses of a top-level name. Omits its declarations and imports. */
  findUsesOfName(name: string): Promise<readonly number[]> {
    return this.#getOrCreate(`name ${name}`, () => this.#searchName(name));
  }

  /**
   * Finds the uses of a member of the module that a top-level name refers to.
   *
   * @param path the names from the module to the member
   */
  findUsesOfMember(name: string, path: readonly string[]): Promise<readonly number[]> {
    return this.#getOrCreate(`member ${name} ${path.join('.')}`, () => this.#searchMember(name, path));
  }

  /** Finds the uses of a member of a module that is imported inline: `import('x')`, `require('x')`. */
  findUsesOfInlineImport(specifiers: ReadonlySet<string>, path: readonly string[]): Promise<readonly number[]> {
    return this.#getOrCreate(`inline ${[...specifiers].join(' ')} ${path.join('.')}`, () =>
      this.#searchInlineImports(specifiers, path),
    );
  }

  #getOrCreate(query: string, search: () => Promise<readonly number[]>): Promise<readonly number[]> {
    return this.#results.getOrCreate(query, search);
  }

  async #searchName(name: string): Promise<readonly number[]> {
    if (!this.text.includes(name)) return [];
    const tokens = this.#isInJsDoc(name) ? undefined : this.#tokenize();
    const uses = tokens && findUsesInTokens(tokens, name);
    if (uses !== undefined) return uses;
    const { ts, source } = await this.#parse();
    return findUsesInScope(ts, source, name).map((node) => node.getStart(source));
  }

  async #searchMember(name: string, path: readonly string[]): Promise<readonly number[]> {
    if (!path.every((part) => this.text.includes(part))) return [];
    const tokens = this.#isInJsDoc(name) ? undefined : this.#tokenize();
    const uses = tokens && findMemberUsesInTokens(tokens, name, path);
    if (uses !== undefined) return uses;
    const { ts, source } = await this.#parse();
    return findUsesInScope(ts, source, name)
      .flatMap((node) => findMemberUses(ts, node, path))
      .map((node) => node.getStart(source));
  }

  async #searchInlineImports(specifiers: ReadonlySet<string>, path: readonly string[]): Promise<readonly number[]> {
    if (!path.every((part) => this.text.includes(part))) return [];
    const { ts, source } = await this.#parse();
    return findInlineImports(ts, source, specifiers)
      .flatMap((node) => {
        if (path.length === 0) return findModuleUses(ts, node);
        if (!ts.isImportTypeNode(node) || node.qualifier === undefined) return findMemberUses(ts, node, path);
        const names = getQualifierNames(ts, node);
        const matches = path.every((part, index) => names[index]?.text === part);
        const last = names[path.length - 1];
        return matches && last !== undefined ? [last] : [];
      })
      .map((node) => node.getStart(source));
  }

  /** Finds the top-level variables that receive a member of a module by destructuring. */
  async findDestructuredNames(module: ModuleReference, path: readonly string[]): Promise<readonly MemberVariable[]> {
    if (!path.every((part) => this.text.includes(part)) && !this.text.includes('...')) return [];
    if (!mayDestructure(this.text, module)) return [];
    const { ts, source } = await this.#parse();
    return findDestructuredNames(ts, source, module, path);
  }

  /** Finds names in the clause of an import or re-export. @param specifier the offset of the module specifier */
  async findNamesInClause(specifier: number, names: readonly ImportedName[]): Promise<readonly number[]> {
    const tokens = this.#tokenize();
    const token = tokens?.tokenAt(specifier) ?? -1;
    // A specifier in a JSDoc `@import` has no token.
    if (tokens !== undefined && token >= 0) return findClauseNames(tokens, token, names);
    const { ts, source } = await this.#parse();
    const found: number[] = [];
    const visit = (node: ts.Node): void => {
      if (node.end <= specifier || node.pos > specifier) return;
      const isClause = ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isJSDocImportTag(node);
      if (isClause && node.moduleSpecifier?.getStart(source) === specifier) {
        found.push(...findImportedNames(ts, node, names).map((name) => name.getStart(source)));
      } else forEachChildOrComment(ts, node, visit);
    };
    visit(source);
    return found;
  }

  /**
   * Whether a JSDoc comment of a JavaScript file contains a name. Types in comments have no tokens, only syntax nodes.
   */
  #isInJsDoc(name: string): boolean {
    if (this.#dialect !== 'js') return false;
    this.#jsDocComments ??= this.text.match(/\/\*\*[^]*?\*\//g) ?? [];
    return this.#jsDocComments.some((comment) => comment.includes(name));
  }

  #tokenize(): TokenTable | undefined {
    if (this.#tokens === undefined) this.#tokens = tokenize(this.text, this.#dialect) ?? null;
    return this.#tokens ?? undefined;
  }

  async #parse(): Promise<ParsedText> {
    return this.#parsed.parse(await loadTypeScript(), this.text, this.#dialect);
  }
}

/** Finds the nodes of imported names in the clause of an import or re-export. */
function findImportedNames(
  ts: TypeScript,
  node: ts.ImportDeclaration | ts.ExportDeclaration | ts.JSDocImportTag,
  names: readonly ImportedName[],
): ts.Node[] {
  const found: ts.Node[] = [];
  const named = ts.isExportDeclaration(node) ? node.exportClause : node.importClause?.namedBindings;
  const defaultName = ts.isExportDeclaration(node) ? undefined : node.importClause?.name;
  for (const { imported, local } of names) {
    if (defaultName?.text === local && imported === 'default') found.push(defaultName);
    if (named === undefined || !(ts.isNamedImports(named) || ts.isNamedExports(named))) continue;
    for (const element of named.elements) {
      const importedName = element.propertyName ?? element.name;
      if (importedName.text === imported && element.name.text === local) found.push(importedName);
    }
  }
  return found;
}

interface ParsedText {
  readonly ts: TypeScript;
  readonly source: ts.SourceFile;
}

/**
 * Caches the most recently used syntax trees. The limit is small: a syntax tree takes much more memory than its text.
 */
export class ParsedScriptCache {
  readonly #limit: number;
  readonly #sources = new Map<string, ts.SourceFile>();

  constructor(limit = 48) {
    this.#limit = limit;
  }

  parse(ts: TypeScript, text: string, dialect: Dialect): ParsedText {
    const key = `${dialect}\0${text}`;
    const source = this.#sources.get(key) ?? parseScript(ts, text, dialect);
    this.#sources.delete(key);
    this.#sources.set(key, source);
    const oldest = this.#sources.keys().next();
    if (this.#sources.size > this.#limit && !oldest.done) this.#sources.delete(oldest.value);
    return { ts, source };
  }
}
