import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createAnalysis } from '../../../../src/verdicts/analysis/in-process-analysis.ts';
import type { Judge } from '../../../../src/verdicts/checks/interfaces/judge.ts';
import type { ScenarioEvent } from '../../../../src/verdicts/scenarios/execution/scenario-events.ts';
import { runScenarios, type ScenarioRunInput } from '../../../../src/verdicts/scenarios/execution/run-scenarios.ts';
import { openScenarioSource } from '../../../../src/verdicts/scenarios/files/scenario-source.ts';
import type { ScenarioReport, TrajectoryResult } from '../../../../src/verdicts/scenarios/scenario-report.ts';
import { systemClock } from '../../../../src/foundation/clock.ts';
import { openRepository } from '../../../../src/workspace/open-repository.ts';
import { PLAIN_RULES } from '../../../workspace/support/command-rules.ts';
import { GitUser } from '../../../workspace/support/git-user.ts';
import { temporaryFolder, type TemporaryFolder } from '../../../workspace/support/temporary.ts';

export interface ScenarioRunOptions extends Partial<Omit<ScenarioRunInput, 'commit' | 'source'>> {
  /** Absolute path of a folder with scenarios outside of the repository. */
  readonly folder?: string;
  readonly judge?: Judge;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: ScenarioEvent) => void;
}

/** A git repository with scenarios, in a temporary folder with a storage folder. */
export class ScenarioRepository implements AsyncDisposable {
  readonly home: TemporaryFolder;
  readonly user: GitUser;

  private constructor(home: TemporaryFolder, user: GitUser) {
    this.home = home;
    this.user = user;
  }

  /** @param files scenarios are below `.holdfast/scenarios/` */
  static async create(files: Readonly<Record<string, string>>): Promise<ScenarioRepository> {
    const home = await temporaryFolder();
    const user = await GitUser.init(home.at('repository'));
    for (const [file, text] of Object.entries(files)) await user.write(file, text);
    await user.commit('first');
    return new ScenarioRepository(home, user);
  }

  get storage(): string {
    return this.home.at('storage');
  }

  /** Runs the scenarios of the current tree against it. */
  async run(options: ScenarioRunOptions = {}): Promise<ScenarioReport> {
    const { folder, judge, signal = new AbortController().signal, onEvent = () => undefined, ...input } = options;
    await using repository = await openRepository({ folder: this.user.folder, storage: this.storage });
    await using analysis = createAnalysis({
      environment: () => undefined,
      ...(judge === undefined ? {} : { judge: () => Promise.resolve(judge) }),
    });
    const { commit } = await repository.createBase();
    return await runScenarios(
      {
        commit,
        source: await openScenarioSource(repository, { commit, folder }),
        holdout: { enforced: true },
        ...input,
      },
      {
        repository,
        analysis,
        commandRules: () => PLAIN_RULES,
        commandTimeoutMs: 20_000,
        judgeAccount: judge === undefined ? undefined : 'account',
        clock: systemClock,
        onEvent,
        signal,
      },
    );
  }

  /** What trajectories have left in the storage folder: worktrees, temporary folders and records of processes. */
  async leftovers(): Promise<readonly string[]> {
    const entries = await readdir(this.storage, { recursive: true });
    return entries.filter((entry) => {
      const parts = entry.split(path.sep);
      const parent = parts.at(-2);
      return (parent === 'attempts' || (parent === 'processes' && parts.length === 2)) && !entry.endsWith('.lock');
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.home[Symbol.asyncDispose]();
  }
}

/** The outcomes of the trajectories of the only scenario, in order. */
export function outcomesOf({ scenarios }: ScenarioReport): readonly TrajectoryResult['outcome'][] {
  return scenarios.flatMap(({ trajectories }) => trajectories.map(({ outcome }) => outcome));
}

/** A twin that counts its requests from 1, and answers /health. */
export const COUNTING_SERVER = `
import { createServer } from 'node:http';
let count = 0;
createServer((request, response) => {
  response.end(request.url === '/health' ? 'ok' : String(++count));
}).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening'));
`;

/** Sends a request to the port in the first argument, and prints the answer. */
export const CLIENT = `
const response = await fetch('http://127.0.0.1:' + process.argv[2] + '/');
console.log('answer ' + (await response.text()));
`;
