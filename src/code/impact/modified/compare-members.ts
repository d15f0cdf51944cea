import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';
import { compareSignatures } from './compare-functions.ts';
import { breaking, compatible, undecided } from './difference.ts';
import type { Difference } from './difference.ts';
import { toNormalizedText } from './normalized-text.ts';
import { relateTypes } from './type-relation.ts';

type Member = ts.TypeElement | ts.ClassElement;

/** Compares two versions of an interface or object type, for code that creates or reads its values. */
export function compareShapes(
  ts: TypeScript,
  before: readonly ts.TypeElement[],
  after: readonly ts.TypeElement[],
): readonly Difference[] {
  return compareMembers(ts, before, after, (name, member) =>
    member.questionToken === undefined
      ? breaking(`the member "${name}" was added and is required`)
      : compatible(`the member "${name}" was added and is optional`),
  );
}

/** A declaration of a class, or of an interface that is merged with others of the same name. */
export type MergedDeclaration = ts.ClassDeclaration | ts.InterfaceDeclaration;

/**
 * Compares the base types and the public and protected members of two versions of a class, or of an interface with several
 * declarations. The members of all declarations with the name are members of one type.
 */
export function compareMergedDeclarations(
  ts: TypeScript,
  before: readonly MergedDeclaration[],
  after: readonly MergedDeclaration[],
): readonly Difference[] {
  const isClass = after.some((node) => ts.isClassDeclaration(node));
  const differences = isClass ? compareAbstractness(isAbstract(ts, before), isAbstract(ts, after)) : [];
  if (getHeritage(ts, before) !== getHeritage(ts, after))
    differences.push(undecided('its type parameters or base types changed'));
  const members = compareMembers(ts, getVisibleMembers(ts, before), getVisibleMembers(ts, after), (name, member) =>
    isClass || isOptional(member)
      ? compatible(`the member "${name}" was added`)
      : breaking(`the member "${name}" was added and is required`),
  );
  return [...differences, ...members];
}

function compareAbstractness(before: boolean, after: boolean): Difference[] {
  if (before === after) return [];
  return [after ? breaking('it is now abstract') : compatible('it is no longer abstract')];
}

function isAbstract(ts: TypeScript, nodes: readonly MergedDeclaration[]): boolean {
  return nodes.some((node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword));
}

/** The type parameters and base types of all declarations. Merged declarations have the same type parameters. */
function getHeritage(ts: TypeScript, nodes: readonly MergedDeclaration[]): string {
  const parts = nodes.flatMap(({ typeParameters = [], heritageClauses = [] }) => [
    typeParameters.map((parameter) => toNormalizedText(ts, parameter)).join(', '),
    ...heritageClauses.map((clause) => toNormalizedText(ts, clause)),
  ]);
  return [...new Set(parts)].sort().join(' ');
}

function getVisibleMembers(ts: TypeScript, nodes: readonly MergedDeclaration[]): readonly Member[] {
  return nodes
    .flatMap((node): readonly Member[] => [...node.members])
    .filter((member) => !ts.isClassElement(member) || !isPrivate(ts, member));
}

/** Compares two versions of an enum. */
export function compareEnums(
  ts: TypeScript,
  before: ts.EnumDeclaration,
  after: ts.EnumDeclaration,
): readonly Difference[] {
  const readValues = (node: ts.EnumDeclaration): ReadonlyMap<string, string> =>
    new Map(
      node.members.map((member) => [toNormalizedText(ts, member.name), toNormalizedText(ts, member.initializer)]),
    );
  const valuesBefore = readValues(before);
  const valuesAfter = readValues(after);
  return [
    ...[...valuesBefore.keys()]
      .filter((name) => !valuesAfter.has(name))
      .map((name) => breaking(`the member "${name}" was removed`)),
    ...[...valuesAfter.keys()]
      .filter((name) => !valuesBefore.has(name))
      .map((name) => compatible(`the member "${name}" was added`)),
    ...[...valuesAfter]
      .filter(([name, value]) => valuesBefore.has(name) && valuesBefore.get(name) !== value)
      .map(([name]) => undecided(`the value of "${name}" changed`)),
  ];
}

function compareMembers<M extends Member>(
  ts: TypeScript,
  before: readonly M[],
  after: readonly M[],
  toAddedDifference: (name: string, member: M) => Difference,
): readonly Difference[] {
  const membersBefore = groupByName(ts, before);
  const membersAfter = groupByName(ts, after);
  const differences: Difference[] = [];
  for (const [name, members] of membersBefore) {
    const sameNamed = membersAfter.get(name);
    if (sameNamed === undefined) differences.push(breaking(`the member "${name}" was removed`));
    else differences.push(...compareMember(ts, name, members, sameNamed));
  }
  for (const [name, [member]] of membersAfter)
    if (!membersBefore.has(name) && member !== undefined) differences.push(toAddedDifference(name, member));
  return differences;
}

/** Groups members by name. Overloads share a name, and so do a getter and its setter. */
function groupByName<M extends Member>(ts: TypeScript, members: readonly M[]): ReadonlyMap<string, readonly M[]> {
  const membersByName = new Map<string, M[]>();
  for (const member of members) {
    const name = member.name === undefined ? ts.SyntaxKind[member.kind] : toNormalizedText(ts, member.name);
    membersByName.set(name, [...(membersByName.get(name) ?? []), member]);
  }
  return membersByName;
}

function compareMember(
  ts: TypeScript,
  name: string,
  membersBefore: readonly Member[],
  membersAfter: readonly Member[],
): readonly Difference[] {
  const joinTexts = (members: readonly Member[]): string =>
    members.map((member) => toNormalizedText(ts, member)).join('\n');
  if (joinTexts(membersBefore) === joinTexts(membersAfter)) return [];
  const [before] = membersBefore;
  const [after] = membersAfter;
  if (membersBefore.length !== 1 || membersAfter.length !== 1 || before === undefined || after === undefined) {
    return [undecided(`the member "${name}" changed`)];
  }
  const differences: Difference[] = [];
  if (isOptional(before) !== isOptional(after)) {
    differences.push(breaking(`the member "${name}" ${isOptional(after) ? 'is now optional' : 'is now required'}`));
  }
  if (ts.isFunctionLike(before) && ts.isFunctionLike(after)) {
    const label = ts.isConstructorDeclaration(after) ? 'the constructor' : `"${name}"`;
    return [
      ...differences,
      ...compareSignatures(ts, before, after).map((difference) => ({
        ...difference,
        reason: `${label}: ${difference.reason}`,
      })),
    ];
  }
  const relation = relateTypes(ts, getTypeNode(before), getTypeNode(after));
  // If the member has no explicit type, a different text can change its inferred type.
  const isSame = relation === 'same' && (getTypeNode(after) !== undefined || differences.length > 0);
  return isSame ? differences : [...differences, undecided(`the type of the member "${name}" changed`)];
}

function isOptional(member: Member): boolean {
  return 'questionToken' in member && member.questionToken !== undefined;
}

function getTypeNode(member: Member): ts.TypeNode | undefined {
  return 'type' in member ? (member.type as ts.TypeNode | undefined) : undefined;
}

function isPrivate(ts: TypeScript, member: ts.ClassElement): boolean {
  if (member.name !== undefined && ts.isPrivateIdentifier(member.name)) return true;
  const modifiers = ts.canHaveModifiers(member) ? ts.getModifiers(member) : undefined;
  return modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.PrivateKeyword) ?? false;
}
