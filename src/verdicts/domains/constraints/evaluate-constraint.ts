import {
  compareValues,
  evaluateExpression,
  MissingValueError,
  NotFiniteError,
  type EvaluationValues,
  type ExpressionValue,
} from '../expressions/evaluate-expression.ts';
import type { ComparisonOperator, ExpressionNode } from '../expressions/expression-node.ts';
import type { DefinedValues } from '../expressions/expression-type.ts';
import { fromBaseUnits } from '../expressions/units.ts';
import type {
  InterfaceRegistry,
  RegisteredComparison,
  RegisteredConstraint,
  RegisteredInterface,
} from '../registry/registry.ts';
import { definedValuesOf } from '../registry/value-rule.ts';
import type { ComparedPart, ConstraintNote } from './constraint-evaluation.ts';
import type { ConstraintFinding } from './constraint-finding.ts';
import { createFinding } from './create-finding.ts';
import type { KnownValue, KnownValues } from './known-values.ts';
import { isSame, type MergedMessage } from './merge-messages.ts';
import type { Origin } from './observation.ts';
import { formatQuantity } from './observed-value.ts';
import { commonLocation, domainsOf, listPlaces } from './origins.ts';

/** A constraint is evaluated for at most so many combinations of differing values. */
const MAX_COMBINATIONS = 256;

interface ConstraintContext {
  readonly definition: RegisteredInterface;
  readonly constraint: RegisteredConstraint;
  readonly registry: InterfaceRegistry;
  readonly known: KnownValues;
  readonly messages: readonly MergedMessage[];
  /** The owners of the interface without a service. */
  readonly missingOwners: readonly string[];
}

interface ConstraintResult {
  readonly findings: readonly ConstraintFinding[];
  readonly notes: readonly ConstraintNote[];
  readonly compared: readonly ComparedPart[];
}

type Choice = ReadonlyMap<string, KnownValue>;

/**
 * Evaluates a computed constraint [ASSERT-XVAL-006]. A parameter has the value of the artifacts, otherwise the nominal one.
 * If artifacts have different values, every combination must satisfy the constraint. A value that no artifact has is a note,
 * or blocks if the constraint is required and the services of all owners are there.
 */
export function evaluateConstraint(context: ConstraintContext): ConstraintResult {
  const { constraint, messages } = context;
  const names = collectNames(constraint.node);
  if (names.has('messages') && messages.length === 0) return notEvaluated(context, 'there are no messages');
  const choices = combineValues(context, names);
  if (choices === undefined) {
    return notEvaluated(context, `its parameters have more than ${MAX_COMBINATIONS} combinations of different values`);
  }
  const usedMessages = names.has('messages') ? messages : [];
  try {
    const results = choices.map((choice) => ({ choice, ...evaluateChoice(context, choice, usedMessages) }));
    const decisive = results.find(({ holds }) => !holds) ?? results[0];
    const domains = domainsOf(originsOf(choices, usedMessages));
    const part = { interface: context.definition.id, parameter: constraint.id, domains };
    if (decisive === undefined) return { findings: [], notes: partialNotes(context, usedMessages), compared: [part] };
    const { choice, holds, expected, actual } = decisive;
    const computed = { title: titleOf(constraint), expected, actual };
    return {
      findings: holds ? [] : [toFinding(context, computed, originsOf([choice], usedMessages))],
      notes: partialNotes(context, usedMessages),
      compared: [{ ...part, computed }],
    };
  } catch (thrown) {
    if (!(thrown instanceof MissingValueError)) throw thrown;
    return notEvaluated(context, `there is ${thrown.reason}`);
  }
}

interface ComputedResult {
  readonly holds: boolean;
  readonly expected: string;
  readonly actual: string;
}

function evaluateChoice(
  context: ConstraintContext,
  choice: Choice,
  messages: readonly MergedMessage[],
): ComputedResult {
  const { definition, constraint } = context;
  const values = valuesFor(context, choice, messages);
  const { comparison } = constraint;
  if (comparison !== undefined) return evaluateComparison(comparison, values, definition);
  const value = finiteValue(() => evaluateExpression(constraint.node, values));
  return {
    holds: value === true,
    expected: `true: ${constraint.expression}`,
    actual: value === undefined ? NOT_FINITE : String(value),
  };
}

