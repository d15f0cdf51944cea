import type { ts } from 'ts-morph';
import { readNested } from '../../foundation/errors.ts';
import { isDeclarationFile, languageOf } from '../language/source-language.ts';
import { loadTypeScript, type TypeScript } from '../language/typescript-parser.ts';
import { hasModifier, readDeclaredNames } from './declared-names.ts';
import { unwrapExpression } from './unwrap-expression.ts';

/** Whether a module has a name only as a type. */
export type IsTypeOnly = (specifier: string, name: string) => boolean;

/**
 * Why importers of a TypeScript module receive nothing from it: a statement at its top level uses the value of a name that
 * is imported as a type only. The compiler removes such an import, so that the module throws an error when it is loaded.
 */
export function whyTypeIsMissing(file: string, uses: TopLevelUses, isTypeOnly: IsTypeOnly): string | undefined {
  const used = uses.find(({ specifier, imported, isType }) => isType || isTypeOnly(specifier, imported));
  return used && `${file} uses the value of ${used.name} in line ${used.line}, which it imports as a type only`;
}

/** The imported names whose values the top level of a module certainly uses, in the order of their first uses. */
export type TopLevelUses = readonly {
  readonly name: string;
  /** Of the first use, from 1. */
  readonly line: number;
  readonly specifier: string;
  /** `*` for the whole module. */
  readonly imported: string;
  /** Whether the import says that it is a type. */
  readonly isType: boolean;
}[];

/** Reads what only the text of a TypeScript module decides about its imports. */
export async function readTopLevelUses(file: string, text: string): Promise<TopLevelUses> {
  const language = languageOf(file);
  if ((language !== 'ts' && language !== 'tsx') || isDeclarationFile(file)) return [];
  const typescript = await loadTypeScript();
  return readNested(file, () => {
    const { source, declared } = readDeclaredNames(typescript, file, text);
    const imports = new Map(readImports(typescript, source).map((one) => [one.local, one]));
    // A declaration of the file can have the name of a type.
    for (const name of declared.keys()) imports.delete(name);
    const uses = new Map<string, TopLevelUses[number]>();
    for (const used of source.statements.flatMap((one) => [...usedNames(typescript, one)])) {
      const name = used.text;
      const from = imports.get(name);
      if (from === undefined || uses.has(name)) continue;
      const line = source.getLineAndCharacterOfPosition(used.getStart(source)).line + 1;
      uses.set(name, { name, line, specifier: from.specifier, imported: from.imported, isType: from.isType });
    }
    return [...uses.values()];
  });
}

/**
 * Whether an export is a member of an imported module that has it as a type only: `export const a = ns.a`,
 * `export const { a } = ns`, `export import a = ns.a`.
 */
export async function isTypeOnlyMember(
  file: string,
  text: string,
  localName: string,
  isTypeOnly: IsTypeOnly,
): Promise<boolean> {
  const typescript = await loadTypeScript();
  return readNested(file, () => {
    const source = typescript.createSourceFile(file, text, typescript.ScriptTarget.Latest, true);
    const [object, member] = memberBehind(typescript, source, localName) ?? [];
    if (object === undefined || member === undefined) return false;
    const found = readImports(typescript, source).findLast(({ local }) => local === object);
    if (found === undefined) return false;
    return found.isType || isTypeOnly(found.specifier, found.imported === '*' ? member : found.imported);
  });
}

interface LocalImport {
  readonly local: string;
  readonly specifier: string;
  /** `*` for the whole module. */
  readonly imported: string;
  readonly isType: boolean;
}

function readImports(ts: TypeScript, source: ts.SourceFile): readonly LocalImport[] {
  const imports: LocalImport[] = [];
  for (const statement of source.statements) {
    if (ts.isImportEqualsDeclaration(statement) && statement.isTypeOnly) {
      imports.push({ local: statement.name.text, specifier: '', imported: '*', isType: true });
    }
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const { importClause: clause, moduleSpecifier } = statement;
    if (clause === undefined) continue;
    const specifier = moduleSpecifier.text;
    const isType = clause.phaseModifier === ts.SyntaxKind.TypeKeyword;
    if (clause.name) imports.push({ local: clause.name.text, specifier, imported: 'default', isType });
    const bindings = clause.namedBindings;
    if (bindings === undefined) continue;
    if (ts.isNamespaceImport(bindings)) {
      imports.push({ local: bindings.name.text, specifier, imported: '*', isType });
    } else {
      for (const { name, propertyName, isTypeOnly } of bindings.elements) {
        const imported = (propertyName ?? name).text;
        imports.push({ local: name.text, specifier, imported, isType: isType || isTypeOnly });
      }
    }
  }
  return imports;
}

