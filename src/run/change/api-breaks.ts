import type { ApiComparison, ApiDifference } from '../../code/api/compare/api-difference.ts';
import { isUnderscored } from '../../code/api/compare/version-bump.ts';
import { isIndexedPath } from '../../code/languages/language-table.ts';
import { nameOf } from '../../code/resolution/tree-path.ts';
import type { Fact } from '../../foundation/fact.ts';
import type { EarlierFile } from '../../verdicts/analysis/tree-before.ts';
import type { PackageSummary } from '../../verdicts/analysis/package-api-answers.ts';
import { CHANGE_FACT_RULES } from '../../verdicts/facts/change-fact-rules.ts';
import { Git } from '../../workspace/git/git.ts';
import { findAnnouncement, type Announcement } from '../release/announcements.ts';
import { followsConvention, readChangeTitles } from '../release/change-titles.ts';
import { isInChangelog, readChangelogLines } from '../release/changelog-lines.ts';
import { findLastRelease, hasReleases } from '../release/last-release.ts';
import type { JudgedFiles } from './change-findings.ts';
import type { ChangeFinding } from './change-types.ts';
import { withoutBuiltEntries } from './built-entries.ts';
import { CommittedTree } from './committed-tree.ts';
import { readEarlierFiles } from './earlier-files.ts';

export interface ApiJudgement {
  readonly findings: readonly ChangeFinding[];
  readonly facts: readonly Fact[];
}

/** What the judgement reads of a change. */
type ApiFiles = Pick<JudgedFiles, 'services' | 'repository' | 'base' | 'head' | 'signal'>;

/** Where the files of the result are. */
interface ResultTree {
  openHead(): Promise<{ readonly tree: { readonly root: string } }>;
}

const NONE: ApiJudgement = { findings: [], facts: [] };

/**
 * [CHANGE-2] The breaks of what packages offer. A break is a finding only if the export is in the last release, and if the
 * repository announces its changes and did not announce this one, nor names the export in a changelog. Otherwise it is a fact.
 *
 * @param title of the pull request, if it is known
 */
export async function findApiBreaks(
  files: ApiFiles,
  earlier: readonly EarlierFile[],
  { trees, title }: { readonly trees: ResultTree; readonly title: string | undefined },
): Promise<ApiJudgement> {
  const paths = earlier.flatMap(({ before, after }) => [before ?? [], after ?? []].flat());
  if (!paths.some((path) => isIndexedPath(path) || /^(?:package\.json|pyproject\.toml|go\.mod)$/.test(nameOf(path))))
    return NONE;
  const { analysis } = files.services;
  const { tree } = await trees.openHead();
  const comparisons = await compareChanged(files, tree.root, earlier, null);
  const breaking = comparisons.filter(({ compatibility }) => compatibility === 'breaking');
  if (breaking.length === 0) return NONE;
  const packages = await analysis.packages(tree.root, { signal: files.signal });
  const findings: ChangeFinding[] = [];
  const facts: Fact[] = [];
  const changelog = await readChangelogLines(earlier, (file) => files.head.readText(file));
  for (const comparison of breaking) {
    const breaks = comparison.differences.filter(({ compatibility }) => compatibility === 'breaking');
    const released = await findUnannounced(files, comparison, { root: tree.root, packages, title });
    for (const one of breaks) {
      if (released.has(keyOf(one)) && !isInChangelog(changelog, one.name)) findings.push(toFinding(one, comparison));
      else facts.push(toFact(one, comparison));
    }
  }
  return { findings, facts };
}

interface ReleaseSources {
  readonly root: string;
  readonly packages: readonly PackageSummary[];
  readonly title: string | undefined;
}

/** The keys of the breaks that are errors. */
async function findUnannounced(
  files: ApiFiles,
  comparison: ApiComparison,
  { root, packages, title }: ReleaseSources,
): Promise<ReadonlySet<string>> {
  const { repository, base, signal } = files;
  const none: ReadonlySet<string> = new Set();
  const own = packages.find((one) => isOf(comparison, one));
  if (repository.commits === undefined || own?.isPrivate === true) return none;
  const git = new Git(repository.folder);
  const release = await findLastRelease(git, base.commit, comparison, signal);
  // The change itself may be the first release.
  if (release === undefined && (!isReleased(comparison.versionBefore) || (await hasReleases(git, base.commit, signal))))
    return none;
  const sinceRelease =
    release === undefined ? comparison : await compareSince(files, comparison, { root, commit: release.commit });
  if (sinceRelease === undefined) return none;
  const announcement = await announcementOf(files, git, {
    comparison,
    versionReleased: sinceRelease.versionBefore,
    packages,
    title,
  });
  if (announcement !== 'missing') return none;
  const isCertain = ({ release: stability, name, entries, isInCallbacks }: ApiDifference): boolean =>
    stability === undefined && isInCallbacks !== true && !isUnderscored(name) && !entries.every(isUnderscored);
  const breaks = comparison.differences.filter((one) => one.compatibility === 'breaking' && isCertain(one));
  if (release === undefined) return new Set(breaks.map(keyOf));
  const broken = new Set(
    sinceRelease.differences.filter(({ compatibility }) => compatibility === 'breaking').map(({ name }) => name),
  );
  return new Set(breaks.filter(({ name }) => broken.has(name)).map(keyOf));
}

