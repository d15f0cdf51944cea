import { parseContractData, valueAt } from '../../contract/edit/contract-data.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { Chunk, Contract, Gate } from '../../contract/model.ts';
import { applyFix } from '../../verdicts/plan/apply-fixes.ts';
import { findCodeErrors } from '../../verdicts/plan/facts/code-errors.ts';
import { toPlanPath } from '../../verdicts/plan/facts/plan-path.ts';
import type { PlanFix } from '../../verdicts/plan/fix/plan-fix.ts';
import type { ChunkStrength } from '../../verdicts/plan/strength/chunk-strength.ts';
import { proposeStrengthFixes, type StatedRedFirst } from '../../verdicts/plan/findings/strength-fixes.ts';
import { measureChunk, type MeasuredChunk, type StrengthTree } from './measure-chunk.ts';
import { readCurrentChange, type CurrentChangeSources } from './current-change.ts';

export type StrengthSources = StrengthTree & CurrentChangeSources;

export interface StrengthQuestion {
  readonly sharedGates: readonly Gate[];
  /** The chunks whose work has landed. */
  readonly landed: ReadonlySet<string>;
  /** The chunk that gets proposals, however large its contract is. */
  readonly raise?: string | undefined;
}

/** The most chunks of a contract for which fixes are proposed without a request: each proposal is tried on the whole contract. */
const MOST_PROPOSED = 50;

/**
 * [BITE-2] The strength of each chunk whose work has not begun, so that the current files answer for the base. What fails is not
 * done. What holds may be the work, if the chunk is older than the current change, or if the change has written a file of it: then
 * nothing is said of the chunk.
 */
export async function measureStrengthsOf(
  sources: StrengthSources,
  document: ContractDocument,
  { sharedGates, landed, raise }: StrengthQuestion,
): Promise<readonly ChunkStrength[]> {
  const { contract } = document;
  if (contract === undefined) return [];
  const open = contract.chunks.filter(({ id }) => !landed.has(id));
  if (open.length === 0) return [];
  const change = await readCurrentChange(sources, document);
  if (change === undefined) return [];
  const strengths: ChunkStrength[] = [];
  for (const chunk of open) {
    // A rule reports a path that leads out of the tree.
    if (chunk.postconditions.some(({ path }) => toPlanPath(path) === undefined)) continue;
    const measured = { document, contract, chunk, sharedGates };
    const { strength, mayBeDone } = await measureChunk(sources, measured);
    if (mayBeDone && change.mayHaveBegun(chunk)) continue;
    const proposes = chunk.id === raise || contract.chunks.length <= MOST_PROPOSED;
    strengths.push(proposes ? { ...strength, fixes: await proposeFixes(sources, measured, strength) } : strength);
  }
  return strengths;
}

async function proposeFixes(
  sources: StrengthSources,
  measured: MeasuredChunk,
  strength: ChunkStrength,
): Promise<readonly PlanFix[]> {
  const { document, contract, chunk, sharedGates } = measured;
  if (document.form === 'plan') return [];
  const isRaisedBy = async (fix: PlanFix): Promise<boolean> => {
    const text = applyFix(document, fix);
    const fixed = text === undefined ? undefined : await sources.contracts.parse(document.file, text);
    const changed = fixed?.contract?.chunks.find(({ id }) => id === chunk.id);
    if (fixed?.contract === undefined || changed === undefined) return false;
    if (await makesInvalid(sources, { document, fixed }, fix)) return false;
    const again = { document: fixed, contract: fixed.contract, chunk: changed, sharedGates };
    return (await measureChunk(sources, again)).strength.failing > strength.failing;
  };
  const redFirst = readRedFirst(document, contract, chunk);
  return proposeStrengthFixes({ contract, chunk, strength, tree: sources.tree, redFirst, isRaisedBy });
}

/** Whether a fix brings an error, or code that its language cannot read. */
async function makesInvalid(
  { analysis }: StrengthSources,
  { document, fixed }: { readonly document: ContractDocument; readonly fixed: ContractDocument },
  fix: PlanFix,
): Promise<boolean> {
  const errorsOf = ({ problems }: ContractDocument): number =>
    problems.filter(({ severity }) => severity === 'error').length;
  if (fixed.contract === undefined || errorsOf(fixed) > errorsOf(document)) return true;
  const errors = await findCodeErrors(fixed.contract, (codes) => analysis.findCodeErrors(codes));
  return errors.some(({ at }) => fix.edits.some(({ path }) => path.every((key, index) => key === at[index])));
}

/** What the text says about red first. The reader has written what applies into each command. */
function readRedFirst(document: ContractDocument, contract: Contract, chunk: Chunk): StatedRedFirst {
  const data = parseContractData(document);
  const at = ['chunks', contract.chunks.indexOf(chunk)];
  const ofContract = valueAt(data, ['redFirst']);
  const ofChunk = valueAt(data, [...at, 'redFirst']);
  const stated = ofChunk ?? ofContract;
  const isWaivedAt = (index: number): boolean =>
    valueAt(data, [...at, 'acceptanceCommands', index, 'redFirst']) === false;
  return {
    byDefault: typeof stated === 'boolean' ? stated : contract.version >= 3,
    isWaived: ofChunk === false,
    waived: new Set(chunk.acceptanceCommands.map((_, index) => index).filter(isWaivedAt)),
  };
}
