import type {
  DeclaredExport,
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
 */
export function compareDeclaredExports(
  before: DeclaredExport,
  after: DeclaredExport,
  enforcesTypes: boolean,
): readonly Difference[] {
  const ofType = enforcesTypes ? breaking : undecided;
  if (before.from !== after.from) return [undecided('it comes from another module')];
  if (before.signatures !== undefined && after.signatures !== undefined) {
    return compareSignatures(before.signatures, after.signatures, ofType);
  }
  if (before.type !== undefined && after.type !== undefined) return compareTypes(before.type, after.type, ofType);
  if (before.variable !== undefined && after.variable !== undefined) {
    return [compareVariables(before.variable, after.variable, ofType)];
  }
  return [ofType('it is another kind of declaration')];
}

type ToDifference = (reason: string) => Difference;

function compareSignatures(
  before: readonly DeclaredSignature[],
  after: readonly DeclaredSignature[],
  ofType: ToDifference,
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
  ofType: ToDifference,
): readonly Difference[] {
  const differences = compareParameters(before.parameters, after.parameters, ofType);
  if (before.typeParameters !== after.typeParameters) differences.push(undecided('the type parameters changed'));
  const [wasAsync, isAsync] = [before, after].map(({ result }) => result.startsWith('async '));
  if (wasAsync !== isAsync) {
    differences.push(breaking(isAsync === true ? 'it must now be awaited' : 'it can no longer be awaited'));
  } else if (before.result !== after.result) {
    differences.push(ofType(`its result changed from ${resultText(before)} to ${resultText(after)}`));
  }
  return differences;
}

function resultText({ result }: DeclaredSignature): string {
  const text = result.replace(/^async /, '');
  return text === '' ? 'none' : text;
}

function compareParameters(
  before: readonly DeclaredParameter[],
  after: readonly DeclaredParameter[],
  ofType: ToDifference,
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
      differences.push(...compareParameter(one, match, ofType));
      if (takesPosition(one) && takesPosition(match) && positionOf(after, match) !== at) {
        differences.push(breaking(`the position of the parameter ${quote(one)} changed`));
      }
      continue;
    }
    const isRenamed = samePosition !== undefined && unmatched.has(samePosition) && !hasName(before, samePosition.name);
    if (isRenamed) {
      unmatched.delete(samePosition);
      const toName =
        samePosition.passedBy === 'position' ? 'is passed only by position' : `was renamed to ${quote(samePosition)}`;
      differences.push(breaking(`the parameter ${quote(one)} ${toName}`));
    } else differences.push(breaking(`the parameter ${quote(one)} was removed`));
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
  ofType: ToDifference,
): readonly Difference[] {
  const name = quote(after);
  const differences: Difference[] = [];
  if (before.passedBy === 'position-or-name' && after.passedBy === 'name') {
    differences.push(breaking(`the parameter ${name} is now passed only by name`));
  } else if (before.passedBy !== after.passedBy && (before.passedBy === 'rest' || after.passedBy === 'rest')) {
    differences.push(ofType(`the parameter ${name} accepts a different number of arguments`));
  } else if (before.isOptional && !after.isOptional) {
    differences.push(breaking(`the parameter ${name} is now required`));
  } else if (!before.isOptional && after.isOptional) {
    differences.push(compatible(`the parameter ${name} is now optional`));
  }
  if (before.type !== after.type) differences.push(compareStatedTypes(before, after, ofType));
  return differences;
}

function compareStatedTypes(before: DeclaredParameter, after: DeclaredParameter, ofType: ToDifference): Difference {
  const name = quote(after);
  if (before.type === undefined) return compatible(`the type of the parameter ${name} is now stated`);
  if (after.type === undefined) return compatible(`the type of the parameter ${name} is no longer stated`);
  return ofType(`the type of the parameter ${name} changed from ${before.type} to ${after.type}`);
}

function compareTypes(before: DeclaredType, after: DeclaredType, ofType: ToDifference): readonly Difference[] {
  const differences: Difference[] = [];
  if (before.head !== after.head) differences.push(ofType('its declaration changed'));
  for (const member of before.members) {
    const later = after.members.find(({ name }) => name === member.name);
    const subject = `${member.signatures === undefined ? 'the member' : 'the method'} "${member.name}"`;
    if (later === undefined && after.hasOtherMembers)
      differences.push(undecided(`${subject} was removed, and the type may have it from another one`));
    else if (later === undefined) differences.push(breaking(`${subject} was removed`));
    else if (later.text === member.text) continue;
    else if (member.signatures !== undefined && later.signatures !== undefined) {
      for (const { compatibility, reason } of compareSignatures(member.signatures, later.signatures, ofType)) {
        // Every implementation of an interface is affected by every change.
        const effect = after.isImplemented ? 'breaking' : compatibility;
        differences.push({ compatibility: effect, reason: `${subject} changed: ${reason}` });
      }
    } else differences.push(ofType(`${subject} changed`));
  }
  const added = after.members.filter(({ name }) => before.members.every((one) => one.name !== name));
  for (const { name } of added) {
    differences.push(
      after.isImplemented
        ? breaking(`the method "${name}" was added, which implementations lack`)
        : compatible(`the member "${name}" was added`),
    );
  }
  return differences.length > 0 ? differences : [compatible('its body changed, its public members did not')];
}

function compareVariables(before: DeclaredVariable, after: DeclaredVariable, ofType: ToDifference): Difference {
  if (before.type !== after.type)
    return ofType(`its type changed from ${before.type ?? 'none'} to ${after.type ?? 'none'}`);
  if (before.type !== undefined) return compatible('its value changed');
  if (before.literal !== undefined && before.literal === after.literal) return compatible('its value changed');
  return undecided('its value changed, and its type is inferred');
}

/** Parameters that are passed by position can have no name that matters: `2` is the second one. */
function quote({ name }: DeclaredParameter): string {
  return /^\d+$/.test(name) ? name : `"${name}"`;
}
