import type { ts } from 'ts-morph';
import { combineTypes, spreadTuple, toObject, withoutUndefined } from '../model/combine-types.ts';
import { ANY, toLiteral, toText } from '../model/api-type.ts';
import type { ApiMember, ApiParameter, ApiSignature, ApiType, ApiTypeParameter } from '../model/api-type.ts';
import type { ApiReading } from './api-reading.ts';
import { languageOf } from '../../language/source-language.ts';
import { groupMembers, isUnstable, memberName, type NamedMember } from './member-names.ts';

/** The type that a text states. The names of other packages and of type parameters stay as they are. */
export function readTypeNode(reading: ApiReading, node: ts.TypeNode): ApiType {
  const { ts } = reading;
  const read = (one: ts.TypeNode): ApiType => readTypeNode(reading, one);
  if (ts.isParenthesizedTypeNode(node)) return read(node.type);
  if (ts.isUnionTypeNode(node)) return combineTypes('union', node.types.map(read));
  if (ts.isIntersectionTypeNode(node)) return combineTypes('intersection', node.types.map(read));
  if (ts.isArrayTypeNode(node)) return { kind: 'array', element: read(node.elementType), isReadonly: false };
  if (ts.isTypeOperatorNode(node)) return readOperator(reading, node);
  if (ts.isTupleTypeNode(node)) {
    return { kind: 'tuple', elements: node.elements.map((one) => readElement(reading, one)), isReadonly: false };
  }
  if (ts.isTypeReferenceNode(node)) return readReference(reading, node.typeName, node.typeArguments);
  if (ts.isExpressionWithTypeArguments(node)) return readReference(reading, node.expression, node.typeArguments);
  if (ts.isFunctionTypeNode(node) || ts.isConstructorTypeNode(node)) {
    const isConstructor = ts.isConstructorTypeNode(node);
    return { kind: 'function', signatures: [readSignature(reading, node)], isConstructor };
  }
  if (ts.isTypeLiteralNode(node)) return toObject(readTypeMembers(reading, node.members));
  if (ts.isLiteralTypeNode(node)) return readLiteral(reading, node.literal);
  if (ts.isImportTypeNode(node) && !node.isTypeOf) return readImport(reading, node);
  if (isKeyword(reading, node)) return toText(node.getText());
  return reading.resolvedType(node) ?? readOpaque(reading, node);
}

export function readTypeMembers(reading: ApiReading, nodes: readonly ts.TypeElement[]): readonly ApiMember[] {
  const { ts } = reading;
  return groupMembers(
    nodes.flatMap((node) =>
      isUnstable(reading, node) ? readOne(node).map((one) => ({ ...one, isUnstable: true as const })) : readOne(node),
    ),
  );

  function readOne(node: ts.TypeElement): readonly NamedMember[] {
    const isOptional = node.questionToken !== undefined;
    const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
    const isReadonly = modifiers.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword);
    if (ts.isCallSignatureDeclaration(node) || ts.isConstructSignatureDeclaration(node)) {
      const isConstructor = ts.isConstructSignatureDeclaration(node);
      const name = isConstructor ? 'new ()' : '()';
      const type: ApiType = { kind: 'function', signatures: [readSignature(reading, node)], isConstructor };
      return [{ name, type, isOptional: false, isReadonly: false }];
    }
    if (ts.isIndexSignatureDeclaration(node)) {
      const [key] = node.parameters;
      const keyType = key?.type === undefined ? 'string' : reading.print(key.type);
      return [{ name: `[key: ${keyType}]`, type: readOptional(reading, node.type), isOptional: false, isReadonly }];
    }
    const name = memberName(reading, node.name);
    const stated = (type: ApiType): ApiType => (isOptional ? withoutUndefined(type) : type);
    if (ts.isMethodSignature(node)) {
      const type: ApiType = { kind: 'function', signatures: [readSignature(reading, node)], isConstructor: false };
      return [{ name, type, isOptional, isReadonly, isMethod: true }];
    }
    if (ts.isGetAccessorDeclaration(node)) {
      return [{ name, type: readOptional(reading, node.type), isOptional, isReadonly: true, isAccessor: 'get' }];
    }
    if (ts.isSetAccessorDeclaration(node)) {
      const type = readOptional(reading, node.parameters[0]?.type);
      return [{ name, type, isOptional, isReadonly: false, isAccessor: 'set' }];
    }
    return ts.isPropertySignature(node)
      ? [{ name, type: stated(readOptional(reading, node.type)), isOptional, isReadonly }]
      : [];
  }
}

