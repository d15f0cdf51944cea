import type { NativeProject, NativeSymbol, NativeType } from './native-api.ts';
import type { TypeKind, TypeMember, TypeView } from './type-engine.ts';

// The values of TypeScript 7's flags. The tests in `test/code/types` run the same queries on every engine.
const TYPE_FLAGS_ANY = 1;
const TYPE_FLAGS_BOOLEAN_LITERAL = 1 << 13;
const SYMBOL_FLAGS_ALIAS = 1 << 21;
const SYMBOL_FLAGS_OPTIONAL = 1 << 24;
const CHECK_FLAGS_READONLY = 1 << 3;
const FORMAT_NO_TRUNCATION = 1;
const FORMAT_ALIAS_OF_ANY_SCOPE = 1 << 14;
const FORMAT_IN_TYPE_ALIAS = 1 << 23;
const FORMAT = FORMAT_NO_TRUNCATION | FORMAT_ALIAS_OF_ANY_SCOPE | FORMAT_IN_TYPE_ALIAS;

/** The scheme of the standard library that the compiler contains. */
const BUNDLED_SCHEME = 'bundled:';

/** The types of one project in one snapshot, by the offsets of their names. */
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

  areUnresolved(file: string, offsets: readonly number[]): readonly boolean[] {
    if (offsets.length === 0) return [];
    return this.#checker.getSymbolAtPosition(file, offsets).map((symbol) => {
      if (symbol === undefined || (symbol.flags & SYMBOL_FLAGS_ALIAS) === 0) return symbol === undefined;
      return this.#checker.isUnknownSymbol(this.#checker.getAliasedSymbol(symbol));
    });
  }

  print(file: string, offset: number): string {
    const type = this.#typeAt(file, offset);
    return type === undefined ? 'unknown' : this.#printType(type);
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
        type: typeOfSymbol === undefined ? 'unknown' : this.#printType(typeOfSymbol),
      };
    });
    const indexes = this.#checker.getIndexInfosOfType(type).map((info): TypeMember => {
      const { keyType, valueType, isReadonly } = info;
      return {
        name: `[key: ${this.#printType(keyType)}]`,
        optional: false,
        readonly: isReadonly,
        type: this.#printType(valueType),
      };
    });
    return [...properties, ...indexes];
  }

  files(): readonly string[] {
    return this.#project.program.getSourceFileNames().filter((file) => !file.startsWith(BUNDLED_SCHEME));
  }

  #typeAt(file: string, offset: number): NativeType | undefined {
    return this.#checker.getTypeAtPosition(file, [offset])[0];
  }

  #printType(type: NativeType): string {
    return this.#checker.typeToString(type, undefined, FORMAT);
  }
}

function kindOf(type: NativeType | undefined): TypeKind {
  if (type === undefined) return 'error';
  if ((type.flags & TYPE_FLAGS_ANY) !== 0) return type.isErrorType() ? 'error' : 'any';
  if ((type.flags & TYPE_FLAGS_BOOLEAN_LITERAL) !== 0) return type.value === true ? 'true' : 'false';
  return 'other';
}

/** Members are read from mapped types, where the symbol has a read-only flag. */
function isReadonlySymbol(symbol: NativeSymbol): boolean {
  return (symbol.checkFlags & CHECK_FLAGS_READONLY) !== 0;
}
