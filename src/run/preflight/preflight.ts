import { orderByDependencies } from '../../contract/dependency-order.ts';
import type { Chunk, Condition, Contract } from '../../contract/model.ts';
import { exportName, isSuperseded } from '../../contract/requirements.ts';
import type { AvailableExport } from '../../history/records/chunk-context.ts';
import type { ChunkState } from '../../history/records/chunks.ts';
import type { PastWork } from '../../verdicts/plan/check-plan.ts';
import { findNearest } from '../../foundation/name-suggestions.ts';
import { normalizeRelative } from '../../workspace/files/safe-path.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import { readLandedChunks } from '../records/landed-chunks.ts';
import { namesWorkspaceValidator } from '../records/chunk-fingerprint.ts';
import type { Blocker } from '../report/run-result.ts';
import type { ChunkRunInput } from '../services/chunk-run-input.ts';
import { ChunkCompletion } from '../validation/chunk-completion.ts';
import type { PlanVerdict } from './plan-findings.ts';

export interface ChunkPreflightInput extends Pick<
  ChunkRunInput,
  'document' | 'contract' | 'sharedGates' | 'chunk' | 'passedEarlier' | 'skip' | 'services'
> {
  readonly attempt: AttemptWorktree;
  readonly runId?: string | undefined;
  readonly start: { readonly passed: ReadonlySet<string> } | undefined;
  readonly plan: PlanVerdict;
}

/** Finds everything that blocks a chunk in its base tree. The model is not called. */
export async function preflightChunk(input: ChunkPreflightInput): Promise<readonly Blocker[]> {
  const { contract, chunk, attempt, services } = input;
  const { analysis, history } = services;
  const exportingFiles = await analysis.findExports(attempt.root, chunk.consumes.map(exportName), []);
  const states = await history.readChunkStates(contract.spec.id);
  const recorded = await history.listContexts(contract.spec.id);
  return findBlockers({
    contract,
    chunk,
    pastWork: await readPastWork(input),
    stateOf: (id) => states.get(id),
    dependencyState: (dependency) => readDependencyState(input, dependency),
    findExport: (name) => {
      const file = exportingFiles[name];
      return Promise.resolve(file === undefined ? undefined : { file });
    },
    recordedExports: recorded.flatMap((record) => record.context.availableExports),
    fileExists: (path) => fileExists(input, path),
    plan: input.plan,
  });
}

/**
 * [DONE-2] What explains that preconditions do not hold in the base tree. Only the work that the chunk itself has landed is
 * exempt, with any fingerprint; and a person can skip what is satisfied. Only read if it matters.
 */
async function readPastWork(input: ChunkPreflightInput): Promise<PreflightInput['pastWork']> {
  const { contract, chunk, skip, services } = input;
  if (chunk.preconditions.length === 0) return 'none';
  if ((await readLandedChunks(services, contract.spec.id)).has(chunk.id)) return 'landed';
  if ((await completionOf(input, chunk).verdict()) === 'satisfied')
    return skip === 'satisfied' ? 'accepted' : 'satisfied';
  return (await services.repository.commits?.isShallow()) === true ? 'unknown' : 'none';
}

/** Judges a chunk in the worktree. Validators of the workspace are programs, which could write to it. */
function completionOf(input: ChunkPreflightInput, chunk: Chunk): ChunkCompletion {
  const { contract, attempt } = input;
  if (namesWorkspaceValidator({ contract, chunk, gates: [] })) attempt.markUsed();
  return new ChunkCompletion({ ...input, tree: attempt.tree }, chunk);
}

/**
 * What the base tree says about a dependency. `unrecorded`: the tree cannot answer, and neither a record nor this run says
 * that the dependency passed.
 */
export type DependencyState = 'met' | 'unsatisfied' | 'unrecorded';

/** [ENF-GATE-2] The tree outweighs the history: a record counts only for what the tree cannot answer. */
async function readDependencyState(input: ChunkPreflightInput, dependency: Chunk): Promise<DependencyState> {
  const completion = completionOf(input, dependency);
  const verdict = await completion.verdict();
  if (verdict === 'satisfied') return 'met';
  const needsRecord = verdict === 'unverified' || isSuperseded(input.contract, dependency);
  if (!needsRecord) return 'unsatisfied';
  const passedEarlier = [input.passedEarlier, input.start?.passed].some((passed) => passed?.has(dependency.id));
  return passedEarlier || (await completion.record()) !== undefined ? 'met' : 'unrecorded';
}

