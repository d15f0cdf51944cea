import type { Configuration } from '../configuration/configuration.ts';
import type { Chunk, Contract } from '../contract/model.ts';
import { commandRulesOf } from '../run/services/command-rules.ts';
import { checkChunk } from '../run/validation/check-chunk.ts';
import type { CommandRules } from '../workspace/processes/command-rules.ts';
import type { CheckOptions, ChunkCheck, ContractCheck } from './api/check-types.ts';
import type { EngineServices } from './engine-services.ts';
import { checkPlanFile } from './plans.ts';

const RESTRICTED_NOTE =
  'The workspace is not trusted: only the checks that read files ran. Checks that run commands, send requests or load validators were skipped and count as not passed.';

/** Judges the chunks of a contract in the current files, unsaved text included. */
export async function checkContract(
  services: EngineServices,
  file: string,
  options: CheckOptions & { readonly trusted: boolean },
): Promise<ContractCheck> {
  await services.secretsLoaded();
  const document = await services.contracts.read(file);
  const configuration = await services.configuration();
  const { contract } = document;
  const chunks: ChunkCheck[] = [];
  using account = services.openCheckAccount();
  for (const chunk of selectChunks(contract, options.chunk)) {
    if (contract === undefined) break;
    const checked = await checkChunk({
      document,
      contract,
      chunk,
      analysis: services.analysis,
      tree: services.tree,
      trusted: options.trusted,
      judgeAccount: account.id,
      commandTimeoutMs: configuration.limits.commandTimeoutSeconds * 1000,
      commandRules: await readCommandRules(services, contract, configuration),
      signal: options.signal,
    });
    chunks.push({ id: chunk.id, title: chunk.title, ...services.redactReport(checked) });
  }
  const hasErrors = contract === undefined || document.problems.some(({ severity }) => severity === 'error');
  return {
    document,
    problems: document.problems,
    chunks,
    ok: !hasErrors && chunks.every(({ verdict }) => verdict !== 'unsatisfied'),
    notes: options.trusted ? [] : [RESTRICTED_NOTE],
    ...(allowsFindings(contract) ? { allowedFindings: (await checkPlanFile(services, file, {})).allowed } : {}),
  };
}

/** A check runs steps in the user's tree, which they may write as they could from a terminal. */
async function readCommandRules(
  services: EngineServices,
  contract: Contract,
  configuration: Configuration,
): Promise<CommandRules> {
  const readOnly = contract.steps.length === 0 ? [] : (await services.repository()).protectedFolders;
  return commandRulesOf({ contract, configuration, tree: services.tree.root, readOnly });
}

function selectChunks(contract: Contract | undefined, id: string | undefined): readonly Chunk[] {
  const chunks = contract?.chunks ?? [];
  return id === undefined ? chunks : chunks.filter((chunk) => chunk.id === id);
}

/** Whether the contract or one of its chunks overrides a plan rule. */
function allowsFindings(contract: Contract | undefined): boolean {
  return contract !== undefined && [contract, ...contract.chunks].some(({ plan }) => (plan?.allow.length ?? 0) > 0);
}
