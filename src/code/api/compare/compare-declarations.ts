import { breaking, compatible, undecided, type Difference } from '../../impact/modified/difference.ts';
import type { ApiMember, ApiType } from '../model/api-type.ts';
import { renameParameters, substitute, substituteMember } from '../model/map-type.ts';
import { allowsUndefined, earlierTypeFor } from '../model/combine-types.ts';
import { printMember, printType } from '../model/print-type.ts';
import type { ApiDeclaration } from '../model/package-api.ts';
import { compareTypes, shorten, type ValueUse } from './compare-values.ts';
import { membersOf, objectOf } from './declared-members.ts';
import { promisesNothing } from './version-bump.ts';
import type { TypeComparer } from './type-comparer.ts';

const READ: ValueUse = { isInput: false, isOutput: true };

/** What callers do with the values of a declaration, and whether they can name it: an entry exports it. */
export interface DeclarationUse extends ValueUse {
  readonly isExported: boolean;
}

/** [CHANGE-2] The differences of two versions of one declaration. */
export function compareApiDeclarations(
  comparer: TypeComparer,
  before: ApiDeclaration,
  after: ApiDeclaration,
  use: DeclarationUse,
): readonly Difference[] {
  const meaning = use.isExported ? compareMeanings(before, after) : compareHiddenMeanings(before, after);
  if (meaning.length > 0) return meaning;
  return [
    // Callers that cannot name a declaration can neither extend it nor state its type arguments.
    ...(use.isExported ? compareSeals(before, after) : []),
    ...(use.isExported ? compareTypeParameters(before, after) : compareDefaults(before, after)),
    ...compareDeclaredValues(comparer, before, after),
    ...compareEnumMembers(before, after),
    ...compareDeclaredTypes(comparer, before, after, use),
  ];
}

function isType({ type, kinds }: ApiDeclaration): boolean {
  return type !== undefined || kinds.includes('enum');
}

function isValue({ value, kinds }: ApiDeclaration): boolean {
  return value !== undefined || kinds.includes('enum') || kinds.includes('namespace');
}

function compareMeanings(before: ApiDeclaration, after: ApiDeclaration): readonly Difference[] {
  const isMoved = before.kinds.includes('re-export') !== after.kinds.includes('re-export');
  if (isMoved)
    return [undecided(after.from === undefined ? 'it is declared here now' : `it comes from ${after.from} now`)];
  const differences: Difference[] = [];
  if (isValue(before) && !isValue(after)) differences.push(breaking('it is only a type now'));
  if (isType(before) && !isType(after)) differences.push(breaking('it is no type any longer'));
  return differences;
}

/** What callers cannot name, they use as a type alone. They cannot write the members of an enum. */
function compareHiddenMeanings(before: ApiDeclaration, after: ApiDeclaration): readonly Difference[] {
  if (isType(before) && !isType(after)) return [undecided('it is no type any longer')];
  const [earlier, later] = [before, after].map(({ enumMembers = [] }) =>
    enumMembers.map(({ name, value = '' }) => `${name} = ${value}`).join(', '),
  );
  return earlier === later ? [] : [undecided('the enum changed')];
}

function compareSeals(before: ApiDeclaration, after: ApiDeclaration): readonly Difference[] {
  const differences: Difference[] = [];
  const isClass = before.kinds.includes('class') && after.kinds.includes('class');
  if (isClass && before.isAbstract !== true && after.isAbstract === true)
    differences.push(breaking('it is abstract now'));
  if (isClass && before.isSealed !== true && after.isSealed === true)
    differences.push(breaking('it can no longer be extended'));
  if (before.kinds.includes('class') && !after.kinds.includes('class') && after.value !== undefined) {
    differences.push(undecided('it is no class any longer'));
  }
  return differences;
}

