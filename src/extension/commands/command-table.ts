import type * as vscode from 'vscode';
import type { CommandId, WorkItemCommandId } from '../base/command-ids.ts';
import type { ExtensionServices } from '../services/extension-services.ts';

/**
 * Implements a command. The argument comes from a lens, a tree node, a button or a keybinding; the palette passes none.
 * A menu of the explorer passes the whole selection as second argument. The result is for callers of `executeCommand`.
 */
export type CommandHandler<Services = ExtensionServices> = (
  services: Services,
  argument: unknown,
  selection: unknown,
) => Promise<unknown>;

/** The handler of every command but those of work items. A missing handler is a compile error. Handlers are loaded on first use. */
export const commandTable: { readonly [Id in Exclude<CommandId, WorkItemCommandId>]: CommandHandler } = {
  'holdfast.runChunk': async (services, argument) =>
    (await import('../runs/run-commands.ts')).runChunk(services, argument),
  'holdfast.runAllChunks': async (services, argument) =>
    (await import('../runs/run-commands.ts')).runAllChunks(services, argument),
  'holdfast.validate': async (services, argument) =>
    (await import('../runs/run-commands.ts')).validate(services, argument),
  'holdfast.validateFully': async (services, argument) =>
    (await import('../runs/run-commands.ts')).validateFully(services, argument),
  'holdfast.tryAgain': async (services, argument) =>
    (await import('../runs/run-commands.ts')).tryAgain(services, argument),
  'holdfast.cancel': async (services, argument) => (await import('../runs/run-commands.ts')).cancel(services, argument),
  'holdfast.showResults': async (services, argument) =>
    (await import('../panel/result-commands.ts')).showResults(services, argument),
  'holdfast.openHistory': async (services, argument) =>
    (await import('../panel/result-commands.ts')).openHistory(services, argument),
  'holdfast.openChanges': async (services, argument) =>
    (await import('../results/result-commands.ts')).openChanges(services, argument),
  'holdfast.acceptResult': async (services, argument) =>
    (await import('../results/result-commands.ts')).acceptResult(services, argument),
  'holdfast.acceptAndCommit': async (services, argument) =>
    (await import('../results/result-commands.ts')).acceptResult(services, argument, 'commit'),
  'holdfast.acceptWithoutCommit': async (services, argument) =>
    (await import('../results/result-commands.ts')).acceptResult(services, argument, 'working-tree'),
  'holdfast.applyWithoutLanding': async (services, argument) =>
    (await import('../results/result-commands.ts')).applyResult(services, argument),
  'holdfast.acceptChange': async (services, argument) =>
    (await import('../results/hunk-commands.ts')).decideHunk(services, argument, 'accepted'),
  'holdfast.rejectChange': async (services, argument) =>
    (await import('../results/hunk-commands.ts')).decideHunk(services, argument, 'rejected'),
  'holdfast.resetChange': async (services, argument) =>
    (await import('../results/hunk-commands.ts')).resetHunk(services, argument),
  'holdfast.acceptFile': async (services, argument) =>
    (await import('../results/hunk-commands.ts')).decideFile(services, argument, 'accepted'),
  'holdfast.rejectFile': async (services, argument) =>
    (await import('../results/hunk-commands.ts')).decideFile(services, argument, 'rejected'),
  'holdfast.resetFile': async (services, argument) =>
    (await import('../results/hunk-commands.ts')).decideFile(services, argument, 'undecided'),
  'holdfast.openReviewFile': async (services, argument) =>
    (await import('../results/hunk-commands.ts')).openResultFile(services, argument),
  'holdfast.nextChange': async (services) => (await import('../results/hunk-commands.ts')).goToChange(services, 'next'),
  'holdfast.previousChange': async (services) =>
    (await import('../results/hunk-commands.ts')).goToChange(services, 'previous'),
  'holdfast.discardResult': async (services, argument) =>
    (await import('../results/result-commands.ts')).discardResult(services, argument),
  'holdfast.choose': async (services, argument) =>
    (await import('../choices/choice-commands.ts')).choose(services, argument),
  'holdfast.proposeAmendment': async (services, argument) =>
    (await import('../amendments/amendment-commands.ts')).proposeAmendment(services, argument),
  'holdfast.showAmendment': async (services, argument) =>
    (await import('../amendments/amendment-commands.ts')).showAmendment(services, argument),
  'holdfast.acceptAmendment': async (services, argument) =>
    (await import('../amendments/amendment-commands.ts')).acceptAmendment(services, argument),
  'holdfast.rejectAmendment': async (services, argument) =>
    (await import('../amendments/amendment-commands.ts')).rejectAmendment(services, argument),
  'holdfast.openAmendmentDiff': async (services, argument) =>
    (await import('../amendments/amendment-commands.ts')).openAmendmentDiff(services, argument),
  'holdfast.selectModel': async (services) => (await import('../models/select-model.ts')).selectModel(services),
  'holdfast.setApiKey': async (services) => (await import('../models/set-api-key.ts')).setApiKey(services),
  'holdfast.moveHistoryAside': async (services) =>
    (await import('../panel/move-history-aside.ts')).moveHistoryAside(services),
  'holdfast.newContract': async (services) => (await import('../authoring/new-contract.ts')).newContract(services),
  'holdfast.contractFromCode': async (services, argument, selection) =>
    (await import('../authoring/contract-from-code.ts')).contractFromCode(services, argument, selection),
  'holdfast.contractFromDiff': async (services) =>
    (await import('../authoring/contract-from-diff.ts')).contractFromDiff(services),
  'holdfast.importTaskList': async (services, argument) =>
    (await import('../authoring/import-task-list.ts')).importTaskList(services, argument),
  'holdfast.updateFromPlan': async (services) =>
    (await import('../authoring/update-from-plan.ts')).updateFromPlan(services),
  'holdfast.addChunk': async (services, argument) =>
    (await import('../authoring/add-chunk.ts')).addChunk(services, argument),
  'holdfast.addAssertion': async (services, argument) =>
    (await import('../authoring/add-assertion.ts')).addAssertion(services, argument),
  'holdfast.raiseStrength': async (services, argument) =>
    (await import('../authoring/raise-strength.ts')).raiseStrength(services, argument),
  'holdfast.getStarted': async () => (await import('../authoring/get-started.ts')).getStarted(),
  'holdfast.showPlan': async (services, argument) =>
    (await import('../plan/show-plan.ts')).showPlan(services, argument),
  'holdfast.showImpact': async (services, argument) =>
    (await import('../impact/show-impact.ts')).showImpact(services, argument),
  'holdfast.planFromSpecification': async (services, argument) =>
    (await import('../plan/plan-from-specification.ts')).planFromSpecification(services, argument),
  'holdfast.showPlanTries': async (services) => (await import('../plan/show-plan-tries.ts')).showPlanTries(services),
  'holdfast.fixAll': async (services, argument) => (await import('../plan/fix-all.ts')).fixAll(services, argument),
  'holdfast.checkInterfaces': async (services, argument) =>
    (await import('../interfaces/interface-commands.ts')).checkInterfaces(services, argument),
  'holdfast.reviewChanges': async (services, argument) =>
    (await import('../change-review/change-review-commands.ts')).reviewChanges(services, argument),
  'holdfast.reviewSession': async (services, argument) =>
    (await import('../sessions/session-commands.ts')).reviewSession(services, argument),
  'holdfast.toggleReviewed': async (services, argument) =>
    (await import('../sessions/session-commands.ts')).toggleReviewed(services, argument),
  'holdfast.takeHunkBack': async (services, argument) =>
    (await import('../sessions/session-commands.ts')).takeHunkBack(services, argument),
  'holdfast.makeRule': async (services, argument) =>
    (await import('../sessions/session-commands.ts')).makeRule(services, argument),
  'holdfast.resolveComment': async (services, argument) =>
    (await import('../sessions/session-commands.ts')).resolveComment(services, argument),
  'holdfast.commentOnHunk': async (services, argument) =>
    (await import('../sessions/session-commands.ts')).commentOnHunk(services, argument),
  'holdfast.showReview': async (services, argument) =>
    (await import('../change-review/change-review-commands.ts')).showReview(services, argument),
  'holdfast.copyReview': async (services, argument) =>
    (await import('../change-review/change-review-commands.ts')).copyReview(services, argument),
  'holdfast.clearReview': async (services, argument) =>
    (await import('../change-review/change-review-commands.ts')).clearReview(services, argument),
  'holdfast.runScenarios': async (services, argument) =>
    (await import('../scenarios/scenario-commands.ts')).runScenarios(services, argument),
  'holdfast.showScenarioResults': async (services, argument) =>
    (await import('../scenarios/scenario-commands.ts')).showScenarioResults(services, argument),
  'holdfast.copyScenarioResults': async (services, argument) =>
    (await import('../scenarios/scenario-commands.ts')).copyScenarioResults(services, argument),
  'holdfast.undoLanding': async (services, argument) =>
    (await import('../landings/landing-commands.ts')).undoLanding(services, argument),
  'holdfast.showLanding': async (services, argument) =>
    (await import('../landings/landing-commands.ts')).showLanding(services, argument),
  'holdfast.showLandings': async () => (await import('../landings/landing-commands.ts')).showLandings(),
  'holdfast.refreshLandings': async (services) =>
    (await import('../landings/landing-commands.ts')).refreshLandings(services),
  'holdfast.showAnalytics': async (services, argument) =>
    (await import('../analytics/analytics-commands.ts')).showAnalytics(services, argument),
  'holdfast.showLog': (services) => {
    services.log.show();
    return Promise.resolve();
  },
  'holdfast.refresh': async (services) => (await import('../watch/folders-contribution.ts')).refreshAll(services),
};

/**
 * Registers every command of a table. An error that a handler throws is shown to the person.
 * @param register `vscode.commands.registerCommand`
 */
export function registerCommands<Services extends Pick<ExtensionServices, 'log'>>(
  table: Readonly<Record<string, CommandHandler<Services>>>,
  services: Services,
  register: typeof vscode.commands.registerCommand,
): readonly vscode.Disposable[] {
  return Object.entries(table).map(([id, handle]) =>
    register(id, async (argument: unknown, selection: unknown) => {
      try {
        return await handle(services, argument, selection);
      } catch (error) {
        const { reportFailure } = await import('../base/report-failure.ts');
        void reportFailure(services.log, error);
        return undefined;
      }
    }),
  );
}
