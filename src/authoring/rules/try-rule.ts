import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createPathMatcher } from '../../contract/globs/path-matcher.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { Chunk, Contract } from '../../contract/model.ts';
import { checkChunk } from '../../run/validation/check-chunk.ts';
import type { Analysis } from '../../verdicts/analysis/analysis.ts';
import { DiskTree } from '../../workspace/files/disk-tree.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { CommitFiles } from './recent-changes.ts';
import type { AlwaysRule, RefusedCommit } from './rule-types.ts';

/** The rule as a chunk of its contract. */
export interface RuleChunk {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly chunk: Chunk;
}

export interface TriedRule extends RuleChunk {
  readonly rule: AlwaysRule;
  readonly analysis: Analysis;
  readonly repository: Repository;
  readonly signal: AbortSignal | undefined;
}

/** Whether a rule is about a file. */
export function createRuleMatcher(rule: AlwaysRule): (file: string) => boolean {
  return createPathMatcher([rule.kind === 'pattern' || rule.kind === 'scope' ? rule.files : rule.file]);
}

/** Whether a tree satisfies a rule. */
export async function holdsIn(
  { document, contract, chunk, analysis, signal }: Omit<TriedRule, 'rule' | 'repository'>,
  root: string,
): Promise<boolean> {
  const { verdict } = await checkChunk({
    ...{ document, contract, chunk, analysis, signal },
    tree: new DiskTree(root),
    trusted: false,
    filesOnly: true,
    commandTimeoutMs: 0,
    commandRules: { passedVariables: [] },
  });
  return verdict !== 'unsatisfied';
}

/**
 * The commits that a rule would have refused: a file of the rule satisfied it before the commit and does not after it. Each
 * side is checked in a folder with the files of the rule that the commit changed.
 */
export async function tryOnCommits(
  tried: TriedRule,
  commits: readonly CommitFiles[],
): Promise<readonly RefusedCommit[]> {
  const { rule, repository, signal } = tried;
  const isConcerned = createRuleMatcher(rule);
  const refused: RefusedCommit[] = [];
  await using scratch = await repository.openScratchFolder(signal);
  for (const { commit, parent, subject, files } of commits) {
    const own = files.filter((file) => isConcerned(file));
    if (own.length === 0) continue;
    const isRefused =
      rule.kind === 'scope' ||
      ((await holdsAt(tried, { root: scratch.path, commit: parent, files: own })) &&
        !(await holdsAt(tried, { root: scratch.path, commit, files: own })));
    if (isRefused) refused.push({ commit, subject, files: own });
  }
  return refused;
}

/** @param place.commit `undefined` before the first commit: there is nothing that could break the rule */
async function holdsAt(
  tried: TriedRule,
  {
    root,
    commit,
    files,
  }: { readonly root: string; readonly commit: string | undefined; readonly files: readonly string[] },
): Promise<boolean> {
  if (commit === undefined) return true;
  const folder = path.join(root, commit);
  const contents = await tried.repository.readFiles(commit, files, tried.signal);
  // A file that did not exist yet could not break the rule; one that was deleted does if the rule needs it.
  await mkdir(folder, { recursive: true });
  for (const [file, bytes] of contents) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), bytes);
  }
  try {
    return await holdsIn(tried, folder);
  } finally {
    await tried.analysis.close(folder);
  }
}
