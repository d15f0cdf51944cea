import type { ts } from 'ts-morph';
import { hasModifier } from '../../declarations/declared-names.ts';
import type { DeclaredName } from '../../declarations/declared-names.ts';
import type { TypeScript } from '../../language/typescript-parser.ts';
import { findQueriedDeclaration } from './queried-declaration.ts';
import type { QueriedDeclaration, SubjectScope } from './queried-declaration.ts';
import { readUntypedParameters } from './untyped-signature.ts';

/** A queried declaration, written as a type in a probe text. */
export interface ProbeSubject {
  /** The type of the declaration: `typeof f`, `Box<T>["get"]`. */
  readonly text: string;
  /** Another candidate for `text`, if it is unknown whether the name is a value or a type. */
  readonly alternative?: string | undefined;
  /** The type parameters that `text` mentions, as declared, and their names. */
  readonly typeParameters: readonly string[];
  readonly typeParameterNames: readonly string[];
  /** The declarations. Unresolved names in their type annotations are reported first. */
  readonly nodes: readonly ts.Node[];
  readonly nameNode: ts.Node | undefined;
  /** In a signature query, `function` is used for every value that is not a class. */
  readonly kind: 'function' | 'class' | 'type' | 'enum' | 'other';
  /** The class or interface that declares the member, if `this` in its signature is polymorphic. */
  readonly owner?: Owner;
  /** Whether a class is abstract. */
  readonly isAbstract?: boolean;
  /** Set for a member that is declared with `get` or `set`. */
  readonly accessors?: Accessors;
  /** The type parameters of a class whose constructor is queried. */
  readonly classTypeParameters: Generics;
  /** For a JavaScript function without types, whether each parameter is plain. */
  readonly untypedParameters?: readonly boolean[];
}

/** Whether a declaration may have a `this` parameter. It has none if it is a function whose text contains no `this:`. */
export function mayHaveThisParameter({ nodes }: ProbeSubject): boolean {
  return nodes.length === 0 || nodes.some((node) => !('parameters' in node) || /\bthis\s*:/.test(node.getText()));
}

/** Type parameters as declared, and their names. */
export interface Generics {
  readonly typeParameters: readonly string[];
  readonly typeParameterNames: readonly string[];
}

/** A class or interface whose member is queried. */
export interface Owner {
  /** The owner as a type. */
  readonly text: string;
  /** Returns the type of the member in another owner, as text. */
  readonly memberOf: (owner: string) => string;
}

export interface Accessors {
  readonly hasGetter: boolean;
  readonly hasSetter: boolean;
  /** The parameter type of the setter as written, if it can be resolved in the probe. It can be wider than the getter's type. */
  readonly setterType?: string | undefined;
}

const NO_GENERICS: Generics = { typeParameters: [], typeParameterNames: [] };

/** The subject of a signature query. A dotted name is a member of a class, an interface, an object or a namespace. */
export function signatureSubject(scope: SubjectScope, name: string): ProbeSubject {
  const subject = findSignatureSubject(scope, name);
  const untypedParameters = readUntypedParameters(scope, subject.nodes);
  return untypedParameters === undefined ? subject : { ...subject, untypedParameters };
}

