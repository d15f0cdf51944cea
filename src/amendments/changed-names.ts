import type { DataPath } from '../contract/document.ts';
import { exportName } from '../contract/requirements.ts';
import { isRecord, valueAt } from '../contract/written-data.ts';
import { CONTRACT_SHAPED_CHECKS } from './contract-shaped.ts';
import type { DataDifference } from './data-differences.ts';

/** A name of the code that a change of a contract concerns. */
export interface ChangedName {
  /** Undefined where the change brings it. */
  readonly before: string | undefined;
  /** Another than before where it is renamed. */
  readonly after: string | undefined;
  /** The file that the contract names for it, as it was. */
  readonly file: string | undefined;
}

/** The functions, types and exports that the differences of a contract's data are about, each once. */
export function changedNames(
  differences: readonly DataDifference[],
  before: unknown,
  after: unknown,
): readonly ChangedName[] {
  const found = new Map<string, ChangedName>();
  for (const { path } of differences) {
    const place = placeOfName(path);
    if (place === undefined) continue;
    const [was, is] = [nameIn(valueAt(before, place)), nameIn(valueAt(after, place))];
    if (was === undefined && is === undefined) continue;
    const key = JSON.stringify([was?.name, is?.name]);
    const known = found.get(key);
    found.set(key, { before: was?.name, after: is?.name, file: known?.file ?? was?.file ?? is?.file });
  }
  return [...found.values()];
}

/** Every name of a change, as it was and as it is to be. */
export function namesOf(changed: readonly ChangedName[]): ReadonlySet<string> {
  return new Set(changed.flatMap(({ before, after }) => [before, after].filter((name) => name !== undefined)));
}

/** The part of a contract that states a name: an item of functions, types, creates or consumes, or a check. */
function placeOfName(path: DataPath): DataPath | undefined {
  const inChunk = path[0] === 'chunks';
  const at = inChunk ? 2 : 0;
  switch (path[at]) {
    case 'functions':
    case 'types':
    case 'creates':
    case 'consumes':
      return path.length > at + 1 ? path.slice(0, at + 2) : undefined;
    case 'assertions':
      return path[at + 2] === 'check' ? path.slice(0, at + 3) : undefined;
    default:
      return undefined;
  }
}

function nameIn(stated: unknown): { readonly name: string; readonly file?: string } | undefined {
  if (typeof stated === 'string') return { name: exportName(stated) };
  if (!isRecord(stated)) return undefined;
  const { name, type, target } = stated;
  const file = typeof stated['file'] === 'string' ? { file: stated['file'] } : {};
  if (typeof name === 'string') return { name, ...file };
  if (typeof type !== 'string' || !CONTRACT_SHAPED_CHECKS.has(type) || typeof target !== 'string') return undefined;
  return { name: exportName(target), ...file };
}
