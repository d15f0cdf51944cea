import type { ContractDocument } from '../../contract/document.ts';
import type { Chunk, Contract } from '../../contract/model.ts';
import { exportName } from '../../contract/requirements.ts';
import type { AvailableExport, ChunkContext } from '../../history/records/chunk-context.ts';
import type { PromptInput } from '../../prompts/prompt-input.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { RunServices } from '../services/run-services.ts';
import { accumulateContexts } from './change-context.ts';
import { summarizePromptImpact } from './prompt-impact.ts';

export interface GatherPromptInput {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly attempt: AttemptWorktree;
  readonly maxAttempts: number;
  readonly start: { readonly passed: ReadonlySet<string> } | undefined;
  readonly services: RunServices;
}

/**
 * Gathers what the prompts of all attempts of a chunk have in common. Exports from the history are included only if the
 * tree has them, too: their section is titled "verified to exist".
 */
export async function gatherPrompt(input: GatherPromptInput): Promise<Omit<PromptInput, 'retry'>> {
  const { contract, chunk, attempt, maxAttempts, services } = input;
  const context = await readEarlierContext(input);
  return {
    contract,
    chunk,
    context: { ...context, availableExports: await verifyExports(input, context) },
    notYetCreated: await findMissingExports(input),
    contextFiles: await readContextFiles(chunk, attempt),
    impactSummary: await summarizePromptImpact({
      chunk,
      tree: attempt.tree,
      analysis: services.analysis,
      signal: services.signal,
    }),
    maxAttempts,
  };
}

/** The combined context of the other chunks that are completed, or have passed in this run. */
async function readEarlierContext({ contract, chunk, services, start }: GatherPromptInput): Promise<ChunkContext> {
  const states = await services.history.readChunkStates(contract.spec.id);
  const records = await services.history.listContexts(contract.spec.id);
  const isAvailable = (id: string): boolean =>
    id !== chunk.id && (states.get(id)?.status === 'completed' || start?.passed.has(id) === true);
  return accumulateContexts(records.filter(({ chunkId }) => isAvailable(chunkId)).map(({ context }) => context));
}

/** The recorded exports that exist in the tree, and the consumed exports that exist there without a record. */
async function verifyExports(
  { chunk, attempt, services }: GatherPromptInput,
  context: ChunkContext,
): Promise<AvailableExport[]> {
  const consumed = chunk.consumes.map(exportName);
  const fileByExport = await services.analysis.findExports(attempt.root, consumed);
  const consumedFiles = consumed.flatMap((name) => fileByExport[name] ?? []);
  const files = [...new Set([...context.availableExports.map(({ file }) => file), ...consumedFiles])];
  const modules = new Map(
    (await services.analysis.exportsOf(attempt.root, files)).map((module) => [module.file, module.exports]),
  );
  const verified: AvailableExport[] = [];
  for (const available of context.availableExports) {
    const current = modules.get(available.file)?.find(({ name }) => name === available.name);
    if (current !== undefined) verified.push({ ...available, from: current.specifier });
  }
  for (const name of consumed) {
    const file = fileByExport[name];
    if (file === undefined || verified.some((available) => available.name === name)) continue;
    const current = modules.get(file)?.find((candidate) => candidate.name === name);
    if (current === undefined) continue;
    verified.push({ name, from: current.specifier, type: current.kind, file, createdByChunk: undefined });
  }
  return verified;
}

/** The exports that other chunks of the contract create and that the tree does not have yet. */
async function findMissingExports({
  contract,
  chunk,
  attempt,
  services,
}: GatherPromptInput): Promise<{ name: string; chunkId: string }[]> {
  const own = new Set(chunk.creates.map(exportName));
  const planned = contract.chunks
    .filter((other) => other !== chunk)
    .flatMap((other) => other.creates.map((item) => ({ name: exportName(item), chunkId: other.id })))
    .filter(({ name }) => !own.has(name));
  const fileByExport = await services.analysis.findExports(
    attempt.root,
    planned.map(({ name }) => name),
  );
  return planned.filter(({ name }) => fileByExport[name] === undefined);
}

async function readContextFiles(
  { contextFiles }: Chunk,
  { tree }: AttemptWorktree,
): Promise<{ path: string; text: string | undefined }[]> {
  return Promise.all(contextFiles.map(async (path) => ({ path, text: await tree.readText(path) })));
}
