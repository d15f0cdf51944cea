import { homedir } from 'node:os';
import type { AgentHooks } from '../hooks/agent-types.ts';
import type { Comments } from '../hooks/comments/comment-types.ts';
import type { Sessions } from '../hooks/reviews/session-types.ts';
import type { Exports } from '../verdicts/analysis/folder-exports.ts';
import type { Authoring } from '../authoring/contracts/folder-authoring.ts';
import type { WorkspaceFacts } from '../authoring/meaning/workspace-facts.ts';
import type { AlwaysRules } from '../authoring/rules/rule-types.ts';
import type { Plans } from '../authoring/plans/folder-plans.ts';
import { createDataFiles, type DataFiles } from '../verdicts/data-files/folder-data-files.ts';
import type { Domains } from '../verdicts/domains/trees/folder-domains.ts';
import { FolderRecords, type Records } from '../history/folder-records.ts';
import type { Amendments } from '../run/folder-amendments.ts';
import type { Changes } from '../run/change/folder-changes.ts';
import { FolderChecks, type Checks } from '../run/check/folder-checks.ts';
import type { Failures } from '../run/check/folder-failures.ts';
import type { Runs } from '../run/folder-runs.ts';
import type { Results } from '../run/landing/folder-results.ts';
import type { Reviews } from '../run/review/folder-reviews.ts';
import type { Scenarios } from '../run/scenarios/scenario-types.ts';
import type { FolderContracts } from '../run/services/folder-services.ts';
import type { Setup } from '../run/setup/folder-setup.ts';
import type { PackageApis } from '../run/change/folder-apis.ts';
import type { LandingActions } from '../run/undo/landing-types.ts';
import { messageOf } from '../foundation/errors.ts';
import { createLazyPort } from '../foundation/lazy-port.ts';
import type { EngineBasis } from './services/engine-basis.ts';
import type { EngineOptions } from './services/engine-options.ts';
import { openBasis } from './services/open-basis.ts';
import { EngineServices } from './services/engine-services.ts';

/** The engine of one workspace folder: ports by subject, each declared where it is implemented. */
export interface Engine extends AsyncDisposable {
  /** Absolute path of the workspace folder. */
  readonly folder: string;
  readonly contracts: Pick<FolderContracts, 'read' | 'readAll'>;
  readonly checks: Checks;
  readonly changes: Changes;
  readonly failures: Failures;
  readonly plans: Plans;
  readonly runs: Runs;
  readonly results: Results;
  readonly amendments: Amendments;
  readonly landings: LandingActions;
  readonly history: Records;
  readonly exports: Exports;
  readonly apis: PackageApis;
  /** What the language features read of the folder: its files, exports, gates and commands. Runs nothing. */
  readonly facts: WorkspaceFacts;
  readonly reviews: Reviews;
  readonly scenarios: Scenarios;
  readonly domains: Domains;
  readonly dataFiles: DataFiles;
  readonly authoring: Authoring;
  readonly agents: AgentHooks;
  readonly sessions: Sessions;
  readonly comments: Comments;
  readonly rules: AlwaysRules;
  readonly setup: Setup;
  /** What products above the engine are built on. */
  readonly basis: EngineBasis;
  /** Completes or rolls back the unfinished work of an earlier process. Returns a message for each recovered item. */
  recover(): Promise<readonly string[]>;
  /** Sets the unsaved text of a file; `null` makes the file on disk current again. */
  setUnsavedText(path: string, text: string | null): void;
  /** Reports files that changed on disk (relative paths), or `all` if they are unknown. The next check sees them. */
  filesChanged(paths: readonly string[] | 'all'): void;
}

