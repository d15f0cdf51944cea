import { createHash } from 'node:crypto';
import type { ts } from 'ts-morph';
import { combineTypes, spreadTuple, toObject, withoutUndefined } from '../model/combine-types.ts';
import { toLiteral, toText } from '../model/api-type.ts';
import type { ApiMember, ApiParameter, ApiSignature, ApiType } from '../model/api-type.ts';
import { printType } from '../model/print-type.ts';
import type { ApiReading } from './api-reading.ts';
import { quoteName } from '../model/quote-name.ts';

/** Objects and functions that are nested more deeply are a hash of their text. */
const MAX_DEPTH = 5;
/** What is nested more deeply than this is not part of the hash. */
const MAX_HASHED_DEPTH = 9;
/** More parts of one type are not read. */
const MAX_PARTS = 4000;

/** Reads a type of the compiler in our own form: the printer of the compiler changes with its version. */
export class InferredTypes {
  readonly #reading: Pick<ApiReading, 'ts' | 'checker' | 'names'>;
  #parts = 0;
  /** The node where names are visible. */
  readonly #place: ts.Node;
  /** Whether a part is unknown, or depends on a type parameter that only a computed type mentions. */
  isComplete = true;

  constructor(reading: Pick<ApiReading, 'ts' | 'checker' | 'names'>, place: ts.Node) {
    this.#reading = reading;
    this.#place = place;
  }

  read(type: ts.Type, depth = 0): ApiType {
    if (this.#parts++ > MAX_PARTS || depth > MAX_HASHED_DEPTH) return toText('…');
    if (depth === MAX_DEPTH && this.#isNested(type)) return this.#hash(type);
    return this.#readNamed(type, depth) ?? this.#readStructure(type, depth);
  }

  #hash(type: ts.Type): ApiType {
    const text = printType(this.#readNamed(type, MAX_DEPTH + 1) ?? this.#readStructure(type, MAX_DEPTH + 1));
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
    return { kind: 'opaque', text: `#${digest}`, mentions: [] };
  }

  #isNested(type: ts.Type): boolean {
    const { ts } = this.#reading;
    return (type.flags & ts.TypeFlags.Object) !== 0 && type.aliasSymbol === undefined && !isNominal(ts, type);
  }

  /** A type that has a name: an alias, a class, an interface, an enum or a type parameter. */
  #readNamed(type: ts.Type, depth: number): ApiType | undefined {
    const { ts, checker } = this.#reading;
    const { aliasSymbol, aliasTypeArguments = [] } = type;
    if (aliasSymbol !== undefined) return this.#reference(aliasSymbol, aliasTypeArguments, depth);
    if (type.flags & ts.TypeFlags.TypeParameter) {
      const isThis = (type as { isThisType?: boolean }).isThisType === true;
      return isThis ? toText('this') : { kind: 'reference', origin: 'parameter', name: type.symbol.name, args: [] };
    }
    if (type.flags & ts.TypeFlags.EnumLiteral) return this.#readEnum(type);
    const isPlain = (type.flags & ts.TypeFlags.Object) === 0 || !isNominal(ts, type);
    if (isPlain || checker.isArrayType(type) || checker.isTupleType(type)) return undefined;
    const args = checker.getTypeArguments(type as ts.TypeReference);
    const { symbol } = type;
    const own = (type as ts.InterfaceType).typeParameters?.length ?? args.length;
    return this.#reference(symbol, args.slice(0, this.#countParameters(symbol) ?? own), depth);
  }

