/**
 * Reads the locations of errors in the output of compilers, test runners and linters. All patterns are in this file. They
 * find candidates: a path that is not a file of the tree is ignored by the caller.
 */
import { stripVTControlCharacters } from 'node:util';

/** A location as a tool printed it. */
export interface PrintedLocation {
  /** Relative to an unknown folder, absolute, or a `file:` URL. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

/** Longer lines are minified code or data. */
const MAX_LINE_LENGTH = 1_000;

/** A path without spaces that ends with an extension. */
const PATH = String.raw`(?<![\w./\\-])(?<path>(?:file:\/\/)?(?:[A-Za-z]:[\\/])?[^\s:"'\`<>|*?,;]*\.[A-Za-z]\w{0,9})`;
/** A path that may contain spaces. It must be limited by what precedes and follows it. */
const PATH_WITH_SPACES = String.raw`(?<path>(?:file:\/\/)?(?:[A-Za-z]:[\\/])?[^:"'\`<>|*?]+?\.[A-Za-z]\w{0,9})`;
const LINE = String.raw`(?<line>\d{1,7})`;

/** The forms in which tools print a location in one line of output. The first form that matches a line is used. */
const FORMS: readonly RegExp[] = [
  // tsc, vue-tsc, MSBuild: src/a.ts(3,5): error TS2304: …
  new RegExp(String.raw`^\s*${PATH_WITH_SPACES}\(${LINE},\d+(?:,\d+)*\)\s*:`, 'g'),
  // Python: File "src/a.py", line 3, in f
  new RegExp(String.raw`\bFile "(?<path>[^"]+)", line ${LINE}`, 'g'),
  // Babel, SWC, Prettier: [error] src/a.ts: SyntaxError: Unexpected token (3:5)
  new RegExp(String.raw`^\s*(?:\[\w+\] )?(?:\w*Error: )?${PATH_WITH_SPACES}: [^]*\(${LINE}:\d+\)\s*$`, 'g'),
  // Kotlin: e: /src/A.kt: (3, 5): …
  new RegExp(String.raw`${PATH}: \(${LINE}, \d+\)`, 'g'),
  // webpack: ERROR in ./src/a.ts 3:5-10
  new RegExp(String.raw`^ERROR in ${PATH} ${LINE}:\d+`, 'g'),
  // PHP, Perl: … in src/a.php on line 3, … at a.pl line 3
  new RegExp(String.raw`\b(?:in|at) ${PATH}(?: on)? line ${LINE}`, 'g'),
  // Stack frames in parentheses, whose path may contain spaces: at f (/my files/a.ts:3:5)
  new RegExp(String.raw`\((?<path>[^()"'\`<>|*?]+\.[A-Za-z]\w{0,9}):${LINE}:\d+\)`, 'g'),
  // Other stack frames, tsc --pretty, vitest, go, gcc, rustc, mypy, pytest, .NET: src/a.ts:3:5, a.go:3, A.cs:line 3
  new RegExp(String.raw`${PATH}:(?:line )?${LINE}(?!\d)`, 'g'),
];

/** ESLint and stylelint print the path on one line and the locations below it. */
const HEADING = new RegExp(String.raw`^${PATH_WITH_SPACES}\s*$`);
const BELOW_HEADING = /^\s+(?<line>\d{1,7}):\d+\s+(?:error|✖|×)\s/;

const WARNING = /^\s+\d+:\d+\s+(?:warning|⚠)\s|[\s:]warning(?:\s+\w+)?:/i;

/** The locations of errors in the order of the output, without duplicates. Locations of warnings are left out. */
export function readErrorLocations(output: string): readonly PrintedLocation[] {
  const found = new Map<string, PrintedLocation>();
  let heading: string | undefined;
  for (const line of stripVTControlCharacters(output).split(/\r?\n/)) {
    if (line.length > MAX_LINE_LENGTH) continue;
    heading = HEADING.exec(line)?.groups?.['path'] ?? (line.trim() === '' ? undefined : heading);
    if (WARNING.test(line)) continue;
    for (const location of readLine(line, heading)) found.set(`${location.path}:${location.line}`, location);
  }
  return [...found.values()];
}

function readLine(line: string, heading: string | undefined): readonly PrintedLocation[] {
  const below = heading === undefined ? undefined : BELOW_HEADING.exec(line)?.groups?.['line'];
  if (heading !== undefined && below !== undefined) return [{ path: heading, line: Number(below) }];
  for (const form of FORMS) {
    const matches = [...line.matchAll(form)];
    if (matches.length > 0) return matches.map(({ groups = {} }) => toLocation(groups['path'], groups['line']));
  }
  return [];
}

function toLocation(path = '', line = ''): PrintedLocation {
  // What precedes an opening bracket without its closing one is the name of a function.
  return {
    path: path.slice(Math.max(...['(', '['].map((bracket) => indexAfterOpen(path, bracket)))).trim(),
    line: Number(line),
  };
}

function indexAfterOpen(path: string, bracket: string): number {
  const open = path.lastIndexOf(bracket);
  return path.includes(bracket === '(' ? ')' : ']', open) ? 0 : open + 1;
}