/** The names whose values a node certainly reads when the module is loaded. Bodies of functions are left out. */
function* usedNames(ts: TypeScript, node: ts.Node): Generator<ts.Identifier> {
  if (hasModifier(ts, node, ts.SyntaxKind.DeclareKeyword)) return;
  if (ts.isIdentifier(node)) yield node;
  else if (ts.isVariableStatement(node)) {
    for (const { initializer } of node.declarationList.declarations) yield* usedIn(ts, initializer);
  } else if (ts.isClassLike(node)) {
    const bases = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types ?? [];
    for (const { expression } of bases) yield* usedNames(ts, expression);
    for (const member of node.members) {
      const isStatic = hasModifier(ts, member, ts.SyntaxKind.StaticKeyword);
      if (ts.isPropertyDeclaration(member) && isStatic) yield* usedIn(ts, member.initializer);
    }
  } else if (ts.isEnumDeclaration(node)) {
    for (const { initializer } of node.members) yield* usedIn(ts, initializer);
  } else if (ts.isExpressionStatement(node)) yield* usedNames(ts, node.expression);
  else if (ts.isExportAssignment(node)) {
    // An export of the name itself is an export of the type.
    if (!ts.isIdentifier(node.expression)) yield* usedNames(ts, node.expression);
  } else if (ts.isPropertyAccessExpression(node) || ts.isNonNullExpression(node)) yield* usedNames(ts, node.expression);
  else if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isTypeAssertionExpression(node)) {
    yield* usedNames(ts, node.expression);
  } else if (ts.isElementAccessExpression(node)) {
    yield* usedNames(ts, node.expression);
  } else if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    const callee = unwrapExpression(ts, node.expression);
    const isCalled = ts.isArrowFunction(callee) && callee.parameters.length === 0 && !ts.isBlock(callee.body);
    yield* usedNames(ts, isCalled ? callee.body : node.expression);
    if (ts.isCallExpression(node) && node.questionDotToken !== undefined) return;
    for (const argument of node.arguments ?? []) yield* usedNames(ts, argument);
  } else if (ts.isParenthesizedExpression(node) || ts.isSpreadElement(node) || ts.isAwaitExpression(node)) {
    yield* usedNames(ts, node.expression);
  } else if (ts.isConditionalExpression(node)) yield* usedNames(ts, node.condition);
  else if (ts.isBinaryExpression(node)) {
    const { AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken, FirstAssignment, LastAssignment } =
      ts.SyntaxKind;
    const operator = node.operatorToken.kind;
    const isAssignment = operator >= FirstAssignment && operator <= LastAssignment;
    if (!isAssignment || !ts.isIdentifier(node.left)) yield* usedNames(ts, node.left);
    const isShort = [AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken].includes(operator);
    if (!isShort && !isAssignment) yield* usedNames(ts, node.right);
    if (operator === ts.SyntaxKind.EqualsToken) yield* usedNames(ts, node.right);
  } else if (ts.isArrayLiteralExpression(node)) for (const element of node.elements) yield* usedNames(ts, element);
  else if (ts.isObjectLiteralExpression(node)) {
    for (const property of node.properties) {
      if (ts.isPropertyAssignment(property)) yield* usedNames(ts, property.initializer);
      else if (ts.isShorthandPropertyAssignment(property)) yield property.name;
      else if (ts.isSpreadAssignment(property)) yield* usedNames(ts, property.expression);
    }
  }
}

function* usedIn(ts: TypeScript, node: ts.Node | undefined): Generator<ts.Identifier> {
  if (node !== undefined) yield* usedNames(ts, node);
}

/** The object and the member that a name of a module is: `const a = ns.b`, `const { b: a } = ns` or `import a = ns.b`. */
function memberBehind(ts: TypeScript, source: ts.SourceFile, name: string): readonly [string, string] | undefined {
  for (const statement of source.statements) {
    if (ts.isImportEqualsDeclaration(statement) && statement.name.text === name) {
      const { moduleReference: reference } = statement;
      const isMember = ts.isQualifiedName(reference) && ts.isIdentifier(reference.left);
      return isMember ? [reference.left.text, reference.right.text] : undefined;
    }
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: declared, initializer } of statement.declarationList.declarations) {
      const value = initializer && unwrapExpression(ts, initializer);
      if (value === undefined) continue;
      if (ts.isIdentifier(declared)) {
        const isMember = ts.isPropertyAccessExpression(value) && ts.isIdentifier(value.expression);
        if (declared.text === name) return isMember ? [value.expression.text, value.name.text] : undefined;
      } else if (ts.isObjectBindingPattern(declared) && ts.isIdentifier(value)) {
        const element = declared.elements.find((one) => ts.isIdentifier(one.name) && one.name.text === name);
        const key = element?.propertyName ?? element?.name;
        if (element?.initializer === undefined && key && ts.isIdentifier(key)) return [value.text, key.text];
      }
    }
  }
  return undefined;
}
