import type { Analysis } from '../../verdicts/analysis/analysis.ts';
import type { Configuration } from '../../workspace/configuration/configuration.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { Chunk } from '../../contract/model.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { History } from '../../history/history.ts';
import { checkPlan, type PlanCheck, type PlanInput } from '../../verdicts/plan/check-plan.ts';
import { readPlanSituation } from '../../verdicts/plan/plan-situation.ts';
import { requiredResults, verdictOf } from '../../foundation/verdict.ts';
import { detectTestCommand } from '../../verdicts/test-runners/detect-test-command.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { ChunkStrength } from '../../verdicts/plan/strength/chunk-strength.ts';
import { measureStrengthsOf } from '../strength/plan-strength.ts';
import { readLandedChunks } from '../records/landed-chunks.ts';
import type { FolderContracts } from '../services/folder-services.ts';
import { checkFilesAlone } from '../validation/check-files-alone.ts';

export interface PlanSources {
  readonly tree: SourceTree;
  readonly contracts: FolderContracts;
  readonly analysis: Analysis;
  configuration(): Promise<Pick<Configuration, 'attempt' | 'contracts' | 'forge' | 'plans'>>;
  repository(): Promise<Repository>;
  /** Undefined if there is none yet. */
  history(): Promise<History | undefined>;
}

export interface PlanCheckOptions {
  /** The text to check instead of the file's own. */
  readonly text?: string | undefined;
  /** A chunk whose strength a person wants to raise: it gets proposals in a contract of any size. */
  readonly raise?: string | undefined;
}

/** A parsed plan with the findings of its rules. */
export type CheckedPlan = PlanCheck & { readonly document: ContractDocument };

/** Checks a plan against the current tree. Runs no command and writes nothing. */
export async function checkPlanFile(
  sources: PlanSources,
  file: string,
  { text, raise }: PlanCheckOptions,
): Promise<CheckedPlan> {
  const { contracts } = sources;
  const document = text === undefined ? await contracts.read(file) : await contracts.parse(file, text);
  const sharedGates = await contracts.readSharedGates(document);
  const measureStrengths = async (measured: ContractDocument): Promise<readonly ChunkStrength[]> =>
    measureStrengthsOf(sources, measured, { sharedGates, landed: await readLanded(sources, measured), raise });
  const check = await checkPlan({ ...(await readSituation(sources)), document, sharedGates, measureStrengths });
  return { ...check, document };
}

/** What the rules of a plan need to know of its tree and its past. */
export async function readSituation(sources: PlanSources): Promise<Omit<PlanInput, 'document'>> {
  const { attempt } = await sources.configuration();
  const { tree, analysis } = sources;
  const situation = await readPlanSituation(tree, analysis, { setup: attempt.setup });
  let landed: Promise<ReadonlySet<string>> | undefined;
  return {
    ...situation,
    findTestCommand: async () => (await detectTestCommand(tree))?.command,
    readPastWork: async (document, chunk) => {
      landed ??= readLanded(sources, document);
      if ((await landed).has(chunk.id)) return 'landed';
      if ((await findHistory(sources)) === 'unreadable') return 'unknown';
      if (await (await sources.repository()).commits?.isShallow()) return 'unknown';
      return (await isSatisfiedInFiles(sources, document, chunk)) ? 'satisfied' : 'none';
    },
  };
}

/** The chunks that have landed, by the commits, and by the history if it can be read. */
async function readLanded(sources: PlanSources, { contract }: ContractDocument): Promise<ReadonlySet<string>> {
  if (contract === undefined) return new Set();
  const [repository, history] = await Promise.all([sources.repository(), findHistory(sources)]);
  return readLandedChunks({ repository, history: history === 'unreadable' ? undefined : history }, contract.spec.id);
}

/** The check of a plan does not need the history, so a damaged one is not an error. */
async function findHistory(sources: PlanSources): Promise<History | 'unreadable' | undefined> {
  try {
    return await sources.history();
  } catch (thrown) {
    if (thrown instanceof HoldfastError && thrown.code === 'storage') return 'unreadable';
    throw thrown;
  }
}

/** Whether the tree satisfies a chunk, as far as files can show it. */
async function isSatisfiedInFiles(sources: PlanSources, document: ContractDocument, chunk: Chunk): Promise<boolean> {
  const { contract } = document;
  if (contract === undefined) return false;
  const checked = await checkFilesAlone(sources, document, contract, chunk);
  return verdictOf(requiredResults(checked).filter(({ untrusted }) => !untrusted)) === 'satisfied';
}
