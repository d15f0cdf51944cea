import { basename, dirname, join } from 'node:path';
import type { Access, OpenedPath } from './parse-trace.ts';

/** The folders of one trace, with the name of each in the list. */
export interface TracedPlaces {
  /** Absolute paths without links, with their names such as `<tree>`. The longest that contains a path names it. */
  readonly names: ReadonlyMap<string, string>;
  /** The folders that a sandbox made writable for a command. */
  readonly writable: readonly string[];
  /** The folders of the search path. */
  readonly searchPath: readonly string[];
}

/** What a file is to Holdfast, and whether a confined command may write it. */
interface FileClass {
  readonly name: string;
  readonly pattern: RegExp;
  readonly commandsWrite: boolean;
}

/**
 * [CONF-2] The first class whose pattern matches. A command writes in the tree that it works in, which is a copy in Holdfast's
 * storage, and in temporary folders; it sees nothing else that it may write. `<attempt>` is such a tree; `<copy>` is one that
 * no command of the trace could write.
 */
const CLASSES: readonly FileClass[] = [
  { name: 'judged tree', pattern: /^<attempt>\//, commandsWrite: true },
  { name: 'temporary', pattern: /^(?:<tmp>|<writable>|\/tmp|\/var\/tmp|\/dev\/shm)(?:\/|$)/, commandsWrite: true },
  { name: 'program', pattern: /^<(?:program|node)>/, commandsWrite: false },
  { name: 'packages', pattern: /^<packages>\/|^<tree>\/(?:.*\/)?node_modules\//, commandsWrite: false },
  { name: 'git folder', pattern: /^<git>(?:\/|$)/, commandsWrite: false },
  { name: 'user tree', pattern: /^<tree>(?:\/|$)/, commandsWrite: false },
  { name: 'copy', pattern: /^<copy>\//, commandsWrite: false },
  { name: 'storage', pattern: /^<storage>\//, commandsWrite: false },
  { name: 'above the tree', pattern: /^<above>\//, commandsWrite: false },
  { name: 'settings', pattern: /^<home>\//, commandsWrite: false },
  { name: 'system', pattern: /^(?:<path>|\/(?:dev|etc|lib|lib64|proc|sys|usr|var\/run))\//, commandsWrite: false },
];

/**
 * Files of a tree that Node or git would execute, and that are not read from a judged tree at all. Modules are: the analysis
 * reads them, those of validators too.
 */
const CODE = /(?:^|\/)(?:node_modules|\.git|\.husky)\/|\.(?:node|so|dll|dylib)$/;

export interface ListedFile {
  readonly access: Access;
  readonly pattern: string;
}

/** One line of the list: `<class>: <access> <pattern>`. */
export function formatListed({ access, pattern }: ListedFile): string {
  return `${classOf(pattern).name}: ${access} ${pattern}`;
}

/** @throws Error if the line is not of this form */
export function parseListed(line: string): ListedFile & { readonly className: string } {
  const { className, access, pattern } =
    /^(?<className>[a-z ]+): (?<access>read|execute|connect) (?<pattern>.+)$/.exec(line)?.groups ?? {};
  if (className === undefined || pattern === undefined) throw new Error(`Not a line of the list: ${line}`);
  return { className, access: access as Access, pattern };
}

/**
 * Why a confined command could decide what Holdfast executes or trusts by this file; `undefined` if it cannot. Files of the
 * judged tree are data: they are read, and neither executed nor loaded.
 */
export function findWritable({ access, pattern }: ListedFile): string | undefined {
  const { name, commandsWrite } = classOf(pattern);
  if (!commandsWrite) return undefined;
  if (name === 'judged tree' && access === 'read' && !CODE.test(pattern)) return undefined;
  return `${access} ${pattern}: a confined command may write a file of the class "${name}"`;
}

function classOf(pattern: string): FileClass {
  const found = CLASSES.find((one) => one.pattern.test(pattern));
  if (found === undefined)
    throw new Error(`${pattern} is of no class: say in file-classes.ts whether a command may write it`);
  return found;
}

/** The lines of the list for the paths of a trace, sorted and without repetitions. */
export function listFiles(opened: readonly OpenedPath[], places: TracedPlaces): readonly string[] {
  const lines = opened.map(({ access, path }) => formatListed({ access, pattern: toPattern(access, path, places) }));
  return [...new Set(lines)].sort();
}

function toPattern(access: Access, opened: string, { names, writable, searchPath }: TracedPlaces): string {
  // Git starts a hook with a path relative to the top level.
  const file = opened.startsWith('.git/') ? join(folderOf(names, '<tree>'), opened) : opened;
  const [place, name] = [...names]
    .filter(([folder]) => file === folder || file.startsWith(`${folder}/`))
    .reduce((one, other) => (other[0].length > one[0].length ? other : one), ['', '']);
  if (name === '') {
    // Where a program is installed differs between machines.
    if (SESSION_RECORD.test(file)) return '<above>/.holdfast/agents/session-#.json';
    return access === 'execute' && searchPath.includes(dirname(file))
      ? `<path>/${basename(file)}`
      : collapseSystem(file);
  }
  const pattern = collapse(name + file.slice(place.length));
  // A checkout of this project can be in a folder that commands may write, such as the temporary folder of the system.
  const separate = writable.filter((folder) => ![...names.keys()].some((one) => one.startsWith(`${folder}/`)));
  if (separate.some((folder) => file.startsWith(`${folder}/`))) {
    return pattern.startsWith('<attempt>/') ? pattern : pattern.replace(/^<\w+>/, '<writable>');
  }
  return pattern.replace(/^<attempt>\//, '<copy>/');
}

/** The record of a session is looked for in and above the folder of an agent. */
const SESSION_RECORD = /\/\.holdfast\/agents\/session-\w+\.json$/;

function folderOf(names: ReadonlyMap<string, string>, wanted: string): string {
  return [...names].findLast(([, name]) => name === wanted)?.[0] ?? '';
}

function collapseSystem(file: string): string {
  return file.replace(/^(\/(?:var\/)?[^/]+)\/.*/, '$1/**');
}

const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/^(<storage>)\/[0-9a-f]{12}(?=\/)/, '$1/#'],
  [/\/isolated\/[^/]+/, '/isolated/#'],
  [
    /^<storage>\/#\/(?:isolated\/#\/)?(?:attempts|warm)\/[0-9a-f]+\/(?!(?:copies|index|lock|manifest)(?:[./]|$))[^/]+/,
    '<attempt>',
  ],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b/g, '#'],
  [/\b[0-9a-f]{12,64}\b/g, '#'],
  [/(holdfast-index-)\w+/, '$1#'],
  [/\/(objects|refs|logs)\/.*/, '/$1/**'],
  [/^(<storage>\/compiled-code)\/.*/, '$1/**'],
  [/^<program>\/.*(\.\w+)$/, '<program>/*$1'],
  // What the type checker reads as data depends on the packages of this project.
  [/^<packages>\/.*(?:\.d\.[cm]?ts|\/package\.json)$/, '<packages>/**'],
  [/node_modules\/((?:@[^/]+\/)?[^/]+)\/.*/, 'node_modules/$1/**'],
  [/^(<packages>\/(?:@[^/]+\/)?[^/*]+)\/.*/, '$1/**'],
  // Ordinary files of a tree. Names with a dot decide more than their own content.
  [/^(<tree>|<attempt>)\/([^./][^/]*)\/(?:.*\/)?([^/.][^/]*?)(\.\w+)?$/, '$1/$2/**$4'],
  [/^(<tree>|<attempt>)\/([^./][^/]*)\/(?:.*\/)?(\.[^/]+)$/, '$1/**/$3'],
  [/\/landing\/[^/]+/, '/landing/#'],
  [/\/(old|staging)\/.*?(\.git\w+)?$/, '/$1/**$2'],
];

function collapse(pattern: string): string {
  return REPLACED.reduce((text, [from, to]) => text.replace(from, to), pattern);
}
