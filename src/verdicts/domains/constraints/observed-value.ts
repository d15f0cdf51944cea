import type { ArtifactLocation, Quantity } from '../extraction/extracted-interfaces.ts';
import { formatNumber, isClose } from '../expressions/tolerance.ts';
import type { ExpressionValue } from '../expressions/evaluate-expression.ts';
import { isSameDimension, NO_DIMENSION } from '../expressions/dimension.ts';
import { fromBaseUnits, parseUnit, toBaseUnits } from '../expressions/units.ts';
import type { RuleValue, ValueRule } from '../registry/value-rule.ts';

/** A value that an artifact has, or that a specification proposes. */
export interface ObservedQuantity extends Quantity {
  readonly location?: ArtifactLocation | undefined;
}

/** The comparison of a value with its rule. */
export interface ComparedValue {
  /** In base units. `undefined` if the value does not have the type or the unit of the rule. */
  readonly value: ExpressionValue | undefined;
  readonly outcome: 'fits' | 'off-nominal' | 'outside';
  /** For example `0 to 0.5`. */
  readonly expected: string;
  /** For example `0.55`. */
  readonly actual: string;
  /** Why the value cannot be compared, as a clause. */
  readonly reason?: string | undefined;
}

/**
 * Compares a value with a rule. A value in another unit is converted; a value without a unit is in the unit of the rule.
 */
export function compareWithRule(rule: ValueRule, quantity: Quantity): ComparedValue {
  const expected = formatRule(rule);
  const converted = convertQuantity(rule, quantity);
  if ('reason' in converted) {
    const actual = formatQuantity(quantity.value, quantity.unit);
    return { value: undefined, outcome: 'outside', expected, actual, reason: converted.reason };
  }
  const { value, inUnit } = converted;
  const actual = describeActual(rule, quantity, inUnit);
  if (!isAllowed(rule, inUnit)) return { value, outcome: 'outside', expected, actual };
  if (rule.nominal !== undefined && !isSame(rule.nominal, inUnit)) {
    const nominal = `nominal ${formatQuantity(rule.nominal, rule.unit?.text)}`;
    return { value, outcome: 'off-nominal', expected: nominal, actual };
  }
  return { value, outcome: 'fits', expected, actual };
}

/** `value` is in base units, `inUnit` in the unit of the rule. */
type Conversion = { readonly value: ExpressionValue; readonly inUnit: RuleValue } | { readonly reason: string };

function convertQuantity(rule: ValueRule, { value, unit: unitText }: Quantity): Conversion {
  if (rule.type === 'string' || rule.type === 'boolean') {
    return typeof value === rule.type ? { value, inUnit: value } : { reason: `it is not a ${rule.type}` };
  }
  if (typeof value !== 'number') return { reason: 'it is not a number' };
  if (!Number.isFinite(value)) return { reason: 'it is not a finite number' };
  if (unitText === undefined) return { value: toBaseUnits(value, rule.unit), inUnit: value };
  const unit = parseUnit(unitText);
  if (unit === undefined) return { reason: `the unit "${unitText}" is unknown` };
  if (!isSameDimension(unit.dimension, rule.unit?.dimension ?? NO_DIMENSION)) {
    const expected = rule.unit === undefined ? 'the definition has no unit' : `the definition is in ${rule.unit.text}`;
    return { reason: `the unit "${unitText}" does not fit: ${expected}` };
  }
  const base = toBaseUnits(value, unit);
  return { value: base, inUnit: unitText === rule.unit?.text ? value : fromBaseUnits(base, rule.unit) };
}

function isAllowed(rule: ValueRule, value: RuleValue): boolean {
  const { type, min, max, values } = rule;
  if (values !== undefined && !values.some((allowed) => isSame(allowed, value))) return false;
  if (typeof value !== 'number') return true;
  if (type === 'integer' && !isClose(value, Math.round(value))) return false;
  if (min !== undefined && value < min && !isClose(value, min)) return false;
  return max === undefined || value <= max || isClose(value, max);
}

function isSame(left: RuleValue, right: RuleValue): boolean {
  return typeof left === 'number' && typeof right === 'number' ? isClose(left, right) : left === right;
}

/** The allowed values in words: `0 to 8 B`, `at most 0.5`, `one of a, b`. */
export function formatRule({ type, unit, min, max, values }: ValueRule): string {
  if (values !== undefined) return `one of ${values.map((value) => formatQuantity(value, unit?.text)).join(', ')}`;
  if (min !== undefined && max !== undefined) {
    return min === max ? formatQuantity(min, unit?.text) : `${formatNumber(min)} to ${formatQuantity(max, unit?.text)}`;
  }
  if (max !== undefined) return `at most ${formatQuantity(max, unit?.text)}`;
  if (min !== undefined) return `at least ${formatQuantity(min, unit?.text)}`;
  const names = { number: 'a number', integer: 'an integer', string: 'text', boolean: 'true or false' } as const;
  return unit === undefined ? names[type] : `${names[type]} in ${unit.text}`;
}

export function formatQuantity(value: RuleValue, unit: string | undefined): string {
  const text = typeof value === 'number' ? formatNumber(value) : String(value);
  return unit === undefined || unit === '' ? text : `${text} ${unit}`;
}

function describeActual(rule: ValueRule, { value, unit }: Quantity, inUnit: RuleValue): string {
  const written = formatQuantity(value, unit);
  if (rule.unit === undefined || typeof inUnit !== 'number' || unit === rule.unit.text) return written;
  if (unit === undefined) return `${written} (without a unit, read as ${rule.unit.text})`;
  return `${written} (${formatQuantity(inUnit, rule.unit.text)})`;
}
