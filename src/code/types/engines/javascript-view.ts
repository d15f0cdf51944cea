import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';
import type { TypeKind, TypeMember, TypeView } from './type-engine.ts';

/** The types of one program, by the offsets of their names. */
export class JavaScriptView implements TypeView {
  readonly #ts: TypeScript;
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;

  constructor(typescript: TypeScript, program: ts.Program) {
    this.#ts = typescript;
    this.#program = program;
    this.#checker = program.getTypeChecker();
  }

  kinds(file: string, offsets: readonly number[]): readonly TypeKind[] {
    return offsets.map((offset) => {
      const node = this.#nodeAt(file, offset);
      return node === undefined ? 'error' : this.#kindOf(this.#checker.getTypeAtLocation(node));
    });
  }

  areUnresolved(file: string, offsets: readonly number[]): readonly boolean[] {
    return offsets.map((offset) => {
      const node = this.#nodeAt(file, offset);
      const symbol = node && this.#checker.getSymbolAtLocation(node);
      if (symbol === undefined || (symbol.flags & this.#ts.SymbolFlags.Alias) === 0) return symbol === undefined;
      return (this.#checker.getAliasedSymbol(symbol).declarations ?? []).length === 0;
    });
  }

  print(file: string, offset: number): string {
    const node = this.#nodeAt(file, offset);
    return node === undefined ? 'unknown' : this.#printType(this.#checker.getTypeAtLocation(node));
  }

  members(file: string, offset: number): readonly TypeMember[] {
    const node = this.#nodeAt(file, offset);
    if (node === undefined) return [];
    const type = this.#checker.getTypeAtLocation(node);
    const properties = this.#checker.getPropertiesOfType(type).map((symbol): TypeMember => {
      const optional = (symbol.flags & this.#ts.SymbolFlags.Optional) !== 0;
      return {
        name: symbol.name,
        optional,
        readonly: isReadonly(this.#ts, symbol),
        type: this.#printType(this.#checker.getTypeOfSymbolAtLocation(symbol, node)),
      };
    });
    const indexes = this.#checker.getIndexInfosOfType(type).map((info): TypeMember => ({
      name: `[key: ${this.#printType(info.keyType)}]`,
      optional: false,
      readonly: info.isReadonly,
      type: this.#printType(info.type),
    }));
    return [...properties, ...indexes];
  }

  files(): readonly string[] {
    const program = this.#program;
    return program
      .getSourceFiles()
      .filter((file) => !program.isSourceFileDefaultLibrary(file))
      .map(({ fileName }) => fileName);
  }

  #kindOf(type: ts.Type): TypeKind {
    if (type.flags & this.#ts.TypeFlags.Any) return intrinsicName(type) === 'error' ? 'error' : 'any';
    if (type.flags & this.#ts.TypeFlags.BooleanLiteral) return intrinsicName(type) === 'true' ? 'true' : 'false';
    return 'other';
  }

  /** Prints a type. No enclosing node is passed, because the type would then be printed as the source spells it. */
  #printType(type: ts.Type): string {
    const { NoTruncation, InTypeAlias, UseAliasDefinedOutsideCurrentScope } = this.#ts.TypeFormatFlags;
    return this.#checker.typeToString(type, undefined, NoTruncation | InTypeAlias | UseAliasDefinedOutsideCurrentScope);
  }

  /** The innermost node that contains an offset; `undefined` if there is none. */
  #nodeAt(file: string, offset: number): ts.Node | undefined {
    const source = this.#program.getSourceFile(file);
    if (source === undefined) return undefined;
    // A binary search, because a file has many statements and probes are the last ones.
    const statement = lastStatementBefore(source.statements, offset);
    let node: ts.Node | undefined = statement && offset < statement.end ? statement : undefined;
    for (let inner = node; inner !== undefined;) {
      node = inner;
      inner = this.#ts.forEachChild(node, (child) =>
        offset >= child.getStart(source) && offset < child.end ? child : undefined,
      );
    }
    return node;
  }
}

/** The name of an intrinsic type; `error` for the type of an unresolved name. */
function intrinsicName(type: ts.Type): string | undefined {
  return 'intrinsicName' in type && typeof type.intrinsicName === 'string' ? type.intrinsicName : undefined;
}

function lastStatementBefore(statements: ts.NodeArray<ts.Statement>, offset: number): ts.Statement | undefined {
  let low = 0;
  let high = statements.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((statements[middle]?.pos ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return statements[low];
}

/** `CheckFlags.Readonly`, which marks members of mapped types; declared members have the modifier. */
const CHECK_FLAGS_READONLY = 8;

function isReadonly(typescript: TypeScript, symbol: ts.Symbol): boolean {
  const links: unknown = 'links' in symbol ? symbol.links : undefined;
  const flags = typeof links === 'object' && links !== null && 'checkFlags' in links ? Number(links.checkFlags) : 0;
  if ((flags & CHECK_FLAGS_READONLY) !== 0) return true;
  return (symbol.declarations ?? []).some(
    (declaration) => (typescript.getCombinedModifierFlags(declaration) & typescript.ModifierFlags.Readonly) !== 0,
  );
}
