import type { Location } from '../../../foundation/position.ts';
import { numberTypeOf, type DefinedValues, type ExpressionType } from '../expressions/expression-type.ts';
import { toBaseUnits, type Unit } from '../expressions/units.ts';

export type RuleValue = number | string | boolean;

/** The allowed values of a parameter or of a property of messages. Numbers are in the unit of the rule. */
export interface ValueRule {
  readonly name: string;
  readonly title: string | undefined;
  readonly type: 'number' | 'integer' | 'string' | 'boolean';
  readonly unit: Unit | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly nominal: RuleValue | undefined;
  readonly values: readonly RuleValue[] | undefined;
  readonly required: boolean;
  /** Where the rule is defined. */
  readonly location: Location;
}

export interface ParameterRule extends ValueRule {
  readonly consistent: boolean;
  /** The parameter of another interface that this one repeats. */
  readonly sameAs: { readonly interface: string; readonly parameter: string } | undefined;
}

/** The type of the rule's values in expressions. */
export function expressionTypeOf({ type, unit }: Pick<ValueRule, 'type' | 'unit'>): ExpressionType {
  if (type === 'string' || type === 'boolean') return { kind: type };
  return numberTypeOf(unit);
}

/** The numbers of a definition in base units. */
export function definedValuesOf({ min, max, nominal, unit }: ValueRule): DefinedValues {
  return {
    minimum: min === undefined ? undefined : toBaseUnits(min, unit),
    nominal: typeof nominal === 'number' ? toBaseUnits(nominal, unit) : undefined,
    maximum: max === undefined ? undefined : toBaseUnits(max, unit),
  };
}
