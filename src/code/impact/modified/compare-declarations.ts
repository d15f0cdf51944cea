import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';
import { compareSignatures } from './compare-functions.ts';
import { compareEnums, compareMergedDeclarations, compareShapes } from './compare-members.ts';
import type { MergedDeclaration } from './compare-members.ts';
import { breaking, compatible, undecided } from './difference.ts';
import type { Difference } from './difference.ts';
import { toNormalizedText } from './normalized-text.ts';
import { relateTypes } from './type-relation.ts';
import type { DeclaringNode, ParsedExport } from './parsed-exports.ts';

/** Compares two versions of one export. The texts of the versions must differ. */
export function compareDeclarations(ts: TypeScript, before: ParsedExport, after: ParsedExport): readonly Difference[] {
  if (isTypeOnly(before) !== isTypeOnly(after)) {
    return [breaking(isTypeOnly(after) ? 'it is now only a type' : 'it is no longer only a type')];
  }
  if (before.from !== undefined || after.from !== undefined) return [undecided('it is now declared in another module')];
  const signatureDifferences = compareSignatureLists(ts, findSignatures(ts, before), findSignatures(ts, after));
  if (signatureDifferences !== undefined) return signatureDifferences;
  const isMerged = before.declarations.length > 1 || after.declarations.length > 1 || after.kind === 'class';
  const [mergedBefore, mergedAfter] = [before, after].map((entry) => toMergedDeclarations(ts, entry));
  if (isMerged && mergedBefore !== undefined && mergedAfter !== undefined)
    return compareMergedDeclarations(ts, mergedBefore, mergedAfter);
  const [declarationBefore] = before.declarations;
  const [declarationAfter] = after.declarations;
  if (
    before.declarations.length !== 1 ||
    after.declarations.length !== 1 ||
    declarationBefore === undefined ||
    declarationAfter === undefined
  ) {
    return [undecided('its declaration changed')];
  }
  return compareSingleDeclarations(ts, declarationBefore, declarationAfter);
}

function compareSingleDeclarations(ts: TypeScript, before: DeclaringNode, after: DeclaringNode): readonly Difference[] {
  if (ts.isEnumDeclaration(before) && ts.isEnumDeclaration(after)) return compareEnums(ts, before, after);
  const shapeBefore = toShape(ts, before);
  const shapeAfter = toShape(ts, after);
  if (shapeBefore !== undefined && shapeAfter !== undefined) {
    const isSameHead = shapeBefore.head === shapeAfter.head;
    return [
      ...(isSameHead ? [] : [undecided('its type parameters or base types changed')]),
      ...compareShapes(ts, shapeBefore.members, shapeAfter.members),
    ];
  }
  if (ts.isTypeAliasDeclaration(before) && ts.isTypeAliasDeclaration(after)) {
    switch (relateTypes(ts, before.type, after.type)) {
      case 'narrower':
        return [breaking('it allows fewer values than before')];
      case 'wider':
        return [undecided('it allows more values than before')];
      default:
        return [undecided('its type changed')];
    }
  }
  if (ts.isVariableDeclaration(before) && ts.isVariableDeclaration(after)) return compareVariables(ts, before, after);
  return [undecided('its declaration changed')];
}

/** The declarations of a class or interface; `undefined` if the export has none, or others. */
function toMergedDeclarations(
  ts: TypeScript,
  { declarations }: ParsedExport,
): readonly MergedDeclaration[] | undefined {
  const merged = declarations.filter((node) => ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node));
  return merged.length > 0 && merged.length === declarations.length ? merged : undefined;
}

function compareVariables(
  ts: TypeScript,
  before: ts.VariableDeclaration,
  after: ts.VariableDeclaration,
): readonly Difference[] {
  if (before.type === undefined && after.type === undefined)
    return [undecided('its value changed, and its type is inferred')];
  switch (relateTypes(ts, before.type, after.type)) {
    case 'same':
      return [compatible('its value changed')];
    case 'wider':
      return [breaking('its type allows more values than before')];
    case 'narrower':
      return [compatible('its type allows fewer values than before')];
    case 'unknown':
      return [undecided('its type changed')];
  }
}

/** An interface, or an alias of an object type. */
interface Shape {
  /** The normalized type parameters and `extends` clause. */
  readonly head: string;
  readonly members: readonly ts.TypeElement[];
}

/** Returns `undefined` if the node is neither an interface nor an alias of an object type. */
function toShape(ts: TypeScript, node: DeclaringNode): Shape | undefined {
  if (ts.isInterfaceDeclaration(node)) {
    const head = [...(node.typeParameters ?? []), ...(node.heritageClauses ?? [])];
    return { head: head.map((part) => toNormalizedText(ts, part)).join(' '), members: node.members };
  }
  if (!ts.isTypeAliasDeclaration(node) || !ts.isTypeLiteralNode(node.type)) return undefined;
  const head = (node.typeParameters ?? []).map((part) => toNormalizedText(ts, part)).join(' ');
  return { head, members: node.type.members };
}

/**
 * Finds the signatures that callers can use; the implementation of overloads is not one. Returns `undefined` if the export
 * is not a function.
 */
function findSignatures(
  ts: TypeScript,
  { declarations, statement }: ParsedExport,
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

/** Returns `undefined` if one version is not a function. */
function compareSignatureLists(
  ts: TypeScript,
  before: readonly ts.SignatureDeclaration[] | undefined,
  after: readonly ts.SignatureDeclaration[] | undefined,
): readonly Difference[] | undefined {
  if (before === undefined || after === undefined) return undefined;
  const [signatureBefore] = before;
  const [signatureAfter] = after;
  if (before.length === 1 && after.length === 1 && signatureBefore !== undefined && signatureAfter !== undefined) {
    const differences = compareSignatures(ts, signatureBefore, signatureAfter);
    return differences.length > 0 ? differences : [compatible('its body changed, its signature did not')];
  }
  const text = (node: ts.SignatureDeclaration): string => toNormalizedText(ts, node);
  const keepsOverloads = before.every((node) => after.some((other) => text(other) === text(node)));
  return [keepsOverloads ? compatible('an overload was added') : undecided('its overloads changed')];
}

function isTypeOnly({ kind }: ParsedExport): boolean {
  return kind === 'interface' || kind === 'type';
}
