import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';

/** Bit flags for the meanings of a name. A scope can redeclare one meaning of a name and leave the others visible. */
export const Meaning = { none: 0, value: 1, type: 2, namespace: 4, all: 7 } as const;

/** Finds the meanings of a name that a node declares for the scope inside it. */
export function findDeclaredMeanings(ts: TypeScript, node: ts.Node, name: string): number {
  if (ts.isFunctionLike(node)) return findMeaningsInFunction(ts, node, name);
  if (ts.isBlock(node) || ts.isModuleBlock(node)) return findMeaningsInStatements(ts, node.statements, name);
  if (ts.isCaseBlock(node)) {
    return node.clauses.reduce(
      (meanings, clause) => meanings | findMeaningsInStatements(ts, clause.statements, name),
      0,
    );
  }
  if (ts.isForStatement(node) || ts.isForInStatement(node) || ts.isForOfStatement(node)) {
    const { initializer } = node;
    return initializer && ts.isVariableDeclarationList(initializer)
      ? findMeaningsInVariables(ts, initializer, name)
      : Meaning.none;
  }
  if (ts.isCatchClause(node)) {
    return node.variableDeclaration && declaresName(ts, node.variableDeclaration.name, name)
      ? Meaning.value
      : Meaning.none;
  }
  if (ts.isClassLike(node)) {
    const own = ts.isClassExpression(node) && node.name?.text === name ? Meaning.value | Meaning.type : Meaning.none;
    return own | findMeaningsInTypeParameters(node.typeParameters, name);
  }
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
    return findMeaningsInTypeParameters(node.typeParameters, name);
  }
  if (ts.isMappedTypeNode(node)) return node.typeParameter.name.text === name ? Meaning.type : Meaning.none;
  if (ts.isConditionalTypeNode(node)) return infersName(ts, node.extendsType, name) ? Meaning.type : Meaning.none;
  if (ts.isEnumDeclaration(node)) {
    return node.members.some((member) => ts.isIdentifier(member.name) && member.name.text === name)
      ? Meaning.value
      : Meaning.none;
  }
  return Meaning.none;
}

function findMeaningsInFunction(ts: TypeScript, node: ts.SignatureDeclaration, name: string): number {
  let meanings = findMeaningsInTypeParameters(node.typeParameters, name);
  if (node.parameters.some((parameter) => declaresParameter(ts, parameter, name))) meanings |= Meaning.value;
  if (ts.isFunctionExpression(node) && node.name?.text === name) meanings |= Meaning.value;
  const body = 'body' in node ? node.body : undefined;
  if (body && ts.isBlock(body) && declaresVar(ts, body, name)) meanings |= Meaning.value;
  return meanings;
}

/** Whether a parameter declares the name. The parameters of the JSDoc type `function(string)` have no names. */
function declaresParameter(ts: TypeScript, parameter: Partial<ts.ParameterDeclaration>, name: string): boolean {
  return parameter.name !== undefined && declaresName(ts, parameter.name, name);
}

function findMeaningsInTypeParameters(
  parameters: readonly ts.TypeParameterDeclaration[] | undefined,
  name: string,
): number {
  return parameters?.some((parameter) => parameter.name.text === name) ? Meaning.type : Meaning.none;
}

function findMeaningsInStatements(ts: TypeScript, statements: readonly ts.Statement[], name: string): number {
  let meanings: number = Meaning.none;
  for (const statement of statements) {
    if (ts.isVariableStatement(statement)) meanings |= findMeaningsInVariables(ts, statement.declarationList, name);
    else if (ts.isFunctionDeclaration(statement)) meanings |= statement.name?.text === name ? Meaning.value : 0;
    else if (ts.isClassDeclaration(statement)) {
      meanings |= statement.name?.text === name ? Meaning.value | Meaning.type : 0;
    } else if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
      meanings |= statement.name.text === name ? Meaning.type : 0;
    } else if (ts.isEnumDeclaration(statement)) meanings |= statement.name.text === name ? Meaning.all : 0;
    else if (ts.isModuleDeclaration(statement)) {
      meanings |= statement.name.text === name ? Meaning.value | Meaning.namespace : 0;
    } else if (ts.isImportEqualsDeclaration(statement)) meanings |= statement.name.text === name ? Meaning.all : 0;
    else if (ts.isImportDeclaration(statement)) meanings |= importsName(ts, statement, name) ? Meaning.all : 0;
  }
  return meanings;
}

function importsName(ts: TypeScript, { importClause }: ts.ImportDeclaration, name: string): boolean {
  if (importClause?.name?.text === name) return true;
  const bindings = importClause?.namedBindings;
  if (bindings === undefined) return false;
  if (ts.isNamespaceImport(bindings)) return bindings.name.text === name;
  return bindings.elements.some((element) => element.name.text === name);
}

function findMeaningsInVariables(ts: TypeScript, list: ts.VariableDeclarationList, name: string): number {
  return list.declarations.some((declaration) => declaresName(ts, declaration.name, name))
    ? Meaning.value
    : Meaning.none;
}

function declaresName(ts: TypeScript, pattern: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(pattern)) return pattern.text === name;
  return pattern.elements.some((element) => ts.isBindingElement(element) && declaresName(ts, element.name, name));
}

/** Whether a `var` in a function body declares the name. Ignores nested functions and classes. */
function declaresVar(ts: TypeScript, node: ts.Node, name: string): boolean {
  return (
    ts.forEachChild(node, (child) => {
      if (ts.isFunctionLike(child) || ts.isClassLike(child)) return false;
      if (ts.isVariableDeclarationList(child) && (child.flags & ts.NodeFlags.BlockScoped) === 0) {
        if (findMeaningsInVariables(ts, child, name) !== Meaning.none) return true;
      }
      return declaresVar(ts, child, name);
    }) ?? false
  );
}

/** Whether a type contains `infer` with the name. */
function infersName(ts: TypeScript, node: ts.Node, name: string): boolean {
  if (ts.isInferTypeNode(node)) return node.typeParameter.name.text === name;
  return ts.forEachChild(node, (child) => infersName(ts, child, name)) ?? false;
}
