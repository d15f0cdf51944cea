import type { Location } from '../../../foundation/position.ts';
import { parseUnit } from '../expressions/units.ts';
import { parseSharedParameter } from './definition-problems.ts';
import type { MessagePropertyDefinition, ParameterDefinition } from './interface-file.ts';
import type { PlacedDefinition } from './placed-definition.ts';
import type { DeclaredMessage } from './registry.ts';
import type { ParameterRule, ValueRule } from './value-rule.ts';

export function createRule(
  name: string,
  rule: MessagePropertyDefinition | ParameterDefinition,
  location: Location,
): ValueRule {
  const { title, type = 'number', unit, min, max, nominal, values, required } = rule;
  return {
    name,
    title,
    type,
    unit: unit === undefined ? undefined : parseUnit(unit),
    min,
    max,
    nominal,
    values,
    required,
    location,
  };
}

export function createParameterRule(name: string, rule: ParameterDefinition, location: Location): ParameterRule {
  return {
    ...createRule(name, rule, location),
    consistent: rule.consistent,
    sameAs: rule.sameAs === undefined ? undefined : parseSharedParameter(rule.sameAs),
  };
}

/** A declared message with the rules of its properties. */
export function declareMessage(
  { definition, locationOf }: PlacedDefinition,
  name: string,
  general: ReadonlyMap<string, ValueRule>,
): DeclaredMessage {
  const declared = definition.messages.declared[name];
  const path = ['messages', 'declared', name];
  const rules = Object.entries(declared?.properties ?? {}).flatMap(([property, narrowed]) => {
    const rule = general.get(property);
    if (rule === undefined) return [];
    const location = locationOf([...path, 'properties', property]);
    // A narrower rule never allows what the general one does not.
    const min = highest(rule.min, narrowed.min);
    const max = lowest(rule.max, narrowed.max);
    const { nominal = rule.nominal, values = rule.values } = narrowed;
    return [[property, { ...rule, min, max, nominal, values, location }] as const];
  });
  return { name, required: declared?.required ?? false, rules: new Map(rules), location: locationOf(path) };
}

function highest(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? (left ?? right) : Math.max(left, right);
}

function lowest(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? (left ?? right) : Math.min(left, right);
}
