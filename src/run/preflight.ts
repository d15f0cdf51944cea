import type { Chunk, Condition, Contract } from '../contract/model.ts';
import { exportName } from '../contract/requirements.ts';
import type { AvailableExport } from '../history/chunk-context.ts';
import { didYouMean } from '../shared/nearest.ts';
import type { Blocker } from './result.ts';

export interface PreflightInput {
  readonly contract: Contract;
  readonly chunk: Chunk;
  /** How a chunk stands in the history; undefined where it was never run. */
  readonly stateOf: (chunkId: string) => { readonly status: string; readonly review: string | undefined } | undefined;
  /** Whether the asserts and creates of a chunk hold in the tree that the attempt starts from. */
  readonly holds: (chunk: Chunk) => Promise<boolean>;
  /** The file of that tree that exports a name. */
  readonly exportExists: (name: string) => Promise<{ readonly file: string } | undefined>;
  /** What the history says is available. */
  readonly recordedExports: readonly AvailableExport[];
  readonly fileExists: (path: string) => Promise<boolean>;
  /** What the rules of plans say of the chunk and no attempt can mend. */
  readonly planErrors: readonly Blocker[];
}

/** [ENF-GATE-1 to -4] Everything that stands in the way of a chunk, at once. The model is called only where it is empty. */
export async function preflight(input: PreflightInput): Promise<Blocker[]> {
  const { chunk } = input;
  return [
    ...(await dependencyBlockers(input)),
    ...(await collect(new Set(chunk.consumes.map(exportName)), (name) => exportBlocker(input, name))),
    ...(await collect(chunk.preconditions, (condition) => preconditionBlocker(input, condition))),
    ...input.planErrors,
  ];
}

async function collect<T>(items: Iterable<T>, check: (item: T) => Promise<Blocker | undefined>): Promise<Blocker[]> {
  const blockers: Blocker[] = [];
  for (const item of items) {
    const blocker = await check(item);
    if (blocker !== undefined) blockers.push(blocker);
  }
  return blockers;
}

function dependencyBlockers({ contract, chunk, stateOf, holds }: PreflightInput): Promise<Blocker[]> {
  return collect(new Set(chunk.dependsOn), async (id): Promise<Blocker | undefined> => {
    const dependency = contract.chunks.find((candidate) => candidate.id === id);
    if (dependency === undefined) {
      const guess = didYouMean(
        id,
        contract.chunks.filter((other) => other !== chunk).map((other) => other.id),
      );
      return {
        type: 'missing_dependency',
        chunkId: id,
        details: `The chunk depends on "${id}", and the contract has no chunk of that id.${guess} Correct dependsOn.`,
      };
    }
    const state = stateOf(id);
    if (state?.status === 'completed' && state.review === 'pass') return undefined;
    if (await holds(dependency)) return undefined;
    return { type: 'failed_chunk', chunkId: id, details: describeDependency(dependency, state) };
  });
}

function describeDependency(dependency: Chunk, state: ReturnType<PreflightInput['stateOf']>): string {
  const named = `The chunk "${dependency.title}" (${dependency.id}), which this one depends on,`;
  if (state === undefined) {
    return `${named} has not been run (status: pending), and what it must create does not hold in the tree. Run it first.`;
  }
  if (state.status !== 'completed') {
    return `${named} has the status "${state.status}", and what it must create does not hold in the tree. Run it again first.`;
  }
  switch (state.review) {
    case 'fail':
      return `${named} has the status "completed", but its result was discarded (review: fail). Run it again and accept its result.`;
    case 'pending':
      return `${named} has the status "completed", but its result waits for your review (review: pending). Accept it first.`;
    default:
      return `${named} has the status "completed", but its result never landed (review: ${state.review ?? 'none'}). Run it again first.`;
  }
}

async function exportBlocker(input: PreflightInput, name: string): Promise<Blocker | undefined> {
  if ((await input.exportExists(name)) !== undefined) return undefined;
  const creators = input.contract.chunks.filter((other) => other.creates.some((item) => exportName(item) === name));
  const creator = creators.find((other) => other !== input.chunk) ?? creators[0];
  const sentences = [
    `The chunk consumes "${name}", and no file of the tree exports it.`,
    recordOf(input.recordedExports, name),
    creator === undefined ? guessFor(input, name) : adviceOn(input.chunk, creator),
  ];
  return {
    type: 'missing_export',
    item: name,
    ...(creator === undefined || creator === input.chunk ? {} : { chunkId: creator.id }),
    details: sentences.filter((sentence) => sentence !== '').join(' '),
  };
}

function recordOf(recorded: readonly AvailableExport[], name: string): string {
  const record = recorded.findLast((one) => one.name === name);
  if (record === undefined) return '';
  const by = record.createdByChunk === undefined ? '' : ` of chunk "${record.createdByChunk}"`;
  return (
    `The history says otherwise: the recorded context${by} has it in ${record.file}. ` +
    'It has been renamed or removed since, or it is on another branch.'
  );
}

function adviceOn(chunk: Chunk, creator: Chunk): string {
  if (creator === chunk) return 'This chunk itself creates it: remove it from consumes.';
  const depends = chunk.dependsOn.includes(creator.id) ? '' : `, and add "${creator.id}" to dependsOn`;
  return `The chunk "${creator.title}" (${creator.id}) creates it: run that chunk first${depends}.`;
}

function guessFor({ contract, recordedExports }: PreflightInput, name: string): string {
  const creates = contract.chunks.flatMap((other) =>
    other.creates.map((item) => ({ name: exportName(item), by: `chunk "${other.title}" (${other.id}) creates that` })),
  );
  const recorded = recordedExports.map((one) => ({ name: one.name, by: `that is exported by ${one.file}` }));
  const known = [...creates, ...recorded];
  const guess = didYouMean(
    name,
    known.map((one) => one.name),
  );
  const match = known.find((one) => guess.includes(`"${one.name}"`));
  if (match === undefined) return 'No chunk of the contract creates it: correct consumes, or export it.';
  return `No chunk of the contract creates it.${guess} (${match.by})`;
}

/** [COMP-PRE] A false precondition is an error of the plan. */
async function preconditionBlocker(input: PreflightInput, condition: Condition): Promise<Blocker | undefined> {
  const exists = await input.fileExists(condition.path);
  if (exists === (condition.kind === 'file_exists')) return undefined;
  const why =
    condition.kind === 'file_exists'
      ? `there is no such file in the tree that the chunk starts from.${providerOf(input, condition.path)}`
      : 'that file exists already in the tree that the chunk starts from.';
  return {
    type: 'precondition',
    item: condition.path,
    details:
      `Plan error: the precondition ${condition.kind} "${condition.path}" is false: ${why} ` +
      'No retry can mend this: change the plan or the tree.',
  };
}

function providerOf({ contract, chunk }: PreflightInput, path: string): string {
  const provider = contract.chunks.find(
    (other) =>
      other !== chunk &&
      (other.postconditions.some((promise) => promise.kind === 'file_exists' && promise.path === path) ||
        other.allowedFiles.includes(path)),
  );
  return provider === undefined ? '' : ` The chunk "${provider.title}" (${provider.id}) is to create it: run it first.`;
}