function readOptional(reading: ApiReading, node: ts.TypeNode | undefined): ApiType {
  return node === undefined ? ANY : readTypeNode(reading, node);
}

/** A signature as it is written. What it does not state is inferred. */
export function readSignature(reading: ApiReading, node: ts.SignatureDeclaration): ApiSignature {
  const { ts } = reading;
  return {
    typeParameters: readTypeParameters(reading, node.typeParameters),
    parameters: spreadTuple(node.parameters.map((one): ApiParameter => readParameter(reading, one))),
    result: node.type === undefined ? reading.inferredResult(node) : readResult(reading, node.type),
  };

  function readResult(of: ApiReading, type: ts.TypeNode): ApiType {
    return ts.isTypePredicateNode(type) ? readOpaque(of, type) : readTypeNode(of, type);
  }
}

function readParameter(reading: ApiReading, node: ts.ParameterDeclaration): ApiParameter {
  const { ts } = reading;
  const isScript = languageOf(node.getSourceFile().fileName) === 'js';
  // The tags of a comment state types in JavaScript only.
  const tags = isScript ? ts.getJSDocParameterTags(node) : [];
  const isOptional =
    node.questionToken !== undefined ||
    node.initializer !== undefined ||
    tags.some(
      ({ isBracketed, typeExpression }) =>
        isBracketed || (typeExpression && ts.isJSDocOptionalType(typeExpression.type)),
    );
  const isUntyped = isScript && ts.getJSDocType(node) === undefined;
  const type = node.type === undefined ? reading.inferredType(node) : readTypeNode(reading, node.type);
  return {
    // A pattern has no name that callers can see.
    name: ts.isIdentifier(node.name) ? node.name.text : `arg${node.parent.parameters.indexOf(node)}`,
    type: isOptional ? withoutUndefined(type) : type,
    isOptional,
    isRest: node.dotDotDotToken !== undefined,
    ...(isUntyped ? { isUntyped: true as const } : {}),
  };
}

export function readTypeParameters(
  reading: ApiReading,
  nodes: readonly ts.TypeParameterDeclaration[] | undefined,
): readonly ApiTypeParameter[] {
  return (nodes ?? []).map(({ name, constraint, default: fallback }) => ({
    name: name.text,
    ...(constraint === undefined ? {} : { constraint: readTypeNode(reading, constraint) }),
    ...(fallback === undefined ? {} : { default: readTypeNode(reading, fallback) }),
  }));
}

/** A name with its arguments. Arrays are the same type in both of their forms. */
export function readReference(
  reading: ApiReading,
  name: ts.Node,
  argumentNodes: readonly ts.TypeNode[] | undefined,
): ApiType {
  const args = (argumentNodes ?? []).map((one) => readTypeNode(reading, one));
  const text = name.getText();
  const symbol = reading.checker.getSymbolAtLocation(name);
  if (symbol !== undefined && reading.names.resolve(symbol).flags & reading.ts.SymbolFlags.EnumMember) {
    return readEnumMember(reading, name, text);
  }
  const target = reading.names.targetOf(symbol, text);
  const [element] = args;
  if (target.origin === 'elsewhere' && element !== undefined && args.length === 1) {
    if (text === 'Array' || text === 'ReadonlyArray') {
      return { kind: 'array', element, isReadonly: text === 'ReadonlyArray' };
    }
  }
  return target.origin === 'package'
    ? { kind: 'reference', origin: 'package', name: target.id, args }
    : { kind: 'reference', origin: target.origin, name: target.name, args };
}

/** A member of an enum: the name of the enum, and its own. */
function readEnumMember(reading: ApiReading, name: ts.Node, text: string): ApiType {
  const { ts } = reading;
  if (!ts.isQualifiedName(name)) return toText(text);
  const target = reading.names.targetOf(reading.checker.getSymbolAtLocation(name.left), name.left.getText());
  return toText(`${target.origin === 'package' ? target.id : target.name}.${name.right.text}`);
}

