import { findMarker, formatMarker, type Marker } from '../marker.ts';
import type { ForgeItem } from '../forge.ts';
import { ForgeError } from '../forge-error.ts';
import type { PipelineQueries } from '../../database/pipeline-database.ts';

/** The items and pull requests of the local forge: what both have in common. */

export interface Entry {
  readonly number: number;
  readonly kind: 'item' | 'pull-request';
  readonly title: string;
  readonly body: string;
  readonly author: string;
  readonly is_open: number;
}

export interface NewEntry {
  readonly kind: Entry['kind'];
  readonly title: string;
  readonly body: string;
  readonly author: string;
  readonly createdAt: string;
}

/** The number in the id of an item; undefined if it is not a number. */
export function toNumber(id: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}

export async function insertEntry(queries: PipelineQueries, entry: NewEntry): Promise<number> {
  const { number } = await queries
    .insertInto('forge_entries')
    .values({
      kind: entry.kind,
      title: entry.title,
      body: entry.body,
      author: entry.author,
      is_open: 1,
      marker: findMarker(entry.body) ?? null,
      created_at: entry.createdAt,
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  return number;
}

/** An item or a pull request; undefined if there is none with this number. */
export function readEntry(queries: PipelineQueries, number: number, kind?: Entry['kind']): Promise<Entry | undefined> {
  const query = queries.selectFrom('forge_entries').selectAll().where('number', '=', number);
  return (kind === undefined ? query : query.where('kind', '=', kind)).executeTakeFirst();
}

/** The entries with a marker, oldest first. */
export function findEntries(queries: PipelineQueries, kind: Entry['kind'], marker: Marker): Promise<readonly Entry[]> {
  return queries
    .selectFrom('forge_entries')
    .selectAll()
    .where('marker', '=', formatMarker(marker))
    .where('kind', '=', kind)
    .orderBy('number')
    .execute();
}

export async function setOpen(queries: PipelineQueries, number: number, isOpen: boolean): Promise<void> {
  await queries
    .updateTable('forge_entries')
    .set({ is_open: isOpen ? 1 : 0 })
    .where('number', '=', number)
    .execute();
}

/** Replaces the title or the text of an item or a pull request. The marker stays the last line of the text. */
export async function editEntry(
  queries: PipelineQueries,
  number: number,
  { title, body }: { readonly title: string | undefined; readonly body: string | undefined },
): Promise<void> {
  const entry = await readEntry(queries, number);
  if (entry === undefined) return;
  const marker = findMarker(entry.body);
  const text = body === undefined || marker === undefined ? body : `${body}\n\n${marker}`;
  await queries
    .updateTable('forge_entries')
    .set({ title: title ?? entry.title, body: text ?? entry.body })
    .where('number', '=', number)
    .execute();
}

/** Adds the labels of items to their entries. */
export async function toItems(queries: PipelineQueries, entries: readonly Entry[]): Promise<readonly ForgeItem[]> {
  const labels = new Map<number, string[]>();
  // SQLite limits the number of parameters of a statement.
  for (let at = 0; at < entries.length; at += 500) {
    const numbers = entries.slice(at, at + 500).map(({ number }) => number);
    const rows = await queries
      .selectFrom('forge_labels')
      .selectAll()
      .where('number', 'in', numbers)
      .orderBy('label')
      .execute();
    for (const { number, label } of rows) labels.set(number, [...(labels.get(number) ?? []), label]);
  }
  return entries.map((entry) => ({
    id: String(entry.number),
    title: entry.title,
    body: entry.body,
    labels: labels.get(entry.number) ?? [],
    isOpen: entry.is_open === 1,
    author: entry.author,
  }));
}

/** Sets the labels that start with a prefix to exactly these. */
export async function replaceLabels(
  queries: PipelineQueries,
  number: number,
  prefix: string,
  labels: readonly string[],
): Promise<void> {
  const rows = await queries.selectFrom('forge_labels').select('label').where('number', '=', number).execute();
  const present = new Set(rows.map(({ label }) => label));
  const surplus = [...present].filter((label) => label.startsWith(prefix) && !labels.includes(label));
  const missing = [...new Set(labels)].filter((label) => !present.has(label));
  if (surplus.length > 0) {
    await queries.deleteFrom('forge_labels').where('number', '=', number).where('label', 'in', surplus).execute();
  }
  if (missing.length > 0) {
    await queries
      .insertInto('forge_labels')
      .values(missing.map((label) => ({ number, label })))
      .execute();
  }
}

/**
 * The number of an item or a pull request.
 *
 * @throws ForgeError `not-found` if there is none with this id
 */
export async function findNumber(queries: PipelineQueries, id: string): Promise<number> {
  const number = toNumber(id);
  const entry = number === undefined ? undefined : await readEntry(queries, number);
  if (entry !== undefined) return entry.number;
  throw new ForgeError('not-found', `There is no item ${id}`, { hint: 'List the items with "holdfast items".' });
}

/** Creates an item with its labels. */
export async function insertItem(
  queries: PipelineQueries,
  item: Omit<NewEntry, 'kind'> & { readonly labels: readonly string[] },
): Promise<ForgeItem> {
  const number = await insertEntry(queries, { ...item, kind: 'item' });
  await replaceLabels(queries, number, '', item.labels);
  return {
    id: String(number),
    title: item.title,
    body: item.body,
    labels: [...new Set(item.labels)].sort(),
    isOpen: true,
    author: item.author,
  };
}
