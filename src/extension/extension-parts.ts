import type * as vscode from 'vscode';
import type { AmendmentController } from './amendments/amendment-controller.ts';
import type { AmendmentPanel } from './amendments/amendment-panel.ts';
import type { ValidatorCollection } from '../checks/validators/validator-collection.ts';
import type { ContractChecks } from './checks/contract-checks.ts';
import type { ChoiceController } from './choices/choice-controller.ts';
import type { FolderPlaces } from './engines/folder-places.ts';
import type { WorkspaceEngines } from './engines/workspace-engines.ts';
import type { ImpactPanel } from './impact/impact-panel.ts';
import type { ResultsPanel } from './panel/results-panel.ts';
import type { PlanPanel } from './plan/plan-panel.ts';
import type { ReviewController } from './review/review-controller.ts';
import type { RunController } from './runs/run-controller.ts';
import type { WorkspaceStore } from './state/store.ts';
import type { UnsavedTexts } from './watch/unsaved-texts.ts';

/** What the extension is made of, for the contributions and commands that are registered with it. */
export interface ExtensionParts {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly store: WorkspaceStore;
  readonly engines: WorkspaceEngines;
  readonly checks: ContractChecks;
  readonly unsaved: UnsavedTexts;
  readonly places: FolderPlaces;
  /** What other extensions hand in. */
  readonly validators: ValidatorCollection;
  /** Loaded when they are first needed, so that activation stays short. */
  readonly runs: () => Promise<RunController>;
  readonly reviews: () => Promise<ReviewController>;
  readonly choices: () => Promise<ChoiceController>;
  readonly amendments: () => Promise<AmendmentController>;
  readonly amendmentPanel: () => Promise<AmendmentPanel>;
  readonly panel: () => Promise<ResultsPanel>;
  readonly planPanel: () => Promise<PlanPanel>;
  readonly impactPanel: () => Promise<ImpactPanel>;
}
