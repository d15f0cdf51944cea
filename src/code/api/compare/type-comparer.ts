import type { ApiMember, ApiParameter, ApiReference, ApiSignature, ApiType } from '../model/api-type.ts';
import { toLiteral, toText } from '../model/api-type.ts';
import { allowsUndefined, combineTypes, earlierTypeFor } from '../model/combine-types.ts';
import { atConstraints, renameParameters, substituteSignature } from '../model/map-type.ts';
import { printType } from '../model/print-type.ts';
import { COVARIANT_TYPES } from './covariant-types.ts';
import { argumentListOf, expandReference, objectOf, type Declarations } from './declared-members.ts';
import { relatePlainTypes } from './plain-types.ts';
import { promisesNothing } from './version-bump.ts';
import { all, combineRelations, DIFFERENT, flip, SAME, some, UNKNOWN, type ApiTypeRelation } from './type-relation.ts';

/** Relates the types of two versions. Names of the package mean the same: their differences are those of their declarations. */
export class TypeComparer {
  readonly before: Declarations;
  readonly after: Declarations;
  /** The comparisons in progress: a type that contains itself is the same if nothing else differs. */
  readonly #active = new Set<string>();

  constructor(before: Declarations, after: Declarations) {
    this.before = before;
    this.after = after;
  }

  relate(before: ApiType, after: ApiType): ApiTypeRelation {
    const [textBefore, textAfter] = [printType(before), printType(after)];
    if (textBefore === textAfter) return SAME;
    const key = `${textBefore}\0${textAfter}`;
    if (this.#active.has(key)) return SAME;
    this.#active.add(key);
    try {
      return this.#relateDifferent(before, after);
    } finally {
      this.#active.delete(key);
    }
  }

  #relateDifferent(before: ApiType, after: ApiType): ApiTypeRelation {
    const plain = relatePlainTypes(before, after);
    if (plain !== undefined) return plain;
    const expanded = this.#expand(before, after);
    if (expanded !== undefined) return this.relate(...expanded);
    if (before.kind === 'union' || after.kind === 'union') return this.#relateUnions(before, after);
    if (before.kind === 'opaque' || after.kind === 'opaque') return UNKNOWN;
    if (before.kind === 'intersection' || after.kind === 'intersection')
      return this.#relateIntersections(before, after);
    if (before.kind === 'reference' && after.kind === 'reference') return this.#relateReferences(before, after);
    if (before.kind === 'reference' || after.kind === 'reference') return UNKNOWN;
    if (before.kind === 'array' && after.kind === 'array') return this.#relateArrays(before, after);
    if (before.kind === 'tuple' && after.kind === 'tuple') return this.#relateTuples(before, after);
    if (before.kind === 'function' && after.kind === 'function') {
      if (before.isConstructor !== after.isConstructor) return DIFFERENT;
      return this.relateFunctions(before.signatures, after.signatures);
    }
    if (before.kind === 'object' && after.kind === 'object') return this.relateMembers(before.members, after.members);
    return before.kind === after.kind ? DIFFERENT : UNKNOWN;
  }

