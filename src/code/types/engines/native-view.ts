import type { NativeProject, NativeSymbol, NativeType } from './native-api.ts';
import type { TypeKind, TypeMember, TypeView } from './type-engine.ts';

// The numbers of TypeScript 7's flags; `test/code/types` runs the same questions on every engine.
const TYPE_FLAGS_ANY = 1;
const TYPE_FLAGS_BOOLEAN_LITERAL = 1 << 13;
const SYMBOL_FLAGS_ALIAS = 1 << 21;
const SYMBOL_FLAGS_OPTIONAL = 1 << 24;
const CHECK_FLAGS_READONLY = 1 << 3;
const FORMAT_NO_TRUNCATION = 1;
const FORMAT_ALIAS_OF_ANY_SCOPE = 1 << 14;
const FORMAT_IN_TYPE_ALIAS = 1 << 23;
const FORMAT = FORMAT_NO_TRUNCATION | FORMAT_ALIAS_OF_ANY_SCOPE | FORMAT_IN_TYPE_ALIAS;

/** The scheme of the compiler's own library. */
const BUNDLED = 'bundled:';

/** One project's types in one snapshot, by the places where they are named. */
export class NativeView implements TypeView {
  readonly #project: NativeProject;
  readonly #checker: NativeProject['checker'];

  constructor(project: NativeProject) {
    this.#project = project;
    this.#checker = project.checker;
  }

  kinds(file: string, offsets: readonly number[]): readonly TypeKind[] {
    if (offsets.length === 0) return [];
    return this.#checker.getTypeAtPosition(file, offsets).map(kindOf);
  }

  areLost(file: string, offsets: readonly number[]): readonly boolean[] {
    if (offsets.length === 0) return [];
    return this.#checker.getSymbolAtPosition(file, offsets).map((symbol) => {
      if (symbol === undefined || (symbol.flags & SYMBOL_FLAGS_ALIAS) === 0) return symbol === undefined;
      return this.#checker.isUnknownSymbol(this.#checker.getAliasedSymbol(symbol));
    });
  }

  print(file: string, offset: number): string {
    const type = this.#typeAt(file, offset);
    return type === undefined ? 'unknown' : this.#text(type);
  }

  members(file: string, offset: number): readonly TypeMember[] {
    const type = this.#typeAt(file, offset);
    if (type === undefined) return [];
    const properties = this.#checker.getPropertiesOfType(type).map((symbol): TypeMember => {
      const typeOfSymbol = this.#checker.getTypeOfSymbol(symbol);
      return {
        name: symbol.name,
        optional: (symbol.flags & SYMBOL_FLAGS_OPTIONAL) !== 0,
        readonly: isReadonlySymbol(symbol),
        type: typeOfSymbol === undefined ? 'unknown' : this.#text(typeOfSymbol),
      };
    });
    const indexes = this.#checker.getIndexInfosOfType(type).map((info): TypeMember => {
      const { keyType, valueType, isReadonly } = info;
      return {
        name: `[key: ${this.#text(keyType)}]`,
        optional: false,
        readonly: isReadonly,
        type: this.#text(valueType),
      };
    });
    return [...properties, ...indexes];
  }

  files(): readonly string[] {
    return this.#project.program.getSourceFileNames().filter((file) => !file.startsWith(BUNDLED));
  }

  #typeAt(file: string, offset: number): NativeType | undefined {
    return this.#checker.getTypeAtPosition(file, [offset])[0];
  }

  #text(type: NativeType): string {
    return this.#checker.typeToString(type, undefined, FORMAT);
  }
}

function kindOf(type: NativeType | undefined): TypeKind {
  if (type === undefined) return 'error';
  if ((type.flags & TYPE_FLAGS_ANY) !== 0) return type.isErrorType() ? 'error' : 'any';
  if ((type.flags & TYPE_FLAGS_BOOLEAN_LITERAL) !== 0) return type.value === true ? 'true' : 'false';
  return 'other';
}

/** Members are looked at in mapped types, which note on the symbol itself that it is read-only. */
function isReadonlySymbol(symbol: NativeSymbol): boolean {
  return (symbol.checkFlags & CHECK_FLAGS_READONLY) !== 0;
}
