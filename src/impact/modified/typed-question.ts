import type { ts } from 'ts-morph';
import type { TypeScript } from '../../code/typescript-parser.ts';
import { normalText } from './normal-text.ts';
import type { DeclaringNode, WrittenExport } from './written-exports.ts';

type DeclaredNodes = ReadonlyMap<string, readonly ts.Node[]>;

/** An export of both versions of a file whose types are to be compared. */
export interface TypedQuestion {
  readonly name: string;
  readonly isType: boolean;
  /** Its earlier type, as it can be written at the end of the earlier text. */
  readonly before: string;
}

/** What to ask of an export that both versions have; undefined where an answer could not be relied on. */
export function typedQuestion(ts: TypeScript, was: WrittenExport, is: WrittenExport): TypedQuestion | undefined {
  const [before] = was.declarations;
  const [after] = is.declarations;
  if (before === undefined || after === undefined || was.declarations.length + is.declarations.length !== 2) return;
  if (was.localName === undefined || !/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(was.name)) return;
  const isType = isTypeDeclaration(ts, before);
  if (isType !== isTypeDeclaration(ts, after) || [before, after].some((node) => !isComparable(ts, node))) return;
  if ([before, after].some((node) => isFrozen(ts, node))) return;
  for (const node of [before, after]) {
    const declared = declaredIn(ts, node.getSourceFile());
    if ([...reachedFrom(ts, node)].some((each) => isUnsure(ts, each, declared))) return;
  }
  return { name: was.name, isType, before: isType ? was.localName : typeOfValue(ts, before, was.localName) };
}

/** Whether an export that says the same mentions something of its file that says something else now. */
export function mentionsChange(ts: TypeScript, was: WrittenExport, is: WrittenExport): boolean {
  const [before] = was.declarations;
  const [after] = is.declarations;
  if (before === undefined || after === undefined) return false;
  const text = (node: DeclaringNode): string =>
    [...reachedFrom(ts, node)].map((each) => (each === node ? '' : normalText(ts, each))).join('\n');
  return text(before) !== text(after);
}

function isTypeDeclaration(ts: TypeScript, node: DeclaringNode): boolean {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
}

function isComparable(ts: TypeScript, node: DeclaringNode): boolean {
  if (ts.isClassDeclaration(node) || ts.isEnumDeclaration(node) || ts.isModuleDeclaration(node)) return false;
  return ts.isVariableDeclaration(node) || node.typeParameters === undefined;
}

/**
 * The type that importers see. Where the value itself stands the checker may know more of it, by what was assigned or
 * asked before, but not inside of a function's type.
 */
function typeOfValue(ts: TypeScript, node: DeclaringNode, name: string): string {
  if (!ts.isVariableDeclaration(node)) return `typeof ${name}`;
  return node.type === undefined ? `ReturnType<() => typeof ${name}>` : node.type.getText();
}

/** A value that is its own type: another value is no other interface. */
function isFrozen(ts: TypeScript, node: DeclaringNode): boolean {
  return ts.isVariableDeclaration(node) && node.type === undefined && /\bas\s+const\b|\bfreeze\b/.test(node.getText());
}

/** A declaration and all of its file that it mentions, directly or through others, in the order in which they are met. */
function reachedFrom(ts: TypeScript, start: DeclaringNode): ReadonlySet<ts.Node> {
  const declared = declaredIn(ts, start.getSourceFile());
  const reached = new Set<ts.Node>([start]);
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) for (const each of declared.get(node.text) ?? []) reached.add(each);
    ts.forEachChild(node, visit);
  };
  for (const node of reached) visit(node);
  return reached;
}

/** Every export of a file asks for them. */
const DECLARED = new WeakMap<ts.SourceFile, DeclaredNodes>();

/** What a file declares and imports, by name. */
function declaredIn(ts: TypeScript, source: ts.SourceFile): DeclaredNodes {
  const known = DECLARED.get(source);
  if (known !== undefined) return known;
  const declared = new Map<string, ts.Node[]>();
  DECLARED.set(source, declared);
  const add = (name: string, node: ts.Node): void => {
    declared.set(name, [...(declared.get(name) ?? []), node]);
  };
  const addPattern = (name: ts.BindingName, node: ts.Node): void => {
    if (ts.isIdentifier(name)) add(name.text, node);
    else for (const each of name.elements) if (ts.isBindingElement(each)) addPattern(each.name, node);
  };
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) {
      for (const each of statement.declarationList.declarations) addPattern(each.name, each);
    } else if (ts.isImportDeclaration(statement)) {
      const { importClause } = statement;
      const names: (ts.Identifier | undefined)[] = [importClause?.name];
      const bindings = importClause?.namedBindings;
      if (bindings !== undefined && ts.isNamespaceImport(bindings)) names.push(bindings.name);
      if (bindings !== undefined && ts.isNamedImports(bindings))
        names.push(...bindings.elements.map(({ name }) => name));
      for (const name of names) if (name !== undefined) add(name.text, statement);
    } else if ('name' in statement && statement.name !== undefined) {
      const name = statement.name as ts.Node;
      if (ts.isIdentifier(name)) add(name.text, statement);
    }
  }
  return declared;
}

/**
 * Whether something in a declaration keeps the comparison from being sure. Enums, symbols, and classes with members
 * that others do not see, are others in each version that declares them; a base that nobody declares is, for the
 * checker, as if it were not written.
 */
function isUnsure(ts: TypeScript, node: ts.Node, declared: DeclaredNodes): boolean {
  if (ts.isEnumDeclaration(node) || ts.isPrivateIdentifier(node)) return true;
  if (ts.isIdentifier(node) && node.text === 'Symbol') return true;
  if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.UniqueKeyword) return true;
  if (node.kind === ts.SyntaxKind.PrivateKeyword || node.kind === ts.SyntaxKind.ProtectedKeyword) return true;
  if (ts.isHeritageClause(node)) {
    return node.types.some(({ expression }) => {
      const root = /^[\w$]+/.exec(expression.getText())?.[0];
      return root === undefined || !declared.has(root);
    });
  }
  return ts.forEachChild(node, (child) => isUnsure(ts, child, declared) || undefined) ?? false;
}
