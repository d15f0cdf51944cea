import type {
  DeclaredExport,
  DeclaredMember,
  DeclaredParameter,
  DeclaredSignature,
  DeclaredType,
  DeclaredVariable,
} from '../../languages/interface/declared-export.ts';
import { breaking, compatible, undecided, type Difference } from './difference.ts';

/**
 * Compares two versions of an export, whose declarations differ. Lists the differences that affect its users.
 *
 * @param enforcesTypes whether a compiler rejects a different type, so that its change is certainly breaking
 * @param isAlias whether a name is that of another type
 */
export function compareDeclaredExports(
  before: DeclaredExport,
  after: DeclaredExport,
  enforcesTypes: boolean,
  isAlias: (name: string) => boolean = () => false,
): readonly Difference[] {
  const ofType: TypeDifference = (reason, from, to) =>
    enforcesTypes && !mayBeSameType(from, to, isAlias) ? breaking(reason) : undecided(reason);
  if (before.from !== after.from) return [undecided('it comes from another module')];
  if (before.signatures !== undefined && after.signatures !== undefined) {
    return compareSignatures(before.signatures, after.signatures, ofType);
  }
  if (before.type !== undefined && after.type !== undefined) return compareTypes(before.type, after.type, ofType);
  if (before.variable !== undefined && after.variable !== undefined) {
    return [compareVariables(before.variable, after.variable, ofType)];
  }
  return [enforcesTypes ? breaking(KIND) : undecided(KIND)];
}

const KIND = 'it is another kind of declaration';

/** What the texts of two types that differ say. `undefined` for an inferred type. */
type TypeDifference = (reason: string, from: string | undefined, to: string | undefined) => Difference;

/** For types that the texts do not relate: their names depend on type parameters. */
const UNRELATED: TypeDifference = undecided;

/** Whether two texts can name one type: by an alias, by another name of an imported package, or by inference. */
function mayBeSameType(from: string | undefined, to: string | undefined, isAlias: (name: string) => boolean): boolean {
  if (from === undefined || to === undefined) return true;
  const [one, other] = [tokensOf(from), tokensOf(to)];
  if (one.join(' ') === other.join(' ')) return true;
  const gone = one.filter((token) => !other.includes(token));
  const added = other.filter((token) => !one.includes(token));
  const isQualified = (token: string): boolean => /^\w+\./.test(token);
  if (gone.some(isQualified) && added.some(isQualified)) return true;
  return [...gone, ...added].some((token) => isPrivate(token) || isAlias(token.slice(token.lastIndexOf('.') + 1)));
}

/** Whether a word names a type of the package that is not exported, which can be an alias. */
function isPrivate(token: string): boolean {
  return /^[a-z_]\w*$/.test(token) && !BUILT_IN.test(token);
}

const BUILT_IN =
  /^(?:func|map|chan|struct|interface|any|bool|string|error|comparable|u?int(?:8|16|32|64|ptr)?|float(?:32|64)|complex(?:64|128))$/;

/** The names that Go declares as other names of a type. */
const PREDECLARED: ReadonlyMap<string, string> = new Map([
  ['byte', 'uint8'],
  ['rune', 'int32'],
]);

function tokensOf(type: string): readonly string[] {
  return (type.match(/\w+(?:\.\w+)*|\S/g) ?? []).map((token) => PREDECLARED.get(token) ?? token);
}

function compareSignatures(
  before: readonly DeclaredSignature[],
  after: readonly DeclaredSignature[],
  ofType: TypeDifference,
): readonly Difference[] {
  const [first] = before;
  const [last] = after;
  if (before.length === 1 && after.length === 1 && first !== undefined && last !== undefined) {
    const differences = compareSignature(first, last, ofType);
    return differences.length > 0 ? differences : [compatible('its body changed, its signature did not')];
  }
  const isKept = before.every((one) => after.some(({ text }) => text === one.text));
  if (isKept && before.length === after.length) return [compatible('its body changed, its signatures did not')];
  return [isKept ? compatible('an overload was added') : undecided('its overloads changed')];
}

function compareSignature(
  before: DeclaredSignature,
  after: DeclaredSignature,
  ofType: TypeDifference,
): readonly Difference[] {
  const isSameGeneric = before.typeParameters === after.typeParameters;
  const differences = compareParameters(before.parameters, after.parameters, isSameGeneric ? ofType : UNRELATED);
  if (!isSameGeneric) differences.push(undecided('the type parameters changed'));
  const [wasAsync, isAsync] = [before, after].map(({ result }) => result.startsWith('async '));
  if (wasAsync !== isAsync) differences.push(compareAwaiting(before, after, isAsync === true));
  else if (before.result !== after.result) {
    const reason = `its result changed from ${resultText(before)} to ${resultText(after)}`;
    differences.push((isSameGeneric ? ofType : UNRELATED)(reason, before.result, after.result));
  }
  const isWritten = before.isDecorated !== true && after.isDecorated !== true;
  return isWritten ? differences : differences.map(withoutBreak);
}

