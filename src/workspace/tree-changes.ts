import type { Git } from './git.ts';
import { splitFields } from './git.ts';

export type FileChangeKind = 'created' | 'modified' | 'deleted' | 'renamed';

/** A file that differs between two trees. Line counts are 0 for binary files. */
export interface FileChange {
  readonly path: string;
  /** Of a renamed file. */
  readonly previousPath?: string;
  readonly kind: FileChangeKind;
  readonly addedLines: number;
  readonly deletedLines: number;
  readonly binary: boolean;
}

export interface Comparison {
  readonly from: string;
  readonly to: string;
  /** Only files below this folder, `''` or with `/` at the end; paths are relative to it. */
  readonly prefix: string;
  readonly signal?: AbortSignal;
}

/** How much of a unified diff is kept. */
const DIFF_LIMIT = 1024 * 1024;

const KINDS: Readonly<Record<string, FileChangeKind>> = { A: 'created', D: 'deleted', R: 'renamed' };

/** What differs between two commits or trees, untracked files of the attempt included, for they are in its snapshot. */
export async function changesBetween(git: Git, comparison: Comparison): Promise<FileChange[]> {
  const fields = splitFields(
    (
      await git.call(
        ['diff-tree', '-r', '-z', '-M', '--raw', '--numstat', ...below(comparison), comparison.from, comparison.to],
        {
          what: 'compare the trees',
          signal: comparison.signal,
        },
      )
    ).stdout,
  );
  const kinds = new Map<string, { kind: FileChangeKind; previousPath: string | undefined }>();
  let at = 0;
  for (; fields[at]?.startsWith(':'); at++) {
    const letter = /[A-Z]/.exec((fields[at] ?? '').split(' ')[4] ?? '')?.[0] ?? 'M';
    const kind = KINDS[letter] ?? 'modified';
    const previousPath = kind === 'renamed' ? fields[++at] : undefined;
    kinds.set(fields[++at] ?? '', { kind, previousPath });
  }
  const changes: FileChange[] = [];
  for (; at < fields.length; at++) {
    const [added = '', deleted = '', name = ''] = splitCounts(fields[at] ?? '');
    // A renamed file has an empty name here, and both names in the fields that follow.
    const path = name === '' ? (fields[(at += 2)] ?? '') : name;
    const known = kinds.get(path);
    changes.push({
      path,
      ...(known?.previousPath === undefined ? {} : { previousPath: known.previousPath }),
      kind: known?.kind ?? 'modified',
      addedLines: added === '-' ? 0 : Number(added),
      deletedLines: deleted === '-' ? 0 : Number(deleted),
      binary: added === '-',
    });
  }
  return changes;
}

function splitCounts(field: string): string[] {
  const first = field.indexOf('\t');
  const second = field.indexOf('\t', first + 1);
  return [field.slice(0, first), field.slice(first + 1, second), field.slice(second + 1)];
}

function below({ prefix }: Comparison): string[] {
  return prefix === '' ? [] : [`--relative=${prefix}`];
}

export interface BoundedDiff {
  readonly text: string;
  readonly truncated: boolean;
}

/** The unified diff between two commits or trees; where it is very long its end is left out, and that is said in it. */
export async function diffBetween(git: Git, comparison: Comparison): Promise<BoundedDiff> {
  const answer = await git.call(
    [
      'diff-tree',
      '-p',
      '-M',
      '--no-color',
      '--no-ext-diff',
      '--no-textconv',
      ...below(comparison),
      comparison.from,
      comparison.to,
    ],
    { what: 'compare the trees', limitBytes: DIFF_LIMIT, signal: comparison.signal },
  );
  const text = answer.stdout.toString('utf8');
  if (!answer.truncated) return { text, truncated: false };
  return {
    text: `${text.slice(0, text.lastIndexOf('\n') + 1)}[… the rest of the diff is left out …]\n`,
    truncated: true,
  };
}
