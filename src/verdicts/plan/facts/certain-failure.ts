import { CommandSyntaxError, splitCommand } from '../../../workspace/processes/split-command.ts';
import { unwrap } from '../commands/unwrap.ts';
import type { ReadText } from './command-readings.ts';

/** The initial tree. */
interface Files {
  readonly files: Iterable<string>;
  readonly kindOf?: ((path: string) => Promise<'file' | 'folder' | undefined>) | undefined;
  readonly readText?: ReadText | undefined;
}

/** The first command that certainly fails in the initial tree. Only commands that look at files are understood. */
export async function findCertainFailure(commands: readonly string[], tree: Files): Promise<string | undefined> {
  for (const command of commands) if (await failsCertainly(command, tree)) return command;
  return undefined;
}

async function failsCertainly(command: string, tree: Files): Promise<boolean> {
  let words: readonly string[];
  try {
    words = splitCommand(command);
  } catch (thrown) {
    if (thrown instanceof CommandSyntaxError) return false;
    throw thrown;
  }
  const { program, arguments: rest } = unwrap(words, '', 0);
  if (program === 'false') return true;
  if (program === 'test') return failsTest(rest, tree);
  return program === 'grep' && (await failsGrep(rest, tree));
}

/** `test -f path`, `test ! -e path` */
async function failsTest(words: readonly string[], tree: Files): Promise<boolean> {
  const isNegated = words[0] === '!';
  const [operator = '', path = '', ...more] = isNegated ? words.slice(1) : words;
  if (more.length > 0 || !['-e', '-f', '-d', '-s', '-r'].includes(operator) || !isPlainPath(path)) return false;
  const kind = await kindIn(tree, path);
  if (kind === 'unknown') return false;
  const holds =
    operator === '-d'
      ? kind === 'folder'
      : operator === '-e' || operator === '-r'
        ? kind !== undefined
        : kind === 'file';
  // Whether a file is empty is not known.
  return isNegated ? holds && operator !== '-s' : !holds;
}

/** `grep -q word path` */
async function failsGrep(words: readonly string[], { readText }: Files): Promise<boolean> {
  const options = words.filter((word) => word.startsWith('-'));
  const [pattern = '', path = '', ...more] = words.filter((word) => !word.startsWith('-'));
  if (more.length > 0 || options.some((option) => !/^-[qFEs]+$/.test(option))) return false;
  if (!/^[\w ]+$/.test(pattern) || !isPlainPath(path) || readText === undefined) return false;
  const text = await readText(path);
  return text === undefined || !text.includes(pattern);
}

function isPlainPath(path: string): boolean {
  return /^[\w./-]+$/.test(path) && !path.startsWith('/') && !path.split('/').includes('..');
}

async function kindIn({ files, kindOf }: Files, path: string): Promise<'file' | 'folder' | 'unknown' | undefined> {
  const normalized = path.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  if (kindOf !== undefined) return kindOf(normalized);
  for (const file of files) if (file === normalized) return 'file';
  return 'unknown';
}
