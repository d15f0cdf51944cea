import { parseTree, type Node } from 'jsonc-parser';

/**
 * Edits of a JSON text that leave every other byte as it is: comments, order and formatting of people's files. What is added
 * last can be removed again without a trace.
 */

/** Adds a value to the end of an array at a path. */
export function appendItem(text: string, array: Node, value: unknown): string {
  return insertLast(text, array, (layout) => layout.render(value));
}

/** Adds a property to the end of an object. */
export function appendProperty(text: string, object: Node, name: string, value: unknown): string {
  return insertLast(text, object, (layout) => `${JSON.stringify(name)}:${layout.space}${layout.render(value)}`);
}

/** Removes an item of an array or a property of an object, with its comma. */
export function removeChild(text: string, container: Node, index: number): string {
  const children = container.children ?? [];
  const [previous, child, next] = [children[index - 1], children[index], children[index + 1]];
  if (child === undefined) return text;
  if (previous !== undefined) return cut(text, endOf(previous), endOf(child));
  if (next !== undefined) return cut(text, child.offset, next.offset);
  return cut(text, container.offset + 1, endOf(container) - 1);
}

/** The root of a JSON text, with comments and trailing commas; `undefined` for an empty text. */
export function parseJsonTree(text: string): Node | undefined {
  return parseTree(text, [], { allowTrailingComma: true });
}

/** The value of a property; `undefined` if the object does not have it. */
export function propertyOf(object: Node, name: string): Node | undefined {
  return object.children?.find((property) => property.children?.[0]?.value === name)?.children?.[1];
}

/** The position of a property in its object. */
export function propertyIndex(object: Node, name: string): number {
  return object.children?.findIndex((property) => property.children?.[0]?.value === name) ?? -1;
}

interface Layout {
  /** What separates a name and its value. */
  readonly space: string;
  readonly render: (value: unknown) => string;
}

function insertLast(text: string, container: Node, create: (layout: Layout) => string): string {
  const last = container.children?.at(-1);
  const unit = findIndentUnit(text);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  if (last === undefined) {
    // The text of an empty container is on one line. Its content gets separate lines, unless the whole text has one line.
    const isOneLine = !text.trim().includes('\n') && text.trim() !== '{}';
    const outer = lineIndent(text, container.offset);
    const inner = isOneLine
      ? create(compact)
      : `${eol}${outer}${unit}${create(lines(outer + unit, unit, eol))}${eol}${outer}`;
    return splice(text, container.offset + 1, endOf(container) - 1, inner);
  }
  const first = container.children?.[0] ?? last;
  const hasLines = text.slice(container.offset, first.offset).includes('\n');
  if (!hasLines) {
    const separator =
      text.slice(endOf(last), endOf(container)).startsWith(' ') || /^[[{] /.test(text.slice(container.offset))
        ? ', '
        : ',';
    return splice(text, endOf(last), endOf(last), `${separator}${create(compact)}`);
  }
  const indent = lineIndent(text, first.offset);
  return splice(text, endOf(last), endOf(last), `,${eol}${indent}${create(lines(indent, unit, eol))}`);
}

const compact: Layout = { space: '', render: (value) => JSON.stringify(value) };

function lines(indent: string, unit: string, eol: string): Layout {
  return { space: ' ', render: (value) => JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`) };
}

/** The indentation of the first indented line; two spaces if there is none. */
function findIndentUnit(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
}

/** The white space at the start of the line of an offset. */
function lineIndent(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function cut(text: string, start: number, end: number): string {
  return splice(text, start, end, '');
}

function splice(text: string, start: number, end: number, inserted: string): string {
  return text.slice(0, start) + inserted + text.slice(end);
}
