import { parse as parseYaml } from 'yaml';
import { parseRecord } from './front-matter.ts';
import type { VersionBump } from '../../code/api/compare/api-difference.ts';

/** A commit of the change, or the title of its pull request. */
export interface ChangeTitle {
  readonly title: string;
  readonly body: string;
  /** The files of the commit; `undefined` for all files of the change. */
  readonly files: readonly string[] | undefined;
}

/** How a repository announces its changes, and what it announces of this one. */
export interface AnnouncementSources {
  /** The texts of the changesets that the change adds; `undefined` if the repository has no changesets. */
  readonly changesets: readonly string[] | undefined;
  /** The titles of the change; `undefined` if the last titles of the repository follow no convention. */
  readonly titles: readonly ChangeTitle[] | undefined;
  readonly versionReleased: string | undefined;
  readonly versionOnBase: string | undefined;
  readonly versionAfter: string | undefined;
}

/** The package whose break must be announced. */
export interface AnnouncedPackage {
  readonly name: string;
  readonly folder: string;
  readonly otherNames: readonly string[];
}

/** Whether a break is announced. `no-way`: the repository does not announce its changes. */
export type Announcement = 'announced' | 'missing' | 'no-way';

/** A title of the form `type(scope)!: subject`. */
const CONVENTIONAL = /^(?<type>[a-z]+)(?:\((?<scope>[^)]+)\))?(?<mark>!)?: \S/i;

/** Titles that merges and bots write say nothing about the convention of people. */
export function isConventional(title: string): boolean {
  return CONVENTIONAL.test(title);
}

/** [CHANGE-2] Whether the break of a package is announced, by any of the ways that its repository uses. */
export function findAnnouncement(
  { changesets, titles, versionReleased, versionOnBase, versionAfter }: AnnouncementSources,
  { name, folder, otherNames }: AnnouncedPackage,
  bump: VersionBump,
): Announcement {
  const hasVersion = isDifferent(versionReleased, versionOnBase) || isDifferent(versionReleased, versionAfter);
  const ways: boolean[] = [];
  if (changesets !== undefined) ways.push(changesets.some((text) => namesPackage(text, name, bump)));
  // A change without a commit and without a title has not been announced yet.
  if (titles !== undefined && titles.length > 0) {
    ways.push(titles.some((one) => isBreakingTitle(one) && concerns(one, { name, folder, otherNames })));
  }
  if (hasVersion) {
    const isLarge = [versionOnBase, versionAfter].some((version) => isBump(versionReleased, version, bump));
    // A version that is a date says nothing about breaks.
    if (isLarge || ![versionReleased, versionOnBase, versionAfter].some(isDate)) ways.push(isLarge);
  }
  if (ways.length === 0) return 'no-way';
  return ways.includes(true) ? 'announced' : 'missing';
}

/** `2026.1`, `2026.1.0`, `26.1.0`. */
function isDate(version: string | undefined): boolean {
  return version !== undefined && /^(?:20\d\d\.|2\d\.(?:0?[1-9]|1[0-2])(?:\.|$))/.test(version);
}

function isDifferent(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

const SIZES: readonly VersionBump[] = ['none', 'patch', 'minor', 'major'];

/** Whether a changeset names a package with a version that is large enough. */
function namesPackage(text: string, name: string, bump: VersionBump): boolean {
  const block = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1];
  if (block === undefined) return false;
  let content: unknown;
  try {
    content = parseYaml(block);
  } catch {
    return false;
  }
  const size = parseRecord(content)?.[name];
  return SIZES.findIndex((one) => one === size) >= SIZES.indexOf(bump);
}

function isBreakingTitle({ title, body }: ChangeTitle): boolean {
  return CONVENTIONAL.exec(title)?.groups?.['mark'] === '!' || /^[\s|*-]*BREAKING[ -]CHANGES?[:\s]/m.test(body);
}

/** A title counts for the package of its scope; if the scope is no package, for those of its files. */
function concerns({ title, files }: ChangeTitle, { name, folder, otherNames }: AnnouncedPackage): boolean {
  const scope = CONVENTIONAL.exec(title)?.groups?.['scope'];
  const isScope = (one: string): boolean => one === scope || one.replace(/^@[^/]+\//, '') === scope;
  if (scope !== undefined) {
    if (isScope(name)) return true;
    if (otherNames.some(isScope)) return false;
  }
  return files === undefined || folder === '' || files.some((file) => file.startsWith(`${folder}/`));
}

/** Whether a version is larger than the released one by at least a size. */
export function isBump(released: string | undefined, version: string | undefined, bump: VersionBump): boolean {
  const [from, to] = [released, version].map((text) =>
    // Python has versions of one or two numbers.
    /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/
      .exec(text ?? '')
      ?.slice(1)
      .map((part: string | undefined) => Number(part ?? 0)),
  );
  if (from === undefined || to === undefined) return false;
  const [fromMajor = 0, fromMinor = 0, fromPatch = 0] = from;
  const [toMajor = 0, toMinor = 0, toPatch = 0] = to;
  if (toMajor !== fromMajor) return toMajor > fromMajor;
  if (bump === 'major') return false;
  if (toMinor !== fromMinor) return toMinor > fromMinor;
  return bump === 'patch' && toPatch > fromPatch;
}
