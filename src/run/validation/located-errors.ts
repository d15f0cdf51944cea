import { folderOf, nameOf } from '../../code/resolution/tree-path.ts';
import type { AwaitedCode } from './awaited-code.ts';

/** A line that a tool names in its output. */
export interface NamedLine {
  /** Relative path, with "/". */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** `src/a.ts:3:10`, `src/a.ts(3,10)`, and `File "a.py", line 3` of Python. A path can contain `[id]` and `(group)`. */
const LOCATION = /(?<![^\s"'`(<])([^\s"'`<>:(][^\s"'`<>:]*\.\w+)[:(](\d+)(?:[:,]\d+)?/g;
const PYTHON_LOCATION = /File "([^"\n]+)", line (\d+)/g;
const ANSI = /\u001b\[[\d;]*m/g;
/** Code of others, and of the runtime. */
const OUTSIDE = /^(?:node:|\/|[A-Za-z]:[\\/]|file:)|(?:^|\/)node_modules\//;
/** A longer line is no message about a place. */
const MAX_LENGTH = 2_000;

/**
 * The lines of files of a tree that the output of a tool names, each once; `undefined` if it names a place that is in no file
 * of the tree, so that not every place is known.
 *
 * @param output with paths relative to the root of the tree
 */
export function listNamedLines(output: string, files: ReadonlySet<string>): readonly NamedLine[] | undefined {
  const named = new Map<string, NamedLine>();
  for (const text of output.replaceAll(ANSI, '').split('\n')) {
    if (text.length > MAX_LENGTH) continue;
    for (const [, path = '', line = ''] of [...text.matchAll(LOCATION), ...text.matchAll(PYTHON_LOCATION)]) {
      const file = path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
      if (files.has(file)) named.set(`${file}:${line}`, { file, line: Number(line) });
      else if (!OUTSIDE.test(path.replaceAll('\\', '/'))) return undefined;
    }
  }
  return [...named.values()];
}

/**
 * [BITE-1] What the lines that a tool names need of a chunk; `undefined` unless every one of them does. A line needs a name
 * that it contains, or a file that it imports.
 *
 * @param readLine the text of a line; `undefined` if the file has no such line
 */
export async function findAwaitedCauses(
  lines: readonly NamedLine[] | undefined,
  awaited: AwaitedCode,
  readLine: (line: NamedLine) => Promise<string | undefined>,
): Promise<readonly string[] | undefined> {
  if (lines === undefined || lines.length === 0) return undefined;
  const causes = new Set<string>();
  for (const line of lines) {
    const text = (await readLine(line)) ?? '';
    const words = new Set(text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu));
    const imported = listImported(text);
    const found = [
      ...[...awaited.names].filter((name) => words.has(name)),
      ...[...awaited.files].filter((file) => imported.has(moduleNameOf(file))),
    ];
    if (found.length === 0) return undefined;
    for (const cause of found) causes.add(cause);
  }
  return [...causes];
}

/** The names of the modules that a line imports: the last part of a text in quotes, and the modules of Python. */
function listImported(text: string): ReadonlySet<string> {
  const quoted = [...text.matchAll(/['"`]([^'"`\s]+)['"`]/g)].map(([, specifier = '']) => moduleNameOf(specifier));
  const python = /^\s*(?:from|import)\s+([\w.]+)/.exec(text)?.[1]?.split('.').at(-1);
  return new Set([...quoted, ...(python === undefined ? [] : [python])]);
}

/** The name by which code imports a file: that of its folder for an index file. */
function moduleNameOf(file: string): string {
  const stem = nameOf(file).replace(/\..*$/, '');
  return /^(?:index|__init__|mod)$/.test(stem) ? nameOf(folderOf(file)) : stem;
}
