import type { ts } from 'ts-morph';
import { forEachChildOrComment } from '../code/jsdoc-comments.ts';
import { parseScript } from '../code/parsed-script.ts';
import type { ImportedName } from '../code/module-record.ts';
import type { Dialect } from '../code/source-language.ts';
import { loadTypeScript, type TypeScript } from '../code/typescript-parser.ts';
import { memberUses, wholeUses } from './syntax/member-uses.ts';
import { moduleMentions, qualifierOf } from './syntax/module-mentions.ts';
import { usesWithin } from './syntax/names-in-scope.ts';
import { clauseNames } from './tokens/clause-names.ts';
import type { TokenTable } from './tokens/token-table.ts';
import { tokenize } from './tokens/tokenizer.ts';
import { memberUsesByTokens, usesByTokens } from './tokens/uses-by-tokens.ts';

/**
 * Finds what one script uses: from its tokens, which takes a fraction of a millisecond, and with the full parser
 * wherever these leave a doubt. Answers are offsets into the text.
 */
export class ScriptUses {
  readonly text: string;
  readonly #dialect: Dialect;
  readonly #parsed: ParsedScripts;
  /** Answers given before. */
  readonly #known = new Map<string, Promise<readonly number[]>>();
  #tokens: TokenTable | null | undefined;
  #comments: readonly string[] | undefined;

  constructor(text: string, dialect: Dialect, parsed: ParsedScripts) {
    this.text = text;
    this.#dialect = dialect;
    this.#parsed = parsed;
  }

  /** Where a name of the module's top is used; its declarations and the imports of it are left out. */
  ofName(name: string): Promise<readonly number[]> {
    return this.#once(`name ${name}`, () => this.#searchName(name));
  }

  /** Where a member is taken from a module that a name of the top stands for. @param path see `memberUses` */
  ofMember(name: string, path: readonly string[]): Promise<readonly number[]> {
    return this.#once(`member ${name} ${path.join('.')}`, () => this.#searchMember(name, path));
  }

  /** Where a member is taken from a module that is imported in place: `import('x')`, `require('x')`. */
  ofMentioned(specifiers: ReadonlySet<string>, path: readonly string[]): Promise<readonly number[]> {
    return this.#once(`mention ${[...specifiers].join(' ')} ${path.join('.')}`, () =>
      this.#searchMentioned(specifiers, path),
    );
  }

  #once(question: string, search: () => Promise<readonly number[]>): Promise<readonly number[]> {
    const known = this.#known.get(question);
    if (known !== undefined) return known;
    const answer = search();
    this.#known.set(question, answer);
    // What failed once may succeed the next time.
    answer.catch(() => this.#known.delete(question));
    return answer;
  }

  async #searchName(name: string): Promise<readonly number[]> {
    if (!this.text.includes(name)) return [];
    const tokens = this.#isInComment(name) ? undefined : this.#table();
    const quick = tokens && usesByTokens(tokens, name);
    if (quick !== undefined) return quick;
    const { ts, source } = await this.#parse();
    return usesWithin(ts, source, name).map((node) => node.getStart(source));
  }

  async #searchMember(name: string, path: readonly string[]): Promise<readonly number[]> {
    if (!path.every((part) => this.text.includes(part))) return [];
    const tokens = this.#isInComment(name) ? undefined : this.#table();
    const quick = tokens && memberUsesByTokens(tokens, name, path);
    if (quick !== undefined) return quick;
    const { ts, source } = await this.#parse();
    return usesWithin(ts, source, name)
      .flatMap((node) => memberUses(ts, node, path))
      .map((node) => node.getStart(source));
  }

  async #searchMentioned(specifiers: ReadonlySet<string>, path: readonly string[]): Promise<readonly number[]> {
    if (!path.every((part) => this.text.includes(part))) return [];
    const { ts, source } = await this.#parse();
    return moduleMentions(ts, source, specifiers)
      .flatMap((node) => {
        if (path.length === 0) return wholeUses(ts, node);
        if (!ts.isImportTypeNode(node) || node.qualifier === undefined) return memberUses(ts, node, path);
        const names = qualifierOf(ts, node);
        const reaches = path.every((part, index) => names[index]?.text === part);
        const last = names[path.length - 1];
        return reaches && last !== undefined ? [last] : [];
      })
      .map((node) => node.getStart(source));
  }

  /** Where an import whose specifier stands at an offset writes the names that it takes. */
  async ofClause(specifier: number, names: readonly ImportedName[]): Promise<readonly number[]> {
    const tokens = this.#table();
    const token = tokens?.tokenAt(specifier) ?? -1;
    // What no token stands at is in a comment: `@import`.
    if (tokens !== undefined && token >= 0) return clauseNames(tokens, token, names);
    const { ts, source } = await this.#parse();
    const found: number[] = [];
    const visit = (node: ts.Node): void => {
      if (node.end <= specifier || node.pos > specifier) return;
      const isTaking = ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isJSDocImportTag(node);
      if (isTaking && node.moduleSpecifier?.getStart(source) === specifier) {
        found.push(...namesOf(ts, node, names).map((name) => name.getStart(source)));
      } else forEachChildOrComment(ts, node, visit);
    };
    visit(source);
    return found;
  }

  /** Whether a comment of JavaScript, where types are written in comments, speaks of a name: then tokens do not tell. */
  #isInComment(name: string): boolean {
    if (this.#dialect !== 'js') return false;
    this.#comments ??= this.text.match(/\/\*\*[^]*?\*\//g) ?? [];
    return this.#comments.some((comment) => comment.includes(name));
  }

  #table(): TokenTable | undefined {
    if (this.#tokens === undefined) this.#tokens = tokenize(this.text, this.#dialect) ?? null;
    return this.#tokens ?? undefined;
  }

  async #parse(): Promise<ParsedText> {
    return this.#parsed.of(await loadTypeScript(), this.text, this.#dialect);
  }
}

function namesOf(
  ts: TypeScript,
  node: ts.ImportDeclaration | ts.ExportDeclaration | ts.JSDocImportTag,
  names: readonly ImportedName[],
): ts.Node[] {
  const found: ts.Node[] = [];
  const named = ts.isExportDeclaration(node) ? node.exportClause : node.importClause?.namedBindings;
  const ownDefault = ts.isExportDeclaration(node) ? undefined : node.importClause?.name;
  for (const { imported, local } of names) {
    if (ownDefault?.text === local && imported === 'default') found.push(ownDefault);
    if (named === undefined || !(ts.isNamedImports(named) || ts.isNamedExports(named))) continue;
    for (const element of named.elements) {
      const taken = element.propertyName ?? element.name;
      if (taken.text === imported && element.name.text === local) found.push(taken);
    }
  }
  return found;
}

interface ParsedText {
  readonly ts: TypeScript;
  readonly source: ts.SourceFile;
}

/** The scripts that were parsed last; a tree takes much more room than its text. */
export class ParsedScripts {
  readonly #limit: number;
  readonly #sources = new Map<string, ts.SourceFile>();

  constructor(limit = 48) {
    this.#limit = limit;
  }

  of(ts: TypeScript, text: string, dialect: Dialect): ParsedText {
    const key = `${dialect}\0${text}`;
    const source = this.#sources.get(key) ?? parseScript(ts, text, dialect);
    this.#sources.delete(key);
    this.#sources.set(key, source);
    const oldest = this.#sources.keys().next();
    if (this.#sources.size > this.#limit && !oldest.done) this.#sources.delete(oldest.value);
    return { ts, source };
  }
}