/** Whether a file exists in the base, or in the user's tree if git ignores it there: a base has no ignored files. */
async function fileExists({ attempt, services }: ChunkPreflightInput, path: string): Promise<boolean> {
  if ((await attempt.tree.kindOf(path)) === 'file') return true;
  const { repository, signal, termsFolder } = services;
  if (termsFolder !== undefined) return false;
  if ((await repository.tree.kindOf(path)) !== 'file') return false;
  return repository.isIgnored(path, signal);
}

/** What preflight needs to know about the base tree and the history. */
export interface PreflightInput {
  readonly contract: Contract;
  readonly chunk: Chunk;
  /**
   * What explains that preconditions do not hold in the base tree. `accepted`: the tree satisfies the chunk without a record, and
   * the caller accepts that.
   */
  readonly pastWork: PastWork | 'accepted';
  /** Undefined if the chunk has never run. */
  readonly stateOf: (chunkId: string) => Pick<ChunkState, 'status' | 'review'> | undefined;
  /** What the base tree, and for what it cannot answer the records, say about a dependency. */
  readonly dependencyState: (chunk: Chunk) => Promise<DependencyState>;
  /** The file of the base tree that exports a name; undefined if there is none. */
  readonly findExport: (name: string) => Promise<{ readonly file: string } | undefined>;
  /** The available exports according to the history. */
  readonly recordedExports: readonly AvailableExport[];
  readonly fileExists: (path: string) => Promise<boolean>;
  /** What the plan rules say about the chunk. */
  readonly plan: Pick<PlanVerdict, 'blockers' | 'allowedPreconditions'>;
}

/** [ENF-GATE-1 to -4] Everything that blocks a chunk. The model is called only if the list is empty. */
export async function findBlockers(input: PreflightInput): Promise<Blocker[]> {
  const { chunk, pastWork } = input;
  const preconditions = pastWork === 'landed' || pastWork === 'accepted' ? [] : chunk.preconditions;
  return [
    ...(await collectBlockers(new Set(chunk.dependsOn), (id) => findDependencyBlocker(input, id))),
    ...(await collectBlockers(new Set(chunk.consumes.map(exportName)), (name) => findExportBlocker(input, name))),
    ...(await collectBlockers(preconditions, (condition) => findPreconditionBlocker(input, condition))),
    ...input.plan.blockers,
  ];
}

async function collectBlockers<T>(
  items: Iterable<T>,
  check: (item: T) => Promise<Blocker | undefined>,
): Promise<Blocker[]> {
  const blockers: Blocker[] = [];
  for (const item of items) {
    const blocker = await check(item);
    if (blocker !== undefined) blockers.push(blocker);
  }
  return blockers;
}

async function findDependencyBlocker(
  { contract, chunk, stateOf, dependencyState }: PreflightInput,
  id: string,
): Promise<Blocker | undefined> {
  const dependency = contract.chunks.find((candidate) => candidate.id === id);
  if (dependency === undefined) {
    const others = contract.chunks.filter((other) => other !== chunk);
    const suggestion = findNearest(
      id,
      others.map((other) => other.id),
    );
    const sentences = [
      `Unknown chunk "${id}" in dependsOn.`,
      ...(suggestion === undefined ? [] : [`Did you mean "${suggestion}"?`]),
      'Correct dependsOn.',
    ];
    return { type: 'missing_dependency', chunkId: id, details: sentences.join(' ') };
  }
  const dependencyInTree = await dependencyState(dependency);
  if (dependencyInTree === 'met') return undefined;
  const cycle = orderByDependencies(contract.chunks).cycles.find((ids) => ids.includes(chunk.id) && ids.includes(id));
  if (cycle !== undefined) {
    const details = `Dependency cycle: ${[...cycle, ...cycle.slice(0, 1)].join(' → ')}. Remove one of these dependencies.`;
    return { type: 'missing_dependency', chunkId: id, details };
  }
  return { type: 'failed_chunk', chunkId: id, details: describeDependency(dependency, stateOf(id), dependencyInTree) };
}

function describeDependency(
  { id, title }: Chunk,
  state: ReturnType<PreflightInput['stateOf']>,
  inTree: Exclude<DependencyState, 'met'>,
): string {
  const subject = `The chunk "${title}" (${id}), which this chunk depends on,`;
  const finding =
    inTree === 'unsatisfied'
      ? 'its asserts or postconditions do not hold in the tree'
      : 'no record that is still in effect says that it passed';
  if (state === undefined) return `${subject} has not been run (status: pending), and ${finding}. Run it first.`;
  if (state.status !== 'completed') {
    return `${subject} has the status "${state.status}", and ${finding}. Run it again first.`;
  }
  switch (state.review) {
    case 'pass':
      return `${subject} passed earlier (review: pass), but ${finding}. Run it again first.`;
    case 'fail':
      return `${subject} has the status "completed", but its result was discarded (review: fail). Run it again and accept its result.`;
    case 'pending':
      return `${subject} has the status "completed", but its result waits for your review (review: pending). Accept it first.`;
    default:
      return `${subject} has the status "completed", but its result never landed (review: ${state.review ?? 'none'}). Run it again first.`;
  }
}