/** Composes the engine of one workspace folder. Nothing is opened or read before it is needed. */
export function createEngine(options: EngineOptions): Engine {
  const { folder, storage, trusted, log, replaceText } = options;
  const { environment } = options.settings;
  const services = new EngineServices(options);
  const { tree, analysis, contracts, histories } = services;
  const warn = (message: string): void => log('warning', message);
  /** Logs the failure of a notification to the analysis. Callers do not wait for it; the next check sees its effect. */
  const logFailure = (notification: Promise<void>): void => {
    notification.catch((thrown: unknown) => warn(messageOf(thrown)));
  };
  const filesChanged = (paths: readonly string[] | 'all'): void => logFailure(analysis.filesChanged(folder, paths));
  const basis = openBasis(services, options);
  const checks = new FolderChecks(services, trusted);
  const changes = createLazyPort<Changes>(async () => {
    const { FolderChanges } = await import('../run/change/folder-changes.ts');
    return new FolderChanges(services, trusted);
  });
  const comments = createLazyPort<Comments>(async () => {
    const { FolderComments } = await import('../hooks/comments/folder-comments.ts');
    return new FolderComments(services, () => new Date());
  });
  return {
    folder,
    contracts,
    checks,
    changes,
    failures: createLazyPort<Failures>(async () => {
      const { FolderFailures } = await import('../run/check/folder-failures.ts');
      return new FolderFailures(services, checks);
    }),
    plans: createLazyPort<Plans>(async () => {
      const { FolderPlans } = await import('../authoring/plans/folder-plans.ts');
      return new FolderPlans(services, trusted);
    }),
    runs: createLazyPort<Runs>(async () => {
      const { FolderRuns } = await import('../run/folder-runs.ts');
      return new FolderRuns(services, trusted);
    }),
    results: createLazyPort<Results>(async () => {
      const { FolderResults } = await import('../run/landing/folder-results.ts');
      return new FolderResults(services);
    }),
    amendments: createLazyPort<Amendments>(async () => {
      const { FolderAmendments } = await import('../run/folder-amendments.ts');
      const onWritten = (file: string): void => filesChanged([file]);
      return new FolderAmendments(services, checks, { replaceText, onWritten, warn });
    }),
    landings: createLazyPort<LandingActions>(async () => {
      const { FolderLandings } = await import('../run/undo/folder-landings.ts');
      return new FolderLandings(services);
    }),
    history: new FolderRecords(histories),
    exports: createLazyPort<Exports>(async () => {
      const { FolderExports } = await import('../verdicts/analysis/folder-exports.ts');
      return new FolderExports(services, trusted);
    }),
    apis: createLazyPort<PackageApis>(async () => {
      const { FolderApis } = await import('../run/change/folder-apis.ts');
      return new FolderApis(services);
    }),
    facts: createLazyPort<WorkspaceFacts>(async () => {
      const { createWorkspaceFacts } = await import('../authoring/meaning/folder-facts.ts');
      return createWorkspaceFacts(services, trusted);
    }),
    reviews: createLazyPort<Reviews>(async () => {
      const { FolderReviews } = await import('../run/review/folder-reviews.ts');
      return new FolderReviews(services);
    }),
    scenarios: createLazyPort<Scenarios>(async () => {
      const { FolderScenarios } = await import('../run/scenarios/folder-scenarios.ts');
      return new FolderScenarios(services, log);
    }),
    domains: createLazyPort<Domains>(async () => {
      const { FolderDomains } = await import('../verdicts/domains/trees/folder-domains.ts');
      return new FolderDomains(services, options);
    }),
    dataFiles: createDataFiles(tree),
    authoring: createLazyPort<Authoring>(async () => {
      const { FolderAuthoring } = await import('../authoring/contracts/folder-authoring.ts');
      return new FolderAuthoring(services, options);
    }),
    agents: createLazyPort<AgentHooks>(async () => {
      const { FolderAgents } = await import('../hooks/judging/folder-agents.ts');
      return new FolderAgents(services, changes, { comments, now: () => new Date() });
    }),
    comments,
    rules: createLazyPort<AlwaysRules>(async () => {
      const [{ FolderRules }, { SessionRules }] = await Promise.all([
        import('../authoring/rules/folder-rules.ts'),
        import('../hooks/reviews/session-rules.ts'),
      ]);
      return new SessionRules(services, new FolderRules(services));
    }),
    sessions: createLazyPort<Sessions>(async () => {
      const { FolderSessions } = await import('../hooks/reviews/folder-sessions.ts');
      return new FolderSessions(services, changes);
    }),
    setup: createLazyPort<Setup>(async () => {
      const [{ FolderSetup }, { diagnoseAgents }, { findHookedClients }, { findUsedClients }] = await Promise.all([
        import('../run/setup/folder-setup.ts'),
        import('../hooks/configuration/diagnose-agents.ts'),
        import('../hooks/configuration/find-hooked-clients.ts'),
        import('../hooks/configuration/used-clients.ts'),
      ]);
      const examineAgents = {
        subject: 'agents',
        examine: () => diagnoseAgents({ folder, home: homedir(), environment }),
      };
      const diagnosed = {
        folder,
        environment,
        keys: options.models.keys,
        repository: () => services.repository(),
        configuration: () => services.configuration(),
        configurationOf: (text: string | undefined) => services.configurationOf(text),
        contracts,
        history: () => services.history(),
        historyServer: () => histories.server(),
      };
      const agents = async () => ({
        used: findUsedClients(folder, 'project'),
        hooked: await findHookedClients(folder, homedir()),
      });
      return new FolderSetup(diagnosed, { storage, examinations: [examineAgents], agents });
    }),
    basis,
    async recover() {
      const { recover } = await import('../run/recover.ts');
      return recover(services);
    },
    setUnsavedText(path, text) {
      tree.setUnsavedText(path, text);
      logFailure(analysis.setUnsavedText(folder, path, text));
    },
    filesChanged,
    async [Symbol.asyncDispose]() {
      await basis[Symbol.asyncDispose]();
      await services[Symbol.asyncDispose]();
    },
  };
}