  #countParameters(symbol: ts.Symbol): number | undefined {
    const { checker } = this.#reading;
    const declared = checker.getDeclaredTypeOfSymbol(symbol) as ts.InterfaceType;
    return (declared.outerTypeParameters?.length ?? 0) + (declared.localTypeParameters?.length ?? 0);
  }

  #readEnum(type: ts.Type): ApiType {
    const { ts, names, checker } = this.#reading;
    const name = (symbol: ts.Symbol): string => {
      const target = names.targetOf(symbol, symbol.name);
      return target.origin === 'package' ? target.id : target.name;
    };
    if (!(type.symbol.flags & ts.SymbolFlags.EnumMember)) return this.#reference(type.symbol, [], 0);
    const [member] = type.symbol.declarations ?? [];
    const owner =
      member?.parent === undefined
        ? undefined
        : checker.getSymbolAtLocation((member.parent as ts.EnumDeclaration).name);
    return toText(owner === undefined ? type.symbol.name : `${name(owner)}.${type.symbol.name}`);
  }

  #reference(symbol: ts.Symbol, typeArguments: readonly ts.Type[], depth: number): ApiType {
    const target = this.#reading.names.targetOf(symbol, symbol.name);
    const args = typeArguments.map((one) => this.read(one, depth + 1));
    return target.origin === 'package'
      ? { kind: 'reference', origin: 'package', name: target.id, args }
      : { kind: 'reference', origin: target.origin, name: target.name, args };
  }

  #readStructure(type: ts.Type, depth: number): ApiType {
    const { ts, checker } = this.#reading;
    const { flags } = type;
    if (type.isUnion()) return this.#readUnion(type, depth);
    if (type.isIntersection())
      return combineTypes(
        'intersection',
        type.types.map((one) => this.read(one, depth)),
      );
    if (type.isStringLiteral()) return toLiteral('string', type.value);
    if (type.isNumberLiteral()) return toLiteral('number', String(type.value));
    if (flags & ts.TypeFlags.Any) this.isComplete = false;
    if (flags & ts.TypeFlags.Object) return this.#readObject(type, depth);
    const isComputed =
      flags &
      (ts.TypeFlags.Conditional |
        ts.TypeFlags.IndexedAccess |
        ts.TypeFlags.Index |
        ts.TypeFlags.TemplateLiteral |
        ts.TypeFlags.StringMapping |
        ts.TypeFlags.Substitution);
    const text = checker.typeToString(type, this.#place, ts.TypeFormatFlags.NoTruncation);
    if (flags & ts.TypeFlags.BooleanLiteral) return toLiteral('boolean', text);
    if (flags & ts.TypeFlags.BigIntLiteral) return toLiteral('bigint', text.replace(/n$/, ''));
    if (!isComputed) return toText(text);
    this.isComplete = false;
    return { kind: 'opaque', text, mentions: [] };
  }

  /** The members of a boolean and of an enum are one type. */
  #readUnion(type: ts.UnionType, depth: number): ApiType {
    const { ts } = this.#reading;
    if (type.flags & ts.TypeFlags.Boolean) return toText('boolean');
    const enums = type.types.filter((one) => one.flags & ts.TypeFlags.EnumLiteral);
    const owners = new Map<ts.Symbol, ts.Type[]>();
    for (const one of enums) {
      const owner = this.#reading.checker.getBaseTypeOfLiteralType(one).symbol;
      owners.set(owner, [...(owners.get(owner) ?? []), one]);
    }
    const whole = new Set<ts.Type>();
    const named: ApiType[] = [];
    for (const [owner, members] of owners) {
      if (members.length < (owner.exports?.size ?? Number.POSITIVE_INFINITY)) continue;
      for (const member of members) whole.add(member);
      named.push(this.#reference(owner, [], depth));
    }
    const others = type.types.filter((one) => !whole.has(one)).map((one) => this.read(one, depth));
    return combineTypes('union', [...named, ...others]);
  }

  #readObject(type: ts.Type, depth: number): ApiType {
    const { ts, checker } = this.#reading;
    if (checker.isTupleType(type)) return this.#readTuple(type as ts.TupleTypeReference, depth);
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(type as ts.TypeReference);
      const isReadonly = type.symbol.name === 'ReadonlyArray';
      return { kind: 'array', element: element === undefined ? toText('any') : this.read(element, depth), isReadonly };
    }
    const calls = type.getCallSignatures();
    const constructs = type.getConstructSignatures();
    const members: ApiMember[] = [];
    if (calls.length > 0) members.push(this.#toCall('()', calls, depth));
    if (constructs.length > 0) members.push(this.#toCall('new ()', constructs, depth));
    for (const { keyType, type: value, isReadonly } of checker.getIndexInfosOfType(type)) {
      const name = `[key: ${printType(this.read(keyType, depth + 1))}]`;
      members.push({ name, type: this.read(value, depth + 1), isOptional: false, isReadonly });
    }
    for (const property of checker.getPropertiesOfType(type)) {
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
      const value = checker.getTypeOfSymbolAtLocation(property, this.#place);
      const read = this.read(value, depth + 1);
      const name = quoteName(property.name.replace(/^__@(\w+)@\d+$/, '[Symbol.$1]'));
      const isReadonly = this.#isReadonly(property);
      members.push({
        name: property.name.startsWith('__@') ? name.replaceAll('"', '') : name,
        type: isOptional ? withoutUndefined(read) : read,
        isOptional,
        isReadonly,
      });
    }
    return toObject(members.sort((one, other) => (one.name < other.name ? -1 : 1)));
  }

  #isReadonly({ declarations = [], flags }: ts.Symbol): boolean {
    const { ts } = this.#reading;
    if (flags & ts.SymbolFlags.Accessor) return (flags & ts.SymbolFlags.SetAccessor) === 0;
    return declarations.some(
      (node) => (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Readonly) !== 0 || isConstAssertion(ts, node),
    );
  }

  #toCall(name: '()' | 'new ()', signatures: readonly ts.Signature[], depth: number): ApiMember {
    const isConstructor = name === 'new ()';
    const read = signatures.map((one) => this.readSignature(one, depth + 1));
    return { name, type: { kind: 'function', signatures: read, isConstructor }, isOptional: false, isReadonly: false };
  }

  readSignature(signature: ts.Signature, depth: number): ApiSignature {
    const { ts, checker } = this.#reading;
    const parameters = signature.parameters.map((symbol): ApiParameter => {
      const [node] = symbol.declarations ?? [];
      const parameter = node !== undefined && ts.isParameter(node) ? node : undefined;
      const isOptional = parameter !== undefined && checker.isOptionalParameter(parameter);
      const read = this.read(checker.getTypeOfSymbolAtLocation(symbol, this.#place), depth);
      return {
        name: /^__\d+$/.test(symbol.name) ? `arg${symbol.name.slice(2)}` : symbol.name,
        type: isOptional ? withoutUndefined(read) : read,
        isOptional,
        isRest: parameter?.dotDotDotToken !== undefined,
      };
    });
    const typeParameters = (signature.typeParameters ?? []).map((one) => {
      const constraint = one.getConstraint();
      const fallback = one.getDefault();
      return {
        name: one.symbol.name,
        ...(constraint === undefined ? {} : { constraint: this.read(constraint, depth) }),
        ...(fallback === undefined ? {} : { default: this.read(fallback, depth) }),
      };
    });
    return { typeParameters, parameters: spreadTuple(parameters), result: this.readResult(signature, depth) };
  }

  readResult(signature: ts.Signature, depth: number): ApiType {
    const { ts, checker } = this.#reading;
    const predicate = checker.getTypePredicateOfSignature(signature);
    if (predicate === undefined) return this.read(signature.getReturnType(), depth);
    const isAssertion =
      predicate.kind === ts.TypePredicateKind.AssertsIdentifier || predicate.kind === ts.TypePredicateKind.AssertsThis;
    const subject = predicate.parameterName ?? 'this';
    const type = predicate.type === undefined ? '' : ` is ${printType(this.read(predicate.type, depth))}`;
    return { kind: 'opaque', text: `${isAssertion ? 'asserts ' : ''}${subject}${type}`, mentions: [] };
  }

  #readTuple(type: ts.TupleTypeReference, depth: number): ApiType {
    const { ts, checker } = this.#reading;
    const { elementFlags, labeledElementDeclarations, readonly } = type.target;
    const elements = checker.getTypeArguments(type).map((one, at): ApiParameter => {
      const flags = elementFlags[at] ?? ts.ElementFlags.Required;
      const label = labeledElementDeclarations?.[at]?.name;
      const isRest = (flags & ts.ElementFlags.Variable) !== 0;
      const read = this.read(one, depth);
      return {
        name: label !== undefined && ts.isIdentifier(label) ? label.text : '',
        type: (flags & ts.ElementFlags.Rest) === 0 ? read : { kind: 'array', element: read, isReadonly: false },
        isOptional: (flags & ts.ElementFlags.Optional) !== 0,
        isRest,
      };
    });
    return { kind: 'tuple', elements, isReadonly: readonly };
  }
}

/** Whether a type is a class or an interface, which its name represents. */
function isNominal(ts: ApiReading['ts'], type: ts.Type): boolean {
  const symbol = type.symbol as ts.Symbol | undefined;
  if (symbol === undefined) return false;
  const { objectFlags } = type as ts.ObjectType;
  const isDeclared = (objectFlags & (ts.ObjectFlags.ClassOrInterface | ts.ObjectFlags.Reference)) !== 0;
  return isDeclared && (symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) !== 0;
}

function isConstAssertion(ts: ApiReading['ts'], node: ts.Node): boolean {
  for (let one = node.parent as ts.Node | undefined; one !== undefined; one = one.parent as ts.Node | undefined) {
    if (ts.isAsExpression(one)) return one.type.getText() === 'const';
    if (!ts.isObjectLiteralExpression(one) && !ts.isPropertyAssignment(one)) return false;
  }
  return false;
}