function toFinding(
  { definition, constraint }: ConstraintContext,
  { title, expected, actual }: { readonly title: string; readonly expected: string; readonly actual: string },
  origins: readonly Origin[],
): ConstraintFinding {
  const domain = domainsOf(origins).join(', ') || definition.owners.join(', ');
  const message = `${title} of the interface ${definition.id} must be ${expected}, but is ${actual} with the values of ${domain}.`;
  const parts = { severity: constraint.severity, interface: definition.id, parameter: constraint.id, domain };
  const artifact = commonLocation(origins);
  const contributors = artifact === undefined ? listPlaces(origins) : [];
  return createFinding(
    { ...parts, expected, actual, message, ...(contributors.length === 0 ? {} : { contributors }) },
    constraint.location,
    artifact,
  );
}

function titleOf({ id, title }: RegisteredConstraint): string {
  return title === undefined ? id : `${title} (${id})`;
}

const OPERATOR_TEXTS: Readonly<Record<ComparisonOperator, string>> = {
  '<': 'less than ',
  '<=': 'at most ',
  '>': 'more than ',
  '>=': 'at least ',
  '==': '',
  '!=': 'different from ',
};

function evaluateComparison(
  comparison: RegisteredComparison,
  values: EvaluationValues,
  { parameters }: RegisteredInterface,
): ComputedResult {
  const { operator, limit } = comparison;
  const computed = finiteValue(() => evaluateExpression(comparison.value, values));
  const bound = finiteValue(() =>
    limit.kind === 'name' ? limitOf(limit.name, operator, values) : evaluateExpression(limit, values),
  );
  const source = limit.kind === 'name' && parameters.has(limit.name) ? ` (${limit.name})` : '';
  return {
    // No limit allows a value that is not finite.
    holds: computed !== undefined && bound !== undefined && compareValues(operator, computed, bound),
    expected: `${OPERATOR_TEXTS[operator]}${formatSide(bound, comparison)}${source}`,
    actual: formatSide(computed, comparison),
  };
}

const NOT_FINITE = 'not a finite number (a division by zero)';

/** The value of an expression; `undefined` if a part of it is not finite. */
function finiteValue(evaluate: () => ExpressionValue): ExpressionValue | undefined {
  try {
    const value = evaluate();
    return typeof value !== 'number' || Number.isFinite(value) ? value : undefined;
  } catch (thrown) {
    if (thrown instanceof NotFiniteError) return undefined;
    throw thrown;
  }
}

/** A parameter as a limit: the value of the artifacts, otherwise the bound of its definition, otherwise its nominal value. */
function limitOf(name: string, operator: ComparisonOperator, values: EvaluationValues): ExpressionValue {
  const extracted = values.parameter(name, { nominal: false });
  const defined = values.defined(name);
  const bound = operator.startsWith('<') ? defined?.maximum : operator.startsWith('>') ? defined?.minimum : undefined;
  const value = extracted ?? bound ?? values.parameter(name);
  if (value === undefined) throw new MissingValueError(`no value for ${name}`);
  return value;
}

function formatSide(value: ExpressionValue | undefined, { unit, baseUnit }: RegisteredComparison): string {
  if (value === undefined) return NOT_FINITE;
  if (typeof value !== 'number') return String(value);
  return formatQuantity(fromBaseUnits(value, unit), unit?.text ?? baseUnit);
}

function valuesFor(
  { definition }: ConstraintContext,
  choice: Choice,
  messages: readonly MergedMessage[],
): EvaluationValues {
  const defined = (name: string): DefinedValues | undefined => {
    const rule = definition.parameters.get(name);
    return rule && definedValuesOf(rule);
  };
  return {
    parameter: (name, { nominal = true } = {}) => {
      const known = choice.get(name)?.value;
      if (known !== undefined || !nominal) return known;
      const rule = definition.parameters.get(name);
      const { nominal: intended, minimum, maximum } = rule ? definedValuesOf(rule) : {};
      if (intended !== undefined) return intended;
      if (minimum !== undefined && minimum === maximum) return minimum;
      return typeof rule?.nominal === 'number' ? undefined : rule?.nominal;
    },
    defined,
    messages: messages.map(({ name, properties }) => ({
      name,
      properties: new Map([...properties].map(([property, { value }]) => [property, value])),
    })),
  };
}

