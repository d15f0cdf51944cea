import { lstatSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { UserEntry } from '../user.ts';
import { landedFiles, type Evidence } from './evidence.ts';
import { hashBlob } from './git-objects.ts';
import type { ReportedChunk } from './reported-run.ts';

/** Without git, the history is in the folder itself: its database with the files that SQLite keeps next to it. */
const OWN_FILE_WITHOUT_GIT = /^\.holdfast\/history\.db(-wal|-shm|-journal)?$/;

/** What the user wrote that is neither in the work tree nor in git, and changes of the tree that nothing reported. */
export function findLosses(evidence: Evidence): readonly string[] {
  const { attack } = evidence;
  const landed = landedFiles(evidence);
  return [
    ...[...attack.user.entries].flatMap(([path, entry]) => checkEntry(evidence, landed, path, entry)),
    ...listFiles(attack.site.repository)
      .filter((path) => !attack.user.entries.has(path) && !landed.has(path))
      .filter((path) => evidence.git.isOwn || !OWN_FILE_WITHOUT_GIT.test(path))
      .map((path) => `${path} appeared in the work tree without a landing.`),
    ...checkIndex(evidence, landed),
    ...checkCommits(evidence),
    ...checkKeptResults(evidence),
    ...checkHome(evidence),
  ];
}

function checkEntry(
  evidence: Evidence,
  landed: ReadonlySet<string>,
  path: string,
  entry: UserEntry | undefined,
): readonly string[] {
  const actual = readEntry(join(evidence.attack.site.repository, path));
  if (entry === undefined) {
    const isBack = actual !== undefined && actual !== 'folder' && !landed.has(path);
    return isBack ? [`${path} is back, although the user deleted it.`] : [];
  }
  if (actual !== 'folder' && actual?.isLink === entry.isLink && actual.bytes.equals(entry.bytes)) return [];
  if (!landed.has(path)) return [`${path} was changed without a landing.`];
  return isKept(evidence, entry, actual === 'folder' ? undefined : actual)
    ? []
    : [`${path} has lost what the user wrote before a landing: ${tokensOf(entry.bytes).join(', ')}`];
}

/** Whether the content, or at least every line that the user added, is in the file or in git. */
function isKept(evidence: Evidence, entry: UserEntry, actual: UserEntry | undefined): boolean {
  const { git } = evidence;
  if (git.reachable().has(hashBlob(entry.bytes))) return true;
  const tokens = tokensOf(entry.bytes);
  const text = actual?.bytes.toString('utf8') ?? '';
  if (tokens.every((token) => text.includes(token))) return true;
  const stored = git.reachableText();
  return tokens.every((token) => text.includes(token) || stored.includes(token));
}

/** The texts that the user added have a common prefix. */
function tokensOf(bytes: Buffer): readonly string[] {
  return bytes.toString('utf8').match(/user-\d+-[^\n]*/g) ?? [];
}

function readEntry(file: string): UserEntry | 'folder' | undefined {
  const status = lstatSync(file, { throwIfNoEntry: false });
  if (status === undefined) return undefined;
  if (status.isDirectory()) return 'folder';
  if (status.isSymbolicLink()) return { bytes: Buffer.from(readlinkSync(file)), isLink: true };
  return { bytes: status.isFile() ? readFileSync(file) : Buffer.alloc(0), isLink: false };
}

/** All files and links below a folder, without those of git. */
function listFiles(folder: string, prefix = ''): readonly string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = `${prefix}${entry.name}`;
    // A name that is not UTF-8 cannot be compared.
    if (entry.name === '.git' || entry.name.includes('\uFFFD')) return [];
    return entry.isDirectory() ? listFiles(folder, `${path}/`) : [path];
  });
}

/** What the user staged is still staged, unless its file landed. */
function checkIndex({ attack, git }: Evidence, landed: ReadonlySet<string>): readonly string[] {
  if (!git.isOwn) return [];
  return [...attack.user.staged].flatMap(([path, bytes]) => {
    if (landed.has(path)) return [];
    const staged = git.read('cat-file', 'blob', `:${path}`);
    const isSame =
      staged?.toString('latin1').replaceAll('\r\n', '\n') === bytes.toString('latin1').replaceAll('\r\n', '\n');
    return isSame ? [] : [`The index has lost what the user staged of ${path}.`];
  });
}

function checkCommits({ attack, git }: Evidence): readonly string[] {
  if (!git.isOwn) return [];
  const reachable = git.commits();
  const lost = [...attack.user.commits].filter((commit) => !reachable.has(commit));
  const broken = git.read('fsck', '--connectivity-only', '--no-dangling') === undefined;
  return [
    ...lost.map((commit) => `The commit ${commit} is not reachable.`),
    ...(broken ? ['git fsck reports errors.'] : []),
  ];
}

function hasPassed({ attempts }: ReportedChunk): boolean {
  return attempts?.at(-1)?.validation?.passed === true;
}

/** A result that passed, but did not land, is kept under a ref until a later run has another one of its chunk. */
function checkKeptResults({ runs, git }: Evidence): readonly string[] {
  return runs.flatMap(({ report }, index) =>
    (report?.chunks ?? []).flatMap((chunk) => {
      const later = runs.slice(index + 1).flatMap((run) => run.report?.chunks ?? []);
      if (later.some((other) => other.chunk === chunk.chunk && hasPassed(other))) return [];
      const isPassed = hasPassed(chunk);
      const mustBeKept = chunk.status === 'conflict' || (chunk.error !== undefined && isPassed);
      if (!mustBeKept) return [];
      const ids = [chunk.runId, report?.keptAs].filter((id) => id !== undefined);
      const refs = [chunk.landed?.keptRef, ...ids.map((id) => `refs/holdfast/results/${id}`)].filter(
        (ref) => ref !== undefined,
      );
      const isKept = refs.some((ref) => git.text('rev-parse', '--verify', '-q', ref) !== '');
      return isKept ? [] : [`${chunk.chunk} passed and did not land, but its result is not kept.`];
    }),
  );
}

function checkHome({ attack: { site } }: Evidence): readonly string[] {
  const read = (file: string): string | undefined => {
    const entry = readEntry(join(site.root, file));
    return entry === undefined || entry === 'folder' ? undefined : entry.bytes.toString('utf8');
  };
  return [
    ...(read('home/notes.txt') === 'notes\n' ? [] : ['A file of the home folder was changed.']),
    ...(read('outside/file.txt') === 'outside\n' ? [] : ['A file outside the repository was changed.']),
    ...(readdirSync(site.outside).length === 1 ? [] : ['A file was written outside the repository.']),
  ];
}
