import { splitCommand } from '../../../workspace/processes/split-command.ts';
/**
 * Templates in scenario files: `${name}` is replaced with a value, `$${` is a literal `${`. Values are inserted once and
 * never read as templates, and a command is split into arguments before.
 */

/** A template in a text. */
export interface TemplateUse {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const TEMPLATE = /\$\$\{|\$\{([^}]*)\}/g;

/** The values of templates by their names. `undefined` for an unknown name. */
export type TemplateValues = (name: string) => string | undefined;

/** Finds the templates in a text. */
export function findTemplates(text: string): readonly TemplateUse[] {
  return [...text.matchAll(TEMPLATE)].flatMap((match) => {
    const name = match[1];
    return name === undefined ? [] : [{ name, start: match.index, end: match.index + match[0].length }];
  });
}

/** Replaces the templates of a text. A template without a value stays as it is. */
export function fillTemplates(text: string, values: TemplateValues, escape = (value: string): string => value): string {
  return text.replace(TEMPLATE, (whole: string, name: string | undefined) => {
    if (name === undefined) return '${';
    const value = values(name);
    return value === undefined ? whole : escape(value);
  });
}

/** The keys of checks and criteria that hold a regular expression. A value in it matches itself. */
const PATTERN_KEYS: ReadonlySet<string> = new Set(['pattern']);

/** Replaces the templates in all texts of JSON data. Keys stay as they are. */
export function fillTemplatesInData<Value>(data: Value, values: TemplateValues): Value {
  return fillPart(data, values, undefined) as Value;
}

function fillPart(part: unknown, values: TemplateValues, key: string | undefined): unknown {
  if (typeof part === 'string') {
    return fillTemplates(part, values, key !== undefined && PATTERN_KEYS.has(key) ? escapePattern : undefined);
  }
  if (Array.isArray(part)) return part.map((item: unknown) => fillPart(item, values, key));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, item]) => [name, fillPart(item, values, name)]));
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Marks the place of a template while a command is split. Private-use characters are no syntax of a command. */
const MARK = /\uE000(\d+)\uE001/g;

/**
 * Splits a command line into a program and its arguments, and returns a function that fills their templates. A value never
 * becomes several arguments, or syntax.
 *
 * @throws CommandSyntaxError if the command needs a shell
 */
export function splitTemplatedCommand(text: string): (values: TemplateValues) => string[] {
  const templates: string[] = [];
  const marked = text.replace(TEMPLATE, (whole) => `\uE000${templates.push(whole) - 1}\uE001`);
  const parts = splitCommand(marked).map((part) =>
    part.replace(MARK, (_mark, index: string) => templates[Number(index)] ?? ''),
  );
  return (values) => parts.map((part) => fillTemplates(part, values));
}
