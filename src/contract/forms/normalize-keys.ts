import type * as z from 'zod';
import { didYouMean } from '../../foundation/name-suggestions.ts';
import type { DataPath } from '../document.ts';
import { knownKeysAt } from '../schema-keys.ts';
import type { SourceEntry, SourceMap } from '../source/source-node.ts';
import type { ProblemList } from '../source/source-problem.ts';
import { toCamelCase, toSnakeCase, withEntries } from './rename-keys.ts';

/** The mapping of the keys that another tool writes to the keys of the contract model. */
export interface KeyNormalization {
  readonly schema: z.ZodType;
  /** The path of the map in the data that the schema describes. */
  readonly path: DataPath;
  /** The model's keys by the tool's keys, for keys that differ in more than their spelling in snake case. */
  readonly names?: Readonly<Record<string, string>>;
  /** Keys that are skipped without a warning. */
  readonly ignored?: ReadonlySet<string>;
}

/** Renames the keys of a map to the keys of the schema. Drops empty values, and drops unknown keys with a warning. */
export function normalizeKeys(map: SourceMap, normalization: KeyNormalization, problems: ProblemList): SourceMap {
  const { schema, path, names = {}, ignored } = normalization;
  const known = new Set(knownKeysAt(schema, path));
  const entries: SourceEntry[] = [];
  const used = new Set<string>();
  for (const entry of map.entries) {
    if (ignored?.has(entry.key)) continue;
    const key = Object.hasOwn(names, entry.key) ? (names[entry.key] ?? entry.key) : toCamelCase(entry.key);
    if (!known.has(key)) {
      const suggestion = didYouMean(entry.key, [...Object.keys(names), ...[...known].map(toSnakeCase)]);
      const range = { start: entry.keyStart, end: entry.keyEnd };
      problems.warning(
        'unknown-key',
        `Unknown key "${entry.key}" is ignored.${suggestion}`,
        [...path, entry.key],
        range,
      );
    } else if (!used.has(key) && !(entry.node.kind === 'scalar' && entry.node.value === null)) {
      used.add(key);
      entries.push({ ...entry, key });
    }
  }
  return withEntries(map, entries);
}