function compareTypeParameters(before: ApiDeclaration, after: ApiDeclaration): readonly Difference[] {
  const [earlier, later] = [before.typeParameters, after.typeParameters];
  const differences: Difference[] = [];
  for (const { name } of earlier.slice(later.length))
    differences.push(breaking(`the type parameter ${name} was removed`));
  for (const { name, default: fallback } of later.slice(earlier.length)) {
    const reason = `the type parameter ${name} was added`;
    differences.push(fallback === undefined ? breaking(`${reason} and has no default`) : compatible(reason));
  }
  for (const [at, { name, constraint, default: fallback }] of earlier.entries()) {
    const other = later[at];
    if (other === undefined) continue;
    const text = (type: ApiType | undefined): string => (type === undefined ? '' : printType(type));
    if (text(constraint) !== text(other.constraint)) differences.push(undecided(`the constraint of ${name} changed`));
    if (fallback !== undefined && other.default === undefined)
      differences.push(breaking(`the default of ${name} was removed`));
    else if (text(fallback) !== text(other.default) && fallback !== undefined) {
      differences.push(undecided(`the default of ${name} changed`));
    }
  }
  return differences;
}

/** References without arguments mean the defaults. */
function compareDefaults(before: ApiDeclaration, after: ApiDeclaration): readonly Difference[] {
  return before.typeParameters.flatMap(({ name, default: fallback }, at) => {
    const later = after.typeParameters[at]?.default;
    const isSame = fallback === undefined || later === undefined || printType(fallback) === printType(later);
    return isSame ? [] : [undecided(`the default of ${name} changed`)];
  });
}

/** A function, a variable, and a class as a value: its constructors and static members are read. */
function compareDeclaredValues(
  comparer: TypeComparer,
  before: ApiDeclaration,
  after: ApiDeclaration,
): readonly Difference[] {
  if (before.value === undefined || after.value === undefined) return [];
  if (before.isInferred === true && isOtherValue(before.value, after.value))
    return [undecided(`its value changed from ${printType(before.value)} to ${printType(after.value)}`)];
  const renamed = substitute(after.value, renameParameters(after.typeParameters, before.typeParameters));
  if (before.value.kind === 'object' && renamed.kind === 'object') {
    return compareMembers(comparer, before.value.members, renamed.members, READ);
  }
  return compareTypes(comparer, before.value, renamed, READ);
}

/** Whether a constant whose text states no type has another value of the same type. Callers seldom rely on the very value. */
function isOtherValue(before: ApiType, after: ApiType): boolean {
  if (before.kind !== 'text' || after.kind !== 'text' || before.literal === undefined) return false;
  return before.text !== after.text && (after.literal?.type ?? after.text) === before.literal.type;
}

function compareEnumMembers(before: ApiDeclaration, after: ApiDeclaration): readonly Difference[] {
  if (before.enumMembers === undefined || after.enumMembers === undefined) return [];
  const later = new Map(after.enumMembers.map(({ name, value }) => [name, value]));
  const differences: Difference[] = [];
  for (const { name, value, isUnstable } of before.enumMembers) {
    const change = isUnstable === true ? undecided : breaking;
    if (!later.has(name)) differences.push(change(`the member ${name} was removed`));
    else if (later.get(name) !== value) {
      differences.push(
        change(
          `the value of ${name} changed from ${value ?? 'a computed one'} to ${later.get(name) ?? 'a computed one'}`,
        ),
      );
    }
    later.delete(name);
  }
  for (const name of later.keys()) differences.push(compatible(`the member ${name} was added`));
  return differences;
}