function findSignatureSubject(scope: SubjectScope, name: string): ProbeSubject {
  const [outer = name, ...path] = name.split('.');
  const found = findQueriedDeclaration(scope, outer);
  if (path.length === 0 || (path.length === 1 && path[0] === 'constructor')) {
    return declarationSubject(scope, found, outer);
  }
  const declared = found?.declared;
  const value = declared ? isValue(scope.typescript, declared) : true;
  const type = declared ? isType(scope.typescript, declared) : true;
  const generics = declared ? genericsOf(declared) : NO_GENERICS;
  const reference = found?.reference ?? scope.exportText(outer);
  const nodes = declared && path.length === 1 ? memberNodes(scope.typescript, declared, path[0] ?? '') : [];
  const keys = path.map((key) => `[${JSON.stringify(key)}]`).join('');
  const [first] = nodes;
  const isStatic =
    first !== undefined && hasModifier(scope.typescript, first, scope.typescript.SyntaxKind.StaticKeyword);
  const asValue = `(typeof ${reference})`;
  const asType = withTypeArguments(reference, generics);
  // An interface states the signature of a member that its values may lack. A class that lacks it has no such method.
  const isOptional = first !== undefined && 'questionToken' in first && first.questionToken !== undefined;
  const optional = isOptional && !scope.typescript.isClassLike(first.parent);
  const isInstanceMember = type && !isStatic;
  const memberOf = (owner: string): string => (optional ? `(${owner}${keys} & {})` : `${owner}${keys}`);
  const accessors = accessorsOf(scope, nodes);
  const hasPolymorphicThis =
    isInstanceMember && path.length === 1 && (declared?.declarations ?? []).some((node) => canBeExtended(scope, node));
  return {
    text: memberOf(isInstanceMember ? asType : asValue),
    alternative: value && isInstanceMember ? `${asValue}${keys}` : undefined,
    ...(isStatic ? NO_GENERICS : generics),
    nodes,
    nameNode: nameOf(first) ?? nameOf(declared?.declarations[0]),
    kind: 'other',
    ...(accessors && { accessors }),
    ...(hasPolymorphicThis && { owner: { text: asType, memberOf } }),
    classTypeParameters: NO_GENERICS,
  };
}

function canBeExtended({ typescript }: SubjectScope, node: ts.Node): boolean {
  return typescript.isClassDeclaration(node) || typescript.isInterfaceDeclaration(node);
}

function accessorsOf({ typescript, nameText }: SubjectScope, member: readonly ts.Node[]): Accessors | undefined {
  const setter = member.find((node) => typescript.isSetAccessor(node));
  const hasGetter = member.some((node) => typescript.isGetAccessor(node));
  if (!hasGetter && setter === undefined) return undefined;
  // In a separate probe file, a type name as written in the file does not resolve.
  const isNameInScope = nameText('T') === 'T';
  const setterType = isNameInScope ? setter?.parameters[0]?.type?.getText() : undefined;
  return { hasGetter, hasSetter: setter !== undefined, ...(setterType !== undefined && { setterType }) };
}

/** The subject for a declared name that is queried without a member. */
function declarationSubject(scope: SubjectScope, found: QueriedDeclaration | undefined, name: string): ProbeSubject {
  if (!found) {
    const text = scope.exportText(name);
    const nodes = name === 'default' ? defaultExport(scope) : [];
    return {
      text: `typeof ${text}`,
      alternative: text,
      ...NO_GENERICS,
      nodes,
      nameNode: nodes[0],
      kind: 'other',
      classTypeParameters: NO_GENERICS,
    };
  }
  const { typescript } = scope;
  const { declared, reference } = found;
  const nameNode = nameOf(declared.declarations[0]);
  const nodes = declared.declarations;
  if (!isValue(typescript, declared)) {
    const generics = genericsOf(declared);
    return {
      text: withTypeArguments(reference, generics),
      ...generics,
      nodes,
      nameNode,
      kind: 'type',
      classTypeParameters: NO_GENERICS,
    };
  }
  const classNode = nodes.find((node) => typescript.isClassDeclaration(node));
  return {
    text: `typeof ${reference}`,
    ...NO_GENERICS,
    nodes,
    nameNode,
    kind: classNode ? 'class' : 'function',
    ...(classNode && { isAbstract: hasModifier(typescript, classNode, typescript.SyntaxKind.AbstractKeyword) }),
    classTypeParameters: genericsOf(declared),
  };
}

