/**
 * The plan compiler's form: work orders with snake-case keys. The reader converts it to the tree of a contract and keeps
 * the ranges of the manifest's text, so that all later code handles both forms. Unknown keys are skipped with a warning.
 */
import type { DataPath } from '../document.ts';
import { contractSchema } from '../model.ts';
import { entryOf, textOf } from '../source/source-node.ts';
import type { OffsetRange, SourceEntry, SourceMap, SourceNode, SourceScalar } from '../source/source-node.ts';
import { ProblemList } from '../source/source-problem.ts';
import type { SourceProblem } from '../source/source-problem.ts';
import { normalizeKeys } from './normalize-keys.ts';
import type { KeyNormalization } from './normalize-keys.ts';
import { mapItems, mapValue, toSnakeCase, withEntries } from './rename-keys.ts';

/** A file with any of these keys and without `chunks` is a manifest. */
export const MANIFEST_KEYS = ['work_orders', 'verify_contract', 'system_overview'] as const;

const TOP_LEVEL_NAMES: Readonly<Record<string, string>> = { work_orders: 'chunks', verify_contract: 'verify' };
const WORK_ORDER_NAMES: Readonly<Record<string, string>> = { intent: 'description' };

/** Keys that are read elsewhere or have no effect. `verify_exempt` is always computed. */
const TOP_LEVEL_IGNORED = new Set(['system_overview', 'id', 'title']);
const WORK_ORDER_IGNORED = new Set(['notes', 'verify_exempt']);

/** Whether a file is a manifest, not a contract. */
export function isManifest(root: SourceNode): root is SourceMap {
  if (root.kind !== 'map' || entryOf(root, 'chunks')) return false;
  return MANIFEST_KEYS.some((key) => entryOf(root, key));
}

/** Returns how a manifest writes the key at a path of the contract model. */
export function spellManifestKey(path: DataPath): string {
  const key = String(path.at(-1) ?? '');
  const isWorkOrderKey = path.length === 3 && path[0] === 'chunks';
  const names = path.length === 1 ? TOP_LEVEL_NAMES : isWorkOrderKey ? WORK_ORDER_NAMES : {};
  const manifestKey = Object.entries(names).find(([, modelKey]) => modelKey === key)?.[0];
  return manifestKey ?? toSnakeCase(key);
}

export interface ManifestReading {
  readonly root: SourceMap;
  readonly problems: readonly SourceProblem[];
}

/** Converts a manifest. `name` is the file name without extension. It replaces a missing `id` or `title`. */
export function readManifest(name: string, manifest: SourceMap): ManifestReading {
  const problems = new ProblemList();
  let root = normalizeModelKeys(manifest, { path: [], names: TOP_LEVEL_NAMES, ignored: TOP_LEVEL_IGNORED }, problems);
  root = mapValue(root, 'chunks', (orders) =>
    mapItems(orders, (order, index) => readWorkOrder(order, ['chunks', index], problems)),
  );
  root = mapValue(root, 'verify', (verify) => readVerify(verify, problems));
  root = mapValue(root, 'build', (build) =>
    build.kind === 'map' ? normalizeModelKeys(build, { path: ['build'] }, problems) : build,
  );
  const spec = entryOf(root, 'spec') ? [] : [createSyntheticEntry('spec', createSpec(name, manifest))];
  return { root: withEntries(root, [...spec, ...root.entries]), problems: problems.all };
}

function readVerify(verify: SourceNode, problems: ProblemList): SourceNode {
  if (verify.kind !== 'map') return verify;
  const normalized = normalizeModelKeys(verify, { path: ['verify'] }, problems);
  return readConditions(normalized, ['verify', 'requires'], problems);
}

function readWorkOrder(order: SourceNode, path: DataPath, problems: ProblemList): SourceNode {
  if (order.kind !== 'map') return order;
  const normalization = { path, names: WORK_ORDER_NAMES, ignored: WORK_ORDER_IGNORED };
  let normalized = normalizeModelKeys(order, normalization, problems);
  for (const key of ['preconditions', 'postconditions']) {
    normalized = readConditions(normalized, [...path, key], problems);
  }
  return withNotes(normalized, entryOf(order, 'notes')?.node);
}

/** Appends the notes of a work order to its description. Both are instructions for the model. */
function withNotes(order: SourceMap, notes: SourceNode | undefined): SourceMap {
  const text = textOf(notes)?.trim();
  if (!notes || text === undefined || text === '') return order;
  const description = entryOf(order, 'description')?.node;
  if (!description) return withEntries(order, [...order.entries, createSyntheticEntry('description', notes)]);
  const before = textOf(description);
  if (before === undefined) return order;
  const combined: SourceScalar = {
    kind: 'scalar',
    start: description.start,
    end: description.end,
    alias: description.alias,
    style: 'plain',
    value: `${before}\n\n${text}`,
  };
  return mapValue(order, 'description', () => combined);
}

/** Normalizes the conditions at a path. Unknown keys that the planner adds to conditions are dropped with a warning. */
function readConditions(owner: SourceMap, path: DataPath, problems: ProblemList): SourceMap {
  return mapValue(owner, String(path.at(-1)), (list) =>
    mapItems(list, (item, index) =>
      item.kind === 'map' ? normalizeModelKeys(item, { path: [...path, index] }, problems) : item,
    ),
  );
}

function normalizeModelKeys(
  map: SourceMap,
  normalization: Omit<KeyNormalization, 'schema'>,
  problems: ProblemList,
): SourceMap {
  return normalizeKeys(map, { ...normalization, schema: contractSchema }, problems);
}

/** Creates the `spec` of a contract from the top-level keys of a manifest. */
function createSpec(name: string, manifest: SourceMap): SourceNode {
  const range = { start: manifest.start, end: manifest.start };
  const id = textOf(entryOf(manifest, 'id')?.node) ?? name;
  const title = entryOf(manifest, 'title')?.node ?? createSyntheticScalar(name === '' ? 'Plan' : name, range);
  const overview = entryOf(manifest, 'system_overview')?.node;
  const entries = [
    createSyntheticEntry('id', createSyntheticScalar(toIdentifier(id), range)),
    createSyntheticEntry('title', title),
    ...(overview ? [createSyntheticEntry('description', createSyntheticScalar(overviewText(overview), overview))] : []),
  ];
  return { kind: 'map', ...range, alias: false, synthetic: true, style: 'flow', entries };
}

function overviewText(node: SourceNode): string {
  const lines = node.kind === 'list' ? node.items.map((item) => textOf(item) ?? '') : [textOf(node) ?? ''];
  return lines.filter((line) => line !== '').join('\n');
}

/** Replaces the characters of a name that an id cannot contain. */
function toIdentifier(name: string): string {
  const id = name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+|-+$/g, '');
  return id === '' ? 'plan' : id;
}

function createSyntheticScalar(value: string, { start, end }: OffsetRange): SourceScalar {
  return { kind: 'scalar', start, end, alias: false, synthetic: true, style: 'plain', value };
}

function createSyntheticEntry(key: string, node: SourceNode): SourceEntry {
  return { key, sourceKey: key, keyStart: node.start, keyEnd: node.end, node, merged: false };
}