function keyOf({ name, change, through = '' }: ApiDifference): string {
  return [name, change, through].join('\0');
}

/** Without a version tag, a package whose version is still the one of a template, or has a suffix, was never released. */
function isReleased(version: string | undefined): boolean {
  return version !== undefined && !version.startsWith('0.0.0') && /^\d+(?:\.\d+)*(?:\+.*)?$/.test(version);
}

function isOf({ folder, language }: ApiComparison, one: Pick<ApiComparison, 'folder' | 'language'>): boolean {
  return one.folder === folder && one.language === language;
}

/** The differences of a package since a release; `undefined` if the release did not have it. */
async function compareSince(
  files: ApiFiles,
  comparison: ApiComparison,
  { root, commit }: { readonly root: string; readonly commit: string },
): Promise<ApiComparison | undefined> {
  const since = await readSince(files, commit);
  const found = await compareChanged(files, root, since, [comparison.folder]);
  return found.find((one) => isOf(comparison, one));
}

async function compareChanged(
  { services, repository, signal }: ApiFiles,
  root: string,
  changed: readonly EarlierFile[],
  folders: readonly string[] | null,
): Promise<readonly ApiComparison[]> {
  const comparisons = await services.analysis.apiComparisons(root, changed, folders, { signal });
  return withoutBuiltEntries(comparisons, repository, signal);
}

/** The files that differ between a release and the result. */
async function readSince({ repository, head, signal }: ApiFiles, commit: string): Promise<readonly EarlierFile[]> {
  const changes = await repository.listChanges(commit, head.commit, signal);
  return readEarlierFiles({ base: new CommittedTree({ repository, commit, signal }), changes });
}

async function announcementOf(
  files: ApiFiles,
  git: Git,
  {
    comparison,
    versionReleased,
    packages,
    title,
  }: Omit<ReleaseSources, 'root'> & {
    readonly comparison: ApiComparison;
    readonly versionReleased: string | undefined;
  },
): Promise<Announcement> {
  const { base, signal } = files;
  const isConventional = await followsConvention(git, base.commit, signal);
  const commits = isConventional ? await readChangeTitles(git, base.commit, signal) : [];
  const given = title === undefined ? [] : [{ title, body: '', files: undefined }];
  return findAnnouncement(
    {
      // A changeset can name no package that was removed.
      changesets: packages.some((one) => isOf(comparison, one))
        ? await readChangesets(files, comparison.folder)
        : undefined,
      titles: isConventional ? [...given, ...commits] : undefined,
      versionReleased,
      versionOnBase: comparison.versionBefore,
      versionAfter: comparison.versionAfter,
    },
    {
      name: comparison.name,
      folder: comparison.folder,
      otherNames: packages.map(({ name }) => name).filter((name) => name !== comparison.name),
    },
    comparison.bump,
  );
}

/** The changesets that wait in the result; `undefined` if the base has no configuration of changesets. */
async function readChangesets({ base, head }: ApiFiles, owner: string): Promise<readonly string[] | undefined> {
  const list = await base.listFiles();
  const configuration = list.find((file) => {
    // A fixture can have one too.
    const home = /^(?<home>|.*\/)\.changeset\/config\.json$/.exec(file)?.groups?.['home'];
    return home !== undefined && `${owner}/`.startsWith(home);
  });
  if (configuration === undefined) return undefined;
  const folder = configuration.slice(0, -'config.json'.length);
  const pending = (await head.listFiles()).filter(
    (file) => file.startsWith(folder) && file.endsWith('.md') && !file.endsWith('README.md'),
  );
  const texts = await Promise.all(pending.map((file) => head.readText(file)));
  return texts.flatMap((text) => text ?? []);
}

function toFinding(one: ApiDifference, { name, bump }: ApiComparison): ChangeFinding {
  return {
    kind: 'api-break',
    severity: 'error',
    message: `Announce the break of ${one.name} in ${name} (a ${bump} version), or restore it: ${one.reasons.join('; ')}`,
    file: one.file,
    line: one.line,
    expected: `The last release of ${name} has ${one.name}, and its users keep working`,
    actual: one.reasons.join('; '),
  };
}

function toFact(one: ApiDifference, { name }: ApiComparison): Fact {
  const { id, message } = CHANGE_FACT_RULES['api-break'];
  return {
    rule: id,
    file: one.file,
    line: one.line,
    message: `${message}: ${one.name} of ${name}, ${one.reasons.join('; ')}`,
    places: 1,
  };
}
