import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { ValidatorCollection } from '../verdicts/checks/validators/validator-collection.ts';
import { memoizeUntilFailure } from '../foundation/retryable-cache.ts';
import { registerChatParticipant } from './agents/chat-contribution.ts';
import { registerMcpServers } from './agents/mcp-contribution.ts';
import { registerAgentTools } from './agents/tools-contribution.ts';
import { registerAmendments } from './amendments/amendments-contribution.ts';
import { registerLanguageFeatures } from './language-features/language-contribution.ts';
import { createApi, type HoldfastApi } from './api/holdfast-api.ts';
import { openDrafts } from './base/draft-files.ts';
import { FolderPaths } from './base/folder-paths.ts';
import { systemTimers } from './base/timers.ts';
import { ContractChecks } from './checks/contract-checks.ts';
import { DataFileChecks } from './checks/data-file-checks.ts';
import { commandTable, registerCommands } from './commands/command-table.ts';
import { registerDataFiles } from './data-files/data-files-contribution.ts';
import { registerDiagnostics } from './diagnostics/diagnostics-contribution.ts';
import { UnsavedTexts } from './engines/unsaved-texts.ts';
import { WorkspaceEngines } from './engines/workspace-engines.ts';
import { registerImpact } from './impact/impact-contribution.ts';
import { InterfaceChecks } from './checks/interface-checks.ts';
import { registerLandings } from './landings/landings-contribution.ts';
import { registerLenses } from './lenses/lens-contribution.ts';
import { registerPipeline } from './pipeline/pipeline-contribution.ts';
import { registerPlanFindings } from './plan/plan-contribution.ts';
import { registerCompilationTries } from './plan/plan-tries-document.ts';
import { registerHunkThreads } from './results/hunk-threads-contribution.ts';
import { registerQuickFixes } from './quick-fixes/quick-fix-contribution.ts';
import { registerImportedPlans } from './authoring/imported-plans-contribution.ts';
import { registerPlanClaims } from './quick-fixes/plan-claims-contribution.ts';
import { registerRenamedExports } from './quick-fixes/renamed-exports-contribution.ts';
import { registerResultContent } from './results/result-content.ts';
import type { ExtensionServices } from './services/extension-services.ts';
import { registerSessionContent } from './sessions/session-content.ts';
import { WorkspaceStore } from './state/store.ts';
import { createInitialState } from './state/workspace-state.ts';
import { registerStatusBar } from './status-bar/status-bar-contribution.ts';
import { registerTesting } from './testing/testing-contribution.ts';
import { registerTree } from './tree/tree-contribution.ts';
import { registerUsage } from './usage/usage-contribution.ts';
import { registerFolders, usesHoldfast } from './watch/folders-contribution.ts';
import { registerHistoryWatching } from './watch/history-watching.ts';
import { registerFileWatching } from './watch/watch-contribution.ts';
import { registerPanel } from './webviews/register-panel.ts';

/** The extension's contributions to the editor. If one fails to register, the others are still registered. */
const contributions: readonly {
  readonly name: string;
  readonly register: (services: ExtensionServices) => vscode.Disposable;
}[] = [
  {
    name: 'commands',
    register: (services) =>
      vscode.Disposable.from(...registerCommands(commandTable, services, vscode.commands.registerCommand)),
  },
  { name: 'diagnostics', register: ({ store }) => registerDiagnostics(store) },
  { name: 'tree', register: ({ store }) => registerTree(store) },
  { name: 'pipeline', register: registerPipeline },
  { name: 'landings', register: registerLandings },
  { name: 'code lenses', register: registerLenses },
  { name: 'impact', register: registerImpact },
  { name: 'plan findings', register: registerPlanFindings },
  { name: 'quick fixes', register: registerQuickFixes },
  { name: 'claims of plans', register: registerPlanClaims },
  { name: 'imported plans', register: registerImportedPlans },
  { name: 'renamed exports', register: registerRenamedExports },
  { name: 'language features', register: registerLanguageFeatures },
  { name: 'data files', register: registerDataFiles },
  { name: 'tests', register: registerTesting },
  { name: 'status bar', register: ({ store }) => registerStatusBar(store) },
  { name: 'changes of results', register: registerHunkThreads },
  { name: 'result contents', register: ({ engines }) => registerResultContent(engines) },
  { name: 'files of sessions', register: ({ engines }) => registerSessionContent(engines) },
  { name: 'amendments', register: registerAmendments },
  { name: 'plan compilation tries', register: ({ engines }) => registerCompilationTries(engines) },
  { name: 'results panel', register: (services) => registerPanel('holdfast.results', services.resultsPanel) },
  { name: 'amendment panel', register: (services) => registerPanel('holdfast.amendment', services.amendmentPanel) },
  { name: 'plan panel', register: (services) => registerPanel('holdfast.plan', services.planPanel) },
  { name: 'impact panel', register: (services) => registerPanel('holdfast.impact', services.impactPanel) },
  { name: 'review panel', register: (services) => registerPanel('holdfast.review', services.reviewPanel) },
  { name: 'scenarios panel', register: (services) => registerPanel('holdfast.scenarios', services.scenariosPanel) },
  { name: 'analytics panel', register: (services) => registerPanel('holdfast.analytics', services.analyticsPanel) },
  { name: 'tools for agents', register: registerAgentTools },
  { name: 'MCP servers', register: registerMcpServers },
  { name: 'chat participant', register: registerChatParticipant },
  { name: 'usage', register: registerUsage },
  { name: 'file watching', register: registerFileWatching },
  { name: 'history watching', register: registerHistoryWatching },
  { name: 'folders', register: registerFolders },
];

