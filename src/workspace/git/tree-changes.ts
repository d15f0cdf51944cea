import { throwIfCancelled } from '../../foundation/errors.ts';
import type { Git } from './git.ts';
import { splitFields } from './git.ts';
import { isObjectName, type ListedFile, type TreeDifference } from './object-memory.ts';

export type FileChangeKind = 'created' | 'modified' | 'deleted' | 'renamed';

/** A file that differs between two trees. Line counts are 0 for binary files. */
export interface FileChange {
  readonly path: string;
  /** Set for a renamed file. */
  readonly previousPath?: string | undefined;
  readonly kind: FileChangeKind;
  readonly addedLines: number;
  readonly deletedLines: number;
  readonly binary: boolean;
}

export interface Comparison {
  readonly from: string;
  readonly to: string;
  /** Limits the comparison to this folder; `''` or a path that ends with `/`. Result paths are relative to it. */
  readonly prefix: string;
  /** Leaves out files whose lines differ only in their endings. Default: false. */
  readonly ignoreLineEndings?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The longest unified diff that is returned in full by default. */
const MAX_DIFF_BYTES = 1024 * 1024;

const KINDS: Readonly<Record<string, FileChangeKind>> = { A: 'created', D: 'deleted', R: 'renamed' };

/** Lists the files that differ between two commits or trees, with renames detected. */
export async function listChanges(git: Git, comparison: Comparison): Promise<FileChange[]> {
  if (comparison.from === comparison.to) return [];
  const fields = splitFields(await readComparison(git, comparison));
  const kinds = new Map<string, { kind: FileChangeKind; previousPath: string | undefined }>();
  const removed: string[] = [];
  const set: ListedFile[] = [];
  let at = 0;
  for (; fields[at]?.startsWith(':'); at++) {
    const [, mode = '', , object = '', status = ''] = (fields[at] ?? '').split(' ');
    const kind = KINDS[/[A-Z]/.exec(status)?.[0] ?? 'M'] ?? 'modified';
    const previousPath = kind === 'renamed' ? fields[++at] : undefined;
    const path = fields[++at] ?? '';
    kinds.set(path, { kind, previousPath });
    if (previousPath !== undefined) removed.push(previousPath);
    if (kind === 'deleted') removed.push(path);
    else set.push({ path, mode, object });
  }
  rememberDifference(git, comparison, { removed, set });
  const changes: FileChange[] = [];
  for (; at < fields.length; at++) {
    const [added = '', deleted = '', name = ''] = splitCounts(fields[at] ?? '');
    // A renamed file has an empty name here; its old and new names follow as separate fields.
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

/** Remembers the files of the later tree as a difference, if the comparison is of whole trees. */
function rememberDifference(
  { objects }: Git,
  { from, to, prefix, ignoreLineEndings = false }: Comparison,
  difference: Omit<TreeDifference, 'from'>,
): void {
  const [fromTree, toTree] = [from, to].map((name) => objects?.trees.get(name) ?? name);
  if (fromTree === undefined || toTree === undefined || prefix !== '' || ignoreLineEndings) return;
  // Two names that are not UTF-8 can look the same.
  const paths = [...difference.removed, ...difference.set.map(({ path }) => path)];
  if (paths.some((path) => path.includes('\ufffd'))) return;
  if (isObjectName(fromTree) && isObjectName(toTree)) {
    objects?.differences.set(toTree, { from: fromTree, ...difference });
  }
}

async function readComparison(git: Git, comparison: Comparison): Promise<Buffer> {
  const { from, to, ignoreLineEndings = false, signal } = comparison;
  const action = 'compare the trees';
  throwIfCancelled(signal, action);
  const options = [...(ignoreLineEndings ? ['--ignore-cr-at-eol'] : []), ...createRelativeOption(comparison)];
  // The list of changed files is made of the counts, which do not contain files without a difference.
  const arguments_ = ['diff-tree', '-r', '-z', '-M', '--raw', '--numstat', ...options, from, to];
  const question = arguments_.join('\0');
  const known = git.objects?.comparisons.get(question);
  if (known !== undefined) return known;
  const { stdout } = await git.call(arguments_, { action, signal });
  if (isObjectName(from) && isObjectName(to)) git.objects?.comparisons.set(question, stdout);
  return stdout;
}

/** Splits a line of `--numstat`: added lines, deleted lines and path. */
function splitCounts(field: string): string[] {
  const first = field.indexOf('\t');
  const second = field.indexOf('\t', first + 1);
  return [field.slice(0, first), field.slice(first + 1, second), field.slice(second + 1)];
}

function createRelativeOption({ prefix }: Comparison): string[] {
  return prefix === '' ? [] : [`--relative=${prefix}`];
}

export interface BoundedDiff {
  readonly text: string;
  readonly truncated: boolean;
}

/** Reads the unified diff between two commits or trees. A diff over the limit is cut and ends with a note. */
export async function readDiff(
  git: Git,
  comparison: Comparison,
  limitBytes: number = MAX_DIFF_BYTES,
): Promise<BoundedDiff> {
  const output = await git.call(
    [
      'diff-tree',
      '-p',
      '-M',
      '--no-color',
      '--no-ext-diff',
      '--no-textconv',
      ...createRelativeOption(comparison),
      comparison.from,
      comparison.to,
    ],
    { action: 'compare the trees', limitBytes, signal: comparison.signal },
  );
  const text = output.stdout.toString('utf8');
  if (!output.truncated) return { text, truncated: false };
  return {
    text: `${text.slice(0, text.lastIndexOf('\n') + 1)}[… the rest of the diff was omitted …]\n`,
    truncated: true,
  };
}
