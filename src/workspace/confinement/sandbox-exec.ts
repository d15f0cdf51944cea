import { posix } from 'node:path';
import type { PathRule, Surroundings } from './path-rules.ts';
import { privatePart } from './private-folder.ts';
import { HOME_ROWS } from './sandbox-table.ts';

/** Devices that programs write to. */
const DEVICES = ['/dev/null', '/dev/zero', '/dev/tty', '/dev/stdout', '/dev/stderr', '/dev/dtracehelper'];

/** Folders with the files of users and of programs that run. What a rule names in them can be read. */
const DENIED_FOLDERS = [
  '/Users',
  '/Volumes',
  '/private/tmp',
  '/private/var/tmp',
  '/private/var/folders',
  '/private/var/run',
];

/** Variables of the rows of the table, which keep their folder although the home folder is another one. */
const STORE_VARIABLES = HOME_ROWS.flatMap(({ use, variable, path }) =>
  variable !== undefined && variable[1] === '' && use !== 'private' ? [{ name: variable[0], path }] : [],
);

/**
 * The variables by which programs find their private folders. `sandbox-exec` cannot show a folder at another path.
 *
 * @param placeOf the part of the private folder for a path
 */
export function privateVariables(
  { home, temporaryFolder, environment }: Surroundings,
  placeOf: (seenAt: string) => string,
): Readonly<Record<string, string>> {
  const temporary = placeOf(temporaryFolder);
  const stores = STORE_VARIABLES.map(({ name, path }) => [name, environment[name] ?? posix.join(home, path)] as const);
  return {
    ...Object.fromEntries(stores),
    HOME: placeOf(home),
    TMPDIR: temporary,
    TMP: temporary,
    TEMP: temporary,
  };
}

/**
 * The profile of `sandbox-exec` on macOS. In a profile the last rule that matches applies, so the rules are written from
 * the shortest path to the longest.
 */
export function sandboxProfile(rules: readonly PathRule[], privateFolder: string, network: boolean): string {
  const denied = DENIED_FOLDERS.map((path): PathRule => ({ path, access: 'hidden', isFolder: true }));
  const own = rules.flatMap((rule): readonly PathRule[] =>
    rule.access === 'own' ? [{ path: privatePart(privateFolder, rule.path), access: 'write', isFolder: true }] : [],
  );
  const all = [...denied, ...rules, ...own].sort((one, other) => one.path.length - other.path.length);
  return [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    ...DEVICES.map((device) => `(allow file-write* (literal ${quote(device)}))`),
    '(allow file-write* (regex #"^/dev/(tty|fd/)"))',
    ...all.flatMap((rule) => [...profileRules(rule), ...allowInsideHidden(rule, all)]),
    ...(network ? [] : ['(deny network*)', '(allow network* (local ip "localhost:*"))', ALLOW_LOCAL_OUTBOUND]),
    '',
  ].join('\n');
}

const ALLOW_LOCAL_OUTBOUND = '(allow network-outbound (remote ip "localhost:*"))';

function profileRules({ path, access, isFolder }: PathRule): readonly string[] {
  const filter = toFilter({ path, isFolder });
  switch (access) {
    case 'write':
      return [`(allow file-read* file-write* ${filter})`];
    case 'read':
    case 'store':
    case 'copy':
      return [`(deny file-write* ${filter})`];
    case 'link':
      return [`(allow file-read-metadata ${filter})`];
    case 'hidden':
    case 'own':
      return [`(deny file-read* file-write* ${filter})`, `(deny network-outbound ${filter})`];
  }
}

function toFilter({ path, isFolder }: Pick<PathRule, 'path' | 'isFolder'>): string {
  return `(${isFolder ? 'subpath' : 'literal'} ${quote(path)})`;
}

/**
 * Permits reading a path inside a hidden folder. Programs examine the folders above a file that they open, so these must
 * exist for them, but they cannot be listed.
 */
function allowInsideHidden(rule: PathRule, rules: readonly PathRule[]): readonly string[] {
  const { path, access } = rule;
  const top = rules.find((other) => isDenied(other) && isAbove(other.path, path))?.path;
  if (top === undefined || isDenied(rule)) return [];
  const folders: string[] = [];
  for (let folder = posix.dirname(path); folder.length >= top.length; folder = posix.dirname(folder)) {
    folders.push(`(allow file-read-metadata (literal ${quote(folder)}))`);
  }
  return [...(access === 'write' ? [] : [`(allow file-read* ${toFilter(rule)})`]), ...folders];
}

/** The own folders of a command are elsewhere on disk, so their paths are denied. */
function isDenied({ access }: PathRule): boolean {
  return access === 'hidden' || access === 'own';
}

function isAbove(folder: string, path: string): boolean {
  return path.startsWith(`${folder}/`);
}

/** A string of the profile language. */
function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