let engines: WorkspaceEngines | undefined;

/** Returns the API for other extensions, which docs/validators.md describes. */
export function activate(context: vscode.ExtensionContext): HoldfastApi {
  const started = performance.now();
  l10n.config({ contents: vscode.l10n.bundle ?? {} });
  const services = createServices(context);
  engines = services.engines;
  for (const { name, register } of contributions) {
    try {
      context.subscriptions.push(register(services));
    } catch (error) {
      services.log.error(`Failed to register ${name}`, error);
    }
  }
  services.log.info(`Activated in ${(performance.now() - started).toFixed(1)} ms`);
  return createApi(services.validators, () => {
    for (const folder of services.paths.folders()) services.checks.recheck(folder.uri.toString());
  });
}

export async function deactivate(): Promise<void> {
  await engines?.[Symbol.asyncDispose]();
}

function createServices(context: vscode.ExtensionContext): ExtensionServices {
  const log = vscode.window.createOutputChannel('Holdfast', { log: true });
  const store = new WorkspaceStore(createInitialState(vscode.workspace.isTrusted), (error) =>
    log.error('Failed to update a view after a state change', error),
  );
  const validators = new ValidatorCollection();
  const workspaceEngines = new WorkspaceEngines(
    async (request) => {
      await (await import('../engine/preload-modules.ts')).preloadModules();
      return (await import('./open-engine.ts')).openEngine(request, context, log, validators);
    },
    (folder) => vscode.Uri.parse(folder).fsPath,
  );
  const unsaved = new UnsavedTexts();
  const checks = new ContractChecks({
    engines: workspaceEngines,
    store,
    unsaved,
    log,
    timers: systemTimers,
    usesHoldfast,
  });
  const dataFiles = new DataFileChecks({ engines: workspaceEngines, store, unsaved, log }, systemTimers);
  const interfaceChecks = new InterfaceChecks({ engines: workspaceEngines, store, unsaved, log }, systemTimers);
  context.subscriptions.push(log, checks, dataFiles, interfaceChecks);
  const services: ExtensionServices = {
    context,
    log,
    store,
    engines: workspaceEngines,
    checks,
    dataFiles,
    interfaceChecks,
    unsaved,
    validators,
    readers: new Set(),
    paths: new FolderPaths(
      () => vscode.workspace.workspaceFolders ?? [],
      (uri) => openDrafts.find(uri),
    ),
    runs: memoizeUntilFailure(async () => new (await import('./runs/run-controller.ts')).RunController(services)),
    fullChecks: memoizeUntilFailure(
      async () => new (await import('./full-check/full-check-controller.ts')).FullCheckController(services),
    ),
    results: memoizeUntilFailure(
      async () => new (await import('./results/result-controller.ts')).ResultController(services),
    ),
    choices: memoizeUntilFailure(
      async () => new (await import('./choices/choice-controller.ts')).ChoiceController(services),
    ),
    amendments: memoizeUntilFailure(
      async () => new (await import('./amendments/amendment-controller.ts')).AmendmentController(services),
    ),
    amendmentPanel: memoizeUntilFailure(async () =>
      (await import('./amendments/create-amendment-panel.ts')).createAmendmentPanel(services),
    ),
    resultsPanel: memoizeUntilFailure(async () =>
      (await import('./panel/create-results-panel.ts')).createResultsPanel(services),
    ),
    planPanel: memoizeUntilFailure(async () => new (await import('./plan/plan-panel.ts')).PlanPanel(services)),
    impactPanel: memoizeUntilFailure(async () =>
      (await import('./impact/impact-panel.ts')).createImpactPanel(services),
    ),
    jobs: memoizeUntilFailure(async () => new (await import('./jobs/job-controller.ts')).JobController(services)),
    reviewPanel: memoizeUntilFailure(async () =>
      (await import('./change-review/review-panel.ts')).createReviewPanel(services),
    ),
    scenariosPanel: memoizeUntilFailure(async () =>
      (await import('./scenarios/scenarios-panel.ts')).createScenariosPanel(services),
    ),
    resultComments: memoizeUntilFailure(async () => {
      const comments = new (await import('./results/result-comments.ts')).ResultComments(services);
      context.subscriptions.push(comments);
      return comments;
    }),
    sessionReviews: memoizeUntilFailure(async () => {
      const reviews = new (await import('./sessions/session-reviews.ts')).SessionReviews(services);
      context.subscriptions.push(reviews);
      return reviews;
    }),
    landings: memoizeUntilFailure(
      async () => new (await import('./landings/landing-controller.ts')).LandingController(services),
    ),
    analyticsPanel: memoizeUntilFailure(async () =>
      (await import('./analytics/analytics-panel.ts')).createAnalyticsPanel(services),
    ),
  };
  return services;
}
