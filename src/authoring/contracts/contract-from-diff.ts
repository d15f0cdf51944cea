import type { ModuleOutline } from '../../verdicts/analysis/analysis.ts';
import { isDeclarationFile } from '../../code/language/source-language.ts';
import { isIndexedPath } from '../../code/languages/language-table.ts';
import { createPathMatcher } from '../../contract/globs/path-matcher.ts';
import { DEFAULT_CONTRACT_GLOBS } from '../../workspace/configuration/configuration.ts';
import { deriveNames } from '../../contract/templates/template-names.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { decodeText, type DiskTree } from '../../workspace/files/disk-tree.ts';
import type { FileChange } from '../../workspace/git/tree-changes.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { ContractFromDiffOptions, GeneratedContract } from './authoring-types.ts';
import { isTestPath } from '../../contract/test-paths.ts';
import { ChunkNames } from './chunk-names.ts';
import { chooseId, contractFile } from './contract-draft.ts';
import { proposeVerify } from './proposed-checks.ts';
import { MAX_MODULES } from './contract-from-code.ts';
import type { DiffRange } from './diff-range.ts';
import { renderSatisfied, type GeneratedChunk } from './generated-contract.ts';
import { groupFiles } from './group-files.ts';
import { stateExports, type StatedModule, type StatedTree } from './state-exports.ts';

/** What a contract is generated from. */
export interface DiffSource {
  readonly repository: Repository;
  readonly range: DiffRange;
  /** The files of the end of the range. */
  readonly end: StatedTree;
  /** The user's files, for the name of the contract and the test command. */
  readonly tree: DiskTree;
}

/**
 * [ENF-FUTURE-5] A contract that states what a diff did: one chunk for each changed module, with the exports that it added,
 * the signatures that it added or changed, and the files that it wrote. The end of the range satisfies it.
 *
 * @throws HoldfastError `not-found` if the diff is empty, `limit` if it changes too many files
 */
export async function contractFromDiff(
  { repository, range, end, tree }: DiffSource,
  { id, title, signal }: ContractFromDiffOptions,
): Promise<GeneratedContract> {
  const isContract = createPathMatcher(DEFAULT_CONTRACT_GLOBS);
  const all = await repository.listChanges(range.from, range.to, signal);
  const changes = all.filter(({ path }) => !isContract(path));
  requireChanges(changes, range);
  const outlines = await outlineChanges(repository, range, end, changes);
  const stated = await stateExports(end, outlines.map(withoutUnchanged));
  const subject = title ?? range.subjects.at(-1) ?? `Changes of ${range.label}`;
  // The type and scope of a conventional commit are not what it is about.
  const names = deriveNames(subject.replace(/^[a-z]+(?:\([^)]*\))?!?:\s*/, ''));
  const free = await chooseId(tree, id, names.id);
  return renderSatisfied(
    {
      file: contractFile(free),
      source: range.label,
      spec: {
        id: free,
        title: deriveNames(subject).title,
        description: range.subjects.length > 1 ? range.subjects.map((line) => `- ${line}`).join('\n') : '',
      },
      // The exports exist already in the tree that the contract is written to.
      plan: { allow: ['creates-present'] },
      verify: await proposeVerify(
        tree,
        outlines.map(({ file }) => file),
      ),
      chunks: createChunks(changes, outlines, stated),
    },
    end,
  );
}

function requireChanges(changes: readonly FileChange[], { label }: DiffRange): void {
  if (changes.length === 0) {
    throw new HoldfastError('not-found', `Failed to write a contract from a diff: ${label} changes no file`, {
      hint: 'Name a commit, a range such as main..HEAD, or a branch.',
    });
  }
  if (changes.length <= MAX_MODULES) return;
  throw new HoldfastError(
    'limit',
    `Failed to write a contract from a diff: ${label} changes ${changes.length} files, the limit is ${MAX_MODULES}`,
    { hint: 'Name a smaller range.' },
  );
}

async function outlineChanges(
  repository: Repository,
  { from }: DiffRange,
  { analysis, root, signal }: StatedTree,
  changes: readonly FileChange[],
): Promise<readonly ModuleOutline[]> {
  const modules = changes.filter(
    ({ path, kind }) => kind !== 'deleted' && isIndexedPath(path) && !isDeclarationFile(path),
  );
  const earlierPaths = modules.flatMap(({ path, previousPath, kind }) =>
    kind === 'created' ? [] : [previousPath ?? path],
  );
  const earlier = await repository.readFiles(from, earlierPaths, signal);
  const textOf = (path: string): string | null => {
    const bytes = earlier.get(path);
    return bytes === undefined ? null : decodeText(path, bytes);
  };
  const files = modules.map(({ path, previousPath }) => ({ file: path, before: textOf(previousPath ?? path) }));
  return analysis.outlines(root, files, { signal });
}

