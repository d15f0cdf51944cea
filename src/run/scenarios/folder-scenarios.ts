import { randomUUID } from 'node:crypto';
import { withScenarioServices } from './with-scenario-services.ts';
import { describeHoldout } from '../../verdicts/scenarios/execution/holdout.ts';
import { runScenarios } from '../../verdicts/scenarios/execution/run-scenarios.ts';
import { folderScenarios, openScenarioSource, treeScenarios } from '../../verdicts/scenarios/files/scenario-source.ts';
import { readScenarioSet } from '../../verdicts/scenarios/files/scenario-set.ts';
import { scenarioReportSchema, type ScenarioReport } from '../../verdicts/scenarios/scenario-report.ts';
import type { RecordedScenarioReport, ScenarioFiles, ScenarioRunOptions, Scenarios } from './scenario-types.ts';
import type { FolderServices } from '../services/folder-services.ts';

type ScenarioFolder = Pick<
  FolderServices,
  'configuration' | 'history' | 'openServices' | 'repository' | 'secrets' | 'tree'
>;

/** The scenarios of one workspace folder. */
export class FolderScenarios implements Scenarios {
  readonly #services: ScenarioFolder;
  readonly #log: (level: 'warning', message: string) => void;

  constructor(services: ScenarioFolder, log: (level: 'warning', message: string) => void) {
    this.#services = services;
    this.#log = log;
  }

  async files(): Promise<ScenarioFiles> {
    const { folder } = (await this.#services.configuration()).scenarios;
    const source =
      folder === undefined
        ? treeScenarios(this.#services.tree)
        : await folderScenarios(folder, (await this.#services.repository()).protectedFolders);
    const { documents, twinDocuments } = await readScenarioSet(source);
    return { folder: source.folder, scenarios: documents, twins: twinDocuments };
  }

  async run(options: ScenarioRunOptions = {}): Promise<ScenarioReport> {
    const signal = options.signal ?? new AbortController().signal;
    const services = await this.#services.openServices({}, signal, () => undefined);
    const { repository, configuration, confinement, history } = services;
    const warning = confinement.takeWarning();
    const base = await repository.createBase({ signal });
    const onEvent = options.onEvent ?? ((): void => undefined);
    for (const message of [...(warning === undefined ? [] : [warning]), ...base.notes])
      onEvent({ type: 'note', message });
    const { folder } = configuration.scenarios;
    const source = await openScenarioSource(repository, { commit: base.commit, folder, signal });
    const report = await withScenarioServices(
      services,
      (event) => onEvent(this.#services.secrets.redactReport(event)),
      (scenarioServices) =>
        runScenarios(
          {
            commit: base.commit,
            source,
            covers: options.covers,
            ids: options.ids,
            threshold: options.threshold,
            forceTrajectories: options.trajectories,
            jobs: options.jobs ?? configuration.jobs,
            holdout: describeHoldout(source, confinement.kind),
          },
          scenarioServices,
        ),
    );
    const { outcome, score } = report;
    await history.recordScenarioReport({ id: randomUUID(), commit: base.commit, outcome, score, report });
    return this.#services.secrets.redactReport(report);
  }

  async results(limit = 20): Promise<readonly RecordedScenarioReport[]> {
    const stored = (await (await this.#services.history())?.listScenarioReports({ limit })) ?? [];
    return stored.flatMap(({ report, ...record }) => {
      const parsed = scenarioReportSchema.safeParse(report);
      if (parsed.success) return [{ ...record, report: parsed.data }];
      this.#log('warning', `Failed to read the result ${record.id} of scenarios: it has another form. It is left out.`);
      return [];
    });
  }
}
