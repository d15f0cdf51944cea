import type { ts } from 'ts-morph';
import type { TypeScript } from '../typescript-parser.ts';
import { modified } from './declared-names.ts';
import type { DeclaredName, DeclaredNames } from './declared-names.ts';

/** How a declaration that is asked about is written as a type, in the text that is checked. */
export interface Subject {
  /** The declared thing as a type: `typeof f`, `Box<T>["get"]`. */
  readonly text: string;
  /** Another way to write it, where it is not known which holds: as a type, where `text` means a value. */
  readonly otherwise?: string;
  /** Type parameters that `text` speaks of, as they are declared, and their names. */
  readonly parameters: readonly string[];
  readonly parameterNames: readonly string[];
  /** Where it is declared; its written types are looked at before anything else. */
  readonly nodes: readonly ts.Node[];
  readonly nameNode: ts.Node | undefined;
  readonly kind: 'function' | 'class' | 'type' | 'enum' | 'other';
  /** The class or interface that it is a member of, where `this` in its signature means that one's heirs. */
  readonly owner?: Owner;
  /** Whether it is an abstract class. */
  readonly isAbstract?: boolean;
  /** Where it is declared by `get` and `set`. */
  readonly accessors?: Accessors;
  /** Type parameters of a class whose constructor is asked about. */
  readonly classParameters: Generics;
}

/** Whether a declaration may have an explicit `this`: not where it is a function whose text has none. */
export function mayHaveReceiver({ nodes }: Subject): boolean {
  return nodes.length === 0 || nodes.some((node) => !('parameters' in node) || /\bthis\s*:/.test(node.getText()));
}

/** Type parameters as they are declared, and their names. */
export interface Generics {
  readonly parameters: readonly string[];
  readonly parameterNames: readonly string[];
}

export interface Owner {
  /** The owner as a type. */
  readonly text: string;
  /** The member of another owner in its place, written as `Subject.text` is. */
  readonly memberOf: (owner: string) => string;
}

export interface Accessors {
  readonly gets: boolean;
  readonly sets: boolean;
  /** The type that it may be set to, as it is written, where it is and that can be understood: it may take more than it gives. */
  readonly written?: string;
}

const NO_GENERICS: Generics = { parameters: [], parameterNames: [] };

export interface SubjectScope {
  readonly typescript: TypeScript;
  readonly names: DeclaredNames;
  /** Writes a name of the file so that it is understood where the check stands. */
  readonly refer: (name: string) => string;
  /** Writes an export of the file. */
  readonly exported: (name: string) => string;
}

/** The subject of a question about a signature. A dotted name is a member: of a class, an interface, an object. */
export function signatureSubject(scope: SubjectScope, name: string): Subject {
  const [outer = name, ...path] = name.split('.');
  const declared = declaredAs(scope, outer);
  if (path.length === 0 || (path.length === 1 && path[0] === 'constructor'))
    return wholeSubject(scope, declared, outer);
  const value = declared ? isValue(scope.typescript, declared) : true;
  const type = declared ? isType(scope.typescript, declared) : true;
  const generics = declared ? genericsOf(declared) : NO_GENERICS;
  const reference = declared ? scope.refer(declared.name) : scope.exported(outer);
  const member = declared && path.length === 1 ? memberNodes(scope.typescript, declared, path[0] ?? '') : [];
  const keys = path.map((key) => `[${JSON.stringify(key)}]`).join('');
  const [first] = member;
  const isStatic = first !== undefined && modified(scope.typescript, first, scope.typescript.SyntaxKind.StaticKeyword);
  const asValue = `(typeof ${reference})`;
  const asType = applied(reference, generics);
  const optional = first !== undefined && 'questionToken' in first && first.questionToken !== undefined;
  const isOfType = type && !isStatic;
  const memberOf = (owner: string): string => (optional ? `NonNullable<${owner}${keys}>` : `${owner}${keys}`);
  const accessors = accessorsOf(scope, member);
  const hasThis = isOfType && path.length === 1 && (declared?.declarations ?? []).some((node) => hasHeirs(scope, node));
  return {
    text: memberOf(isOfType ? asType : asValue),
    otherwise: value && isOfType ? `${asValue}${keys}` : undefined,
    ...(isStatic ? NO_GENERICS : generics),
    nodes: member,
    nameNode: nameOf(first) ?? nameOf(declared?.declarations[0]),
    kind: 'other',
    ...(accessors && { accessors }),
    ...(hasThis && { owner: { text: asType, memberOf } }),
    classParameters: NO_GENERICS,
  };
}

