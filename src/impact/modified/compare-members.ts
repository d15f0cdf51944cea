import type { ts } from 'ts-morph';
import type { TypeScript } from '../../code/typescript-parser.ts';
import { compareSignatures } from './compare-functions.ts';
import { breaking, compatible, undecided } from './comparison.ts';
import type { Difference } from './comparison.ts';
import { normalText } from './normal-text.ts';
import { relateTypes } from './type-text.ts';

type Member = ts.TypeElement | ts.ClassElement;

/** The differences of two interfaces or object types, for those who make such values and those who read them. */
export function compareShapes(
  ts: TypeScript,
  before: readonly ts.TypeElement[],
  after: readonly ts.TypeElement[],
): readonly Difference[] {
  return compareMembers(ts, before, after, (name, member) =>
    member.questionToken === undefined
      ? breaking(`the member "${name}" was added and is required`)
      : compatible(`the member "${name}" was added and may be left out`),
  );
}

/** The differences of two classes in what they give to others; private members do not count. */
export function compareClasses(
  ts: TypeScript,
  before: ts.ClassLikeDeclaration,
  after: ts.ClassLikeDeclaration,
): readonly Difference[] {
  const heritage = (node: ts.ClassLikeDeclaration): string =>
    [...(node.typeParameters ?? []), ...(node.heritageClauses ?? [])].map((part) => normalText(ts, part)).join(' ');
  const given = (node: ts.ClassLikeDeclaration): readonly ts.ClassElement[] =>
    node.members.filter((member) => !isPrivate(ts, member));
  return [
    ...(heritage(before) === heritage(after) ? [] : [undecided('what it extends changed')]),
    ...compareMembers(ts, given(before), given(after), (name) => compatible(`the member "${name}" was added`)),
  ];
}

/** The differences of two enums. */
export function compareEnums(
  ts: TypeScript,
  before: ts.EnumDeclaration,
  after: ts.EnumDeclaration,
): readonly Difference[] {
  const values = (node: ts.EnumDeclaration): ReadonlyMap<string, string> =>
    new Map(node.members.map((member) => [normalText(ts, member.name), normalText(ts, member.initializer)]));
  const was = values(before);
  const is = values(after);
  return [
    ...[...was.keys()].filter((name) => !is.has(name)).map((name) => breaking(`the member "${name}" was removed`)),
    ...[...is.keys()].filter((name) => !was.has(name)).map((name) => compatible(`the member "${name}" was added`)),
    ...[...is]
      .filter(([name, value]) => was.has(name) && was.get(name) !== value)
      .map(([name]) => undecided(`the value of "${name}" changed`)),
  ];
}

function compareMembers<Kind extends Member>(
  ts: TypeScript,
  before: readonly Kind[],
  after: readonly Kind[],
  added: (name: string, member: Kind) => Difference,
): readonly Difference[] {
  const was = membersByName(ts, before);
  const is = membersByName(ts, after);
  const found: Difference[] = [];
  for (const [name, members] of was) {
    const now = is.get(name);
    if (now === undefined) found.push(breaking(`the member "${name}" was removed`));
    else found.push(...compareNamed(ts, name, members, now));
  }
  for (const [name, [member]] of is) if (!was.has(name) && member !== undefined) found.push(added(name, member));
  return found;
}

/** Members of one name: overloads, or a getter with its setter, are several. */
function membersByName<Kind extends Member>(
  ts: TypeScript,
  members: readonly Kind[],
): ReadonlyMap<string, readonly Kind[]> {
  const named = new Map<string, Kind[]>();
  for (const member of members) {
    const name = member.name === undefined ? ts.SyntaxKind[member.kind] : normalText(ts, member.name);
    named.set(name, [...(named.get(name) ?? []), member]);
  }
  return named;
}

function compareNamed(
  ts: TypeScript,
  name: string,
  was: readonly Member[],
  is: readonly Member[],
): readonly Difference[] {
  const text = (members: readonly Member[]): string => members.map((member) => normalText(ts, member)).join('\n');
  if (text(was) === text(is)) return [];
  const [before] = was;
  const [after] = is;
  if (was.length !== 1 || is.length !== 1 || before === undefined || after === undefined) {
    return [undecided(`the member "${name}" changed`)];
  }
  const found: Difference[] = [];
  if (optional(before) !== optional(after)) {
    found.push(breaking(`the member "${name}" ${optional(after) ? 'may be missing now' : 'is required now'}`));
  }
  if (ts.isFunctionLike(before) && ts.isFunctionLike(after)) {
    const label = ts.isConstructorDeclaration(after) ? 'the constructor' : `"${name}"`;
    return [
      ...found,
      ...compareSignatures(ts, before, after).map((difference) => ({
        ...difference,
        reason: `${label}: ${difference.reason}`,
      })),
    ];
  }
  const relation = relateTypes(ts, typeOf(before), typeOf(after));
  const isSame = relation === 'same' && (typeOf(after) !== undefined || found.length > 0);
  return isSame ? found : [...found, undecided(`the type of the member "${name}" changed`)];
}

function optional(member: Member): boolean {
  return 'questionToken' in member && member.questionToken !== undefined;
}

function typeOf(member: Member): ts.TypeNode | undefined {
  return 'type' in member ? (member.type as ts.TypeNode | undefined) : undefined;
}

function isPrivate(ts: TypeScript, member: ts.ClassElement): boolean {
  if (member.name !== undefined && ts.isPrivateIdentifier(member.name)) return true;
  const modifiers = ts.canHaveModifiers(member) ? ts.getModifiers(member) : undefined;
  return modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.PrivateKeyword) ?? false;
}
