import type * as vscode from 'vscode';
import type { ValidatorCollection } from '../../verdicts/checks/validators/validator-collection.ts';
import type { FolderPaths } from '../base/folder-paths.ts';
import type { ContractChecks } from '../checks/contract-checks.ts';
import type { DataFileChecks } from '../checks/data-file-checks.ts';
import type { InterfaceChecks } from '../checks/interface-checks.ts';
import type { UnsavedTexts } from '../engines/unsaved-texts.ts';
import type { WorkspaceEngines } from '../engines/workspace-engines.ts';
import type { WorkspaceStore } from '../state/store.ts';
import type {
  AmendmentPanelService,
  AmendmentService,
  AnalyticsPanelService,
  ChoiceService,
  FullCheckService,
  ImpactPanelService,
  JobService,
  LandingService,
  PlanPanelService,
  ResultsPanelService,
  ReviewPanelService,
  ResultService,
  RunService,
  ScenariosPanelService,
} from './feature-services.ts';

/** The services of an activated extension. Contributions and commands receive them as an argument. */
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
  readonly runs: () => Promise<RunService>;
  readonly fullChecks: () => Promise<FullCheckService>;
  readonly results: () => Promise<ResultService>;
  readonly choices: () => Promise<ChoiceService>;
  readonly amendments: () => Promise<AmendmentService>;
  readonly amendmentPanel: () => Promise<AmendmentPanelService>;
  readonly resultsPanel: () => Promise<ResultsPanelService>;
  readonly planPanel: () => Promise<PlanPanelService>;
  readonly impactPanel: () => Promise<ImpactPanelService>;
  readonly jobs: () => Promise<JobService>;
  readonly reviewPanel: () => Promise<ReviewPanelService>;
  readonly scenariosPanel: () => Promise<ScenariosPanelService>;
  readonly landings: () => Promise<LandingService>;
  readonly analyticsPanel: () => Promise<AnalyticsPanelService>;
}
