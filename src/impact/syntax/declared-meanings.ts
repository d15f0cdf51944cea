import type { ts } from 'ts-morph';
import type { TypeScript } from '../../code/typescript-parser.ts';

/** In which senses a name can be declared; a scope may take one and leave the others as they are outside. */
export const Meaning = { none: 0, value: 1, type: 2, namespace: 4, all: 7 } as const;

/** In which senses a node declares a name for what stands inside it. */
export function meaningsDeclaredBy(ts: TypeScript, node: ts.Node, name: string): number {
  if (ts.isFunctionLike(node)) return ofFunction(ts, node, name);
  if (ts.isBlock(node) || ts.isModuleBlock(node)) return ofStatements(ts, node.statements, name);
  if (ts.isCaseBlock(node)) {
    return node.clauses.reduce((found, clause) => found | ofStatements(ts, clause.statements, name), 0);
  }
  if (ts.isForStatement(node) || ts.isForInStatement(node) || ts.isForOfStatement(node)) {
    const { initializer } = node;
    return initializer && ts.isVariableDeclarationList(initializer) ? ofList(ts, initializer, name) : Meaning.none;
  }
  if (ts.isCatchClause(node)) {
    return node.variableDeclaration && binds(ts, node.variableDeclaration.name, name) ? Meaning.value : Meaning.none;
  }
  if (ts.isClassLike(node)) {
    const own = ts.isClassExpression(node) && node.name?.text === name ? Meaning.value | Meaning.type : Meaning.none;
    return own | ofTypeParameters(node.typeParameters, name);
  }
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
    return ofTypeParameters(node.typeParameters, name);
  }
  if (ts.isMappedTypeNode(node)) return node.typeParameter.name.text === name ? Meaning.type : Meaning.none;
  if (ts.isConditionalTypeNode(node)) return inferred(ts, node.extendsType, name) ? Meaning.type : Meaning.none;
  if (ts.isEnumDeclaration(node)) {
    return node.members.some((member) => ts.isIdentifier(member.name) && member.name.text === name)
      ? Meaning.value
      : Meaning.none;
  }
  return Meaning.none;
}

function ofFunction(ts: TypeScript, node: ts.SignatureDeclaration, name: string): number {
  let found = ofTypeParameters(node.typeParameters, name);
  if (node.parameters.some((parameter) => binds(ts, parameter.name, name))) found |= Meaning.value;
  if (ts.isFunctionExpression(node) && node.name?.text === name) found |= Meaning.value;
  const body = 'body' in node ? node.body : undefined;
  if (body && ts.isBlock(body) && hoists(ts, body, name)) found |= Meaning.value;
  return found;
}

function ofTypeParameters(parameters: readonly ts.TypeParameterDeclaration[] | undefined, name: string): number {
  return parameters?.some((parameter) => parameter.name.text === name) ? Meaning.type : Meaning.none;
}

function ofStatements(ts: TypeScript, statements: readonly ts.Statement[], name: string): number {
  let found: number = Meaning.none;
  for (const statement of statements) {
    if (ts.isVariableStatement(statement)) found |= ofList(ts, statement.declarationList, name);
    else if (ts.isFunctionDeclaration(statement)) found |= statement.name?.text === name ? Meaning.value : 0;
    else if (ts.isClassDeclaration(statement)) {
      found |= statement.name?.text === name ? Meaning.value | Meaning.type : 0;
    } else if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
      found |= statement.name.text === name ? Meaning.type : 0;
    } else if (ts.isEnumDeclaration(statement)) found |= statement.name.text === name ? Meaning.all : 0;
    else if (ts.isModuleDeclaration(statement)) {
      found |= statement.name.text === name ? Meaning.value | Meaning.namespace : 0;
    } else if (ts.isImportEqualsDeclaration(statement)) found |= statement.name.text === name ? Meaning.all : 0;
    else if (ts.isImportDeclaration(statement)) found |= imports(ts, statement, name) ? Meaning.all : 0;
  }
  return found;
}

function imports(ts: TypeScript, { importClause }: ts.ImportDeclaration, name: string): boolean {
  if (importClause?.name?.text === name) return true;
  const bindings = importClause?.namedBindings;
  if (bindings === undefined) return false;
  if (ts.isNamespaceImport(bindings)) return bindings.name.text === name;
  return bindings.elements.some((element) => element.name.text === name);
}

function ofList(ts: TypeScript, list: ts.VariableDeclarationList, name: string): number {
  return list.declarations.some((declaration) => binds(ts, declaration.name, name)) ? Meaning.value : Meaning.none;
}

function binds(ts: TypeScript, pattern: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(pattern)) return pattern.text === name;
  return pattern.elements.some((element) => ts.isBindingElement(element) && binds(ts, element.name, name));
}

/** Whether a `var` anywhere in a function's own body declares the name. */
function hoists(ts: TypeScript, node: ts.Node, name: string): boolean {
  return (
    ts.forEachChild(node, (child) => {
      if (ts.isFunctionLike(child) || ts.isClassLike(child)) return false;
      if (ts.isVariableDeclarationList(child) && (child.flags & ts.NodeFlags.BlockScoped) === 0) {
        if (ofList(ts, child, name) !== Meaning.none) return true;
      }
      return hoists(ts, child, name);
    }) ?? false
  );
}

function inferred(ts: TypeScript, node: ts.Node, name: string): boolean {
  if (ts.isInferTypeNode(node)) return node.typeParameter.name.text === name;
  return ts.forEachChild(node, (child) => inferred(ts, child, name)) ?? false;
}
