import type { Location } from '../../../foundation/position.ts';
import type { ArtifactLocation } from '../extraction/extracted-interfaces.ts';
import type { InterfaceRegistry, RegisteredInterface } from '../registry/registry.ts';
import type { ParameterRule, ValueRule } from '../registry/value-rule.ts';
import type { ComparedPart, ConstraintNote } from './constraint-evaluation.ts';
import type { ConstraintFinding } from './constraint-finding.ts';
import { evaluateConstraint } from './evaluate-constraint.ts';
import { createFinding, describePlace } from './create-finding.ts';
import type { KnownValue, KnownValues } from './known-values.ts';
import { isSame, mergeMessages, type MergedMessage } from './merge-messages.ts';
import type { Observation, Origin } from './observation.ts';
import { compareWithRule, formatRule, type ObservedQuantity } from './observed-value.ts';

/** Compares the values of one interface with its definition. */
export class InterfaceEvaluator {
  readonly findings: ConstraintFinding[] = [];
  readonly notes: ConstraintNote[] = [];
  readonly compared: ComparedPart[] = [];
  readonly #definition: RegisteredInterface;
  readonly #observations: readonly Observation[];
  readonly #missingOwners: readonly string[];
  readonly #comparedNames = new Set<string>();

  constructor(definition: RegisteredInterface, observations: readonly Observation[], missingOwners: readonly string[]) {
    this.#definition = definition;
    this.#observations = observations;
    this.#missingOwners = missingOwners;
  }

  /** Compares each value of a parameter with its rule. Returns those that expressions can use. */
  compareParameters(): ReadonlyMap<string, readonly KnownValue[]> {
    const { id, parameters } = this.#definition;
    const known = new Map<string, KnownValue[]>();
    for (const { domain, interfaces } of this.#observations) {
      for (const { parameter, ...quantity } of interfaces.filter((one) => one.id === id).flatMap((one) => one.values)) {
        const rule = parameters.get(parameter);
        if (rule === undefined) {
          this.#noteUndefined(domain, parameter, 'parameter', quantity.location);
          continue;
        }
        const value = this.#compare(rule, parameter, quantity, { domain, location: quantity.location });
        if (value !== undefined) known.set(parameter, [...(known.get(parameter) ?? []), value]);
      }
    }
    for (const rule of parameters.values()) this.#checkPresence(rule, known.get(rule.name) ?? []);
    return known;
  }

  /** Evaluates the messages and the computed constraints. */
  evaluateRest(registry: InterfaceRegistry, known: KnownValues): void {
    const messages = this.#compareMessages();
    for (const constraint of this.#definition.constraints) {
      const { findings, notes, compared } = evaluateConstraint({
        definition: this.#definition,
        constraint,
        registry,
        known,
        messages,
        missingOwners: this.#missingOwners,
      });
      this.findings.push(...findings);
      this.notes.push(...notes);
      this.compared.push(...compared);
    }
  }

