import { posix } from 'node:path';
import type { Plan } from '../../contract/plans/plan.ts';
import { readPlan } from '../../contract/plans/reading/read-plan.ts';
import type { PlanStart } from '../../verdicts/plan/contradictions/contradiction.ts';
import { Git } from '../../workspace/git/git.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { FolderServices } from '../services/folder-services.ts';

type StartServices = Pick<FolderServices, 'repository' | 'tree'>;

/** Texts above this size are not searched for words: they are data. */
const MAX_CHARACTERS = 500_000;

/**
 * The tree that a plan starts from: its files in the commit that added the plan. A plan that is in no commit starts from the
 * files on disk.
 */
export async function readPlanStart(
  services: StartServices,
  file: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<PlanStart & { readonly commit: string | undefined }> {
  const { commits } = await services.repository();
  const commit = commits === undefined ? undefined : await findAddingCommit(services.tree.root, file, signal);
  return { ...(await readStartAt(services, file, commit, signal)), commit };
}

/** @param commit the commit that added the plan; `undefined` if none did */
export async function readStartAt(
  services: StartServices,
  file: string,
  commit: string | undefined,
  signal: AbortSignal,
): Promise<PlanStart> {
  const neighbors = await readNeighbors(services.tree, file);
  const repository = await services.repository();
  const { root } = services.tree;
  if (commit === undefined) {
    const files = new Set(await services.tree.listFiles());
    const head = await repository.commits?.head(signal);
    const earlierFiles = head === undefined ? files : new Set(await repository.listFiles(head, signal));
    return { files, earlierFiles, neighbors, findWords: (words) => findWordsOnDisk(services.tree, file, words) };
  }
  const parent = await findParent(root, commit, signal);
  return {
    neighbors,
    files: new Set(await repository.listFiles(commit, signal)),
    earlierFiles: new Set(parent === undefined ? [] : await repository.listFiles(parent, signal)),
    findWords: (words) => findWordsInCommit(root, commit, file, words, signal),
  };
}

/** The other plans of GSD in a folder that have no summary yet. */
async function readNeighbors(tree: StartServices['tree'], file: string): Promise<readonly Plan[]> {
  if (!/PLAN\.md$/i.test(file)) return [];
  const folder = posix.dirname(file);
  const files = (await tree.listFiles()).filter((one) => posix.dirname(one) === folder);
  const isDone = (plan: string): boolean => files.includes(plan.replace(/PLAN\.md$/i, 'SUMMARY.md'));
  const plans: Plan[] = [];
  for (const one of files) {
    if (one === file || !/PLAN\.md$/i.test(one) || isDone(one)) continue;
    const text = await tree.readText(one);
    const { plan } = text === undefined ? { plan: undefined } : readPlan(one, text);
    if (plan?.reader === 'gsd' && !plan.isClosed) plans.push(plan);
  }
  return plans;
}

async function findParent(root: string, commit: string, signal: AbortSignal): Promise<string | undefined> {
  const text = await new Git(root).text(['rev-list', '--parents', '-n', '1', commit], {
    action: 'find the commit before the plan',
    signal,
  });
  return text.trim().split(' ')[1];
}

/** The commit that added a file under its present path. `undefined` if none did. */
export async function findAddingCommit(root: string, file: string, signal: AbortSignal): Promise<string | undefined> {
  const text = await new Git(root, { GIT_LITERAL_PATHSPECS: '1' }).text(
    ['log', '--diff-filter=A', '--format=%H', '-n', '1', 'HEAD', '--', file],
    { action: 'find the commit that added the plan', acceptedExitCodes: [0, 128], signal },
  );
  const commit = text.trim();
  return /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined;
}

async function findWordsInCommit(
  root: string,
  commit: string,
  file: string,
  words: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const patterns = words.flatMap((word) => ['-e', word]);
  const text = await new Git(root).text(
    ['grep', '-h', '-o', '-w', '-F', '-I', ...patterns, commit, '--', '.', `:(exclude,literal)${file}`],
    { action: 'search the tree of the plan', acceptedExitCodes: [1], signal },
  );
  return new Set(text.split('\n'));
}

async function findWordsOnDisk(tree: SourceTree, plan: string, words: readonly string[]): Promise<ReadonlySet<string>> {
  const missing = new Set(words);
  const found = new Set<string>();
  for (const file of await tree.listFiles()) {
    if (missing.size === 0) break;
    if (file === plan || /\.(?:lock|svg|png|jpe?g|gif|ico|woff2?|pdf)$/i.test(file)) continue;
    const text = await tree.readText(file).catch(() => undefined);
    if (text === undefined || text.length > MAX_CHARACTERS) continue;
    for (const word of missing) {
      if (!text.includes(word) || !new RegExp(`(?<![\\w$])${word.replaceAll('$', '\\$')}(?![\\w$])`).test(text))
        continue;
      missing.delete(word);
      found.add(word);
    }
  }
  return found;
}