  /** Aliases and interfaces of the package in the place of their names, where the names differ. */
  #expand(before: ApiType, after: ApiType): [ApiType, ApiType] | undefined {
    const isSameName =
      before.kind === 'reference' &&
      after.kind === 'reference' &&
      before.name === after.name &&
      before.origin === after.origin;
    if (isSameName) return undefined;
    const expandedBefore = expandReference(before, this.before);
    const expandedAfter = expandReference(after, this.after);
    if (expandedBefore === undefined && expandedAfter === undefined) return undefined;
    return [expandedBefore ?? before, expandedAfter ?? after];
  }

  #relateUnions(before: ApiType, after: ApiType): ApiTypeRelation {
    const earlier = this.#membersOfUnion(before, this.before);
    const later = this.#membersOfUnion(after, this.after);
    const relation = (one: ApiType, other: ApiType): ApiTypeRelation => this.relate(one, other);
    return {
      accepts: all(earlier.map((one) => some(later.map((other) => relation(one, other).accepts)))),
      provides: all(later.map((other) => some(earlier.map((one) => relation(one, other).provides)))),
    };
  }

  /** The members, with those of aliases of unions in the place of their names. */
  #membersOfUnion(type: ApiType, declarations: Declarations, depth = 0): readonly ApiType[] {
    if (type.kind === 'text' && type.text === 'boolean')
      return [toLiteral('boolean', 'true'), toLiteral('boolean', 'false')];
    if (type.kind === 'union') return type.members.flatMap((one) => this.#membersOfUnion(one, declarations, depth));
    const expanded = depth > 9 ? undefined : expandReference(type, declarations);
    return expanded?.kind === 'union' ? this.#membersOfUnion(expanded, declarations, depth + 1) : [type];
  }

  #relateIntersections(before: ApiType, after: ApiType): ApiTypeRelation {
    const [object, other] = [objectOf(before, this.before), objectOf(after, this.after)];
    if (object !== undefined && other !== undefined) return this.relateMembers(object.members, other.members);
    const [earlier, later] = [before, after].map((type) => (type.kind === 'intersection' ? type.members : [type]));
    const relation = (one: ApiType, other: ApiType): ApiTypeRelation => this.relate(one, other);
    const accepts = all((later ?? []).map((other) => some((earlier ?? []).map((one) => relation(one, other).accepts))));
    const provides = all(
      (earlier ?? []).map((one) => some((later ?? []).map((other) => relation(one, other).provides))),
    );
    // Together, the members can have what none of them has alone.
    return { accepts: accepts === true ? true : undefined, provides: provides === true ? true : undefined };
  }

  #relateReferences(before: ApiReference, after: ApiReference): ApiTypeRelation {
    if (before.name !== after.name || before.origin !== after.origin) return UNKNOWN;
    const [earlier, later] = [argumentListOf(before, this.before), argumentListOf(after, this.after)];
    if (earlier.length !== later.length) return UNKNOWN;
    const relations = earlier.map((one, at) => {
      const other = later[at];
      return other === undefined ? UNKNOWN : this.relate(one, other);
    });
    const both = combineRelations(relations);
    const [keys = UNKNOWN, ...values] = relations;
    if (before.origin === 'elsewhere' && before.name === 'Record') {
      const { accepts, provides } = combineRelations(values);
      const hasSameKeys = all([keys.accepts, keys.provides]);
      return { accepts: all([hasSameKeys, accepts]), provides: all([keys.accepts, provides]) };
    }
    if (before.origin === 'elsewhere' && COVARIANT_TYPES.has(before.name)) return both;
    return both.accepts === true && both.provides === true ? SAME : UNKNOWN;
  }

  #relateArrays(
    before: Extract<ApiType, { kind: 'array' }>,
    after: Extract<ApiType, { kind: 'array' }>,
  ): ApiTypeRelation {
    const { accepts, provides } = this.relate(before.element, after.element);
    return {
      accepts: before.isReadonly && !after.isReadonly ? false : accepts,
      provides: !before.isReadonly && after.isReadonly ? false : provides,
    };
  }

  #relateTuples(
    before: Extract<ApiType, { kind: 'tuple' }>,
    after: Extract<ApiType, { kind: 'tuple' }>,
  ): ApiTypeRelation {
    if ([...before.elements, ...after.elements].some(({ isRest, isOptional }) => isRest || isOptional)) return UNKNOWN;
    if (before.elements.length !== after.elements.length) return DIFFERENT;
    const parts = before.elements.map(({ type }, at) => {
      const other = after.elements[at]?.type;
      return other === undefined ? DIFFERENT : this.relate(type, other);
    });
    const { accepts, provides } = combineRelations(parts);
    return {
      accepts: before.isReadonly && !after.isReadonly ? false : accepts,
      provides: !before.isReadonly && after.isReadonly ? false : provides,
    };
  }

  /** Each earlier signature needs one that serves its callers, and each later one needs one that serves the package. */
  relateFunctions(before: readonly ApiSignature[], after: readonly ApiSignature[]): ApiTypeRelation {
    const relations = before.map((one) => after.map((other) => this.relateSignatures(one, other)));
    return {
      provides: all(relations.map((row) => some(row.map(({ provides }) => provides)))),
      accepts: all(after.map((_, at) => some(relations.map((row) => row[at]?.accepts)))),
    };
  }

  relateSignatures(before: ApiSignature, later: ApiSignature): ApiTypeRelation {
    if ([before, later].some((one) => withoutThis(one) !== one)) {
      const { accepts, provides } = this.relateSignatures(withoutThis(before), withoutThis(later));
      return { accepts: accepts === false ? false : undefined, provides: provides === false ? false : undefined };
    }
    if (before.typeParameters.length === 0 && later.typeParameters.length > 0) {
      const relation = this.relateSignatures(before, atConstraints(later));
      return { accepts: undefined, provides: relation.provides === true ? true : undefined };
    }
    const after = substituteSignature(later, renameParameters(later.typeParameters, before.typeParameters));
    const generic = this.#relateTypeParameters(before, after);
    const parameters = this.#relateParameters(before.parameters, after.parameters);
    const result = this.relateResults(before.result, after.result);
    return combineRelations([generic, parameters, result]);
  }

  /** A result that is not used can be anything. */
  relateResults(before: ApiType, after: ApiType): ApiTypeRelation {
    const isVoid = (type: ApiType): boolean => type.kind === 'text' && type.text === 'void';
    const { accepts, provides } = this.relate(before, after);
    return { accepts: isVoid(after) ? true : accepts, provides: isVoid(before) ? true : provides };
  }

  #relateTypeParameters(before: ApiSignature, after: ApiSignature): ApiTypeRelation {
    const [earlier, later] = [before.typeParameters, after.typeParameters];
    if (earlier.length !== later.length) return UNKNOWN;
    const relations = earlier.map(({ constraint = toText('unknown') }, at) =>
      flip(this.relate(constraint, later[at]?.constraint ?? toText('unknown'))),
    );
    return combineRelations(relations);
  }

  #relateParameters(before: readonly ApiParameter[], after: readonly ApiParameter[]): ApiTypeRelation {
    const count = (list: readonly ApiParameter[]): number => list.filter(isRequired).length;
    const hasRest = (list: readonly ApiParameter[]): boolean => list.some(({ isRest }) => isRest);
    const fixed = (list: readonly ApiParameter[]): readonly ApiParameter[] => list.filter(({ isRest }) => !isRest);
    const relations: ApiTypeRelation[] = [
      {
        provides: count(after) <= count(before) && (hasRest(after) || fixed(after).length >= fixed(before).length),
        accepts: count(before) <= Math.max(count(after), fixed(after).length) || hasRest(after),
      },
    ];
    for (let at = 0; at < Math.max(before.length, after.length); at++) {
      const [one, other] = [parameterAt(before, at), parameterAt(after, at)];
      if (one === undefined || other === undefined) continue;
      const { accepts, provides } = this.relate(one, other);
      // What callers pass must be accepted; what a callback receives must fit.
      relations.push({ provides: accepts, accepts: provides });
    }
    if (hasRest(before) && !hasRest(after)) relations.push({ provides: false, accepts: true });
    return combineRelations(relations);
  }

  /** Objects as values: what is read must be there, and what is passed must be complete. */
  relateMembers(before: readonly ApiMember[], after: readonly ApiMember[]): ApiTypeRelation {
    const later = new Map(after.map((one) => [one.name, one]));
    const relations: ApiTypeRelation[] = [];
    for (const one of before) {
      const other = later.get(one.name);
      later.delete(one.name);
      if (other === undefined) {
        // It can neither be read nor be written: a literal with a member that is not declared is refused.
        relations.push(promisesNothing(one) ? UNKNOWN : DIFFERENT);
        continue;
      }
      if (promisesNothing(one)) {
        const both = this.relate(one.type, other.type);
        relations.push(both.accepts === true && both.provides === true ? SAME : UNKNOWN);
        continue;
      }
      const mayLack = !one.isOptional && other.isOptional && !allowsUndefined(one.type);
      const { accepts, provides } = this.relate(earlierTypeFor(one, other), other.type);
      relations.push({
        accepts: one.isOptional && !other.isOptional ? false : accepts,
        provides: mayLack ? false : one.isReadonly || !other.isReadonly ? provides : undefined,
      });
    }
    for (const one of later.values()) relations.push({ accepts: one.isOptional, provides: true });
    return combineRelations(relations);
  }
}

/** A signature with its arguments alone. */
export function withoutThis(signature: ApiSignature): ApiSignature {
  const [first, ...others] = signature.parameters;
  return first?.name === 'this' ? { ...signature, parameters: others } : signature;
}

export function isRequired({ isOptional, isRest }: ApiParameter): boolean {
  return !isOptional && !isRest;
}

/** The type at a position. The elements of a rest parameter fill all others. */
function parameterAt(list: readonly ApiParameter[], at: number): ApiType | undefined {
  const last = list.at(-1);
  const one = list[at] ?? (last?.isRest === true ? last : undefined);
  if (one === undefined) return undefined;
  if (one.isRest) return one.type.kind === 'array' ? one.type.element : one.type;
  // Who passes nothing passes `undefined`.
  return one.isOptional ? combineTypes('union', [one.type, toText('undefined')]) : one.type;
}
