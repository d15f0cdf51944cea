import { didYouMean } from '../../../foundation/name-suggestions.ts';
import { describeType, isSameType } from '../expressions/expression-type.ts';
import { fromBaseUnits, toBaseUnits } from '../expressions/units.ts';
import { formatNumber, isClose } from '../expressions/tolerance.ts';
import { createParameterRule } from './create-rules.ts';
import type { PlacedDefinition } from './placed-definition.ts';
import { expressionTypeOf, type ParameterRule } from './value-rule.ts';

type Rules = ReadonlyMap<string, ReadonlyMap<string, ParameterRule>>;

/**
 * The rules of all parameters, by interface and name. A parameter with `sameAs` gets what it does not state itself from the
 * other one. What it does state must not contradict the other one: its range lies inside the other's, its unit and its
 * nominal value fit.
 *
 * @param isComplete whether every interface of the tree is known
 */
export function resolveSharedParameters(
  definitions: ReadonlyMap<string, PlacedDefinition>,
  isComplete: boolean,
): Rules {
  return new SharedParameters(definitions, isComplete).resolveAll();
}

class SharedParameters {
  readonly #definitions: ReadonlyMap<string, PlacedDefinition>;
  readonly #isComplete: boolean;
  readonly #resolved = new Map<string, ParameterRule>();

  constructor(definitions: ReadonlyMap<string, PlacedDefinition>, isComplete: boolean) {
    this.#definitions = definitions;
    this.#isComplete = isComplete;
  }

  resolveAll(): Rules {
    return new Map(
      [...this.#definitions].map(([id, one]) => [
        id,
        new Map(Object.keys(one.definition.parameters).map((name) => [name, this.#resolve(one, name, [])])),
      ]),
    );
  }

  /** @param path the parameters that lead here, to recognize a cycle */
  #resolve(one: PlacedDefinition, name: string, path: readonly string[]): ParameterRule {
    const key = `${one.definition.id}.${name}`;
    const known = this.#resolved.get(key);
    if (known) return known;
    const definition = one.definition.parameters[name];
    const location = one.locationOf(['parameters', name]);
    const own = createParameterRule(name, definition ?? { required: false, consistent: false }, location);
    const target = own.sameAs && this.#findTarget(one, own, own.sameAs, [...path, key]);
    const rule = target === undefined ? own : this.#inherit(one, own, target, definition?.type !== undefined);
    this.#resolved.set(key, rule);
    return rule;
  }

  #findTarget(
    one: PlacedDefinition,
    { name }: ParameterRule,
    sameAs: NonNullable<ParameterRule['sameAs']>,
    path: readonly string[],
  ): ParameterRule | undefined {
    const place = ['parameters', name, 'sameAs'];
    const key = `${sameAs.interface}.${sameAs.parameter}`;
    if (path.includes(key)) {
      one.error('cycle', `"sameAs" of ${name} leads back to itself: ${[...path, key].join(' → ')}.`, place);
      return undefined;
    }
    const target = this.#definitions.get(sameAs.interface);
    if (target === undefined) {
      if (!this.#isComplete) return undefined;
      const suggestion = didYouMean(sameAs.interface, this.#definitions.keys());
      one.error(
        'unknown-reference',
        `unknown interface "${sameAs.interface}" in "sameAs" of ${name}.${suggestion}`,
        place,
      );
      return undefined;
    }
    const { parameters } = target.definition;
    if (!Object.hasOwn(parameters, sameAs.parameter)) {
      const suggestion = didYouMean(sameAs.parameter, Object.keys(parameters));
      const message = `"${sameAs.interface}" has no parameter "${sameAs.parameter}".${suggestion}`;
      one.error('unknown-reference', message, place);
      return undefined;
    }
    return this.#resolve(target, sameAs.parameter, path);
  }

  #inherit(one: PlacedDefinition, own: ParameterRule, target: ParameterRule, hasType: boolean): ParameterRule {
    const unit = own.unit ?? target.unit;
    const type = hasType ? own.type : target.type;
    const place = ['parameters', own.name];
    const other = `${own.sameAs?.interface ?? ''}.${target.name}`;
    if (!isSameType(expressionTypeOf({ type, unit }), expressionTypeOf(target))) {
      const expected = describeType(expressionTypeOf(target));
      one.error('conflict', `${own.name} is the same as ${other}, so it must be ${expected}.`, place);
      return own;
    }
    const convert = (value: number | undefined): number | undefined =>
      value === undefined ? undefined : Number(formatNumber(fromBaseUnits(toBaseUnits(value, target.unit), unit)));
    const min = convert(target.min);
    const max = convert(target.max);
    const nominal = typeof target.nominal === 'number' ? convert(target.nominal) : target.nominal;
    const text = unit === undefined ? '' : ` ${unit.text}`;
    const contradiction =
      own.min !== undefined && min !== undefined && own.min < min && !isClose(own.min, min)
        ? (['min', `"min" ${own.min}${text} is less than the minimum of ${other}, ${min}${text}`] as const)
        : own.max !== undefined && max !== undefined && own.max > max && !isClose(own.max, max)
          ? (['max', `"max" ${own.max}${text} is more than the maximum of ${other}, ${max}${text}`] as const)
          : own.nominal !== undefined && nominal !== undefined && !isSameValue(own.nominal, nominal)
            ? (['nominal', `"nominal" ${own.nominal}${text} differs from that of ${other}, ${nominal}${text}`] as const)
            : own.values?.some((value) => target.values?.includes(value) === false) === true
              ? (['values', `"values" has a value that ${other} does not allow`] as const)
              : undefined;
    if (contradiction) {
      const [key, message] = contradiction;
      one.error('conflict', `${own.name} contradicts ${other}: ${message}.`, [...place, key]);
    }
    return {
      ...own,
      title: own.title ?? target.title,
      type,
      unit,
      min: own.min ?? min,
      max: own.max ?? max,
      nominal: own.nominal ?? nominal,
      values: own.values ?? target.values,
    };
  }
}

function isSameValue(left: string | number | boolean, right: string | number | boolean): boolean {
  return typeof left === 'number' && typeof right === 'number' ? isClose(left, right) : left === right;
}
