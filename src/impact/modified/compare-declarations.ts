import type { ts } from 'ts-morph';
import type { TypeScript } from '../../code/typescript-parser.ts';
import { compareClasses, compareEnums, compareShapes } from './compare-members.ts';
import { compareSignatures } from './compare-functions.ts';
import { breaking, compatible, undecided } from './comparison.ts';
import type { Difference } from './comparison.ts';
import { normalText } from './normal-text.ts';
import { relateTypes } from './type-text.ts';
import type { DeclaringNode, WrittenExport } from './written-exports.ts';

/** The differences of one export between two versions of its file whose texts differ. */
export function compareDeclarations(
  ts: TypeScript,
  before: WrittenExport,
  after: WrittenExport,
): readonly Difference[] {
  if (isTypeOnly(before) !== isTypeOnly(after)) {
    return [breaking(isTypeOnly(after) ? 'it is a type only now' : 'it is no type any more')];
  }
  if (before.from !== undefined || after.from !== undefined) return [undecided('it comes from elsewhere now')];
  const signatures = compareCallables(ts, callablesOf(ts, before), callablesOf(ts, after));
  if (signatures !== undefined) return signatures;
  const [was] = before.declarations;
  const [is] = after.declarations;
  if (before.declarations.length !== 1 || after.declarations.length !== 1 || was === undefined || is === undefined) {
    return [undecided('its declaration changed')];
  }
  return compareSingle(ts, was, is);
}

function compareSingle(ts: TypeScript, was: DeclaringNode, is: DeclaringNode): readonly Difference[] {
  if (ts.isClassDeclaration(was) && ts.isClassDeclaration(is)) return compareClasses(ts, was, is);
  if (ts.isEnumDeclaration(was) && ts.isEnumDeclaration(is)) return compareEnums(ts, was, is);
  const shapeBefore = shapeOf(ts, was);
  const shapeAfter = shapeOf(ts, is);
  if (shapeBefore !== undefined && shapeAfter !== undefined) {
    const same = shapeBefore.head === shapeAfter.head;
    return [
      ...(same ? [] : [undecided('its type parameters or what it extends changed')]),
      ...compareShapes(ts, shapeBefore.members, shapeAfter.members),
    ];
  }
  if (ts.isTypeAliasDeclaration(was) && ts.isTypeAliasDeclaration(is)) {
    switch (relateTypes(ts, was.type, is.type)) {
      case 'narrower':
        return [breaking('it allows less than before')];
      case 'wider':
        return [undecided('it allows more than before')];
      default:
        return [undecided('its type changed')];
    }
  }
  if (ts.isVariableDeclaration(was) && ts.isVariableDeclaration(is)) return compareVariables(ts, was, is);
  return [undecided('its declaration changed')];
}

function compareVariables(
  ts: TypeScript,
  was: ts.VariableDeclaration,
  is: ts.VariableDeclaration,
): readonly Difference[] {
  if (was.type === undefined && is.type === undefined)
    return [undecided('its value changed, and its type is inferred')];
  switch (relateTypes(ts, was.type, is.type)) {
    case 'same':
      return [compatible('its value changed')];
    case 'wider':
      return [breaking('its type allows more than before')];
    case 'narrower':
      return [compatible('its type allows less than before')];
    case 'unknown':
      return [undecided('its type changed')];
  }
}

interface Shape {
  /** Everything of the declaration but its members. */
  readonly head: string;
  readonly members: readonly ts.TypeElement[];
}

/** The members of an interface, or of an alias for an object type. */
function shapeOf(ts: TypeScript, node: DeclaringNode): Shape | undefined {
  if (ts.isInterfaceDeclaration(node)) {
    const head = [...(node.typeParameters ?? []), ...(node.heritageClauses ?? [])];
    return { head: head.map((part) => normalText(ts, part)).join(' '), members: node.members };
  }
  if (!ts.isTypeAliasDeclaration(node) || !ts.isTypeLiteralNode(node.type)) return undefined;
  const head = (node.typeParameters ?? []).map((part) => normalText(ts, part)).join(' ');
  return { head, members: node.type.members };
}

/** The signatures that callers see: of overloads the declared ones alone. Undefined where it is no function. */
function callablesOf(
  ts: TypeScript,
  { declarations, statement }: WrittenExport,
): readonly ts.SignatureDeclaration[] | undefined {
  if (declarations.length > 0 && declarations.every((node) => ts.isFunctionDeclaration(node))) {
    const overloads = declarations.filter((node) => node.body === undefined);
    return overloads.length > 0 ? overloads : declarations;
  }
  const [single] = declarations;
  const value =
    declarations.length === 1 && single !== undefined && ts.isVariableDeclaration(single) && single.type === undefined
      ? single.initializer
      : statement !== undefined && ts.isExportAssignment(statement)
        ? statement.expression
        : undefined;
  if (statement !== undefined && ts.isFunctionDeclaration(statement)) return [statement];
  return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) ? [value] : undefined;
}

function compareCallables(
  ts: TypeScript,
  before: readonly ts.SignatureDeclaration[] | undefined,
  after: readonly ts.SignatureDeclaration[] | undefined,
): readonly Difference[] | undefined {
  if (before === undefined || after === undefined) return undefined;
  const [was] = before;
  const [is] = after;
  if (before.length === 1 && after.length === 1 && was !== undefined && is !== undefined) {
    const found = compareSignatures(ts, was, is);
    return found.length > 0 ? found : [compatible('its body changed, its signature did not')];
  }
  const text = (node: ts.SignatureDeclaration): string => normalText(ts, node);
  const kept = before.every((node) => after.some((other) => text(other) === text(node)));
  return [kept ? compatible('an overload was added') : undecided('its overloads changed')];
}

function isTypeOnly({ kind }: WrittenExport): boolean {
  return kind === 'interface' || kind === 'type';
}
