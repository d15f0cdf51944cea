/** The texts of templates: `{{name}}` marks the position of a field. */

/** Marks a value that a person must replace before a run. A template that still has one is not ready to run. */
export const PLACEHOLDER = 'TODO: ';

const MARK = /\{\{(\w+)\}\}/g;

/** The fields of a template with their first values, in the order in which a person fills them in. */
export type FieldValues = Readonly<Record<string, string>>;

/** A text with every field replaced by its value. */
export function fillFields(text: string, values: FieldValues): string {
  return text.replaceAll(MARK, (_mark, name: string) => valueOf(values, name));
}

/** The mark of the values that a person must replace before a run; `undefined` if no field of a text has one. */
export function findPlaceholder(text: string, values: FieldValues): string | undefined {
  const isMarked = [...text.matchAll(MARK)].some(([, name = '']) => valueOf(values, name).startsWith(PLACEHOLDER));
  return isMarked ? PLACEHOLDER : undefined;
}

/**
 * A snippet in the syntax of VS Code with one tab stop per field, in the order of `values`. All positions of a field change
 * together. The result expands to `fillFields(text, values)`.
 */
export function toSnippet(text: string, values: FieldValues): string {
  const order = Object.keys(values);
  const seen = new Set<string>();
  let snippet = '';
  let end = 0;
  for (const match of text.matchAll(MARK)) {
    const [mark, name = ''] = match;
    const stop = order.indexOf(name) + 1;
    snippet += escapeText(text.slice(end, match.index));
    snippet += seen.has(name) ? `$\{${stop}}` : `$\{${stop}:${escapeText(valueOf(values, name))}}`;
    seen.add(name);
    end = match.index + mark.length;
  }
  return `${snippet}${escapeText(text.slice(end))}$0`;
}

function valueOf(values: FieldValues, name: string): string {
  const value = values[name];
  if (value === undefined) throw new RangeError(`The template has no value for the field ${name}`);
  return value;
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\$}]/g, String.raw`\$&`);
}