/** Every combination of the different values of the used parameters; `undefined` if there are too many. */
function combineValues(
  { definition, registry, known }: ConstraintContext,
  names: ReadonlySet<string>,
): readonly Choice[] | undefined {
  let choices: readonly Choice[] = [new Map()];
  for (const name of names) {
    const values = different(valuesOfParameter(definition.id, name, registry, known));
    if (values.length === 0) continue;
    if (choices.length * values.length > MAX_COMBINATIONS) return undefined;
    choices = choices.flatMap((choice) => values.map((value) => new Map([...choice, [name, value]])));
  }
  return choices;
}

/** The values of a parameter, or of the parameter that it repeats. */
function valuesOfParameter(
  id: string,
  name: string,
  registry: InterfaceRegistry,
  known: KnownValues,
): readonly KnownValue[] {
  const seen = new Set<string>();
  let place: { readonly interface: string; readonly parameter: string } | undefined = {
    interface: id,
    parameter: name,
  };
  while (place !== undefined && !seen.has(`${place.interface}.${place.parameter}`)) {
    seen.add(`${place.interface}.${place.parameter}`);
    const values: readonly KnownValue[] = known.get(place.interface)?.get(place.parameter) ?? [];
    if (values.length > 0) return values;
    place = registry.interfaces.get(place.interface)?.parameters.get(place.parameter)?.sameAs;
  }
  return [];
}

function different(values: readonly KnownValue[]): readonly KnownValue[] {
  return values.filter((one, index) => !values.slice(0, index).some(({ value }) => isSame(value, one.value)));
}

/** The names in an expression, `messages` included. */
function collectNames(node: ExpressionNode): ReadonlySet<string> {
  switch (node.kind) {
    case 'name':
      return new Set([node.name]);
    case 'call':
      return new Set(node.arguments.flatMap((argument) => [...collectNames(argument)]));
    case 'unary':
      return collectNames(node.operand);
    case 'binary':
      return new Set([...collectNames(node.left), ...collectNames(node.right)]);
    default:
      return new Set();
  }
}

function originsOf(choices: readonly Choice[], messages: readonly MergedMessage[]): readonly Origin[] {
  return [...choices.flatMap((choice) => [...choice.values()]), ...messages.flatMap(({ origins }) => origins)];
}

/** The messages of an owner without a service are not part of the result. */
function partialNotes(
  { definition, constraint, missingOwners }: ConstraintContext,
  messages: readonly MergedMessage[],
): readonly ConstraintNote[] {
  if (messages.length === 0 || missingOwners.length === 0) return [];
  const message = `${constraint.id} of the interface ${definition.id} was evaluated without the messages of ${missingOwners.join(', ')}: there is no service.`;
  return [{ reason: 'missing-domain', interface: definition.id, parameter: constraint.id, message }];
}

function notEvaluated(context: ConstraintContext, reason: string): ConstraintResult {
  const { definition, constraint, missingOwners } = context;
  const { id, owners } = definition;
  if (constraint.required && missingOwners.length === 0) {
    const message = `${constraint.id} of the interface ${id} is required, but cannot be evaluated: ${reason}.`;
    const domain = owners.join(', ');
    const parts = { severity: 'blocking', interface: id, parameter: constraint.id, domain, message } as const;
    const finding = createFinding(
      { ...parts, expected: constraint.expression, actual: reason },
      constraint.location,
      undefined,
    );
    return { findings: [finding], notes: [], compared: [] };
  }
  const services = missingOwners.length === 0 ? '' : ` There is no service for ${missingOwners.join(', ')}.`;
  const message = `${constraint.id} of the interface ${id} was not evaluated: ${reason}.${services}`;
  return {
    findings: [],
    notes: [{ reason: 'missing-value', interface: id, parameter: constraint.id, message }],
    compared: [],
  };
}
