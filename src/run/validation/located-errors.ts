import { nameOf, folderOf } from '../../code/resolution/tree-path.ts';
import type { AwaitedCode } from './awaited-code.ts';

/** A line that a tool names in its output. */
export interface NamedLine {
  /** Relative path, with "/". */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** `src/a.ts:3:10`, `src/a.ts(3,10)`, and `File "a.py", line 3` of Python. */
const LOCATION = /(?<![\w/.-])((?:\.{0,2}\/)?[\w@+.-]+(?:[\\/][\w@+.-]+)*\.\w+)[:(](\d+)(?:[:,]\d+)?/g;
const PYTHON_LOCATION = /File "([^"\n]+)", line (\d+)/g;

/**
 * The lines of files of a tree that the output of a tool names, each once.
 *
 * @param output with paths relative to the root of the tree
 */
export function listNamedLines(output: string, files: ReadonlySet<string>): readonly NamedLine[] {
  const named = new Map<string, NamedLine>();
  for (const [, path = '', line = ''] of [...output.matchAll(LOCATION), ...output.matchAll(PYTHON_LOCATION)]) {
    const file = path.replaceAll('\\', '/').replace(/^\.\//, '');
    if (files.has(file)) named.set(`${file}:${line}`, { file, line: Number(line) });
  }
  return [...named.values()];
}

/**
 * [BITE-1] What the lines that a tool names need of a chunk; `undefined` unless every one of them does. A line needs a name
 * that it contains, or a file whose module it names.
 *
 * @param readLine the text of a line; `undefined` if the file has no such line
 */
export async function findAwaitedCauses(
  lines: readonly NamedLine[],
  awaited: AwaitedCode,
  readLine: (line: NamedLine) => Promise<string | undefined>,
): Promise<readonly string[] | undefined> {
  if (lines.length === 0) return undefined;
  const modules = new Map([...awaited.files].map((file) => [moduleNameOf(file), file]));
  const causes = new Set<string>();
  for (const line of lines) {
    const words = new Set((await readLine(line))?.match(/[\p{ID_Start}$_][\p{ID_Continue}$-]*/gu));
    const found = [
      ...[...awaited.names].filter((name) => words.has(name)),
      ...[...modules].flatMap(([name, file]) => (words.has(name) ? [file] : [])),
    ];
    if (found.length === 0) return undefined;
    for (const cause of found) causes.add(cause);
  }
  return [...causes];
}

/** The name by which code imports a file: that of its folder for an index file. */
function moduleNameOf(file: string): string {
  const stem = nameOf(file).replace(/\..*$/, '');
  return /^(?:index|__init__|mod)$/.test(stem) ? nameOf(folderOf(file)) : stem;
}
