import type { ContractDocument } from '../contract/document.ts';
import type { Chunk, Contract } from '../contract/model.ts';
import { exportName } from '../contract/requirements.ts';
import type { AttemptTree } from '../workspace/attempt-tree.ts';
import { checkChunk } from './chunk-check.ts';
import { planErrors } from './plan-errors.ts';
import { preflight } from './preflight.ts';
import type { Blocker } from './result.ts';
import type { RunServices } from './services.ts';

/** Everything that stands in the way of a chunk in the tree that its attempts start from; the model is not called. */
export async function preflightChunk(input: {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly attempt: AttemptTree;
  readonly start: { readonly passed: ReadonlySet<string> } | undefined;
  readonly services: RunServices;
}): Promise<readonly Blocker[]> {
  const { document, contract, chunk, attempt, services } = input;
  const names = chunk.consumes.map(exportName);
  const found = await services.analysis.findExports(attempt.root, names);
  const states = await services.history.chunkStates(contract.spec.id);
  const recorded = await services.history.contextsOf(contract.spec.id);
  return preflight({
    contract,
    chunk,
    stateOf: (id) => (input.start?.passed.has(id) === true ? { status: 'completed', review: 'pass' } : states.get(id)),
    holds: async (dependency) => {
      const checked = await checkChunk({
        document,
        contract,
        chunk: dependency,
        analysis: services.analysis,
        root: attempt.root,
        validatorsFrom: services.repository.folder,
        trusted: true,
        commandTimeoutMs: services.configuration.limits.commandTimeoutSeconds * 1000,
        signal: services.signal,
      });
      return checked.passed && checked.assertResults.length > 0;
    },
    exportExists: (name) => {
      const file = found[name];
      return Promise.resolve(file === undefined ? undefined : { file });
    },
    recordedExports: recorded.flatMap((record) => record.context.availableExports),
    fileExists: async (path) => (await attempt.tree.kindOf(path)) === 'file',
    planErrors: await planErrors({ document, chunk, attempt, analysis: services.analysis }),
  });
}
