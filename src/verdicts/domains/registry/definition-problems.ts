import type { DataPath } from '../../../contract/document.ts';
import { ProblemList, type SourceProblem } from '../../../contract/source/source-problem.ts';
import type { SourceView } from '../../../contract/source/source-view.ts';
import { parseUnit } from '../expressions/units.ts';
import type {
  InterfaceDefinition,
  InterfaceFile,
  MessagePropertyDefinition,
  ParameterDefinition,
} from './interface-file.ts';
import type { RuleValue } from './value-rule.ts';

const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_-]*$/;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Names that have a meaning in expressions. */
const RESERVED: ReadonlySet<string> = new Set(['messages', 'true', 'false', 'null', 'this']);

type Rule = MessagePropertyDefinition | ParameterDefinition;

/** Finds the mistakes of a file that its schema does not describe and that no other file is needed for. */
export function findDefinitionProblems(view: SourceView, { interfaces }: InterfaceFile): readonly SourceProblem[] {
  const ids = new Set<string>();
  const problems = new ProblemList();
  interfaces.forEach((definition, index) => {
    const finder = new DefinitionProblems(view, problems, definition, ['interfaces', index]);
    if (ids.has(definition.id)) finder.error('duplicate-id', 'the id is used twice in this file.', ['id']);
    ids.add(definition.id);
    finder.find();
  });
  return problems.all;
}

class DefinitionProblems {
  readonly #view: SourceView;
  readonly #problems: ProblemList;
  readonly #definition: InterfaceDefinition;
  readonly #base: DataPath;

  constructor(view: SourceView, problems: ProblemList, definition: InterfaceDefinition, base: DataPath) {
    this.#view = view;
    this.#problems = problems;
    this.#definition = definition;
    this.#base = base;
  }

  find(): void {
    const { id, owners, parameters, messages } = this.#definition;
    if (!IDENTIFIER.test(id)) {
      this.error('wrong-value', 'the id must start with a letter and consist of letters, digits, "_" and "-".', ['id']);
    }
    owners.forEach((owner, index) => {
      if (owners.indexOf(owner) !== index)
        this.error('duplicate-id', `the owner ${owner} is listed twice.`, ['owners', index]);
    });
    for (const [name, rule] of Object.entries(parameters)) {
      const path = ['parameters', name];
      this.#findNameProblems(name, path);
      this.#findRuleProblems(name, rule, path);
      if (rule.sameAs !== undefined && parseSharedParameter(rule.sameAs) === undefined) {
        this.error('wrong-value', `"sameAs" of ${name} must have the form interface.parameter.`, [...path, 'sameAs']);
      }
    }
    for (const [name, rule] of Object.entries(messages.properties)) {
      const path = ['messages', 'properties', name];
      this.#findNameProblems(name, path);
      this.#findRuleProblems(name, rule, path);
      if (Object.hasOwn(parameters, name)) {
        const message = `"${name}" is a parameter and a property of messages. Rename one: an expression could mean either.`;
        this.error('duplicate-id', message, path, 'key');
      }
    }
    this.#findDeclaredMessageProblems();
    this.#findConstraintProblems();
  }

  error(code: string, message: string, path: DataPath, part: 'value' | 'key' = 'value'): void {
    const full = [...this.#base, ...path];
    const range = part === 'key' ? this.#view.keyRangeOf(full) : this.#view.highlightRangeOf(full);
    this.#problems.error(code, `Interface "${this.#definition.id}": ${message}`, full, range);
  }

  #findNameProblems(name: string, path: DataPath): void {
    if (!NAME.test(name)) {
      const message = `the name "${name}" must start with a letter and consist of letters, digits and "_", so that expressions can use it.`;
      this.error('wrong-value', message, path, 'key');
    } else if (RESERVED.has(name)) {
      this.error(
        'wrong-value',
        `the name "${name}" has another meaning in expressions. Choose another one.`,
        path,
        'key',
      );
    }
  }