  #compareMessages(): readonly MergedMessage[] {
    const { id, messageProperties, declaredMessages, closed } = this.#definition;
    const observed = this.#observations.flatMap(({ domain, interfaces }) =>
      interfaces
        .filter((one) => one.id === id)
        .flatMap((one) => one.messages.map((message) => ({ ...message, domain }))),
    );
    const converted = observed.flatMap(({ domain, name, properties, location }) => {
      const declared = declaredMessages.get(name);
      const origin = { domain, location };
      if (closed && declared === undefined) {
        const expected = `one of ${[...declaredMessages.keys()].join(', ')}`;
        const message = `The interface ${id} has no message ${name}, but ${domain} has it.`;
        this.#block({ parameter: name, expected, actual: name, message }, this.#definition.location, origin);
      }
      const values = Object.entries(properties).flatMap(([property, quantity]) => {
        const rule = declared?.rules.get(property) ?? messageProperties.get(property);
        if (rule === undefined) {
          this.#noteUndefined(domain, `${name}.${property}`, 'property of messages', location);
          return [];
        }
        const value = this.#compare(rule, `${name}.${property}`, { ...quantity, location }, origin);
        return value === undefined ? [] : [[property, value] as const];
      });
      return [{ name, origin, properties: new Map(values) }];
    });
    const { messages, conflicts } = mergeMessages(converted);
    for (const { message, property, values } of conflicts) {
      const parameter = `${message}.${property}`;
      const rule = declaredMessages.get(message)?.rules.get(property) ?? messageProperties.get(property);
      this.#blockDifference(parameter, values, rule?.location ?? this.#definition.location);
    }
    this.#checkMessagePresence(messages);
    return messages;
  }

  #compare(rule: ValueRule, parameter: string, quantity: ObservedQuantity, origin: Origin): KnownValue | undefined {
    const { id } = this.#definition;
    const { outcome, value, expected, actual, reason } = compareWithRule(rule, quantity);
    this.compared.push({ interface: id, parameter, domains: [origin.domain] });
    this.#comparedNames.add(parameter);
    if (outcome !== 'fits') {
      const because = reason === undefined ? '' : ` (${reason})`;
      const message =
        outcome === 'outside'
          ? `${parameter} of the interface ${id} must be ${expected}, but is ${actual} in ${origin.domain}${because}.`
          : `${parameter} of the interface ${id} has the ${expected}, but is ${actual} in ${origin.domain}.`;
      const severity = outcome === 'outside' ? 'blocking' : 'warning';
      this.findings.push(this.#finding(severity, { parameter, expected, actual, message }, rule.location, origin));
    }
    return value === undefined ? undefined : { ...origin, value, text: actual };
  }

  #checkPresence(rule: ParameterRule, values: readonly KnownValue[]): void {
    if (rule.consistent && values.some(({ value }) => !isSame(value, values[0]?.value ?? value))) {
      this.#blockDifference(rule.name, values, rule.location);
    }
    if (!rule.required || this.#comparedNames.has(rule.name)) return;
    this.#reportMissing(rule.name, formatRule(rule), rule.location);
  }

  #checkMessagePresence(messages: readonly MergedMessage[]): void {
    for (const declared of this.#definition.declaredMessages.values()) {
      if (!declared.required || messages.some(({ name }) => name === declared.name)) continue;
      this.#reportMissing(declared.name, 'a message', declared.location);
    }
    for (const message of messages) {
      for (const [property, rule] of this.#definition.messageProperties) {
        const parameter = `${message.name}.${property}`;
        if (!rule.required || this.#comparedNames.has(parameter)) continue;
        const text = `${property} of the message ${message.name} of the interface ${this.#definition.id} is required, but ${message.origins.map(({ domain }) => domain).join(', ')} has no value.`;
        this.#block(
          { parameter, expected: formatRule(rule), actual: 'no value', message: text },
          rule.location,
          message.origins[0] ?? { domain: this.#definition.owners.join(', ') },
        );
      }
    }
  }

  /** A missing required value blocks only if all owners could have provided it [ASSERT-XVAL-005]. */
  #reportMissing(parameter: string, expected: string, location: Location): void {
    const { id, owners } = this.#definition;
    if (this.#missingOwners.length > 0) {
      const message = `${parameter} of the interface ${id} is required and was not checked: there is no value, and no service for ${this.#missingOwners.join(', ')}.`;
      this.notes.push({ reason: 'missing-value', interface: id, parameter, message });
      return;
    }
    const message = `${parameter} of the interface ${id} is required, but no artifact of ${owners.join(', ')} has a value.`;
    this.#block({ parameter, expected, actual: 'no value', message }, location, { domain: owners.join(', ') });
  }

  #blockDifference(parameter: string, values: readonly KnownValue[], location: Location): void {
    const actual = values.map(({ text, domain, location: at }) => `${text} in ${describePlace(domain, at)}`).join(', ');
    const domains = [...new Set(values.map(({ domain }) => domain))].sort().join(', ');
    const message = `${parameter} of the interface ${this.#definition.id} must have one value in all artifacts, but is ${actual}.`;
    this.#block({ parameter, expected: 'the same value everywhere', actual, message }, location, { domain: domains });
  }

  #block(text: FindingText, location: Location, origin: Origin): void {
    this.findings.push(this.#finding('blocking', text, location, origin));
  }

  #finding(
    severity: ConstraintFinding['severity'],
    text: FindingText,
    definition: Location,
    { domain, location }: Origin,
  ): ConstraintFinding {
    return createFinding({ severity, interface: this.#definition.id, ...text, domain }, definition, location);
  }

  #noteUndefined(domain: string, parameter: string, kind: string, location: ArtifactLocation | undefined): void {
    const { id } = this.#definition;
    const place = describePlace(domain, location);
    const message = `${parameter} in ${place} was not checked: the interface ${id} has no such ${kind}.`;
    this.notes.push({ reason: 'not-defined', interface: id, parameter, domain, message });
  }
}

type FindingText = Pick<ConstraintFinding, 'parameter' | 'expected' | 'actual' | 'message'>;
