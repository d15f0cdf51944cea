import type { ExtensionParts } from '../extension-parts.ts';
import type { CommandId } from './command-ids.ts';

/**
 * A command's work. The argument is what a lens, a node of the tree, a button or a keybinding gives; the palette gives
 * none. The answer is for those who call the command from code.
 */
export type CommandHandler = (parts: ExtensionParts, argument: unknown) => Promise<unknown>;

/** Every command; one without its work does not compile. The work is loaded when it is first asked for. */
export const commandTable: { readonly [Id in CommandId]: CommandHandler } = {
  'holdfast.runChunk': async (parts, argument) => (await import('./run-commands.ts')).runChunk(parts, argument),
  'holdfast.runAllChunks': async (parts, argument) => (await import('./run-commands.ts')).runAllChunks(parts, argument),
  'holdfast.validate': async (parts, argument) => (await import('./run-commands.ts')).validate(parts, argument),
  'holdfast.cancel': async (parts, argument) => (await import('./run-commands.ts')).cancel(parts, argument),
  'holdfast.showResults': async (parts, argument) =>
    (await import('./result-commands.ts')).showResults(parts, argument),
  'holdfast.openHistory': async (parts, argument) =>
    (await import('./result-commands.ts')).openHistory(parts, argument),
  'holdfast.openChanges': async (parts, argument) =>
    (await import('./review-commands.ts')).openChanges(parts, argument),
  'holdfast.acceptResult': async (parts, argument) =>
    (await import('./review-commands.ts')).acceptResult(parts, argument),
  'holdfast.discardResult': async (parts, argument) =>
    (await import('./review-commands.ts')).discardResult(parts, argument),
  'holdfast.choose': async (parts, argument) => (await import('../choices/choice-commands.ts')).choose(parts, argument),
  'holdfast.showAmendment': async (parts, argument) =>
    (await import('../amendments/amendment-commands.ts')).showAmendment(parts, argument),
  'holdfast.acceptAmendment': async (parts, argument) =>
    (await import('../amendments/amendment-commands.ts')).acceptAmendment(parts, argument),
  'holdfast.rejectAmendment': async (parts, argument) =>
    (await import('../amendments/amendment-commands.ts')).rejectAmendment(parts, argument),
  'holdfast.openAmendmentDiff': async (parts, argument) =>
    (await import('../amendments/amendment-commands.ts')).openAmendmentDiff(parts, argument),
  'holdfast.selectModel': async (parts) => (await import('../models/select-model.ts')).selectModel(parts),
  'holdfast.setApiKey': async (parts) => (await import('../models/set-api-key.ts')).setApiKey(parts),
  'holdfast.newContract': async (parts) => (await import('./new-contract.ts')).newContract(parts),
  'holdfast.showPlan': async (parts, argument) => (await import('../plan/show-plan.ts')).showPlan(parts, argument),
  'holdfast.showImpact': async (parts, argument) =>
    (await import('../impact/show-impact.ts')).showImpact(parts, argument),
  'holdfast.planFromSpecification': async (parts, argument) =>
    (await import('../plan/plan-from-specification.ts')).planFromSpecification(parts, argument),
  'holdfast.showPlanTries': async (parts) => (await import('../plan/show-tries.ts')).showTries(parts),
  'holdfast.fixAll': async (parts, argument) => (await import('../plan/fix-all.ts')).fixAll(parts, argument),
  'holdfast.showLog': (parts) => {
    parts.log.show();
    return Promise.resolve();
  },
  'holdfast.refresh': async (parts) => {
    for (const { uri } of parts.places.folders()) {
      await parts.checks.refresh(uri.toString());
      await (await import('../folders/list-waiting.ts')).listWaiting(parts, uri.toString());
    }
  },
};