async function findExportBlocker(input: PreflightInput, name: string): Promise<Blocker | undefined> {
  if ((await input.findExport(name)) !== undefined) return undefined;
  const creators = input.contract.chunks.filter((other) => other.creates.some((item) => exportName(item) === name));
  const creator = creators.find((other) => other !== input.chunk) ?? creators[0];
  const sentences = [
    `The chunk consumes "${name}", but no file exports it.`,
    describeRecord(input.recordedExports, name),
    creator === undefined ? suggestName(input, name) : suggestCreator(input.chunk, creator),
  ];
  return {
    type: 'missing_export',
    item: name,
    ...(creator === undefined || creator === input.chunk ? {} : { chunkId: creator.id }),
    details: sentences.filter((sentence) => sentence !== '').join(' '),
  };
}

function describeRecord(recorded: readonly AvailableExport[], name: string): string {
  const record = recorded.findLast((one) => one.name === name);
  if (record === undefined) return '';
  const origin = record.createdByChunk === undefined ? '' : `, created by chunk "${record.createdByChunk}"`;
  return (
    `The history lists it in ${record.file}${origin}. ` + 'It was renamed or removed later, or it is on another branch.'
  );
}

function suggestCreator(chunk: Chunk, creator: Chunk): string {
  if (creator === chunk) return 'This chunk creates it itself: remove it from consumes.';
  const suffix = chunk.dependsOn.includes(creator.id) ? '' : `, and add "${creator.id}" to dependsOn`;
  return `The chunk "${creator.title}" (${creator.id}) creates it: run that chunk first${suffix}.`;
}

function suggestName({ contract, recordedExports }: PreflightInput, name: string): string {
  const created = contract.chunks.flatMap((other) =>
    other.creates.map((item) => ({
      name: exportName(item),
      origin: `created by chunk "${other.title}" (${other.id})`,
    })),
  );
  const recorded = recordedExports.map((one) => ({ name: one.name, origin: `exported by ${one.file}` }));
  const candidates = [...created, ...recorded];
  const suggestion = findNearest(
    name,
    candidates.map((candidate) => candidate.name),
  );
  const match = candidates.find((candidate) => candidate.name === suggestion);
  if (match === undefined) return 'No chunk of the contract creates it: correct consumes, or export it.';
  return `No chunk of the contract creates it. Did you mean "${match.name}"? (${match.origin})`;
}

/** [COMP-PRE] A false precondition is an error of the plan. */
async function findPreconditionBlocker(input: PreflightInput, { kind, path }: Condition): Promise<Blocker | undefined> {
  const exists = await input.fileExists(path);
  if (exists === (kind === 'file_exists') || input.plan.allowedPreconditions.has(normalizeRelative(path))) {
    return undefined;
  }
  const reason =
    kind === 'file_exists' ? `the file does not exist.${suggestProvider(input, path)}` : 'the file already exists.';
  return {
    type: 'precondition',
    item: path,
    details:
      `Plan error: the precondition ${kind} "${path}" is false before the chunk starts: ${reason} ` +
      describeRemedy(input.pastWork, input.chunk),
  };
}

function describeRemedy(pastWork: PreflightInput['pastWork'], { id }: Chunk): string {
  if (pastWork === 'satisfied') {
    return (
      'The tree satisfies the chunk, but no record says that the chunk did that. If its work is done, record it with ' +
      `"holdfast record <contract> --chunk ${id}", or skip it with --skip-satisfied. Otherwise change the plan or the tree.`
    );
  }
  const fetch =
    pastWork === 'unknown' ? ' This clone is shallow: if the chunk has landed, "git fetch --unshallow" shows it.' : '';
  return `No retry can fix this: change the plan or the tree.${fetch}`;
}

function suggestProvider({ contract, chunk }: PreflightInput, path: string): string {
  const provider = contract.chunks.find(
    (other) =>
      other !== chunk &&
      (other.postconditions.some((condition) => condition.kind === 'file_exists' && condition.path === path) ||
        other.allowedFiles.includes(path)),
  );
  return provider === undefined
    ? ''
    : ` The chunk "${provider.title}" (${provider.id}) creates it: run that chunk first.`;
}
