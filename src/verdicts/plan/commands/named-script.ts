import type { Invocation } from './command-reading.ts';
import { pathInFolder } from './path-in-folder.ts';

/** A package script that a command runs: `npm run build -- --watch`. */
export interface NamedScript {
  /** The folder of its package.json. */
  readonly folder: string;
  readonly script: string;
  /** The arguments that the script receives. */
  readonly extraArguments: readonly string[];
  /** Whether the command succeeds if the script does not exist. */
  readonly ifPresent: boolean;
}

const PACKAGE_MANAGERS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn']);
/** Subcommands that run a script without "run". */
const SHORTCUTS: Readonly<Record<string, string>> = {
  test: 'test',
  t: 'test',
  tst: 'test',
  start: 'start',
  stop: 'stop',
  restart: 'restart',
};
const FLAGS: ReadonlySet<string> = new Set(['-s', '--silent', '--if-present', '-q', '--quiet']);

interface Cursor {
  readonly index: number;
  readonly folder: string;
  readonly ifPresent: boolean;
}

/** The script that a package manager runs; `undefined` for other subcommands and unknown options. */
export function namedScript({ program, arguments: words, folder }: Invocation): NamedScript | undefined {
  if (!PACKAGE_MANAGERS.has(program)) return undefined;
  let cursor = skipOptions(words, { index: 0, folder, ifPresent: false });
  const subcommand = cursor && words[cursor.index];
  if (!cursor || subcommand === undefined) return undefined;
  cursor = { ...cursor, index: cursor.index + 1 };
  let script: string | undefined;
  if (subcommand === 'run' || subcommand === 'run-script') {
    cursor = skipOptions(words, cursor);
    script = cursor && words[cursor.index];
    cursor = cursor && { ...cursor, index: cursor.index + 1 };
  } else if (Object.hasOwn(SHORTCUTS, subcommand)) {
    script = SHORTCUTS[subcommand];
  }
  if (!cursor || script === undefined) return undefined;
  const rest = words.slice(cursor.index);
  const { folder: packageFolder, ifPresent } = cursor;
  if (rest[0] === '--') return { folder: packageFolder, script, extraArguments: rest.slice(1), ifPresent };
  if (program !== 'npm' || !rest.some((word) => word.startsWith('-'))) {
    return { folder: packageFolder, script, extraArguments: rest, ifPresent };
  }
  // npm uses the options before "--" itself.
  if (!rest.every((word) => FLAGS.has(word))) return undefined;
  return {
    folder: packageFolder,
    script,
    extraArguments: [],
    ifPresent: ifPresent || rest.includes('--if-present'),
  };
}

/** Skips options that select the package or reduce the output; `undefined` for an unknown option. */
function skipOptions(words: readonly string[], from: Cursor): Cursor | undefined {
  let { index, folder, ifPresent } = from;
  for (; words[index]?.startsWith('-') === true; index++) {
    const word = words[index] ?? '';
    const directory = /^(?:--prefix|--dir|--cwd|-C)(?:=(.+))?$/.exec(word);
    if (directory) {
      const value = directory[1] ?? words[++index] ?? '';
      const path = /^\.\/?$/.test(value) ? folder : pathInFolder(folder, value);
      if (path === undefined) return undefined;
      folder = path;
    } else if (FLAGS.has(word)) {
      ifPresent ||= word === '--if-present';
    } else {
      return undefined;
    }
  }
  return { index, folder, ifPresent };
}
