import {
  combineCompatibility,
  undecided,
  type Compatibility,
  type Difference,
} from '../../impact/modified/difference.ts';
import { compareWrittenDeclarations } from './compare-written.ts';
import type { ApiDeclaration, ApiEntry, PackageApi } from '../model/package-api.ts';
import type { ApiComparison, ApiDifference } from './api-difference.ts';
import { compareApiDeclarations, type DeclarationUse } from './compare-declarations.ts';
import { compareEntries } from './compare-entries.ts';
import { findRename } from './find-rename.ts';
import { TypeComparer } from './type-comparer.ts';
import { summarizeDifferences } from './version-bump.ts';
import { findUsageRoles, type UsageRole } from './usage-roles.ts';

/** [CHANGE-2] [CHANGE-5] Compares what two versions of a package offer. */
export function compareApis(before: PackageApi, after: PackageApi): ApiComparison {
  const { differences: ofEntries, pairs, notJudged } = compareEntries(before, after);
  const comparer = new TypeComparer(before.declarations, after.declarations);
  const roles = findUsageRoles(before);
  const differences: ApiDifference[] = [...compareNames(before, after), ...ofEntries];
  const judged = new Set<string>();
  const names = findNames(before);
  for (const { subpath, entryBefore, entryAfter } of pairs) {
    const later = new Map(entryAfter.exports.map((one) => [one.name, one]));
    const added = entryAfter.exports.filter(({ name }) => !entryBefore.exports.some((one) => one.name === name));
    for (const one of entryBefore.exports) {
      const other = later.get(one.name);
      const [earlier, now] = [before.declarations[one.declaration], after.declarations[other?.declaration ?? '']];
      if (earlier === undefined) continue;
      if (other === undefined || now === undefined) {
        differences.push(toRemoved(one.name, subpath, earlier, { added, after, entry: entryAfter }));
        continue;
      }
      const key = `${one.declaration}\0${other.declaration}`;
      if (judged.has(key)) continue;
      judged.add(key);
      const role = roles.get(one.declaration) ?? {
        isInput: true,
        isOutput: true,
        isUncertain: false,
        usedBy: one.name,
        entries: [subpath],
      };
      const use = { ...role, isExported: true };
      const compared = compareDeclarationPair(comparer, earlier, now, use, after.language);
      const changed = toChanged(one.name, role.entries, { earlier, now, ...compared });
      const otherNames = (names.get(one.declaration) ?? []).filter((name) => name !== one.name);
      differences.push(...changed.map((each) => (otherNames.length === 0 ? each : { ...each, otherNames })));
    }
    for (const one of added) differences.push(toAdded(one.name, subpath, after.declarations[one.declaration]));
  }
  differences.push(...compareHidden(comparer, before, after, { roles, judged }));
  const merged = mergeEntries(differences.map((one) => withReleaseOfOwner(before, one)));
  return {
    name: before.name,
    folder: after.folder,
    language: after.language,
    versionBefore: before.version,
    versionAfter: after.version,
    ...summarizeDifferences(merged, before.version),
    notJudged,
  };
}

/** The names of exports by the id of their declaration. */
function findNames({ entries }: PackageApi): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { name, declaration } of entries.flatMap(({ exports }) => exports)) {
    const known = names.get(declaration);
    if (known === undefined) names.set(declaration, [name]);
    else if (!known.includes(name)) known.push(name);
  }
  return names;
}

/** A package that another name replaces is gone for those who import it. */
function compareNames(before: PackageApi, after: PackageApi): readonly ApiDifference[] {
  // The name of a package of Python can depend on how its files state it.
  if (before.name === after.name || before.language !== 'typescript') return [];
  const { name, folder } = before;
  const file = folder === '' ? 'package.json' : `${folder}/package.json`;
  return [{ ...toRemovedPackage({ name, file }, `it is called ${after.name} now`), renamedTo: after.name }];
}