/** An interface, the instances of a class, or an alias. */
function compareDeclaredTypes(
  comparer: TypeComparer,
  before: ApiDeclaration,
  after: ApiDeclaration,
  use: ValueUse,
): readonly Difference[] {
  if (before.type === undefined || after.type === undefined) return [];
  const names = renameParameters(after.typeParameters, before.typeParameters);
  const typeAfter = substitute(after.type, names);
  if (before.type.kind !== 'object' || typeAfter.kind !== 'object') {
    const isAlias = before.bases === undefined && after.bases === undefined;
    const [object, other] = [objectOf(before.type, comparer.before), objectOf(typeAfter, comparer.after)];
    return isAlias && object !== undefined && other !== undefined && printType(before.type) !== printType(typeAfter)
      ? compareMembers(comparer, object.members, other.members, use)
      : compareTypes(comparer, before.type, typeAfter, use);
  }
  const earlier = membersOf(before, comparer.before);
  const later = membersOf({ ...after, type: typeAfter }, comparer.after);
  const bases = (list: readonly ApiType[]): string => list.map((one) => printType(substitute(one, names))).join(', ');
  const isClass = before.kinds.includes('class');
  // Callers create the instances of a class with `new`: a further member breaks those that extend it if it is abstract.
  const memberUse = isClass ? READ : use;
  return [
    ...(bases(earlier.foreignBases) === bases(later.foreignBases)
      ? []
      : [
          undecided(
            `its bases changed from ${bases(earlier.foreignBases) || 'none'} to ${bases(later.foreignBases) || 'none'}`,
          ),
        ]),
    ...compareMembers(
      comparer,
      earlier.members,
      later.members.map((one) => substituteMember(one, names)),
      memberUse,
      before.isSealed === true,
    ),
  ];
}

/** The differences of members, from what callers do with the object. */
export function compareMembers(
  comparer: TypeComparer,
  before: readonly ApiMember[],
  after: readonly ApiMember[],
  use: ValueUse,
  isSealed = false,
): readonly Difference[] {
  const later = new Map(after.map((one) => [one.name, one]));
  const differences: Difference[] = [];
  for (const one of before) {
    const other = later.get(one.name);
    later.delete(one.name);
    if (one.isProtected === true && isSealed) continue;
    const found =
      other === undefined
        ? [breaking(`the member ${one.name} was removed`)]
        : printMember(one) === printMember(other)
          ? []
          : compareMember(comparer, one, other, use);
    differences.push(...(promisesNothing(one) ? found.map(withoutBreak) : found));
  }
  for (const one of later.values()) {
    const reason = `the member ${one.name} was added`;
    if (one.isAbstract === true && !isSealed) differences.push(breaking(`${reason} and is abstract`));
    else if (!one.isOptional && use.isInput && one.isProtected !== true) {
      differences.push(breaking(`${reason}, is required, and callers construct or implement the type`));
    } else differences.push(compatible(reason));
  }
  return differences;
}

/** What a difference is for a member that promises nothing to callers. */
function withoutBreak(one: Difference): Difference {
  return one.compatibility === 'breaking' ? undecided(one.reason) : one;
}

function compareMember(
  comparer: TypeComparer,
  before: ApiMember,
  after: ApiMember,
  use: ValueUse,
): readonly Difference[] {
  const { name } = before;
  const differences: Difference[] = [];
  if (before.isOptional && !after.isOptional) {
    const reason = `the member ${name} is required now`;
    differences.push(use.isInput ? breaking(reason) : compatible(reason));
  } else if (!before.isOptional && after.isOptional) {
    const reason = `the member ${name} is optional now`;
    differences.push(use.isOutput && !allowsUndefined(before.type) ? breaking(reason) : compatible(reason));
  }
  if (before.isProtected !== true && after.isProtected === true)
    differences.push(breaking(`the member ${name} is protected now`));
  if (before.isAbstract !== true && after.isAbstract === true)
    differences.push(breaking(`the member ${name} is abstract now`));
  if (!before.isReadonly && after.isReadonly && use.isOutput) {
    differences.push(undecided(`the member ${name} can no longer be assigned`));
  }
  const both = before.isProtected === true ? { isInput: true, isOutput: true } : use;
  const earlier = earlierTypeFor(before, after);
  const ofType = compareTypes(comparer, earlier, after.type, both);
  differences.push(...ofType.map(({ compatibility, reason }) => ({ compatibility, reason: `${name}: ${reason}` })));
  if (differences.length === 0) differences.push(compatible(`the member ${name} changed to ${shorten(after.type)}`));
  return differences;
}
