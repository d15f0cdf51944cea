import type { ContractDocument } from '../contract/document.ts';
import type { Chunk, Contract } from '../contract/model.ts';
import { exportName } from '../contract/requirements.ts';
import type { PromptInput } from '../prompts/build-prompt.ts';
import type { AttemptTree } from '../workspace/attempt-tree.ts';
import type { AvailableExport, ChunkContext } from '../history/chunk-context.ts';
import { accumulateContexts } from './context.ts';
import { promptImpact } from './prompt-impact.ts';
import type { RunServices } from './services.ts';

/**
 * Everything that the prompts of a chunk's attempts have in common. What the record says is available is only passed
 * on where the tree agrees: the section is headed "verified to exist".
 */
export async function gatherPromptInput(input: {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly attempt: AttemptTree;
  readonly maxAttempts: number;
  readonly start: { readonly passed: ReadonlySet<string> } | undefined;
  readonly services: RunServices;
}): Promise<Omit<PromptInput, 'retry'>> {
  const { contract, chunk, attempt, maxAttempts } = input;
  const context = await contextBefore(input);
  return {
    contract,
    chunk,
    context: { ...context, availableExports: await verifiedExports(input, context) },
    notYetCreated: await notYetCreated(input),
    contextFiles: await readContextFiles(chunk, attempt),
    impactSummary: await promptImpact({
      chunk,
      tree: attempt.tree,
      analysis: input.services.analysis,
      signal: input.services.signal,
    }),
    maxAttempts,
  };
}

async function contextBefore(input: {
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly start: { readonly passed: ReadonlySet<string> } | undefined;
  readonly services: RunServices;
}): Promise<ChunkContext> {
  const { contract, chunk, services, start } = input;
  const states = await services.history.chunkStates(contract.spec.id);
  const records = await services.history.contextsOf(contract.spec.id);
  const counted = records.filter(
    ({ chunkId }) =>
      chunkId !== chunk.id && (states.get(chunkId)?.status === 'completed' || start?.passed.has(chunkId) === true),
  );
  return accumulateContexts(counted.map((record) => record.context));
}

/** The recorded exports that the tree really has, and the consumed ones that it has without a record. */
async function verifiedExports(
  { chunk, attempt, services }: { chunk: Chunk; attempt: AttemptTree; services: RunServices },
  context: ChunkContext,
): Promise<AvailableExport[]> {
  const consumed = chunk.consumes.map(exportName);
  const found = await services.analysis.findExports(attempt.root, consumed);
  const consumedFiles = consumed.flatMap((name) => found[name] ?? []);
  const files = [...new Set([...context.availableExports.map((available) => available.file), ...consumedFiles])];
  const modules = new Map(
    (await services.analysis.exportsOf(attempt.root, files)).map((module) => [module.file, module.exports]),
  );
  const verified: AvailableExport[] = [];
  for (const available of context.availableExports) {
    const now = modules.get(available.file)?.find((candidate) => candidate.name === available.name);
    if (now !== undefined) verified.push({ ...available, from: now.specifier });
  }
  for (const name of consumed) {
    const file = found[name];
    if (file === undefined || verified.some((available) => available.name === name)) continue;
    const now = modules.get(file)?.find((candidate) => candidate.name === name);
    if (now !== undefined)
      verified.push({ name, from: now.specifier, type: now.kind, file, createdByChunk: undefined });
  }
  return verified;
}

/** What other chunks of the contract will create and the tree does not have. */
async function notYetCreated(input: {
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly attempt: AttemptTree;
  readonly services: RunServices;
}): Promise<{ name: string; chunkId: string }[]> {
  const { contract, chunk, attempt, services } = input;
  const own = new Set(chunk.creates.map(exportName));
  const coming = contract.chunks
    .filter((other) => other !== chunk)
    .flatMap((other) => other.creates.map((item) => ({ name: exportName(item), chunkId: other.id })))
    .filter((item) => !own.has(item.name));
  const found = await services.analysis.findExports(
    attempt.root,
    coming.map((item) => item.name),
  );
  return coming.filter((item) => found[item.name] === undefined);
}

async function readContextFiles(
  chunk: Chunk,
  attempt: AttemptTree,
): Promise<{ path: string; text: string | undefined }[]> {
  return Promise.all(chunk.contextFiles.map(async (path) => ({ path, text: await attempt.tree.readText(path) })));
}