/** [CHANGE-2] The comparison of a package that a change removes. */
export function compareWithNothing(
  before: Pick<PackageApi, 'name' | 'version' | 'folder' | 'language'>,
  manifest: string,
): ApiComparison {
  const { name, version, folder, language } = before;
  const removed = toRemovedPackage({ name, file: manifest }, 'the package was removed');
  return {
    name,
    folder,
    language,
    versionBefore: version,
    versionAfter: undefined,
    ...summarizeDifferences([removed], version),
    notJudged: [],
  };
}

function toRemovedPackage(
  { name, file }: { readonly name: string; readonly file: string },
  reason: string,
): ApiDifference {
  return {
    name,
    entries: ['.'],
    change: 'removed',
    compatibility: 'breaking',
    reasons: [reason],
    file,
    line: 1,
  };
}

function compareDeclarationPair(
  comparer: TypeComparer,
  before: ApiDeclaration,
  after: ApiDeclaration,
  use: UsageRole & DeclarationUse,
  language: PackageApi['language'],
): ComparedPair {
  if (language !== 'typescript')
    return { found: compareWrittenDeclarations(before, after, language, [comparer.before, comparer.after]) };
  const found = compareInRole(comparer, before, after, use);
  if (use.inCallbacks === undefined || combineCompatibility(found) !== 'breaking') return { found };
  const main = compareApiDeclarations(comparer, before, after, {
    ...use,
    isInput: use.isInput && use.inCallbacks !== 'input',
    isOutput: use.isOutput && use.inCallbacks !== 'output',
  });
  return combineCompatibility(main) === 'breaking' ? { found } : { found, isInCallbacks: true };
}

/** The differences of one declaration. */
interface ComparedPair {
  readonly found: readonly Difference[];
  readonly isInCallbacks?: true;
}

function compareInRole(
  comparer: TypeComparer,
  before: ApiDeclaration,
  after: ApiDeclaration,
  use: UsageRole & DeclarationUse,
): readonly Difference[] {
  const certain = compareApiDeclarations(comparer, before, after, use);
  if (!use.isUncertain || combineCompatibility(certain) !== 'compatible') return certain;
  const possible = compareApiDeclarations(comparer, before, after, { ...use, isInput: true, isOutput: true });
  const broken = possible.filter(({ compatibility }) => compatibility !== 'compatible');
  return [...certain, ...broken.map(({ reason }) => undecided(reason))];
}

/** The declarations that exports mention and no entry exports. One with another name is compared where it is mentioned. */
function compareHidden(
  comparer: TypeComparer,
  before: PackageApi,
  after: PackageApi,
  { roles, judged }: { readonly roles: ReadonlyMap<string, UsageRole>; readonly judged: ReadonlySet<string> },
): readonly ApiDifference[] {
  const exported = new Set(before.entries.flatMap(({ exports }) => exports.map(({ declaration }) => declaration)));
  const isShared = (id: string): boolean =>
    [before, after].some(({ declarations }) => `${id.replace(/#\d+$/, '')}#2` in declarations);
  // Which of several declarations of one name gets it alone depends on the order in which exports mention them.
  const isSameHidden = (earlier: ApiDeclaration, now: ApiDeclaration): boolean =>
    earlier.file === now.file || !isShared(earlier.id);
  return Object.values(before.declarations).flatMap((earlier) => {
    const now = after.declarations[earlier.id];
    const role = roles.get(earlier.id);
    const isKnown = exported.has(earlier.id) || judged.has(`${earlier.id}\0${earlier.id}`);
    if (now === undefined || role === undefined || isKnown || !isSameHidden(earlier, now)) return [];
    const use = { ...role, isExported: false };
    const compared = compareDeclarationPair(comparer, earlier, now, use, after.language);
    return toChanged(role.usedBy, role.entries, { earlier, now, ...compared, through: earlier.id });
  });
}