/** The subject of a query about the shape of a type. */
export function typeSubject(scope: SubjectScope, name: string): ProbeSubject {
  const [outer = name, ...path] = name.split('.');
  const found = findQueriedDeclaration(scope, outer);
  const declared = found?.declared;
  const reference = found?.reference ?? scope.exportText(outer);
  const whole = [reference, ...path].join('.');
  const nameNode = nameOf(declared?.declarations[0]) ?? (name === 'default' ? defaultExport(scope)[0] : undefined);
  if (!declared || path.length > 0) {
    return {
      text: whole,
      alternative: `typeof ${whole}`,
      ...NO_GENERICS,
      nodes: [],
      nameNode,
      kind: 'other',
      classTypeParameters: NO_GENERICS,
    };
  }
  const { typescript } = scope;
  const nodes = declared.declarations;
  if (!isType(typescript, declared)) {
    return {
      text: `typeof ${reference}`,
      ...NO_GENERICS,
      nodes,
      nameNode,
      kind: 'other',
      classTypeParameters: NO_GENERICS,
    };
  }
  const generics = genericsOf(declared);
  const classNode = nodes.find((node) => typescript.isClassDeclaration(node));
  const isEnum = nodes.some((node) => typescript.isEnumDeclaration(node));
  return {
    text: withTypeArguments(reference, generics),
    ...generics,
    nodes,
    nameNode,
    kind: isEnum ? 'enum' : classNode ? 'class' : 'type',
    ...(classNode && { isAbstract: hasModifier(typescript, classNode, typescript.SyntaxKind.AbstractKeyword) }),
    classTypeParameters: NO_GENERICS,
  };
}

function withTypeArguments(reference: string, { typeParameterNames }: Generics): string {
  return typeParameterNames.length === 0 ? reference : `${reference}<${typeParameterNames.join(', ')}>`;
}

/** The type parameters of a class, interface or alias, from its first generic declaration. */
export function genericsOf(declared: DeclaredName): Generics {
  for (const node of declared.declarations) {
    if (!('typeParameters' in node) || !Array.isArray(node.typeParameters)) continue;
    if (isFunctionLike(node)) continue;
    const parameters = node.typeParameters as readonly ts.TypeParameterDeclaration[];
    return {
      typeParameters: parameters.map((parameter) => parameter.getText()),
      typeParameterNames: parameters.map((parameter) => parameter.name.text),
    };
  }
  return NO_GENERICS;
}

function isFunctionLike(node: ts.Node): boolean {
  return 'parameters' in node;
}

function isType(typescript: TypeScript, { declarations }: DeclaredName): boolean {
  return declarations.some(
    (node) =>
      typescript.isClassDeclaration(node) ||
      typescript.isInterfaceDeclaration(node) ||
      typescript.isTypeAliasDeclaration(node) ||
      typescript.isEnumDeclaration(node),
  );
}

function isValue(typescript: TypeScript, { declarations }: DeclaredName): boolean {
  return declarations.some(
    (node) => !typescript.isInterfaceDeclaration(node) && !typescript.isTypeAliasDeclaration(node),
  );
}

function defaultExport({ typescript, names }: SubjectScope): readonly ts.Node[] {
  return names.source.statements.filter(
    (node) =>
      (typescript.isExportAssignment(node) && !node.isExportEquals) ||
      hasModifier(typescript, node, typescript.SyntaxKind.DefaultKeyword),
  );
}

/** The declarations of a member of a class, an interface, an object or a namespace. */
function memberNodes(typescript: TypeScript, declared: DeclaredName, key: string): readonly ts.Node[] {
  return declared.declarations.flatMap((node) => {
    const members = membersOf(typescript, node);
    return members.filter((member) => {
      const name = nameOf(member);
      return name !== undefined && 'text' in name && name.text === key;
    });
  });
}

function membersOf(typescript: TypeScript, node: ts.Node): readonly ts.Node[] {
  if (typescript.isClassDeclaration(node) || typescript.isInterfaceDeclaration(node)) return node.members;
  if (typescript.isTypeAliasDeclaration(node) && typescript.isTypeLiteralNode(node.type)) return node.type.members;
  if (typescript.isModuleDeclaration(node) && node.body && typescript.isModuleBlock(node.body))
    return node.body.statements;
  if (typescript.isVariableDeclaration(node) && node.initializer) {
    if (typescript.isObjectLiteralExpression(node.initializer)) return node.initializer.properties;
    if (typescript.isClassExpression(node.initializer)) return node.initializer.members;
  }
  return [];
}

export function nameOf(node: ts.Node | undefined): ts.Node | undefined {
  return node !== undefined && 'name' in node ? (node.name as ts.Node | undefined) : undefined;
}