  #findRuleProblems(name: string, rule: Rule, path: DataPath): void {
    const type = rule.type ?? 'number';
    const isNumber = type === 'number' || type === 'integer';
    // A parameter that repeats another one has the type and the unit of that one.
    const hasOwnType = rule.type !== undefined || !('sameAs' in rule) || rule.sameAs === undefined;
    if (rule.unit !== undefined && parseUnit(rule.unit) === undefined) {
      const message = `unknown unit "${rule.unit}" of ${name}. Write a unit such as ms, kbit/s, B, V, °C or %.`;
      this.error('unknown-unit', message, [...path, 'unit']);
    }
    if (!isNumber) {
      for (const key of ['unit', 'min', 'max'] as const) {
        if (rule[key] !== undefined)
          this.error('wrong-value', `"${key}" of ${name} needs a number, but its type is ${type}.`, [...path, key]);
      }
    }
    if (hasOwnType) this.#findTypeProblems(name, rule, type, path);
    this.findRangeProblems(name, rule, path);
  }

  #findTypeProblems(name: string, rule: Rule, type: NonNullable<Rule['type']>, path: DataPath): void {
    const numbers = [
      ['min', rule.min],
      ['max', rule.max],
      ['nominal', rule.nominal],
    ] as const;
    for (const [key, value] of numbers) {
      const isBoundOfText = key !== 'nominal' && (type === 'string' || type === 'boolean');
      if (value !== undefined && !isBoundOfText && !fitsType(value, type)) {
        this.error('wrong-type', `"${key}" of ${name} must be ${TYPE_NAMES[type]}.`, [...path, key]);
      }
    }
    rule.values?.forEach((value, index) => {
      if (!fitsType(value, type)) {
        this.error('wrong-type', `every value of ${name} must be ${TYPE_NAMES[type]}.`, [...path, 'values', index]);
      }
    });
  }

  findRangeProblems(name: string, rule: Pick<Rule, 'min' | 'max' | 'nominal' | 'values'>, path: DataPath): void {
    const { min, max, nominal, values } = rule;
    if (min !== undefined && max !== undefined && min > max) {
      this.error('wrong-range', `"min" of ${name} is ${min} and more than "max", which is ${max}.`, [...path, 'min']);
    }
    if (typeof nominal === 'number' && ((min !== undefined && nominal < min) || (max !== undefined && nominal > max))) {
      const message = `"nominal" of ${name} is ${nominal} and outside the range ${min ?? '…'} to ${max ?? '…'}.`;
      this.error('wrong-range', message, [...path, 'nominal']);
    }
    if (values !== undefined && nominal !== undefined && !values.includes(nominal)) {
      this.error('wrong-range', `"nominal" of ${name} is not one of its values.`, [...path, 'nominal']);
    }
  }

  #findDeclaredMessageProblems(): void {
    const { declared, properties, closed } = this.#definition.messages;
    for (const [message, { properties: narrowed }] of Object.entries(declared)) {
      for (const [name, rule] of Object.entries(narrowed)) {
        const path = ['messages', 'declared', message, 'properties', name];
        const general = Object.hasOwn(properties, name) ? properties[name] : undefined;
        if (general === undefined) {
          const known = Object.keys(properties).join(', ') || 'none';
          this.error(
            'unknown-reference',
            `the message ${message} has the unknown property "${name}". Known: ${known}.`,
            path,
            'key',
          );
          continue;
        }
        this.#findTypeProblems(`${message}.${name}`, { ...rule, required: false }, general.type ?? 'number', path);
        this.findRangeProblems(`${message}.${name}`, rule, path);
      }
    }
    if (closed && Object.keys(declared).length === 0) {
      this.error('wrong-value', '"closed" allows declared messages only, but none is declared.', [
        'messages',
        'closed',
      ]);
    }
  }

  #findConstraintProblems(): void {
    const ids = new Set<string>();
    this.#definition.constraints.forEach(({ id }, index) => {
      const path = ['constraints', index, 'id'];
      if (ids.has(id)) this.error('duplicate-id', `the constraint ${id} is defined twice.`, path);
      ids.add(id);
      if (Object.hasOwn(this.#definition.parameters, id)) {
        this.error('duplicate-id', `"${id}" is a parameter and a constraint. Rename one: findings name either.`, path);
      }
    });
  }
}

const TYPE_NAMES: Readonly<Record<NonNullable<Rule['type']>, string>> = {
  number: 'a number',
  integer: 'an integer',
  string: 'a string',
  boolean: 'true or false',
};

export function fitsType(value: RuleValue, type: NonNullable<Rule['type']>): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type && !(typeof value === 'number' && !Number.isFinite(value));
}

/** Splits `interface.parameter`. */
export function parseSharedParameter(
  text: string,
): { readonly interface: string; readonly parameter: string } | undefined {
  const [interfaceId, parameter, ...rest] = text.split('.');
  if (interfaceId === undefined || parameter === undefined || rest.length > 0) return undefined;
  return IDENTIFIER.test(interfaceId) && NAME.test(parameter) ? { interface: interfaceId, parameter } : undefined;
}
