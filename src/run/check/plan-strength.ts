import { createPathMatcher } from '../../contract/globs/path-matcher.ts';
import type { ContractDocument, DataPath } from '../../contract/document.ts';
import type { Chunk, Contract, Gate } from '../../contract/model.ts';
import { isAnsweredByFiles } from '../../contract/fingerprint.ts';
import { requirementsOf } from '../../contract/requirements.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { selectGates } from '../../verdicts/gates/select-gates.ts';
import { measureStrength, type ChunkStrength } from '../../verdicts/plan/strength/chunk-strength.ts';
import { toPlanPath } from '../../verdicts/plan/facts/plan-path.ts';
import { Git } from '../../workspace/git/git.ts';
import { findReviewBase } from '../review/review-base.ts';
import { checkFilesAlone } from './check-files-alone.ts';
import type { Analysis } from '../../verdicts/analysis/analysis.ts';
import type { Configuration } from '../../workspace/configuration/configuration.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { Repository } from '../../workspace/repository.ts';

export interface StrengthSources {
  readonly tree: SourceTree;
  readonly analysis: Analysis;
  configuration(): Promise<Pick<Configuration, 'forge'>>;
  repository(): Promise<Repository>;
}

export interface StrengthQuestion {
  readonly sharedGates: readonly Gate[];
  /** The chunks whose work has landed. */
  readonly landed: ReadonlySet<string>;
}

/**
 * [BITE-2] The strength of each chunk whose work has not begun: it has not landed, and none of its files has changed since the
 * merge base, so that the current files answer for the base.
 */
export async function measureStrengthsOf(
  sources: StrengthSources,
  document: ContractDocument,
  { sharedGates, landed }: StrengthQuestion,
): Promise<readonly ChunkStrength[]> {
  const { contract } = document;
  if (contract === undefined) return [];
  const open = contract.chunks.filter(({ id }) => !landed.has(id));
  if (open.length === 0) return [];
  const changed = await listChangedFiles(sources);
  if (changed === undefined) return [];
  const isContract = (file: string): boolean => file === document.file;
  const strengths: ChunkStrength[] = [];
  for (const chunk of open) {
    const isAllowed = chunk.allowedFiles.length === 0 ? () => true : createPathMatcher(chunk.allowedFiles);
    if (changed.some((file) => !isContract(file) && isAllowed(file))) continue;
    // A rule reports a path that leads out of the tree.
    if (chunk.postconditions.some(({ path }) => toPlanPath(path) === undefined)) continue;
    strengths.push(await measureChunk(sources, document, contract, chunk, sharedGates));
  }
  return strengths;
}

async function measureChunk(
  sources: StrengthSources,
  document: ContractDocument,
  contract: Contract,
  chunk: Chunk,
  sharedGates: readonly Gate[],
): Promise<ChunkStrength> {
  const { assertResults } = await checkFilesAlone(sources, document, contract, chunk);
  const answered = requirementsOf(contract, chunk).filter(
    ({ assertion }) => assertion.type === 'assert' && isAnsweredByFiles(contract, assertion),
  );
  const holds = new Map(
    answered.map(({ origin }, index) => {
      const result = assertResults[index];
      return [keyOf(origin), result === undefined || result.untrusted === true ? undefined : result.passed];
    }),
  );
  const existing = new Set<string>();
  for (const { path } of chunk.postconditions) {
    if ((await sources.tree.kindOf(path)) === 'file') existing.add(path);
  }
  return measureStrength(
    contract,
    chunk,
    selectGates(contract, chunk, sharedGates).map(({ gate }) => gate),
    {
      holds: (path) => holds.get(keyOf(path)),
      conditionHolds: ({ kind, path }) => existing.has(path) === (kind === 'file_exists'),
    },
  );
}

function keyOf(path: DataPath): string {
  return JSON.stringify(path);
}

/** The files that differ from the merge base with the default branch; `undefined` if there is none. */
async function listChangedFiles(sources: StrengthSources): Promise<readonly string[] | undefined> {
  const repository = await sources.repository();
  const signal = new AbortController().signal;
  const head = await repository.commits?.head(signal);
  if (head === undefined) return undefined;
  const git = new Git(repository.folder);
  try {
    const configuration = await sources.configuration();
    const { commit } = await findReviewBase(git, head, { base: undefined, configuration, signal });
    const action = 'list the files that differ from the merge base';
    const lists = await Promise.all([
      git.text(['diff', '--name-only', '--no-renames', '--relative', '-z', commit, '--', '.'], { action, signal }),
      git.text(['ls-files', '--others', '--exclude-standard', '-z', '--', '.'], { action, signal }),
    ]);
    return lists.flatMap((list) => list.split('\0')).filter((file) => file !== '');
  } catch (thrown) {
    // Without a default branch, nothing shows where the work began.
    if (thrown instanceof HoldfastError && thrown.code === 'git') return undefined;
    throw thrown;
  }
}