function readImport(reading: ApiReading, node: ts.ImportTypeNode): ApiType {
  const { qualifier } = node;
  if (qualifier === undefined) return readOpaque(reading, node);
  return readReference(reading, qualifier, node.typeArguments);
}

function readOperator(reading: ApiReading, node: ts.TypeOperatorNode): ApiType {
  const { ts } = reading;
  if (node.operator === ts.SyntaxKind.ReadonlyKeyword) {
    const type = readTypeNode(reading, node.type);
    if (type.kind === 'array' || type.kind === 'tuple') return { ...type, isReadonly: true };
  }
  return reading.resolvedType(node) ?? readOpaque(reading, node);
}

function readElement(reading: ApiReading, node: ts.TypeNode | ts.NamedTupleMember): ApiParameter {
  const { ts } = reading;
  if (ts.isNamedTupleMember(node)) {
    return {
      name: node.name.text,
      type: readTypeNode(reading, node.type),
      isOptional: node.questionToken !== undefined,
      isRest: node.dotDotDotToken !== undefined,
    };
  }
  const isOptional = ts.isOptionalTypeNode(node);
  const isRest = ts.isRestTypeNode(node);
  return { name: '', type: readTypeNode(reading, isOptional || isRest ? node.type : node), isOptional, isRest };
}

/** A type as its text, in which the names of the package are their ids. */
export function readOpaque(reading: ApiReading, node: ts.Node): ApiType {
  const { ts } = reading;
  const source = node.getSourceFile();
  const mentions: string[] = [];
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  const visit = (one: ts.Node): void => {
    const name = ts.isTypeReferenceNode(one)
      ? one.typeName
      : ts.isTypeQueryNode(one)
        ? one.exprName
        : ts.isExpressionWithTypeArguments(one)
          ? one.expression
          : undefined;
    if (name !== undefined) {
      const target = reading.names.targetOf(reading.checker.getSymbolAtLocation(name), name.getText());
      if (target.origin === 'package') {
        mentions.push(target.id);
        edits.push({ start: name.getStart(source), end: name.end, text: target.id });
      }
    }
    if (ts.isStringLiteral(one)) {
      edits.push({ start: one.getStart(source), end: one.end, text: JSON.stringify(one.text) });
    }
    ts.forEachChild(one, visit);
  };
  visit(node);
  const start = node.getStart(source);
  let text = source.text.slice(start, node.end);
  for (const edit of edits.sort((one, other) => other.start - one.start)) {
    text = text.slice(0, edit.start - start) + edit.text + text.slice(edit.end - start);
  }
  return { kind: 'opaque', text: normalizeText(text), mentions };
}

/** One line, without comments and without the punctuation that formatters add. */
function normalizeText(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/([([<:?=]|=>|extends) \| /g, '$1 ')
    .replace(/; ?\}/g, ' }')
    .trim();
}

function readLiteral({ ts }: ApiReading, literal: ts.LiteralTypeNode['literal']): ApiType {
  if (ts.isStringLiteral(literal) || ts.isNoSubstitutionTemplateLiteral(literal)) {
    return toLiteral('string', literal.text);
  }
  if (literal.kind === ts.SyntaxKind.NullKeyword) return toText('null');
  if (literal.kind === ts.SyntaxKind.TrueKeyword || literal.kind === ts.SyntaxKind.FalseKeyword)
    return toLiteral('boolean', literal.getText());
  const isSigned = ts.isPrefixUnaryExpression(literal);
  const number = isSigned ? literal.operand : literal;
  const sign = isSigned && literal.operator === ts.SyntaxKind.MinusToken ? '-' : '';
  // The parser gives the value of a number in decimal digits, and a bigint as it is written.
  if (ts.isBigIntLiteral(number)) {
    return toLiteral('bigint', sign + BigInt(number.text.replaceAll('_', '').slice(0, -1)).toString());
  }
  return toLiteral('number', sign + (ts.isNumericLiteral(number) ? number.text : number.getText()));
}

function isKeyword({ ts }: ApiReading, { kind }: ts.TypeNode): boolean {
  return (kind >= ts.SyntaxKind.FirstKeyword && kind <= ts.SyntaxKind.LastKeyword) || kind === ts.SyntaxKind.ThisType;
}