/** A decorator can accept other arguments than the function that it gets. */
function withoutBreak(one: Difference): Difference {
  return one.compatibility === 'breaking' ? undecided(one.reason) : one;
}

/** A function that is not `async` can return what callers await. */
function compareAwaiting(before: DeclaredSignature, after: DeclaredSignature, isAsync: boolean): Difference {
  const reason = isAsync ? 'it must now be awaited' : 'it can no longer be awaited';
  const { result } = isAsync ? before : after;
  const mayBeAwaited =
    /Await|Corout|Future|Task|Deferred|Async|\bAny\b|\bobject\b/.test(result) || (!isAsync && result === '');
  return mayBeAwaited ? undecided(reason) : breaking(reason);
}

function resultText({ result }: DeclaredSignature): string {
  const text = result.replace(/^async /, '');
  return text === '' ? 'none' : text;
}

function compareParameters(
  before: readonly DeclaredParameter[],
  after: readonly DeclaredParameter[],
  ofType: TypeDifference,
): Difference[] {
  const differences: Difference[] = [];
  const unmatched = new Set(after);
  const positionOf = (list: readonly DeclaredParameter[], one: DeclaredParameter): number =>
    list.filter(takesPosition).indexOf(one);
  for (const one of before) {
    const at = positionOf(before, one);
    const samePosition = takesPosition(one) ? after.filter(takesPosition)[at] : undefined;
    // A name that callers cannot use does not identify a parameter.
    const match = isNamed(one) ? after.find((other) => isNamed(other) && other.name === one.name) : samePosition;
    if (match !== undefined) {
      unmatched.delete(match);
      differences.push(...compareParameter(one, match, after.some(takesMorePositions), ofType));
      if (takesPosition(one) && takesPosition(match) && positionOf(after, match) !== at) {
        differences.push(breaking(`the position of the parameter ${quote(one)} changed`));
      }
      continue;
    }
    const isRenamed = samePosition !== undefined && unmatched.has(samePosition) && !hasName(before, samePosition.name);
    const isKept = isTakenByRest(one, after, isRenamed);
    if (isRenamed) {
      unmatched.delete(samePosition);
      const toName =
        samePosition.passedBy === 'position' ? 'is passed only by position' : `was renamed to ${quote(samePosition)}`;
      differences.push((isKept ? undecided : breaking)(`the parameter ${quote(one)} ${toName}`));
    } else differences.push((isKept ? undecided : breaking)(`the parameter ${quote(one)} was removed`));
  }
  for (const one of unmatched) {
    const reason = `the parameter ${quote(one)} was added`;
    if (one.passedBy === 'rest' && one.type?.startsWith('...') === true) {
      // Calls stay valid. A function value of the earlier type does not accept it.
      differences.push(undecided(`${reason} and takes any number of arguments`));
    } else {
      differences.push(
        one.isOptional ? compatible(`${reason} and is optional`) : breaking(`${reason} and is required`),
      );
    }
  }
  return differences;
}

/**
 * Whether calls may still pass a parameter that is gone: `*args` and `**kwargs` take what they are given, and what they took
 * may have a name now. Callers do not pass what has the name of a private parameter.
 */
function isTakenByRest(
  { name, passedBy }: DeclaredParameter,
  after: readonly DeclaredParameter[],
  hasPosition: boolean,
): boolean {
  if (name.startsWith('*')) return true;
  if (name.startsWith('_')) return passedBy === 'name' || hasPosition;
  const isName = passedBy === 'position' || after.some((one) => one.name.startsWith('**'));
  return isName && (hasPosition || passedBy === 'name' || after.some(takesMorePositions));
}

/** `*args` */
function takesMorePositions({ name }: DeclaredParameter): boolean {
  return /^\*(?!\*)/.test(name);
}

function hasName(parameters: readonly DeclaredParameter[], name: string): boolean {
  return parameters.some((one) => one.name === name);
}

/** Whether a name identifies the parameter for callers: a name that they cannot write does not. */
function isNamed({ passedBy, name }: DeclaredParameter): boolean {
  return passedBy !== 'position' && (passedBy !== 'rest' || name.startsWith('*'));
}

function takesPosition({ passedBy, name }: DeclaredParameter): boolean {
  return passedBy !== 'name' && !name.startsWith('*');
}

