import * as vscode from 'vscode';
import { registerAmendments } from './amendments/amendments-contribution.ts';
import { ValidatorCollection } from '../checks/validators/validator-collection.ts';
import { makeApi, type HoldfastApi } from './api/holdfast-api.ts';
import { ContractChecks } from './checks/contract-checks.ts';
import { systemTimers } from './checks/timers.ts';
import { registerCommands } from './commands/commands-contribution.ts';
import { registerDiagnostics } from './diagnostics/diagnostics-contribution.ts';
import { FolderPlaces } from './engines/folder-places.ts';
import { WorkspaceEngines } from './engines/workspace-engines.ts';
import type { ExtensionParts } from './extension-parts.ts';
import { concernsHoldfast } from './folders/concerns-holdfast.ts';
import { registerFolders } from './folders/folders-contribution.ts';
import { registerImpact } from './impact/impact-contribution.ts';
import { registerLenses } from './lenses/lens-contribution.ts';
import { registerPlanFindings } from './plan/plan-contribution.ts';
import { registerTriesContent } from './plan/tries-content.ts';
import { registerResultContent } from './review/result-content.ts';
import { loadedOnce } from './loaded-once.ts';
import { WorkspaceStore } from './state/store.ts';
import { initialState } from './state/workspace-state.ts';
import { registerStatusBar } from './status-bar/status-bar-contribution.ts';
import { registerTree } from './tree/tree-contribution.ts';
import { UnsavedTexts } from './watch/unsaved-texts.ts';
import { registerHistoryWatching } from './watch/history-watching.ts';
import { registerWatching } from './watch/watch-contribution.ts';

/** What the extension adds to the editor; one that fails leaves the others standing. */
const contributions: readonly {
  readonly name: string;
  readonly register: (parts: ExtensionParts) => vscode.Disposable;
}[] = [
  { name: 'commands', register: registerCommands },
  { name: 'diagnostics', register: ({ store }) => registerDiagnostics(store) },
  { name: 'tree', register: ({ store }) => registerTree(store) },
  { name: 'code lenses', register: registerLenses },
  { name: 'impact', register: registerImpact },
  { name: 'plan findings', register: registerPlanFindings },
  { name: 'status bar', register: ({ store }) => registerStatusBar(store) },
  { name: 'contents of results', register: ({ engines }) => registerResultContent(engines) },
  { name: 'results panel', register: registerPanelRestoring },
  { name: 'amendments', register: registerAmendments },
  { name: 'plan panel', register: registerPlanRestoring },
  { name: 'tries of plans', register: registerTriesContent },
  { name: 'watching', register: registerWatching },
  { name: 'decisions elsewhere', register: registerHistoryWatching },
  { name: 'folders', register: registerFolders },
];

let engines: WorkspaceEngines | undefined;

/** What other extensions get is described in docs/validators.md. */
export function activate(context: vscode.ExtensionContext): HoldfastApi {
  const started = performance.now();
  const parts = makeParts(context);
  engines = parts.engines;
  for (const { name, register } of contributions) {
    try {
      context.subscriptions.push(register(parts));
    } catch (error) {
      parts.log.error(`Failed to register ${name}`, error);
    }
  }
  parts.log.info(`Activated in ${(performance.now() - started).toFixed(1)} ms`);
  return makeApi(parts.validators, () => {
    for (const folder of parts.places.folders()) parts.checks.recheck(folder.uri.toString());
  });
}

export async function deactivate(): Promise<void> {
  await engines?.[Symbol.asyncDispose]();
}

function makeParts(context: vscode.ExtensionContext): ExtensionParts {
  const log = vscode.window.createOutputChannel('Holdfast', { log: true });
  const store = new WorkspaceStore(initialState(vscode.workspace.isTrusted), (error) =>
    log.error('Failed to show a change', error),
  );
  const validators = new ValidatorCollection();
  const opened = new WorkspaceEngines(
    async (request) => {
      await (await import('../engine/load-in-turns.ts')).loadInTurns();
      return (await import('./engines/open-engine.ts')).openEngine(request, context, log, validators);
    },
    (folder) => vscode.Uri.parse(folder).fsPath,
  );
  const unsaved = new UnsavedTexts();
  const checks = new ContractChecks({
    engines: opened,
    store,
    unsaved,
    log,
    timers: systemTimers,
    concerns: concernsHoldfast,
  });
  context.subscriptions.push(log, checks);
  const parts: ExtensionParts = {
    context,
    log,
    store,
    engines: opened,
    checks,
    unsaved,
    validators,
    places: new FolderPlaces(() => vscode.workspace.workspaceFolders ?? []),
    runs: loadedOnce(async () => new (await import('./runs/run-controller.ts')).RunController(parts)),
    reviews: loadedOnce(async () => new (await import('./review/review-controller.ts')).ReviewController(parts)),
    choices: loadedOnce(async () => new (await import('./choices/choice-controller.ts')).ChoiceController(parts)),
    amendments: loadedOnce(
      async () => new (await import('./amendments/amendment-controller.ts')).AmendmentController(parts),
    ),
    amendmentPanel: loadedOnce(async () =>
      (await import('./amendments/make-amendment-panel.ts')).makeAmendmentPanel(parts),
    ),
    panel: loadedOnce(async () => (await import('./panel/make-panel.ts')).makePanel(parts)),
    planPanel: loadedOnce(async () => new (await import('./plan/plan-panel.ts')).PlanPanel(parts)),
    impactPanel: loadedOnce(async () => (await import('./impact/make-impact-panel.ts')).makeImpactPanel(parts)),
  };
  return parts;
}

function registerPanelRestoring(parts: ExtensionParts): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer('holdfast.results', {
    async deserializeWebviewPanel(panel, state: unknown) {
      const { restorePanel } = await import('./panel/make-panel.ts');
      await restorePanel(parts, panel, state);
    },
  });
}

function registerPlanRestoring(parts: ExtensionParts): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer('holdfast.plan', {
    async deserializeWebviewPanel(panel, state: unknown) {
      const { restorePlan } = await import('./plan/show-plan.ts');
      await restorePlan(parts, panel, state);
    },
  });
}
