import type { ApiEntry, PackageApi, UnjudgedEntry } from '../model/package-api.ts';
import { fillTarget, matchPattern } from '../../resolution/package-targets.ts';
import { joinPath } from '../../resolution/tree-path.ts';
import type { ApiDifference } from './api-difference.ts';

/** Two versions of one entry, as importers with the same conditions reach it. */
export interface EntryPair {
  readonly subpath: string;
  readonly entryBefore: ApiEntry;
  readonly entryAfter: ApiEntry;
}

/** The entries of two versions: those that both have, and what was added or removed. */
export function compareEntries(
  before: PackageApi,
  after: PackageApi,
): {
  readonly pairs: readonly EntryPair[];
  readonly differences: readonly ApiDifference[];
  readonly notJudged: readonly string[];
} {
  const unjudged = new Set([...before.notJudged, ...after.notJudged].map(({ subpath }) => subpath));
  const isUnjudged = ({ subpath }: ApiEntry): boolean =>
    unjudged.has(subpath) ||
    [...unjudged].some((one) => one.includes('*') && subpath.startsWith(one.split('*')[0] ?? one));
  const pairs: EntryPair[] = [];
  const differences: ApiDifference[] = [];
  const notJudged = new Set(unjudged);
  for (const { subpath, missingModules = [] } of [...before.entries, ...after.entries])
    for (const module of missingModules) notJudged.add(`${subpath}: export * from "${module}"`);
  for (const entry of before.entries) {
    const same = after.entries.filter(({ subpath, kind }) => subpath === entry.subpath && isSameKind(kind, entry.kind));
    const [other] = same;
    if (other === undefined) {
      const missing = after.notJudged.find((one) => leadsTo(one, entry, after.folder));
      if (missing !== undefined) {
        differences.push(toMissingFile(entry));
        notJudged.delete(missing.subpath);
      } else if (isUnjudged(entry)) notJudged.add(entry.subpath);
      else differences.push(toEntryDifference(entry, 'removed'));
      continue;
    }
    const lost = isUnjudged(entry) ? [] : lostConditions(entry, same);
    if (lost.length > 0) differences.push(toLostCondition(entry, same, lost));
    if (entry.isTypedByManifest !== true && other.isTypedByManifest === true)
      differences.push(toHiddenTypes(entry, other));
    if (entry.kind !== 'module') continue;
    pairs.push({ subpath: entry.subpath, entryBefore: entry, entryAfter: findSameConditions(entry, same) ?? other });
  }
  for (const entry of after.entries) {
    const isKnown = before.entries.some(
      ({ subpath, kind }) => subpath === entry.subpath && isSameKind(kind, entry.kind),
    );
    if (!isKnown && !isUnjudged(entry)) differences.push(toEntryDifference(entry, 'added'));
  }
  return { pairs, differences, notJudged: [...notJudged].sort() };
}

/** Whether the target of an entry that was not found is the very file that the entry was, and not the output of a build. */
function leadsTo({ subpath, target }: UnjudgedEntry, entry: ApiEntry, folder: string): boolean {
  const matched = subpath === entry.subpath ? '' : matchPattern(subpath, entry.subpath);
  return matched !== undefined && joinPath(folder, fillTarget(target, matched)) === entry.file;
}

/** A command is not a subpath. A file that becomes a module still can be imported. */
function isSameKind(one: ApiEntry['kind'], other: ApiEntry['kind']): boolean {
  return (one === 'bin') === (other === 'bin');
}

/** Conditions that say how the entry is reached, and not where its types are. */
function plain(conditions: readonly string[]): ReadonlySet<string> {
  const list = conditions.map((one) =>
    one
      .split('|')
      .filter((part) => !/^(?:types|typings|default)(?:@|$)/.test(part))
      .join('|'),
  );
  // Without a condition, every importer reaches the entry.
  return new Set(list.includes('') ? [] : list);
}

function findSameConditions(entry: ApiEntry, candidates: readonly ApiEntry[]): ApiEntry | undefined {
  const wanted = plain(entry.conditions);
  return candidates.find(({ conditions }) => {
    const own = plain(conditions);
    return (wanted.size === 0 && own.size === 0) || [...wanted].some((one) => own.has(one));
  });
}

/** Only `import` and `require` are ways of loading that every importer uses. */
const LOADERS: readonly string[] = ['import', 'require'];

function lostConditions(entry: ApiEntry, candidates: readonly ApiEntry[]): readonly string[] {
  const later = candidates.map(({ conditions }) => plain(conditions));
  if (later.some((own) => own.size === 0)) return [];
  const reaches = (own: ReadonlySet<string>, loader: string): boolean =>
    [...own].some((one) => one.split('|').includes(loader) || !LOADERS.some((other) => one.split('|').includes(other)));
  const wanted = plain(entry.conditions);
  return LOADERS.filter(
    (loader) => (wanted.size === 0 || reaches(wanted, loader)) && !later.some((own) => reaches(own, loader)),
  );
}

function toLostCondition(entry: ApiEntry, candidates: readonly ApiEntry[], lost: readonly string[]): ApiDifference {
  return {
    name: entry.subpath,
    entries: [entry.subpath],
    change: 'changed',
    compatibility: 'breaking',
    reasons: lost.map((one) => `it can no longer be loaded with ${one}`),
    ...(candidates.some(({ file }) => file === entry.file) ? {} : { missingFile: entry.file }),
    file: (candidates[0] ?? entry).file,
    line: 1,
  };
}

function toHiddenTypes({ subpath }: ApiEntry, { file }: ApiEntry): ApiDifference {
  return {
    name: subpath,
    entries: [subpath],
    change: 'changed',
    compatibility: 'unknown',
    reasons: ['importers that resolve "exports" may find no types'],
    file,
    line: 1,
  };
}

function toMissingFile(entry: ApiEntry): ApiDifference {
  const { file } = entry;
  return { ...toEntryDifference(entry, 'removed'), reasons: [`its file ${file} was deleted`], missingFile: file };
}

function toEntryDifference({ subpath, kind, file }: ApiEntry, change: 'added' | 'removed'): ApiDifference {
  const noun = kind === 'bin' ? 'the command' : 'the entry point';
  return {
    name: subpath,
    entries: [subpath],
    change,
    compatibility: change === 'added' ? 'compatible' : 'breaking',
    reasons: [change === 'added' ? `${noun} is new` : `${noun} was removed`],
    file,
    line: 1,
  };
}