/** The exports that the diff added or changed. Tests export nothing that others use. */
function withoutUnchanged(outline: ModuleOutline): ModuleOutline {
  const exports = isTestPath(outline.file) ? [] : outline.exports.filter(({ isNew }) => isNew !== undefined);
  return { ...outline, exports };
}

function createChunks(
  changes: readonly FileChange[],
  outlines: readonly ModuleOutline[],
  stated: readonly StatedModule[],
): readonly GeneratedChunk[] {
  const outlineOf = new Map(outlines.map((outline) => [outline.file, outline]));
  const importsOf = (file: string): readonly string[] => outlineOf.get(file)?.imports ?? [];
  const code = [...outlineOf.keys()].filter((file) => !isTestPath(file));
  const groups = groupFiles(code, importsOf).map((group) => ({ ...group, files: [...group.files] }));
  const rest: string[] = [];
  for (const { path } of changes) {
    if (code.includes(path)) continue;
    // A test belongs to the last chunk whose code it imports.
    const tested = isTestPath(path)
      ? groups.findLast(({ files }) => importsOf(path).some((file) => files.includes(file)))
      : undefined;
    (tested?.files ?? rest).push(path);
  }
  const names = new ChunkNames();
  const ids = groups.map(({ files }) => names.create(files[0] ?? ''));
  const chunks = groups.map(({ files, dependsOn }, index): GeneratedChunk => {
    const own = files.flatMap((file) => stated.filter((module) => module.file === file));
    const [first = ''] = files;
    const isNew = changes.find(({ path }) => path === first)?.kind === 'created';
    return {
      id: ids[index] ?? '',
      title: `${isNew ? 'Add' : 'Change'} ${first}`,
      description: '',
      dependsOn: dependsOn.flatMap((other) => ids[other] ?? []),
      creates: files.flatMap((file) => createdBy(outlineOf.get(file))),
      functions: own.flatMap(({ functions }) => functions),
      types: own.flatMap(({ types }) => types),
      ...writtenFiles(files, changes),
      assertions: own.flatMap(({ assertions }) => assertions).filter((one) => !isCreated(one.check, outlineOf)),
      notes: [...own.flatMap(({ notes }) => notes), ...files.flatMap((file) => removedFrom(outlineOf.get(file)))],
    };
  });
  if (rest.length === 0) return chunks;
  const other = { id: names.create('other-files'), title: 'Other files', description: '', notes: [] };
  return [...chunks, { ...other, ...writtenFiles(rest, changes) }];
}

/** The exports that a module declares and its earlier version lacks, as items of `creates`. */
function createdBy(outline: ModuleOutline | undefined): readonly string[] {
  if (outline === undefined || isTestPath(outline.file)) return [];
  return outline.exports
    .filter(({ isNew, declaredIn, name }) => isNew === true && declaredIn === outline.file && name !== 'default')
    .map(({ name, kind }) => (kind === 'function' ? `${name}()` : name));
}

/** Whether an `export_exists` assertion repeats an item of `creates`. */
function isCreated(
  { target, file }: Readonly<Record<string, unknown>>,
  outlineOf: ReadonlyMap<string, ModuleOutline>,
): boolean {
  const created = typeof file === 'string' ? createdBy(outlineOf.get(file)) : [];
  return typeof target === 'string' && created.includes(target);
}

function removedFrom(outline: ModuleOutline | undefined): readonly string[] {
  if (outline === undefined || isTestPath(outline.file)) return [];
  return outline.removed.map((name) => `${outline.file} no longer exports ${name}`);
}

function writtenFiles(
  files: readonly string[],
  changes: readonly FileChange[],
): Pick<GeneratedChunk, 'allowedFiles'> & Required<Pick<GeneratedChunk, 'postconditions'>> {
  const own = changes.filter(({ path }) => files.includes(path));
  const moved = own.flatMap(({ kind, previousPath }) => (kind === 'renamed' ? (previousPath ?? []) : []));
  // If one file has a postcondition, every allowed file needs one.
  const written = own.map(
    ({ path, kind }) => ({ kind: kind === 'deleted' ? 'file_absent' : 'file_exists', path }) as const,
  );
  return {
    allowedFiles: [...own.map(({ path }) => path), ...moved],
    postconditions: [...written, ...moved.map((path) => ({ kind: 'file_absent', path }) as const)],
  };
}
