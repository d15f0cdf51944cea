import type * as vscode from 'vscode';
import type { ValidatorCollection } from '../../verdicts/checks/validators/validator-collection.ts';
import type { AnalyticsMemory } from '../../webview/protocol/analytics-messages.ts';
import type { ReviewMemory } from '../../webview/protocol/review-messages.ts';
import type { ScenariosMemory } from '../../webview/protocol/scenarios-messages.ts';
import type { AmendmentController } from '../amendments/amendment-controller.ts';
import type { AmendmentPanel } from '../amendments/amendment-panel.ts';
import type { FolderPaths } from '../base/folder-paths.ts';
import type { ContractChecks } from '../checks/contract-checks.ts';
import type { DataFileChecks } from '../checks/data-file-checks.ts';
import type { InterfaceChecks } from '../checks/interface-checks.ts';
import type { ChoiceController } from '../choices/choice-controller.ts';
import type { UnsavedTexts } from '../engines/unsaved-texts.ts';
import type { WorkspaceEngines } from '../engines/workspace-engines.ts';
import type { FullCheckController } from '../full-check/full-check-controller.ts';
import type { ImpactPanel } from '../impact/impact-panel.ts';
import type { JobController } from '../jobs/job-controller.ts';
import type { LandingController } from '../landings/landing-controller.ts';
import type { ResultsPanels } from '../panel/create-results-panel.ts';
import type { PlanPanel } from '../plan/plan-panel.ts';
import type { ResultController } from '../results/result-controller.ts';
import type { RunController } from '../runs/run-controller.ts';
import type { ResultComments } from '../results/result-comments.ts';
import type { SessionReviews } from '../sessions/session-reviews.ts';
import type { WorkspaceStore } from '../state/store.ts';
import type { SubjectPanel } from '../webviews/register-panel.ts';

/** The services of an activated extension. A command or a contribution names those that it uses: `Pick<ExtensionServices, 'store'>`. */
export interface ExtensionServices {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly store: WorkspaceStore;
  readonly engines: WorkspaceEngines;
  readonly checks: ContractChecks;
  readonly dataFiles: DataFileChecks;
  readonly interfaceChecks: InterfaceChecks;
  readonly unsaved: UnsavedTexts;
  readonly paths: FolderPaths;
  /** What products above the engine read again when the decisions about a folder may have changed. They add their own. */
  readonly readers: Set<(folder: string) => Promise<void>>;
  /** Validators that other extensions register. */
  readonly validators: ValidatorCollection;
  // The features below are loaded on first use, to keep activation short.
  readonly runs: () => Promise<RunController>;
  readonly fullChecks: () => Promise<FullCheckController>;
  readonly results: () => Promise<ResultController>;
  readonly choices: () => Promise<ChoiceController>;
  readonly amendments: () => Promise<AmendmentController>;
  readonly amendmentPanel: () => Promise<AmendmentPanel>;
  readonly resultsPanel: () => Promise<ResultsPanels>;
  readonly planPanel: () => Promise<PlanPanel>;
  readonly impactPanel: () => Promise<ImpactPanel>;
  readonly jobs: () => Promise<JobController>;
  readonly reviewPanel: () => Promise<SubjectPanel<ReviewMemory>>;
  readonly scenariosPanel: () => Promise<SubjectPanel<ScenariosMemory>>;
  readonly resultComments: () => Promise<ResultComments>;
  readonly sessionReviews: () => Promise<SessionReviews>;
  readonly landings: () => Promise<LandingController>;
  readonly analyticsPanel: () => Promise<SubjectPanel<AnalyticsMemory>>;
}
