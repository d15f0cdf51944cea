import type { DiffLine } from '../protocol/amendment-panel-data.ts';

export interface DiffFile {
  readonly path: string;
  readonly kind: 'created' | 'deleted' | 'renamed' | 'modified';
  readonly added: number;
  readonly removed: number;
  readonly lines: readonly DiffLine[];
}

/** A file whose lines are being parsed. `before` and `after` are the next line numbers. */
interface PartialFile {
  path: string;
  kind: DiffFile['kind'];
  lines: DiffLine[];
  before: number;
  after: number;
}

/** Parses a unified diff of git into files and lines. */
export function parseDiff(diff: string): readonly DiffFile[] {
  const files: PartialFile[] = [];
  let inHunk = false;
  for (const line of diff.split(/\r?\n/)) {
    const file = files.at(-1);
    if (line.startsWith('diff --git ')) {
      files.push({ path: parseHeaderPath(line), kind: 'modified', lines: [], before: 0, after: 0 });
      inHunk = false;
    } else if (!file) {
      continue;
    } else if (line.startsWith('@@')) {
      inHunk = true;
      startHunk(file, line);
    } else if (inHunk) {
      addLine(file, line);
    } else {
      readHeader(file, line);
    }
  }
  return files.map(({ path, kind, lines }) => ({
    path,
    kind,
    lines,
    added: lines.filter((line) => line.kind === 'added').length,
    removed: lines.filter((line) => line.kind === 'removed').length,
  }));
}

function startHunk(file: PartialFile, line: string): void {
  const numbers = /^@@+ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
  file.before = Number(numbers?.[1] ?? 1);
  file.after = Number(numbers?.[2] ?? 1);
  file.lines.push({ kind: 'hunk', text: line });
}

function addLine(file: PartialFile, line: string): void {
  const text = line.slice(1);
  if (line.startsWith('+')) file.lines.push({ kind: 'added', after: file.after++, text });
  else if (line.startsWith('-')) file.lines.push({ kind: 'removed', before: file.before++, text });
  else if (line.startsWith('\\')) file.lines.push({ kind: 'note', text: line.slice(2) });
  else if (line.startsWith(' ')) file.lines.push({ kind: 'context', before: file.before++, after: file.after++, text });
}

function readHeader(file: PartialFile, line: string): void {
  if (line.startsWith('new file mode')) file.kind = 'created';
  else if (line.startsWith('deleted file mode')) file.kind = 'deleted';
  else if (line.startsWith('rename to ')) {
    file.kind = 'renamed';
    file.path = line.slice('rename to '.length);
  } else if (line.startsWith('+++ b/')) file.path = line.slice('+++ b/'.length).replace(/\t.*$/, '');
  else if (/^Binary files|^GIT binary patch/.test(line)) file.lines.push({ kind: 'note', text: 'Binary file' });
}

/** Parses `diff --git a/x b/x`. Both halves have the same length. For a renamed file, `rename to` replaces the result. */
function parseHeaderPath(line: string): string {
  const names = line.slice('diff --git '.length);
  return names.slice(Math.floor(names.length / 2) + 1).replace(/^b\//, '');
}