function hasHeirs({ typescript }: SubjectScope, node: ts.Node): boolean {
  return typescript.isClassDeclaration(node) || typescript.isInterfaceDeclaration(node);
}

function accessorsOf({ typescript, refer }: SubjectScope, member: readonly ts.Node[]): Accessors | undefined {
  const setter = member.find((node) => typescript.isSetAccessor(node));
  const gets = member.some((node) => typescript.isGetAccessor(node));
  if (!gets && setter === undefined) return undefined;
  const isUnderstood = refer('T') === 'T';
  const written = isUnderstood ? setter?.parameters[0]?.type?.getText() : undefined;
  return { gets, sets: setter !== undefined, ...(written !== undefined && { written }) };
}

function wholeSubject(scope: SubjectScope, declared: DeclaredName | undefined, name: string): Subject {
  if (!declared) {
    const text = scope.exported(name);
    const nodes = name === 'default' ? defaultExport(scope) : [];
    return {
      text: `typeof ${text}`,
      otherwise: text,
      ...NO_GENERICS,
      nodes,
      nameNode: nodes[0],
      kind: 'other',
      classParameters: NO_GENERICS,
    };
  }
  const { typescript } = scope;
  const reference = scope.refer(declared.name);
  const nameNode = nameOf(declared.declarations[0]);
  const nodes = declared.declarations;
  if (!isValue(typescript, declared)) {
    const generics = genericsOf(declared);
    return {
      text: applied(reference, generics),
      ...generics,
      nodes,
      nameNode,
      kind: 'type',
      classParameters: NO_GENERICS,
    };
  }
  const isClass = nodes.some((node) => typescript.isClassDeclaration(node));
  return {
    text: `typeof ${reference}`,
    ...NO_GENERICS,
    nodes,
    nameNode,
    kind: isClass ? 'class' : 'function',
    classParameters: genericsOf(declared),
  };
}

/** The subject of a question about a type's shape. */
export function typeSubject(scope: SubjectScope, name: string): Subject {
  const [outer = name, ...path] = name.split('.');
  const declared = declaredAs(scope, outer);
  const reference = declared ? scope.refer(declared.name) : scope.exported(outer);
  const whole = [reference, ...path].join('.');
  const nameNode = nameOf(declared?.declarations[0]) ?? (name === 'default' ? defaultExport(scope)[0] : undefined);
  if (!declared || path.length > 0) {
    return {
      text: whole,
      otherwise: `typeof ${whole}`,
      ...NO_GENERICS,
      nodes: [],
      nameNode,
      kind: 'other',
      classParameters: NO_GENERICS,
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
      classParameters: NO_GENERICS,
    };
  }
  const generics = genericsOf(declared);
  const classNode = nodes.find((node) => typescript.isClassDeclaration(node));
  const isEnum = nodes.some((node) => typescript.isEnumDeclaration(node));
  return {
    text: applied(reference, generics),
    ...generics,
    nodes,
    nameNode,
    kind: isEnum ? 'enum' : classNode ? 'class' : 'type',
    ...(classNode && { isAbstract: modified(typescript, classNode, typescript.SyntaxKind.AbstractKeyword) }),
    classParameters: NO_GENERICS,
  };
}

function declaredAs({ names }: SubjectScope, name: string): DeclaredName | undefined {
  return names.declared.get(names.exported.get(name) ?? name) ?? names.declared.get(name);
}

function applied(reference: string, { parameterNames }: Generics): string {
  return parameterNames.length === 0 ? reference : `${reference}<${parameterNames.join(', ')}>`;
}

/** The type parameters of a class, interface or alias, as its first declaration writes them. */
export function genericsOf(declared: DeclaredName): Generics {
  for (const node of declared.declarations) {
    if (!('typeParameters' in node) || !Array.isArray(node.typeParameters)) continue;
    if (isFunctionLike(node)) continue;
    const parameters = node.typeParameters as readonly ts.TypeParameterDeclaration[];
    return {
      parameters: parameters.map((parameter) => parameter.getText()),
      parameterNames: parameters.map((parameter) => parameter.name.text),
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
      modified(typescript, node, typescript.SyntaxKind.DefaultKeyword),
  );
}

/** The members of a name in the declarations of a class, an interface or an object. */
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
