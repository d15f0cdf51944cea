/**
 * The plan compiler's own form: work orders with snake-case keys. It is read into the tree of a contract, whose nodes
 * keep the place of the manifest's text, so that every later reader serves both forms. What other tools add is passed
 * over with a warning.
 */
import type { DataPath } from '../document.ts';
import { contractSchema } from '../model.ts';
import { entryOf, textOf } from '../source/source-node.ts';
import type { SourceEntry, SourceMap, SourceNode, SourceScalar } from '../source/source-node.ts';
import { ProblemList } from '../source/source-problem.ts';
import type { SourceProblem } from '../source/source-problem.ts';
import { readForeignKeys } from './foreign-keys.ts';
import type { ForeignKeys } from './foreign-keys.ts';
import { mapItems, mapValue, snakeCase, withEntries } from './rename-keys.ts';

const TOP_NAMES: Readonly<Record<string, string>> = { work_orders: 'chunks', verify_contract: 'verify' };
const WORK_ORDER_NAMES: Readonly<Record<string, string>> = { intent: 'description' };

/** Keys that are read elsewhere or mean nothing here: `verify_exempt` is computed, whatever a model wrote. */
const TOP_HANDLED = new Set(['system_overview', 'id', 'title']);
const WORK_ORDER_HANDLED = new Set(['notes', 'verify_exempt']);

export function isManifest(root: SourceNode): boolean {
  if (root.kind !== 'map' || entryOf(root, 'chunks')) return false;
  return ['work_orders', 'verify_contract', 'system_overview'].some((key) => entryOf(root, key));
}

/** How a manifest writes the key at a path of the model. */
export function spellManifestKey(path: DataPath): string {
  const key = String(path.at(-1) ?? '');
  const names = path.length === 1 ? TOP_NAMES : path.length === 3 && path[0] === 'chunks' ? WORK_ORDER_NAMES : {};
  const own = Object.entries(names).find(([, model]) => model === key)?.[0];
  return own ?? snakeCase(key);
}

export interface ManifestReading {
  readonly root: SourceMap;
  readonly problems: readonly SourceProblem[];
}

/** `name` identifies the specification where the manifest does not: the file's name. */
export function readManifest(name: string, root: SourceNode): ManifestReading {
  const problems = new ProblemList();
  const map = root as SourceMap;
  let read = readKeys(map, { path: [], names: TOP_NAMES, handled: TOP_HANDLED }, problems);
  read = mapValue(read, 'chunks', (orders) =>
    mapItems(orders, (order, index) => readWorkOrder(order, ['chunks', index], problems)),
  );
  read = mapValue(read, 'verify', (verify) => readVerify(verify, problems));
  read = mapValue(read, 'build', (build) =>
    build.kind === 'map' ? readKeys(build, { path: ['build'] }, problems) : build,
  );
  const spec = entryOf(read, 'spec') ? [] : [synthetic('spec', specOf(name, map))];
  return { root: withEntries(read, [...spec, ...read.entries]), problems: problems.all };
}

function readVerify(verify: SourceNode, problems: ProblemList): SourceNode {
  if (verify.kind !== 'map') return verify;
  return readConditions(readKeys(verify, { path: ['verify'] }, problems), ['verify', 'requires'], problems);
}

function readWorkOrder(order: SourceNode, path: DataPath, problems: ProblemList): SourceNode {
  if (order.kind !== 'map') return order;
  let read = readKeys(order, { path, names: WORK_ORDER_NAMES, handled: WORK_ORDER_HANDLED }, problems);
  for (const key of ['preconditions', 'postconditions']) read = readConditions(read, [...path, key], problems);
  return withNotes(read, entryOf(order, 'notes')?.node);
}

/** Notes are for whoever carries the work out, as the description is. */
function withNotes(order: SourceMap, notes: SourceNode | undefined): SourceMap {
  const text = textOf(notes)?.trim();
  if (!notes || text === undefined || text === '') return order;
  const intent = entryOf(order, 'description');
  if (!intent) {
    const entry = { ...synthetic('description', notes), node: notes };
    return withEntries(order, [...order.entries, entry]);
  }
  const before = textOf(intent.node);
  if (before === undefined) return order;
  const combined: SourceScalar = {
    kind: 'scalar',
    start: intent.node.start,
    end: intent.node.end,
    alias: intent.node.alias,
    style: 'plain',
    value: `${before}\n\n${text}`,
  };
  return mapValue(order, 'description', () => combined);
}

/** Conditions carry remarks of the planner at times; the kind and the path are what counts. */
function readConditions(owner: SourceMap, path: DataPath, problems: ProblemList): SourceMap {
  return mapValue(owner, String(path.at(-1)), (list) =>
    mapItems(list, (item, index) =>
      item.kind === 'map' ? readKeys(item, { path: [...path, index] }, problems) : item,
    ),
  );
}

function readKeys(map: SourceMap, keys: Omit<ForeignKeys, 'schema'>, problems: ProblemList): SourceMap {
  return readForeignKeys(map, { ...keys, schema: contractSchema }, problems);
}

function specOf(name: string, manifest: SourceMap): SourceNode {
  const at = { start: manifest.start, end: manifest.start };
  const id = textOf(entryOf(manifest, 'id')?.node) ?? name;
  const title = entryOf(manifest, 'title')?.node ?? scalar(name === '' ? 'Plan' : name, at);
  const overview = entryOf(manifest, 'system_overview')?.node;
  const description = overview && scalar(overviewText(overview), overview);
  const entries = [synthetic('id', scalar(identifierOf(id), at)), { ...synthetic('title', title), node: title }];
  if (description) entries.push(synthetic('description', description));
  return { kind: 'map', ...at, alias: false, synthetic: true, style: 'flow', entries };
}

function overviewText(node: SourceNode): string {
  const lines = node.kind === 'list' ? node.items.map((item) => textOf(item) ?? '') : [textOf(node) ?? ''];
  return lines.filter((line) => line !== '').join('\n');
}

/** The nearest thing to a name that may stand as an id. */
function identifierOf(name: string): string {
  const id = name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+|-+$/g, '');
  return id === '' ? 'plan' : id;
}

function scalar(value: string, at: { start: number; end: number }): SourceScalar {
  return { kind: 'scalar', start: at.start, end: at.end, alias: false, synthetic: true, style: 'plain', value };
}

function synthetic(key: string, node: SourceNode): SourceEntry {
  return { key, written: key, keyStart: node.start, keyEnd: node.end, node, borrowed: false };
}
