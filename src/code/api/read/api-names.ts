import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';

/** What a name refers to. */
export type NamedTarget =
  | { readonly origin: 'package'; readonly id: string }
  | { readonly origin: 'parameter' | 'elsewhere'; readonly name: string };

/** The ids of the declarations of one package. A declaration that no entry exports gets an id when it is first mentioned. */
export class ApiNames {
  readonly #ts: TypeScript;
  readonly #checker: ts.TypeChecker;
  readonly #isOwn: (file: string) => boolean;
  readonly #ids = new Map<ts.Symbol, string>();
  readonly #symbols = new Map<string, ts.Symbol>();

  /** @param isOwn whether a file, by its absolute path, belongs to the package */
  constructor(typescript: TypeScript, checker: ts.TypeChecker, isOwn: (file: string) => boolean) {
    this.#ts = typescript;
    this.#checker = checker;
    this.#isOwn = isOwn;
  }

  /** The declarations that have an id, also those that are added while they are read. */
  get symbols(): ReadonlyMap<string, ts.Symbol> {
    return this.#symbols;
  }

  /** Gives an exported declaration its id: the name that importers write. The first name stays. */
  export(symbol: ts.Symbol, name: string, subpath: string): string {
    return this.#ids.get(symbol) ?? this.#add(symbol, name, `${name}@${subpath}`);
  }

  /** What a symbol at a name refers to. */
  targetOf(symbol: ts.Symbol | undefined, written: string): NamedTarget {
    const resolved = symbol === undefined ? undefined : this.resolve(symbol);
    if (resolved === undefined) return { origin: 'elsewhere', name: written };
    if (resolved.flags & this.#ts.SymbolFlags.TypeParameter) return { origin: 'parameter', name: resolved.name };
    if (!this.isOwnSymbol(resolved)) {
      const isNamed = !['default', 'export=', '__type', 'unknown'].includes(resolved.name);
      return { origin: 'elsewhere', name: isNamed && !written.includes('.') ? resolved.name : written };
    }
    return { origin: 'package', id: this.#ids.get(resolved) ?? this.#add(resolved, this.#localName(resolved)) };
  }

  /** The declaration behind import and export specifiers. */
  resolve(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & this.#ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  isOwnSymbol({ declarations = [] }: ts.Symbol): boolean {
    return declarations.some((node) => this.#isOwn(node.getSourceFile().fileName));
  }

  #localName({ name, declarations: [first] = [] }: ts.Symbol): string {
    if (name !== 'default' && name !== 'export=' && !name.startsWith('__')) return name.replace(/\$\d+$/, '');
    const declared = first !== undefined && 'name' in first ? (first.name as ts.Node | undefined) : undefined;
    return declared !== undefined && this.#ts.isIdentifier(declared) ? declared.text : name;
  }

  #add(symbol: ts.Symbol, name: string, alternative?: string): string {
    let id = this.#symbols.has(name) && alternative !== undefined ? alternative : name;
    for (let at = 2; this.#symbols.has(id); at++) id = `${name}#${at}`;
    this.#ids.set(symbol, id);
    this.#symbols.set(id, symbol);
    return id;
  }
}