function compareParameter(
  before: DeclaredParameter,
  after: DeclaredParameter,
  hasRest: boolean,
  ofType: TypeDifference,
): readonly Difference[] {
  const name = quote(after);
  const differences: Difference[] = [];
  if (before.passedBy === 'position-or-name' && after.passedBy === 'name') {
    differences.push((hasRest ? undecided : breaking)(`the parameter ${name} is now passed only by name`));
  } else if (before.passedBy !== after.passedBy && (before.passedBy === 'rest' || after.passedBy === 'rest')) {
    // The dots are a part of the type.
    differences.push(ofType(`the parameter ${name} accepts a different number of arguments`, before.type, after.type));
  } else if (before.isOptional && !after.isOptional) {
    differences.push(breaking(`the parameter ${name} is now required`));
  } else if (!before.isOptional && after.isOptional) {
    differences.push(compatible(`the parameter ${name} is now optional`));
  }
  if (before.type !== after.type) differences.push(compareStatedTypes(before, after, ofType));
  return differences;
}

function compareStatedTypes(before: DeclaredParameter, after: DeclaredParameter, ofType: TypeDifference): Difference {
  const name = quote(after);
  if (before.type === undefined) return compatible(`the type of the parameter ${name} is now stated`);
  if (after.type === undefined) return compatible(`the type of the parameter ${name} is no longer stated`);
  return ofType(
    `the type of the parameter ${name} changed from ${before.type} to ${after.type}`,
    before.type,
    after.type,
  );
}

function compareTypes(before: DeclaredType, after: DeclaredType, toType: TypeDifference): readonly Difference[] {
  const differences: Difference[] = [];
  // Methods name the type parameters of their type as they like.
  const ofType = [before, after].some(({ head }) => head.startsWith('[')) ? UNRELATED : toType;
  if (before.head !== after.head) {
    const isDecided = !before.hasOtherMembers && !after.hasOtherMembers;
    differences.push((isDecided ? ofType : UNRELATED)('its declaration changed', before.head, after.head));
  }
  const isOpen = before.isImplemented && before.isSealed !== true;
  if (isOpen && after.isSealed === true) differences.push(breaking('other packages can no longer implement it'));
  for (const member of before.members) {
    if (member.isHidden === true) continue;
    const later = after.members.find(({ name }) => name === member.name);
    const subject = `${member.signatures === undefined ? 'the member' : 'the method'} "${member.name}"`;
    if (later === undefined && mayHave(after, member))
      differences.push(undecided(`${subject} was removed, and the type may have it from another one`));
    else if (later === undefined) differences.push(breaking(`${subject} was removed`));
    else if (later.text === member.text) continue;
    else if (member.signatures !== undefined && later.signatures !== undefined) {
      for (const { compatibility, reason } of compareSignatures(member.signatures, later.signatures, ofType)) {
        // Every implementation of an interface is affected by every change of types.
        const isDecided = !isOpen || compatibility === 'breaking';
        const text = `${subject} changed: ${reason}`;
        differences.push(isDecided ? { compatibility, reason: text } : ofType(text, member.text, later.text));
      }
    } else differences.push(ofType(`${subject} changed`, member.text, later.text));
  }
  const added = after.members.filter(({ name }) => before.members.every((one) => one.name !== name));
  for (const { name, isHidden } of added) {
    if (isHidden === true) continue;
    const reason = `the method "${name}" was added, which implementations lack`;
    if (!isOpen) differences.push(compatible(`the member "${name}" was added`));
    else differences.push(before.hasOtherMembers ? undecided(reason) : breaking(reason));
  }
  return differences.length > 0 ? differences : [compatible('its body changed, its public members did not')];
}

function mayHave(
  { hasOtherMembers, possibleMembers = [] }: DeclaredType,
  { name, signatures }: DeclaredMember,
): boolean {
  // A class without a constructor takes no arguments.
  const isDefault = name === '__init__' && signatures?.every(({ parameters }) => parameters.length === 0) === true;
  return hasOtherMembers || isDefault || possibleMembers.includes(name);
}

function compareVariables(before: DeclaredVariable, after: DeclaredVariable, ofType: TypeDifference): Difference {
  if (before.type !== after.type) {
    const reason = `its type changed from ${before.type ?? 'none'} to ${after.type ?? 'none'}`;
    return ofType(reason, before.type, after.type);
  }
  if (before.type !== undefined) return compatible('its value changed');
  if (before.literal !== undefined && before.literal === after.literal) return compatible('its value changed');
  return undecided('its value changed, and its type is inferred');
}

/** Parameters that are passed by position can have no name that matters: `2` is the second one. */
function quote({ name }: DeclaredParameter): string {
  return /^\d+$/.test(name) ? name : `"${name}"`;
}
