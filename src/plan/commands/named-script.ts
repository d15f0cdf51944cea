import type { Invocation } from './command-context.ts';
import { pathInFolder } from './path-in-folder.ts';

/** A package script that a command names: `npm run build -- --watch`. */
export interface NamedScript {
  /** The folder of its package.json. */
  readonly folder: string;
  readonly script: string;
  /** What is handed on to the script. */
  readonly extra: readonly string[];
  /** Whether it is no mistake that there is no such script. */
  readonly ifPresent: boolean;
}

const MANAGERS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun']);
/** Words that name a script without "run". */
const SHORT: Readonly<Record<string, string>> = {
  test: 'test',
  t: 'test',
  tst: 'test',
  start: 'start',
  stop: 'stop',
  restart: 'restart',
};
const QUIET: ReadonlySet<string> = new Set(['-s', '--silent', '--if-present', '-q', '--quiet', '--bun']);

interface Cursor {
  readonly index: number;
  readonly folder: string;
  readonly ifPresent: boolean;
}

/** The script that a package manager is asked to run; undefined for everything else that one can be asked. */
export function namedScript({ program, words, folder }: Invocation): NamedScript | undefined {
  if (!MANAGERS.has(program)) return undefined;
  let cursor = pastOptions(words, { index: 0, folder, ifPresent: false });
  const verb = cursor && words[cursor.index];
  if (!cursor || verb === undefined) return undefined;
  cursor = { ...cursor, index: cursor.index + 1 };
  let script: string | undefined;
  if (verb === 'run' || verb === 'run-script') {
    cursor = pastOptions(words, cursor);
    script = cursor && words[cursor.index];
    cursor = cursor && { ...cursor, index: cursor.index + 1 };
  } else if (program !== 'bun' && Object.hasOwn(SHORT, verb)) {
    script = SHORT[verb];
  }
  if (!cursor || script === undefined || startsFile(script, program)) return undefined;
  const rest = words.slice(cursor.index);
  const { folder: within, ifPresent } = cursor;
  if (rest[0] === '--') return { folder: within, script, extra: rest.slice(1), ifPresent };
  if (program !== 'npm' || !rest.some((word) => word.startsWith('-'))) {
    return { folder: within, script, extra: rest, ifPresent };
  }
  // npm takes options that stand before "--" for itself.
  if (!rest.every((word) => QUIET.has(word))) return undefined;
  return { folder: within, script, extra: [], ifPresent: ifPresent || rest.includes('--if-present') };
}

/** Past the options that say which package and how loudly; undefined where one is not known. */
function pastOptions(words: readonly string[], from: Cursor): Cursor | undefined {
  let { index, folder, ifPresent } = from;
  for (; words[index]?.startsWith('-') === true; index++) {
    const word = words[index] ?? '';
    const directory = /^(?:--prefix|--dir|--cwd|-C)(?:=(.+))?$/.exec(word);
    if (directory) {
      const value = directory[1] ?? words[++index] ?? '';
      const path = /^\.\/?$/.test(value) ? folder : pathInFolder(folder, value);
      if (path === undefined) return undefined;
      folder = path;
    } else if (QUIET.has(word)) {
      ifPresent ||= word === '--if-present';
    } else {
      return undefined;
    }
  }
  return { index, folder, ifPresent };
}

/** `bun run file.ts` starts a file. */
function startsFile(word: string, program: string): boolean {
  return program === 'bun' && (/[/\\]/.test(word) || /\.[cm]?[jt]sx?$/.test(word));
}
