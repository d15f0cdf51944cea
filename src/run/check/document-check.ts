import type { Configuration } from '../../workspace/configuration/configuration.ts';
import { indexContract } from '../../contract/contract-index.ts';
import type { Chunk, Contract, Gate } from '../../contract/model.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { ChunkCheckResult } from '../../verdicts/checks/interfaces/result.ts';
import { compareClaims, type PlanClaims } from '../contracts/plan-claims.ts';
import { checkChunk } from '../validation/check-chunk.ts';
import { findById } from '../../foundation/index-by-id.ts';
import type { Base } from '../../workspace/git/snapshot.ts';
import type { CheckOptions, ChunkCheck, ContractCheck } from './check-types.ts';
import { openUserTree, UserTreeCopy, type CheckedTree } from './checked-tree.ts';
import type { CheckServices } from './check-services.ts';
import { describeSkippedParts, describeSkippedStages } from './skipped-parts.ts';

const RESTRICTED_NOTE =
  'The workspace is not trusted: only the checks that read files ran. Checks that run commands, send requests or load validators were skipped and count as not passed.';

export interface ContractCheckOptions extends CheckOptions {
  readonly trusted: boolean;
  /** The snapshot that a full check judges. Default: one of the user's current tree. */
  readonly base?: Base | undefined;
}

/** What is judged instead of the files on disk, with its own contracts, gates and configuration. */
export interface CheckedSnapshot {
  readonly snapshot: Base;
  readonly sharedGates: readonly Gate[];
  readonly configuration: Configuration;
  /** The text of the shared configuration. */
  readonly configurationText: string | undefined;
  readonly tree: CheckedTree;
}

export interface DocumentCheckOptions extends ContractCheckOptions {
  /** What is judged instead of the files on disk. */
  readonly of?: CheckedSnapshot | undefined;
}

interface CheckedChunks {
  readonly chunks: readonly ChunkCheck[];
  readonly notes: readonly string[];
}

/** Judges the chunks of a contract, in the files on disk or in a snapshot. */
export async function checkDocument(
  services: CheckServices,
  document: ContractDocument,
  options: DocumentCheckOptions,
): Promise<ContractCheck> {
  const { contract } = document;
  const hasErrors = contract === undefined || document.problems.some(({ severity }) => severity === 'error');
  // The commands of a contract with errors do not run, neither here nor in a run.
  const check = options.full === true && !hasErrors ? checkFully : checkFiles;
  const { chunks: judged, notes } =
    contract === undefined ? { chunks: [], notes: [] } : await check(services, document, contract, options);
  const chunks = judged.map((one) => markSuperseded(one, contract, judged));
  const failing = options.strict === true ? ['unsatisfied', 'unverified'] : ['unsatisfied'];
  const claims = await compareClaims(options.of?.tree.tree ?? services.tree, document, chunks);
  return {
    document,
    problems: document.problems,
    chunks,
    ok:
      !hasErrors &&
      (isTrue(claims, options.strict === true) ||
        chunks.every(({ verdict, supersededBy }) => supersededBy !== undefined || !failing.includes(verdict))),
    ...(claims === undefined ? {} : { claims }),
    notes: [...(options.trusted ? [] : [RESTRICTED_NOTE]), ...notes],
  };
}

/** Open tasks fail nothing, and a check that could not be evaluated proves nothing about a ticked one. */
function isTrue(claims: PlanClaims | undefined, strict: boolean): boolean {
  return claims?.untrue.length === 0 && !(strict && claims.undecided.length > 0);
}

/** [DONE-8] A later chunk may break what a chunk that it supersedes requires. A tree does not show whether that was done before. */
export function markSuperseded(
  check: ChunkCheck,
  contract: Contract | undefined,
  checks: readonly ChunkCheck[],
): ChunkCheck {
  if (check.verdict !== 'unsatisfied') return check;
  const successors = contract === undefined ? [] : (indexContract(contract).successors.get(check.id) ?? []);
  const successor = successors.find(({ id }) => findById(checks, id)?.verdict === 'satisfied');
  return successor === undefined ? check : { ...check, verdict: 'unverified', supersededBy: successor.id };
}

async function checkFiles(
  services: CheckServices,
  document: ContractDocument,
  contract: Contract,
  options: DocumentCheckOptions,
): Promise<CheckedChunks> {
  const { of } = options;
  const configuration = of?.configuration ?? (await services.configuration());
  const chunks: ChunkCheck[] = [];
  const selected = selectChunks(contract, options.chunk);
  using account = services.models.openCheckAccount();
  await using copy = new UserTreeCopy(services, configuration, options.signal ?? new AbortController().signal);
  const { tree, stepsOf } = of?.tree ?? openUserTree(services, configuration, (one) => copy.openForSteps(one));
  for (const [index, chunk] of selected.entries()) {
    services.onProgress({ what: `Checking chunks of ${document.file}`, done: index, total: selected.length });
    const checked: ChunkCheckResult = await checkChunk({
      document,
      contract,
      chunk,
      analysis: services.analysis,
      tree,
      trusted: options.trusted,
      judgeAccount: account.id,
      commandTimeoutMs: configuration.limits.commandTimeoutSeconds * 1000,
      ...(await stepsOf(contract)),
      signal: options.signal,
    });
    chunks.push({ id: chunk.id, title: chunk.title, ...services.secrets.redactReport(checked) });
  }
  const sharedGates = of?.sharedGates ?? (await readSharedGates(services, document));
  const setup = configuration.attempt.setup;
  return { chunks, notes: describeSkippedParts({ document, contract, chunks: selected, sharedGates, setup }) };
}

async function checkFully(
  services: CheckServices,
  document: ContractDocument,
  contract: Contract,
  options: DocumentCheckOptions,
): Promise<CheckedChunks> {
  const { of, signal = new AbortController().signal, onEvent = () => undefined } = options;
  const runServices =
    of === undefined
      ? await services.openCheckServices(signal, onEvent)
      : {
          ...(await services.openCheckServicesOf(of.configurationText, signal, onEvent)),
          termsFolder: of.tree.tree.root,
        };
  const sharedGates = of?.sharedGates ?? (await services.contracts.readSharedGates(document));
  const selected = selectChunks(contract, options.chunk);
  const { checkTree } = await import('../full-check/check-tree.ts');
  const checked = await checkTree({
    document,
    contract,
    sharedGates,
    chunks: selected,
    judge: options.judge === true,
    base: of?.snapshot ?? options.base,
    services: runServices,
  });
  const results = services.secrets.redactReport(checked.chunks);
  const chunks = selected.flatMap(({ id, title }, index): ChunkCheck[] => {
    const checkedChunk = results[index];
    if (checkedChunk === undefined) return [];
    const { commands, problems, gates, ...result } = checkedChunk;
    return [{ id, title, ...result, full: { commands, problems, gates } }];
  });
  return { chunks, notes: [...checked.notes, ...describeSkippedStages(document, contract, selected, chunks)] };
}

/** Gate files with errors are problems of a run; a check of files names the gates that it knows. */
async function readSharedGates(services: CheckServices, document: ContractDocument): Promise<readonly Gate[]> {
  try {
    return await services.contracts.readSharedGates(document);
  } catch {
    return [];
  }
}

function selectChunks(contract: Contract, id: string | undefined): readonly Chunk[] {
  return id === undefined ? contract.chunks : contract.chunks.filter((chunk) => chunk.id === id);
}
