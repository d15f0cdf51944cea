import { isRecord } from '../../../foundation/is-record.ts';

/** A step of a path in the data of a contract: a key, or the key of an item in its list. */
export type MergeStep = string | { readonly item: string };

/** A path that stays the same when other items are added and removed. */
export type MergePath = readonly MergeStep[];

/** One thing that a merge does, or leaves to a person. */
export type MergeEntry =
  /** The plan has something that the contract does not have. */
  | { readonly kind: 'added'; readonly path: MergePath; readonly value: unknown }
  /** The plan states something else than before, and the contract had the value of the plan. */
  | { readonly kind: 'changed'; readonly path: MergePath; readonly from: unknown; readonly value: unknown }
  /** The plan no longer has it, and the contract had the value of the plan. */
  | { readonly kind: 'dropped'; readonly path: MergePath; readonly from: unknown }
  /** The contract has something that was never in the plan, or another value. It stays. */
  | { readonly kind: 'kept'; readonly path: MergePath }
  /** Both have changed it. The contract keeps its value. `undefined`: it is not there. */
  | { readonly kind: 'conflict'; readonly path: MergePath; readonly mine: unknown; readonly theirs: unknown };

/** The values to merge: of the plan when it was imported last, of the contract, and of the plan now. */
export interface MergeValues {
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** Whether two values say the same. The line breaks of a text, and those around it, change with its quoting style. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'string') return inner.replaceAll('\r\n', '\n').trim();
    if (!isRecord(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}

/** Merges what two sides made of a value. Items of lists are found by what they are about, not by their place. */
export function mergeValues({ base, mine, theirs }: MergeValues, path: MergePath): readonly MergeEntry[] {
  if (isSame(mine, theirs)) return [];
  if (isList(base) && isList(mine) && isList(theirs) && [base, mine, theirs].some(Array.isArray)) {
    return mergeLists(toItems(base), toItems(mine), toItems(theirs), path);
  }
  if (isRecord(mine) && isRecord(theirs) && (base === undefined || isRecord(base))) {
    const known: Readonly<Record<string, unknown>> = isRecord(base) ? base : {};
    const keys = new Set([...Object.keys(known), ...Object.keys(mine), ...Object.keys(theirs)]);
    return [...keys].flatMap((key) =>
      mergeValues({ base: known[key], mine: mine[key], theirs: theirs[key] }, [...path, key]),
    );
  }
  if (isSame(base, theirs)) return [{ kind: 'kept', path }];
  if (!isSame(base, mine)) return [{ kind: 'conflict', path, mine, theirs }];
  if (theirs === undefined) return [{ kind: 'dropped', path, from: mine }];
  return [
    mine === undefined ? { kind: 'added', path, value: theirs } : { kind: 'changed', path, from: mine, value: theirs },
  ];
}

/** An absent list is an empty one. */
function isList(value: unknown): value is readonly unknown[] | undefined {
  return value === undefined || Array.isArray(value);
}

type Items = ReadonlyMap<string, unknown>;

function mergeLists(base: Items, mine: Items, theirs: Items, path: MergePath): readonly MergeEntry[] {
  const entries: MergeEntry[] = [];
  for (const key of new Set([...mine.keys(), ...base.keys(), ...theirs.keys()])) {
    entries.push(
      ...mergeValues({ base: base.get(key), mine: mine.get(key), theirs: theirs.get(key) }, [...path, { item: key }]),
    );
  }
  return entries;
}

/** The items of a list by what they are about. The same item a second time has a number. */
export function toItems(list: readonly unknown[] | undefined): Items {
  const items = new Map<string, unknown>();
  for (const item of list ?? []) {
    const key = keyOf(item);
    let unique = key;
    for (let number = 2; items.has(unique); number++) unique = `${key} (${number})`;
    items.set(unique, item);
  }
  return items;
}

function keyOf(item: unknown): string {
  if (!isRecord(item)) return typeof item === 'string' ? item : JSON.stringify(item);
  const { id, name, command, kind, path, check } = item;
  if (isRecord(check)) {
    const about = [check['type'], check['target'], check['file']].filter((one) => typeof one === 'string');
    return about.join(' ');
  }
  const key = id ?? name ?? command;
  if (typeof key === 'string') return key;
  return typeof kind === 'string' && typeof path === 'string' ? `${kind} ${path}` : JSON.stringify(item);
}

/** A path for people: `chunks.task-2.functions.loadOrders.signature`. */
export function formatMergePath(path: MergePath): string {
  return path.map((step) => (typeof step === 'string' ? step : step.item)).join('.');
}
