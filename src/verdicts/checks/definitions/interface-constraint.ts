import * as z from 'zod';
import { formatCount } from '../../../foundation/format-count.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import { didYouMean } from '../../../foundation/name-suggestions.ts';
import type { Location } from '../../../foundation/position.ts';
import { requireTrust } from '../evidence/trust.ts';
import {
  isSelected,
  type InterfaceEvaluation,
  type InterfaceFinding,
  type InterfaceSelection,
} from '../interfaces/interface-evaluation.ts';
import type { CheckAnswer } from '../interfaces/result.ts';
import { defineCheck, validatorKey } from './check-definition.ts';

const schema = z.strictObject({
  type: z.literal('interface_constraint'),
  target: z.string().min(1).describe('The id of an interface in .holdfast/interfaces/.'),
  parameter: z
    .string()
    .min(1)
    .optional()
    .describe('A parameter, a message, a property as message.property, or a computed constraint. Defaults to all.'),
  domain: z
    .string()
    .min(1)
    .optional()
    .describe('Only values of this domain, and computed constraints that use one. Defaults to all domains.'),
  validator: validatorKey,
});

export const interfaceConstraint = defineCheck({
  type: 'interface_constraint',
  title: 'Values fit an interface definition',
  description:
    'The values that the domain services extract from the artifacts are inside the ranges of an interface definition, and its computed constraints hold. A value that differs from nominal passes and is shown. The check fails if no value was compared. It needs a trusted workspace and the services in `.holdfast/domains.yaml`. See [Interfaces](interfaces.md).',
  schema,
  examples: [
    { type: 'interface_constraint', target: 'can-bus' },
    { type: 'interface_constraint', target: 'can-bus', parameter: 'bus_load', domain: 'firmware' },
  ],
  validators: ['interfaces'],
  // The target is the id of an interface, not a resource.
  resourceReference: () => undefined,
  requiresResource: false,
  async evaluate(check, { evidence }) {
    requireTrust(evidence.subject.trusted, 'the check runs the domain services of the workspace');
    const evaluation = await evidence.interfaceEvaluation();
    const selection = { interface: check.target, parameter: check.parameter, domain: check.domain };
    requireDefined(evaluation, selection);
    return answer(evaluation, selection);
  },
});

/** Throws if the registry does not have what the check names. */
function requireDefined({ definitions, compared }: InterfaceEvaluation, only: InterfaceSelection): void {
  const { interface: id = '', parameter, domain } = only;
  const definition = definitions.find((one) => one.id === id);
  if (definition === undefined) {
    const ids = definitions.map((one) => one.id);
    const suggestion = didYouMean(id, ids);
    throw new HoldfastError(
      'contract',
      `Failed to check the interface ${id}: the registry does not define it.${suggestion}`,
      {
        hint: ids.length === 0 ? 'Define it in .holdfast/interfaces/.' : `The registry defines ${ids.join(', ')}.`,
      },
    );
  }
  const observed = compared.filter((part) => part.interface === id);
  const parameters = [
    ...definition.parameters,
    ...observed.flatMap((part) => [part.parameter, messageOf(part.parameter)]),
  ];
  if (parameter !== undefined && !parameters.includes(parameter)) {
    const suggestion = didYouMean(parameter, parameters);
    throw new HoldfastError('contract', `Failed to check ${id}: it has no "${parameter}".${suggestion}`);
  }
  const domains = [...definition.owners, ...observed.flatMap((part) => part.domains)];
  if (domain !== undefined && !domains.includes(domain)) {
    throw new HoldfastError(
      'contract',
      `Failed to check ${id}: the domain ${domain} has no part in it.${didYouMean(domain, domains)}`,
      {
        hint: `Its owners are ${definition.owners.join(', ')}.`,
      },
    );
  }
}

/** The message of `message.property`. */
function messageOf(parameter: string): string {
  return parameter.split('.')[0] ?? parameter;
}

function answer({ findings, notes, compared }: InterfaceEvaluation, only: InterfaceSelection): CheckAnswer {
  const selected = findings.filter((one) => isSelected(only, one, one.domain.split(', ')));
  const blocking = selected.filter(({ severity }) => severity === 'blocking');
  const [first] = blocking;
  if (first !== undefined) {
    return {
      passed: false,
      expected: blocking.map(({ parameter, expected }) => `${parameter}: ${expected}`).join('; '),
      actual: blocking.map(describeActual).join('; '),
      location: locationOf(blocking.find(({ artifact }) => artifact !== undefined)),
    };
  }
  const open = notes
    .filter((note) => isSelected(only, note, note.domain === undefined ? undefined : [note.domain]))
    .map(({ message }) => message);
  const parts = compared.filter((part) => isSelected(only, part, part.domains));
  const expected = `The values of ${only.parameter ?? 'the interface'} fit the definition of ${only.interface ?? ''}`;
  if (parts.length === 0) {
    const reason = open.length === 0 ? 'no artifact has a value.' : open.join(' ');
    return { passed: false, expected, error: `Nothing was compared: ${reason}` };
  }
  const warnings = selected.map(({ message }) => message);
  const more = [...warnings, ...open].map((sentence) => ` ${sentence}`).join('');
  const count = formatCount(parts.length, 'comparison');
  return { passed: true, expected, actual: `${count} without a violation.${more}`, location: locationOf(selected[0]) };
}

function describeActual({ parameter, actual, domain }: InterfaceFinding): string {
  return `${parameter}: ${actual} in ${domain}`;
}

function locationOf(finding: InterfaceFinding | undefined): Location | undefined {
  const artifact = finding?.artifact;
  return artifact && { file: artifact.artifact, line: artifact.line ?? 1, column: 1 };
}
