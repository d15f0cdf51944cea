import { createPathMatcher } from '../../contract/globs/path-matcher.ts';
import type { Chunk } from '../../contract/model.ts';
import { verificationsOf } from '../../contract/verifications.ts';
import { enforcementModeOf } from '../../verdicts/gates/enforcement-mode.ts';
import { selectGates } from '../../verdicts/gates/select-gates.ts';
import type { History } from '../../history/history.ts';
import type { ChunkContext } from '../../history/records/chunk-context.ts';
import type { ContextFile, PromptInput } from '../../models/prompts/prompt-input.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { ChunkRunInput, RunnableContract } from '../services/chunk-run-input.ts';
import type { RunServices } from '../services/run-services.ts';
import type { Terms } from '../terms/terms.ts';
import { findAvailableExports } from './available-exports.ts';
import { accumulateContexts } from './change-context.ts';
import { readContextFiles } from './context-files.ts';
import { summarizePromptImpact } from './prompt-impact.ts';

export interface GatherPromptInput extends RunnableContract, Pick<ChunkRunInput, 'chunk' | 'design'> {
  readonly attempt: AttemptWorktree;
  readonly terms: Terms;
  readonly start: { readonly passed: ReadonlySet<string> } | undefined;
  readonly services: Pick<RunServices, 'analysis' | 'history' | 'report' | 'signal'>;
}

/**
 * Gathers what the prompts of all attempts of a chunk have in common. What the prompt says about exports and files is
 * verified in the tree: the history can be absent, or contain the results of other branches.
 */
export async function gatherPrompt(input: GatherPromptInput): Promise<Omit<PromptInput, 'retry'>> {
  const { contract, chunk, attempt, terms, services } = input;
  const context = await verifyChanges(await readEarlierContext(input), attempt);
  const { available, missing } = await findAvailableExports({
    contract,
    chunk,
    root: attempt.root,
    analysis: services.analysis,
    recorded: context.availableExports,
  });
  const contextFiles = await readContextFiles(chunk.contextFiles, attempt.tree);
  reportHiddenFiles(input, contextFiles);
  return {
    contract,
    chunk,
    context: { ...context, availableExports: available },
    notYetCreated: missing,
    contextFiles,
    design: input.design,
    verifications: verificationsOf(input.document),
    impactSummary: await summarizePromptImpact({
      chunk,
      tree: attempt.tree,
      analysis: services.analysis,
      signal: services.signal,
    }),
    gates: selectGates(contract, chunk, input.sharedGates).map(({ gate }) => ({ gate, mode: enforcementModeOf(gate) })),
    termFiles: terms.files.paths,
    review: await readOpenComments(chunk, services.history),
  };
}

/** [SESSION-2] The comments of people on files of the chunk that have no answer yet. */
async function readOpenComments(
  { allowedFiles }: Chunk,
  history: Pick<History, 'listComments'>,
): Promise<PromptInput['review']> {
  const isOwn = createPathMatcher(allowedFiles);
  const comments = (await history.listComments({ statuses: ['open'] })).filter(({ file }) => isOwn(file));
  if (comments.length === 0) return undefined;
  const texts = comments.map(({ file, line, lineText, text, wanted }) =>
    [`${file}:${line}: ${lineText.trim()}`, text, ...(wanted === undefined ? [] : [`Wanted: ${wanted}`])].join('\n'),
  );
  return { texts, isInTree: comments.every(({ run }) => run === undefined) };
}

/** The combined context of the other chunks that are completed, or have passed in this run. */
async function readEarlierContext({ contract, chunk, services, start }: GatherPromptInput): Promise<ChunkContext> {
  const states = await services.history.readChunkStates(contract.spec.id);
  const records = await services.history.listContexts(contract.spec.id);
  const isAvailable = (id: string): boolean =>
    id !== chunk.id && (states.get(id)?.status === 'completed' || start?.passed.has(id) === true);
  return accumulateContexts(records.filter(({ chunkId }) => isAvailable(chunkId)).map(({ context }) => context));
}

/** Removes the changes that are not in the tree, such as those of another branch. */
async function verifyChanges(
  { availableFiles, changesSoFar, ...context }: ChunkContext,
  { tree }: AttemptWorktree,
): Promise<ChunkContext> {
  const { filesCreated, filesModified, filesDeleted, filesRenamed } = changesSoFar;
  const paths = new Set([
    ...availableFiles.map(({ path }) => path),
    ...filesCreated,
    ...filesModified,
    ...filesDeleted,
    ...filesRenamed.flatMap(({ from, to }) => [from, to]),
  ]);
  const existing = new Set<string>();
  for (const path of paths) if ((await tree.kindOf(path)) === 'file') existing.add(path);
  const exists = (path: string): boolean => existing.has(path);
  return {
    ...context,
    availableFiles: availableFiles.filter(({ path }) => exists(path)),
    changesSoFar: {
      ...changesSoFar,
      filesCreated: filesCreated.filter(exists),
      filesModified: filesModified.filter(exists),
      filesDeleted: filesDeleted.filter((path) => !exists(path)),
      filesRenamed: filesRenamed.filter(({ from, to }) => exists(to) && !exists(from)),
    },
  };
}

/** Tells the person which context files the model does not see. */
function reportHiddenFiles({ chunk, services }: GatherPromptInput, files: readonly ContextFile[]): void {
  for (const { path, note } of files) {
    if (note === undefined) continue;
    const message = `The prompt does not show the context file "${path}": ${note}.`;
    services.report({ type: 'note', chunk: chunk.id, level: 'warning', message });
  }
}
