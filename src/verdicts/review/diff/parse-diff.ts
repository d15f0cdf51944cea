/** A unified diff as git writes it. */

/** One line of a hunk, without its marker and without a carriage return at its end. */
export interface HunkLine {
  readonly kind: 'added' | 'deleted' | 'context';
  readonly text: string;
  /** 1-based, in the file after the change. Absent for a deleted line. */
  readonly line?: number | undefined;
}

export interface Hunk {
  readonly lines: readonly HunkLine[];
}

export interface FileDiff {
  /** The path after the change; of a deleted file the path before it. */
  readonly path: string;
  /** The path before the change, if the file was renamed. */
  readonly previousPath?: string | undefined;
  readonly kind: 'created' | 'modified' | 'deleted' | 'renamed';
  readonly binary: boolean;
  readonly hunks: readonly Hunk[];
  /** Whether the diff ends before the last hunk is complete. */
  readonly incomplete: boolean;
}

const HUNK = /^@@ -\d+(?:,(?<oldCount>\d+))? \+(?<start>\d+)(?:,(?<newCount>\d+))? @@/;

/** Parses a unified diff of `git diff`. Text between the diffs of files is ignored. */
export function parseDiff(diff: string): readonly FileDiff[] {
  const lines = diff.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const files: FileDiff[] = [];
  for (let at = 0; at < lines.length;) {
    const first = lines[at++] ?? '';
    if (!first.startsWith('diff --git ')) continue;
    const header: string[] = [];
    for (let line = lines[at]; line !== undefined && !/^(@@|diff --git )/.test(line); line = lines[++at]) {
      header.push(line);
    }
    const hunks: Hunk[] = [];
    let incomplete = false;
    for (let match = HUNK.exec(lines[at] ?? ''); match !== null; match = HUNK.exec(lines[at] ?? '')) {
      const hunk = readHunk(lines, at + 1, match.groups ?? {});
      hunks.push({ lines: hunk.lines });
      incomplete ||= hunk.incomplete;
      at = hunk.end;
    }
    files.push({ ...readHeader(first, header), hunks, incomplete });
  }
  return files;
}

/** The counts of a hunk decide where it ends, since its lines can look like headers. */
function readHunk(
  lines: readonly string[],
  first: number,
  { oldCount = '1', start = '1', newCount = '1' }: Readonly<Record<string, string>>,
): { readonly lines: readonly HunkLine[]; readonly end: number; readonly incomplete: boolean } {
  const read: HunkLine[] = [];
  let oldLeft = Number(oldCount);
  let newLeft = Number(newCount);
  let line = Number(start);
  let at = first;
  for (; at < lines.length && (oldLeft > 0 || newLeft > 0); at++) {
    const whole = lines[at] ?? '';
    const marker = whole.charAt(0);
    const text = whole.slice(1);
    if (marker === '+') {
      read.push({ kind: 'added', text, line: line++ });
      newLeft--;
    } else if (marker === '-') {
      read.push({ kind: 'deleted', text });
      oldLeft--;
    } else if (marker === ' ' || (whole === '' && at < lines.length - 1)) {
      read.push({ kind: 'context', text, line: line++ });
      oldLeft--;
      newLeft--;
    } else if (marker !== '\\') break;
  }
  // "\ No newline at end of file"
  while (lines[at]?.startsWith('\\') === true) at++;
  return { lines: read, end: at, incomplete: oldLeft > 0 || newLeft > 0 };
}

/** @param first the line `diff --git …` */
function readHeader(first: string, header: readonly string[]): Omit<FileDiff, 'hunks' | 'incomplete'> {
  const valueOf = (start: string): string | undefined =>
    header.find((line) => line.startsWith(start))?.slice(start.length);
  const before = toPath(valueOf('--- '), 'a/');
  const after = toPath(valueOf('+++ '), 'b/');
  const renamedFrom = valueOf('rename from ') ?? valueOf('copy from ');
  const renamedTo = valueOf('rename to ') ?? valueOf('copy to ');
  const path = after ?? (renamedTo === undefined ? undefined : unquote(renamedTo)) ?? before ?? pathOfGitLine(first);
  const previousPath = renamedFrom === undefined ? undefined : unquote(renamedFrom);
  return {
    path,
    ...(previousPath === undefined || previousPath === path ? {} : { previousPath }),
    kind: kindOf(header, previousPath),
    binary: header.some((line) => line.startsWith('Binary files ') || line === 'GIT binary patch'),
  };
}

function kindOf(header: readonly string[], previousPath: string | undefined): FileDiff['kind'] {
  if (header.some((line) => line.startsWith('new file mode'))) return 'created';
  if (header.some((line) => line.startsWith('deleted file mode'))) return 'deleted';
  return previousPath === undefined ? 'modified' : 'renamed';
}

/** `undefined` for `/dev/null` and for a missing value. */
function toPath(value: string | undefined, prefix: string): string | undefined {
  if (value === undefined || value === '/dev/null') return undefined;
  // Git ends a path with a tab if it contains a space.
  const path = unquote(value.replace(/\t$/, ''));
  return path.startsWith(prefix) ? path.slice(prefix.length) : path;
}

/** The path of a line `diff --git a/x b/x`, of a file without hunks that was not renamed. */
function pathOfGitLine(line: string): string {
  const names = line.slice('diff --git '.length);
  if (names.startsWith('"')) return unquote(names.slice(0, names.indexOf('" ') + 1)).slice(2);
  // Both names are equal, apart from their first letter.
  return names.slice((names.length + 1) / 2 + 2);
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Git quotes a path with special characters like a string of C, with the bytes of UTF-8 as octal numbers. */
function unquote(path: string): string {
  if (!/^".*"$/.test(path)) return path;
  const bytes: number[] = [];
  for (const [, octal, escape, plain] of path.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/g)) {
    if (octal !== undefined) bytes.push(parseInt(octal, 8));
    else bytes.push(...Buffer.from(plain ?? ESCAPES[escape ?? ''] ?? escape ?? ''));
  }
  return Buffer.from(bytes).toString('utf8');
}

/** The 1-based numbers of the lines of a file that a comment can be on: the changed lines and their context. */
export function commentableLines({ hunks }: Pick<FileDiff, 'hunks'>): ReadonlySet<number> {
  return new Set(hunks.flatMap(({ lines }) => lines.flatMap(({ line }) => line ?? [])));
}

/** The 1-based numbers of the lines that the change added. */
export function addedLines({ hunks }: Pick<FileDiff, 'hunks'>): ReadonlySet<number> {
  return new Set(
    hunks.flatMap(({ lines }) => lines.flatMap(({ kind, line }) => (kind === 'added' ? (line ?? []) : []))),
  );
}
