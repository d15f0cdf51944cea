import { isDeepStrictEqual } from 'node:util';
import { getNodeValue, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { HoldfastError } from '../../foundation/errors.ts';
import { isRecord } from '../../foundation/is-record.ts';
import type { HookEntry } from './agent-files.ts';
import { appendItem, appendProperty, parseJsonTree, propertyIndex, propertyOf, removeChild } from './json-splice.ts';

/** A command of Holdfast in a hook file, with any program and any flags. */
const OWN_COMMAND = /\bhook (?:session-start|stop|pre-edit) --client [a-z]+/;

/**
 * Adds the entries of Holdfast to a hook file, and removes its earlier ones. Everything else stays as it is.
 *
 * @param text the text of the file; `undefined` if it does not exist
 * @throws HoldfastError `configuration` if the text cannot be parsed, or a list of hooks is not a list
 */
export function addHooks(
  file: string,
  text: string | undefined,
  entries: readonly HookEntry[],
  fields: Readonly<Record<string, unknown>>,
): string {
  if (text === undefined || text.trim() === '') {
    const hooks = Object.fromEntries(entries.map(({ list, value }) => [list, [value]]));
    return `${JSON.stringify({ ...fields, hooks }, null, 2)}\n`;
  }
  if (isCurrent(readOwnEntries(file, text), entries)) return text;
  let result = removeEntries(file, text);
  for (const [name, value] of Object.entries(fields)) {
    const root = requireRoot(file, result);
    if (propertyOf(root, name) === undefined) result = appendProperty(result, root, name, value);
  }
  for (const { list, value } of entries) result = appendEntry(file, result, list, value);
  return result;
}

/**
 * Removes the entries of Holdfast. Returns `undefined` if nothing but `fields` is left: the file then belongs to Holdfast.
 *
 * @param options.keep returns a text even then
 * @throws HoldfastError `configuration` like `addHooks`
 */
export function removeHooks(
  file: string,
  text: string,
  fields: Readonly<Record<string, unknown>>,
  { keep = false }: { readonly keep?: boolean } = {},
): string | undefined {
  if (text.trim() === '' || readOwnEntries(file, text).length === 0) return text;
  const result = removeEntries(file, text);
  if (keep) return result;
  const left = valueOf(requireRoot(file, result));
  return isDeepStrictEqual(left, fields) || isDeepStrictEqual(left, {}) ? undefined : result;
}

/** The entries of a hook file with a command of Holdfast, in their order. */
export function readOwnEntries(file: string, text: string): readonly HookEntry[] {
  return listEntries(file, text)
    .filter(({ value }) => isOwn(value))
    .map(({ list, value }) => ({ list, value: isRecord(value) ? value : {} }));
}

/** Whether the entries in a file are the expected ones. The order of different lists does not matter. */
export function isCurrent(found: readonly HookEntry[], expected: readonly HookEntry[]): boolean {
  return (
    found.length === expected.length &&
    expected.every(({ list, value }) => found.some((one) => one.list === list && isDeepStrictEqual(one.value, value)))
  );
}

/** The commands of Holdfast in a value of a hook file. */
export function listOwnCommands(value: unknown): readonly string[] {
  if (typeof value === 'string') return OWN_COMMAND.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(listOwnCommands);
  return isRecord(value) ? Object.values(value).flatMap(listOwnCommands) : [];
}

function isOwn(value: unknown): boolean {
  return listOwnCommands(value).length > 0;
}

function appendEntry(file: string, text: string, list: string, value: unknown): string {
  const root = requireRoot(file, text);
  const hooks = propertyOf(root, 'hooks');
  if (hooks === undefined) return appendProperty(text, root, 'hooks', { [list]: [value] });
  const items = propertyOf(hooks, list);
  return items === undefined ? appendProperty(text, hooks, list, [value]) : appendItem(text, items, value);
}

/** Removes one entry after the other, since each changes the positions of the rest. */
function removeEntries(file: string, text: string): string {
  let result = text;
  for (;;) {
    const own = listEntries(file, result).findLast(({ value }) => isOwn(value));
    if (own === undefined) return result;
    result = removeEntry(file, result, own);
  }
}

interface LocatedEntry {
  readonly list: string;
  readonly index: number;
  readonly value: unknown;
}

function removeEntry(file: string, text: string, { list, index, value }: LocatedEntry): string {
  const hooks = propertyOf(requireRoot(file, text), 'hooks');
  const items = hooks && propertyOf(hooks, list);
  const item = items?.children?.[index];
  if (hooks === undefined || items === undefined || item === undefined) return text;
  const inner = propertyOf(item, 'hooks');
  const commands: unknown = isRecord(value) ? value['hooks'] : undefined;
  if (inner !== undefined && Array.isArray(commands) && !commands.every(isOwn)) {
    // A person has added a command to the entry of Holdfast, or the other way round.
    return removeChild(text, inner, commands.findLastIndex(isOwn));
  }
  const withoutItem = removeChild(text, items, index);
  if ((items.children?.length ?? 0) > 1) return withoutItem;
  return removeEmpty(file, withoutItem, list);
}

/** Removes a list without entries, and the object of the lists if it was the last one. */
function removeEmpty(file: string, text: string, list: string): string {
  const root = requireRoot(file, text);
  const hooks = propertyOf(root, 'hooks');
  if (hooks === undefined) return text;
  if ((hooks.children?.length ?? 0) > 1) return removeChild(text, hooks, propertyIndex(hooks, list));
  return removeChild(text, root, propertyIndex(root, 'hooks'));
}

function listEntries(file: string, text: string): readonly LocatedEntry[] {
  const hooks = propertyOf(requireRoot(file, text), 'hooks');
  if (hooks === undefined) return [];
  if (hooks.type !== 'object') throw createShapeError(file, '"hooks" is not an object');
  return (hooks.children ?? []).flatMap((property): readonly LocatedEntry[] => {
    const list = String(property.children?.[0]?.value);
    const items = property.children?.[1];
    if (items?.type !== 'array') throw createShapeError(file, `"hooks.${list}" is not a list`);
    return (items.children ?? []).map((item, index) => ({ list, index, value: valueOf(item) }));
  });
}

/** The parser's objects have no prototype, which a comparison notices. */
function valueOf(node: Node): unknown {
  return structuredClone(getNodeValue(node) as unknown);
}

export function requireRoot(file: string, text: string): Node {
  const errors: ParseError[] = [];
  parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split('\n').length;
    throw createShapeError(file, `line ${line}: ${printParseErrorCode(error.error)}`);
  }
  const root = parseJsonTree(text);
  if (root?.type !== 'object') throw createShapeError(file, 'it is not a JSON object');
  return root;
}

function createShapeError(file: string, reason: string): HoldfastError {
  return new HoldfastError('configuration', `Failed to read ${file}: ${reason}`, {
    hint: 'Correct the file, then run the command again. Nothing was written.',
  });
}
