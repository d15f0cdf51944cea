import { isHoldoutFile } from '../../workspace/configuration/holdout-files.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { FileChange } from '../../workspace/git/tree-changes.ts';
import type { FileVersions, ProtectedChange } from './changes/protected-change.ts';
import { listNeededCode } from './loading/needed-code.ts';
import type { BaseText } from './settings/find-overrides.ts';
import { canBeProtected, canBeReferenced, isNeededText, type ProtectionQuery } from './find-protected-changes.ts';

export interface ProtectionSources {
  readonly repository: Pick<Repository, 'listFiles' | 'readFiles'>;
  /** The commit before the change. */
  readonly base: string;
  readonly changes: readonly Pick<FileChange, 'path' | 'previousPath' | 'kind'>[];
  /** Reads the bytes of changed files after the change. */
  readonly readAfter: (paths: readonly string[]) => Promise<ReadonlyMap<string, Buffer>>;
  /** The commands that judge the change. The scripts that they run are settings, too. */
  readonly commands: readonly string[];
  /** Compares the versions of the files, in the worker of the analysis. */
  readonly find: (query: ProtectionQuery) => Promise<readonly ProtectedChange[]>;
  readonly signal?: AbortSignal | undefined;
}

/** [TRUST-7] Reads the versions of the changed files, and finds the changes that weaken tests, scripts and settings. */
export async function readProtectedChanges(sources: ProtectionSources): Promise<readonly ProtectedChange[]> {
  const { repository, base, readAfter, commands, find, signal } = sources;
  // A change at a path of the holdout violates the terms. Its content must not reach a model.
  const changes = sources.changes.filter(
    ({ path, previousPath = path }) => !isHoldoutFile(path) && !isHoldoutFile(previousPath),
  );
  const baseFiles = (await repository.listFiles(base, signal)).filter((file) => !isHoldoutFile(file));
  const settings = await repository.readFiles(base, baseFiles.filter(isNeededText), signal);
  const baseSettings = [...settings].flatMap(([path, bytes]) => toText(path, bytes));
  // A changed configuration can name files that the change adds.
  const named = await readAfter(
    changes.flatMap(({ path, kind }) => (kind !== 'deleted' && isNeededText(path) ? [path] : [])),
  );
  const texts = [...baseSettings, ...[...named].flatMap(([path, bytes]) => toText(path, bytes))]
    .map(({ text }) => text)
    .concat(commands);
  const candidates = changes.filter(({ path, previousPath = path }) =>
    [path, previousPath].some((file) => canBeProtected(file) || canBeReferenced(file, texts)),
  );
  if (candidates.length === 0) return [];
  const existing = candidates.flatMap(({ path, previousPath = path, kind }) =>
    kind === 'created' ? [] : [previousPath],
  );
  const before = await repository.readFiles(base, existing, signal);
  const after = await readAfter(candidates.flatMap(({ path, kind }) => (kind === 'deleted' ? [] : [path])));
  const files = candidates.map(({ path, previousPath }): FileVersions => ({
    path,
    previousPath,
    before: decode(before.get(previousPath ?? path)),
    after: decode(after.get(path)),
  }));
  const changed = new Set(changes.map(({ path, previousPath = path }) => previousPath));
  const needed = listNeededCode(files, baseFiles).filter((file) => !changed.has(file));
  const code = needed.length === 0 ? undefined : await repository.readFiles(base, needed, signal);
  const baseCode = code && [...code].flatMap(([path, bytes]) => toText(path, bytes));
  return find({ files, baseFiles, baseSettings, baseCode, commands });
}

function toText(path: string, bytes: Buffer): readonly BaseText[] {
  const text = decode(bytes);
  return text === undefined ? [] : [{ path, text }];
}

/** `undefined` for a file that does not exist or is not text. */
function decode(bytes: Buffer | undefined): string | undefined {
  return bytes === undefined || bytes.includes(0) ? undefined : bytes.toString('utf8').replace(/^\ufeff/, '');
}