function toChanged(
  name: string,
  entries: readonly string[],
  {
    earlier,
    now,
    found,
    isInCallbacks,
    through,
  }: ComparedPair & {
    readonly earlier: ApiDeclaration;
    readonly now: ApiDeclaration;
    readonly through?: string;
  },
): readonly ApiDifference[] {
  if (found.length === 0) return [];
  const compatibility = combineCompatibility(found);
  return [
    {
      name,
      entries,
      change: 'changed',
      compatibility,
      reasons: [...new Set(found.filter((one) => one.compatibility === compatibility).map(({ reason }) => reason))],
      ...(isInCallbacks === true ? { isInCallbacks } : {}),
      ...(through === undefined ? {} : { through }),
      file: now.file,
      line: now.line,
      ...(earlier.release === undefined ? {} : { release: earlier.release }),
    },
  ];
}

function toRemoved(
  name: string,
  subpath: string,
  earlier: ApiDeclaration,
  {
    added,
    after,
    entry,
  }: {
    readonly added: readonly { name: string; declaration: string }[];
    readonly after: PackageApi;
    readonly entry: ApiEntry;
  },
): ApiDifference {
  const renamedTo = findRename(name, earlier, added, after.declarations);
  const noun = name === 'default' ? 'the default export' : 'it';
  const otherSource =
    entry.missingModules !== undefined
      ? 'it may come from another package now'
      : entry.createsNames === true
        ? 'its module may create it when it runs'
        : entry.importedNames?.includes(name) === true
          ? 'its module only imports it now'
          : undefined;
  const wasReexport = earlier.kinds.includes('re-export')
    ? `the re-export of ${earlier.from ?? name} was lost`
    : undefined;
  return {
    name,
    entries: [subpath],
    change: 'removed',
    compatibility: otherSource === undefined ? 'breaking' : 'unknown',
    reasons: [
      otherSource ??
        wasReexport ??
        `${noun} was removed${renamedTo === undefined ? '' : `; it may be ${renamedTo} now`}`,
    ],
    ...(renamedTo === undefined ? {} : { renamedTo }),
    file: earlier.file,
    line: earlier.line,
    ...(earlier.release === undefined ? {} : { release: earlier.release }),
  };
}

function toAdded(name: string, subpath: string, declaration: ApiDeclaration | undefined): ApiDifference {
  return {
    name,
    entries: [subpath],
    change: 'added',
    compatibility: 'compatible',
    reasons: ['it is new'],
    file: declaration?.file ?? '',
    line: declaration?.line ?? 1,
    ...(declaration?.release === undefined ? {} : { release: declaration.release }),
  };
}

/** A name of a namespace is as stable as the namespace, and a type that no entry exports as the export that leads to it. */
function withReleaseOfOwner({ declarations }: PackageApi, one: ApiDifference): ApiDifference {
  const parts = one.name.split('.');
  const owners = parts.map((_, at) => declarations[parts.slice(0, at + 1).join('.')]?.release);
  const release = one.release ?? owners.find((owner) => owner !== undefined);
  return release === undefined ? one : { ...one, release };
}

/** One difference for each name, with all entries that show it. Breaking ones first. */
function mergeEntries(differences: readonly ApiDifference[]): readonly ApiDifference[] {
  const merged = new Map<string, ApiDifference>();
  for (const one of differences) {
    const isSame = one.change === 'removed' ? [one.compatibility, one.file, one.line] : one.reasons;
    const key = [one.name, one.change, one.through, ...isSame].join('\0');
    const known = merged.get(key);
    const entries = [...new Set([...(known?.entries ?? []), ...one.entries])];
    // The entry that has the new name says what became of the earlier one.
    const isBetter = known?.renamedTo === undefined && one.renamedTo !== undefined;
    merged.set(key, { ...(known === undefined || isBetter ? one : known), entries });
  }
  const order: readonly Compatibility[] = ['breaking', 'unknown', 'compatible'];
  return [...merged.values()].sort(
    (a, b) =>
      order.indexOf(a.compatibility) - order.indexOf(b.compatibility) ||
      (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
}
