import { breaking, compatible, undecided, type Difference } from '../../impact/modified/difference.ts';
import type { ApiParameter, ApiSignature, ApiType } from '../model/api-type.ts';
import { earlierTypeFor } from '../model/combine-types.ts';
import { atConstraints, renameParameters, substituteSignature } from '../model/map-type.ts';
import { printSignature, printType } from '../model/print-type.ts';
import { isRequired, withoutThis, type TypeComparer } from './type-comparer.ts';
import { all, type ApiTypeRelation } from './type-relation.ts';

/** What callers do with a value: they read it, they pass it, or both. */
export interface ValueUse {
  readonly isInput: boolean;
  readonly isOutput: boolean;
}

/** Longer types are cut in reasons. */
const MAX_PRINTED = 90;

/** The differences of two types, from what callers do with their values. */
export function compareTypes(
  comparer: TypeComparer,
  before: ApiType,
  after: ApiType,
  use: ValueUse,
): readonly Difference[] {
  if (printType(before) === printType(after)) return [];
  if (before.kind === 'function' && after.kind === 'function' && use.isOutput && !use.isInput) {
    const functions = compareFunctions(comparer, before, after);
    if (functions !== undefined) return functions;
  }
  const relation = comparer.relate(before, after);
  return [describeRelation(relation, use, `its type changed from ${shorten(before)} to ${shorten(after)}`)];
}

/** A relation as a difference: what callers do decides which direction counts. */
export function describeRelation(relation: ApiTypeRelation, use: ValueUse, reason: string): Difference {
  const holds = all([use.isInput ? relation.accepts : true, use.isOutput ? relation.provides : true]);
  if (holds === undefined) return undecided(reason);
  return holds ? compatible(reason) : breaking(reason);
}

export function shorten(type: ApiType): string {
  const text = printType(type);
  return text.length > MAX_PRINTED ? `${text.slice(0, MAX_PRINTED - 1)}…` : text;
}

/** The differences of what callers call; `undefined` if only the types as a whole can be compared. */
function compareFunctions(
  comparer: TypeComparer,
  before: Extract<ApiType, { kind: 'function' }>,
  after: Extract<ApiType, { kind: 'function' }>,
): readonly Difference[] | undefined {
  if (before.isConstructor !== after.isConstructor) return undefined;
  const [one] = before.signatures;
  const [other] = after.signatures;
  if (one !== undefined && other !== undefined && before.signatures.length === 1 && after.signatures.length === 1) {
    return compareSignatures(comparer, one, other);
  }
  return compareOverloads(comparer, before.signatures, after.signatures);
}

function compareOverloads(
  comparer: TypeComparer,
  before: readonly ApiSignature[],
  after: readonly ApiSignature[],
): readonly Difference[] {
  const differences: Difference[] = [];
  const kept = new Set<ApiSignature>();
  for (const one of before) {
    const relations = after.map((other) => ({ other, relation: comparer.relateSignatures(one, other).provides }));
    const serving = relations.find(({ relation }) => relation === true);
    if (serving !== undefined) {
      kept.add(serving.other);
      continue;
    }
    const text = printSignature(one);
    const reason = `the overload ${text.length > MAX_PRINTED ? `${text.slice(0, MAX_PRINTED - 1)}…` : text}`;
    const isUnknown = relations.some(({ relation }) => relation === undefined);
    differences.push(isUnknown ? undecided(`${reason} changed`) : breaking(`${reason} is no longer served`));
  }
  const isAdded = after.some((other) => !kept.has(other));
  if (differences.length === 0)
    differences.push(compatible(isAdded ? 'an overload was added' : 'its overloads changed'));
  return differences;
}

/** The differences of one signature for its callers, parameter by parameter. */
export function compareSignatures(
  comparer: TypeComparer,
  before: ApiSignature,
  later: ApiSignature,
): readonly Difference[] {
  const [earlierThis, laterThis] = [thisOf(before), thisOf(later)];
  if (earlierThis !== undefined || laterThis !== undefined) {
    const rest = compareSignatures(comparer, withoutThis(before), withoutThis(later));
    return earlierThis === laterThis ? rest : [...rest, undecided('the type of "this" changed')];
  }
  if (before.typeParameters.length === 0 && later.typeParameters.length > 0)
    return compareInferred(comparer, before, later);
  const after = substituteSignature(later, renameParameters(later.typeParameters, before.typeParameters));
  const differences = [
    ...compareTypeParameters(comparer, before, after),
    ...compareParameters(comparer, before, after),
  ];
  if (printType(before.result) !== printType(after.result)) {
    const relation = comparer.relateResults(before.result, after.result);
    const reason = `its result changed from ${shorten(before.result)} to ${shorten(after.result)}`;
    differences.push(describeRelation(relation, { isInput: false, isOutput: true }, reason));
  }
  return differences;
}

