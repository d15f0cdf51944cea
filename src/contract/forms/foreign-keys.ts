import type * as z from 'zod';
import { didYouMean } from '../../shared/nearest.ts';
import type { DataPath } from '../document.ts';
import { knownKeysAt } from '../schema-shape.ts';
import type { SourceEntry, SourceMap } from '../source/source-node.ts';
import type { ProblemList } from '../source/source-problem.ts';
import { camelCase, snakeCase, withEntries } from './rename-keys.ts';

/** How the keys of a map of another tool's file are read. */
export interface ForeignKeys {
  readonly schema: z.ZodType;
  /** Where the map stands in what the schema describes. */
  readonly path: DataPath;
  /** Names that are more than the snake-case spelling of the schema's. */
  readonly names?: Readonly<Record<string, string>>;
  /** Keys that are passed over without a word. */
  readonly handled?: ReadonlySet<string>;
}

/** The entries of a map under the schema's names; empty ones are left out, unknown ones too, with a warning. */
export function readForeignKeys(map: SourceMap, keys: ForeignKeys, problems: ProblemList): SourceMap {
  const { schema, path, names = {}, handled } = keys;
  const known = new Set(knownKeysAt(schema, path));
  const entries: SourceEntry[] = [];
  const taken = new Set<string>();
  for (const entry of map.entries) {
    const key = Object.hasOwn(names, entry.key) ? (names[entry.key] ?? entry.key) : camelCase(entry.key);
    if (handled?.has(entry.key)) continue;
    if (!known.has(key)) {
      const advice = didYouMean(entry.key, [...Object.keys(names), ...[...known].map(snakeCase)]);
      const place = { start: entry.keyStart, end: entry.keyEnd };
      const message = `"${entry.key}" is not read: it means nothing here.${advice}`;
      problems.warning('unknown-key', message, [...path, entry.key], place);
    } else if (!taken.has(key) && !(entry.node.kind === 'scalar' && entry.node.value === null)) {
      taken.add(key);
      entries.push({ ...entry, key });
    }
  }
  return withEntries(map, entries);
}