/** The type of `this`, which is no argument although it is written as a parameter. */
function thisOf({ parameters: [first] }: ApiSignature): string | undefined {
  return first?.name === 'this' ? printType(first.type) : undefined;
}

/** Earlier callers state no type arguments, so that those of a signature that becomes generic are inferred. */
function compareInferred(comparer: TypeComparer, before: ApiSignature, later: ApiSignature): readonly Difference[] {
  const certain = compareSignatures(comparer, before, atConstraints(later));
  return certain.every(({ compatibility }) => compatibility === 'compatible')
    ? [compatible('it is generic now'), ...certain]
    : [undecided('it is generic now')];
}

/** Callers can state type arguments, or leave them to inference. */
function compareTypeParameters(comparer: TypeComparer, before: ApiSignature, after: ApiSignature): Difference[] {
  const [earlier, later] = [before.typeParameters, after.typeParameters];
  const differences: Difference[] = [];
  for (const [at, { name, constraint }] of earlier.entries()) {
    const other = later[at];
    if (other === undefined) differences.push(breaking(`the type parameter ${name} was removed`));
    else if (
      other.constraint !== undefined &&
      (constraint === undefined || printType(constraint) !== printType(other.constraint))
    ) {
      const relation = constraint === undefined ? undefined : comparer.relate(constraint, other.constraint).accepts;
      const reason = `the constraint of the type parameter ${name} changed to ${shorten(other.constraint)}`;
      differences.push(relation === undefined ? undecided(reason) : relation ? compatible(reason) : breaking(reason));
    }
  }
  for (const { name, default: fallback } of later.slice(earlier.length)) {
    const reason = `the type parameter ${name} was added`;
    differences.push(fallback === undefined ? breaking(`${reason} and has no default`) : compatible(reason));
  }
  return differences;
}

function compareParameters(comparer: TypeComparer, before: ApiSignature, after: ApiSignature): Difference[] {
  const differences: Difference[] = [];
  const rest = after.parameters.find(({ isRest }) => isRest);
  for (const [at, one] of before.parameters.entries()) {
    const other = after.parameters[at] ?? rest;
    if (other === undefined) differences.push(breaking(`the parameter "${one.name}" was removed`));
    else differences.push(...compareParameter(comparer, one, other));
  }
  for (const one of after.parameters.slice(before.parameters.length)) {
    const reason = `the parameter "${one.name}" was added`;
    if (one.isUntyped === true && isRequired(one)) differences.push(undecided(`${reason}, and has no type`));
    else if (isRequired(one)) differences.push(breaking(`${reason} and is required`));
    else differences.push(compatible(`${reason} and is optional`));
  }
  return differences;
}

function compareParameter(comparer: TypeComparer, before: ApiParameter, after: ApiParameter): readonly Difference[] {
  const differences: Difference[] = [];
  if (!isRequired(before) && isRequired(after))
    differences.push(breaking(`the parameter "${after.name}" is required now`));
  else if (isRequired(before) && !isRequired(after))
    differences.push(compatible(`the parameter "${after.name}" is optional now`));
  if (before.isRest && !after.isRest)
    differences.push(breaking(`the parameter "${after.name}" takes one argument now`));
  const element = (one: ApiParameter): ApiType =>
    one.isRest && one.type.kind === 'array' ? one.type.element : one.type;
  const [earlier, later] =
    before.isRest === after.isRest ? [earlierTypeFor(before, after), after.type] : [element(before), element(after)];
  if (printType(earlier) !== printType(later)) {
    const reason = `the type of the parameter "${after.name}" changed from ${shorten(earlier)} to ${shorten(later)}`;
    const relation = comparer.relate(earlier, later);
    differences.push(describeRelation(relation, { isInput: true, isOutput: false }, reason));
  }
  return differences;
}
