import { createHash } from 'node:crypto';
import { Disposals } from '../../../foundation/disposals.ts';
import { throwIfCancelled } from '../../../foundation/errors.ts';
import type { SupervisedProcess } from '../../../workspace/processes/supervised-process.ts';
import { criterionId, reachingStep, type ScenarioFile, type ScenarioStep } from '../files/scenario-file.ts';
import type { Scenario } from '../files/scenario-set.ts';
import type { ScenarioSource } from '../files/scenario-source.ts';
import { PORT_PREFIX } from '../files/template-problems.ts';
import { fillTemplatesInData, findTemplates, splitTemplatedCommand, type TemplateValues } from '../files/templates.ts';
import type { Twin } from '../files/twins-file.ts';
import type { FreePorts } from '../services/free-ports.ts';
import { startFailureMessage, startService } from '../services/start-service.ts';
import { appliesTo } from './failure-criteria.ts';
import { judgeTrajectory } from './judge-trajectory.ts';
import { commandLineOf, environmentOf, runStep, type StepSurroundings } from './run-step.ts';
import type { StepObservation } from './step-observation.ts';
import { describeObservation, type Ending, type TrajectoryOutcome } from './trajectory-outcome.ts';
import type { TrajectoryServices } from './trajectory-services.ts';
import { openTrajectorySpace, type TrajectorySpace } from './trajectory-space.ts';

export interface TrajectoryInput {
  readonly scenario: Scenario;
  /** The twins that the scenario needs. */
  readonly twins: readonly Twin[];
  readonly source: ScenarioSource;
  readonly commit: string;
  readonly without: readonly string[];
  /** From 1. */
  readonly number: number;
  /** How many trajectories of the scenario there are. */
  readonly of: number;
  readonly ports: FreePorts;
  readonly signal: AbortSignal;
}

/**
 * Runs one trajectory in a fresh tree with fresh state. Its twins run from before the first step until after the last one
 * [ASSERT-SCEN-003, ASSERT-SCEN-009]. No process, port or folder is left when it ends.
 *
 * @throws CancelledError if the signal is aborted
 */
export async function runTrajectory(services: TrajectoryServices, input: TrajectoryInput): Promise<TrajectoryOutcome> {
  const start = services.clock.now();
  await using space = await openTrajectorySpace(services, input);
  const trajectory = new Trajectory(services, input, space, start);
  try {
    const ending = await trajectory.run();
    return trajectory.outcomeOf(ending);
  } finally {
    await trajectory[Symbol.asyncDispose]();
    await services.analysis.close(space.worktree.root);
  }
}

/** How long a service of a step may take to start. */
const SERVICE_START_MS = 30_000;

class Trajectory implements AsyncDisposable {
  readonly #services: TrajectoryServices;
  readonly #input: TrajectoryInput;
  readonly #space: TrajectorySpace;
  readonly #startTime: number;
  readonly #ports = new Map<string, number>();
  readonly #running = new Disposals();
  readonly #background = new Map<string, SupervisedProcess>();
  readonly #observations: StepObservation[] = [];
  readonly #notes: string[] = [];

  constructor(services: TrajectoryServices, input: TrajectoryInput, space: TrajectorySpace, startTime: number) {
    this.#services = services;
    this.#input = input;
    this.#space = space;
    this.#startTime = startTime;
  }

  get #definition(): ScenarioFile {
    return this.#input.scenario.definition;
  }

  async run(): Promise<Ending> {
    await this.#choosePorts();
    const failedTwin = await this.#startTwins();
    if (failedTwin !== undefined) return failedTwin;
    const { steps } = this.#definition;
    const reaching = reachingStep(steps);
    for (const [index, step] of steps.entries()) {
      throwIfCancelled(this.#input.signal, `the scenario ${this.#definition.id}`);
      const observation = await this.#runStep(step);
      this.#observations.push(observation);
      if (index >= reaching) {
        const applied = this.#findFailureCriterion();
        if (applied !== undefined) return applied;
      }
      const { problem } = observation;
      if (problem === undefined) continue;
      const isEnvironment = index < reaching || (index === reaching && problem.isEnvironment === true);
      return {
        outcome: isEnvironment ? 'environment' : 'unsatisfied',
        decidedBy: step.id,
        category: problem.category,
        message: `The step ${step.id} failed. ${problem.message}`,
      };
    }
    return this.#judge();
  }

  outcomeOf({ outcome, decidedBy, category, message }: Ending): TrajectoryOutcome {
    const observations = this.#currentObservations().filter(({ step }) => !step.setup);
    const shown = outcome === 'satisfied' ? [] : this.#currentObservations().map(describeObservation);
    return {
      result: {
        number: this.#input.number,
        outcome,
        ...(decidedBy === undefined ? {} : { decidedBy }),
        observed: [message, ...shown].join('\n\n'),
        durationMs: Math.round(this.#services.clock.now() - this.#startTime),
      },
      category,
      observations,
      notes: this.#notes,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running[Symbol.asyncDispose]();
    for (const port of this.#ports.values()) this.#input.ports.release(port);
  }

  async #choosePorts(): Promise<void> {
    const services = [
      ...this.#input.twins.map(({ id, port }) => ({ id, port })),
      ...this.#definition.steps.map(({ id, port }) => ({ id, port })),
    ];
    for (const { id, port } of services) {
      if (port === undefined) continue;
      this.#ports.set(id, port === 'auto' ? await this.#input.ports.take() : port);
    }
  }

  /** [ASSERT-SCEN-009] Returns why a twin did not start, or `undefined`. */
  async #startTwins(): Promise<Ending | undefined> {
    const { clock, repository, commandRules } = this.#services;
    for (const twin of this.#input.twins) {
      const folder = this.#space.twinFolder(twin.id);
      const values = this.#twinValues(twin, folder);
      try {
        const service = await startService({
          name: `the twin ${twin.id}`,
          command: splitTemplatedCommand(twin.command)(values),
          cwd: folder,
          variables: { ...this.#space.variables, ...fillTemplatesInData(twin.environment, values) },
          rules: commandRules({
            tree: folder,
            write: this.#space.writable,
            view: this.#space.viewOfScripts,
            privateFolder: this.#space.privateFolder,
            network: true,
          }),
          port: this.#ports.get(twin.id),
          ready: twin.ready,
          timeoutMs: twin.timeoutSeconds * 1000,
          records: repository.processRecords,
          clock,
          signal: this.#input.signal,
        });
        this.#stopAtEnd(service, `The twin ${twin.id}`);
      } catch (thrown) {
        throwIfCancelled(this.#input.signal, `start the twin ${twin.id}`);
        const message = startFailureMessage(thrown);
        this.#notes.push(message);
        return { outcome: 'environment', decidedBy: twin.id, category: 'start', message };
      }
    }
    return undefined;
  }

  #stopAtEnd(service: SupervisedProcess, name: string): void {
    let isStopping = false;
    this.#running.add(async () => {
      isStopping = true;
      await service.stop();
    });
    void service.exited.then(({ exitCode, signal }) => {
      if (isStopping) return;
      const how = signal === undefined ? `with exit code ${exitCode ?? 'unknown'}` : `by ${signal}`;
      this.#notes.push(`${name} ended ${how} during trajectory ${this.#input.number} of ${this.#definition.id}.`);
    });
  }

  #surroundings(step: ScenarioStep): StepSurroundings {
    const { definition } = this.#input.scenario;
    const { worktree, files, variables, writable, privateFolder } = this.#space;
    const view = usesFiles(step) ? this.#space.viewOfScripts : worktree.view;
    const isNetworked =
      definition.network ||
      definition.twins.length > 0 ||
      definition.steps.some(({ request, background }) => request !== undefined || background);
    const limit = step.timeoutSeconds === undefined ? this.#services.commandTimeoutMs : step.timeoutSeconds * 1000;
    const left = definition.timeoutSeconds * 1000 - (this.#services.clock.now() - this.#startTime);
    return {
      cwd: worktree.root,
      files,
      variables,
      rules: this.#services.commandRules({
        tree: worktree.topLevel,
        write: writable,
        view,
        privateFolder,
        network: isNetworked,
      }),
      values: this.#values,
      timeoutMs: Math.max(1, Math.min(limit, left)),
      signal: this.#input.signal,
    };
  }

  async #runStep(step: ScenarioStep): Promise<StepObservation> {
    const surroundings = this.#surroundings(step);
    if (!step.background) return runStep(step, surroundings);
    const base = { step, kind: 'service' as const, output: '', standardOutput: '', standardError: '' };
    try {
      const service = await startService({
        name: `the service ${step.id}`,
        command: commandLineOf(step, surroundings),
        cwd: surroundings.cwd,
        variables: environmentOf(step, surroundings),
        rules: surroundings.rules,
        port: this.#ports.get(step.id),
        ready: step.ready ?? { tcp: true },
        timeoutMs:
          step.timeoutSeconds === undefined
            ? Math.min(SERVICE_START_MS, surroundings.timeoutMs)
            : surroundings.timeoutMs,
        records: this.#services.repository.processRecords,
        clock: this.#services.clock,
        signal: this.#input.signal,
      });
      this.#background.set(step.id, service);
      this.#stopAtEnd(service, `The service ${step.id}`);
      return { ...base, problem: undefined };
    } catch (thrown) {
      throwIfCancelled(this.#input.signal, `start the service ${step.id}`);
      const message = startFailureMessage(thrown);
      return { ...base, output: message, problem: { category: 'start', message } };
    }
  }

  /** The observations, with what the services have printed until now. */
  #currentObservations(): readonly StepObservation[] {
    return this.#observations.map((observation) => {
      const output = this.#background.get(observation.step.id)?.output();
      return output === undefined ? observation : { ...observation, output, standardOutput: output };
    });
  }

  /** [ASSERT-SCEN-007] The failure criterion that applies to the steps until now. */
  #findFailureCriterion(): Ending | undefined {
    const { failure, steps } = this.#definition;
    const observations = this.#currentObservations().slice(reachingStep(steps));
    for (const [index, criterion] of failure.entries()) {
      const found = observations.find((observation) => appliesTo(criterion, observation, this.#values));
      if (found === undefined) continue;
      return {
        outcome: 'failure-criterion',
        decidedBy: criterionId('failure', criterion, index),
        category: 'failure-criterion',
        message: `${criterion.message}\nThe criterion applies to the step ${found.step.id}.`,
      };
    }
    return undefined;
  }

  async #judge(): Promise<Ending> {
    const { steps } = this.#definition;
    const { worktree } = this.#space;
    const { rules } = this.#surroundings(steps[0] as ScenarioStep);
    const failed = await judgeTrajectory(this.#services, {
      scenario: this.#definition,
      root: worktree.root,
      observations: this.#currentObservations(),
      values: this.#values,
      rules,
      signal: this.#input.signal,
    });
    // A service can print its failure while the criteria are evaluated.
    const applied = this.#findFailureCriterion();
    if (applied !== undefined) return applied;
    if (failed === undefined) return { outcome: 'satisfied', message: 'Every acceptance criterion is met.' };
    const { id, category, message } = failed;
    const outcome =
      category === 'failure-criterion'
        ? 'failure-criterion'
        : category === 'not-judged'
          ? 'environment'
          : 'unsatisfied';
    return { outcome, decidedBy: id, category, message };
  }

  readonly #values: TemplateValues = (name) => {
    const { number, of } = this.#input;
    const { files, state, worktree } = this.#space;
    const builtIn: Readonly<Record<string, string>> = {
      trajectory: String(number),
      trajectories: String(of),
      seed: String(seedOf(this.#definition, number)),
      state,
      files,
      workspace: worktree.root,
    };
    if (Object.hasOwn(builtIn, name)) return builtIn[name];
    if (name.startsWith(PORT_PREFIX)) return this.#ports.get(name.slice(PORT_PREFIX.length))?.toString();
    const variable = Object.hasOwn(this.#definition.variables, name) ? this.#definition.variables[name] : undefined;
    if (variable === undefined) return undefined;
    return String(Array.isArray(variable) ? variable[(number - 1) % variable.length] : variable);
  };

  #twinValues({ id }: Twin, folder: string): TemplateValues {
    const values: Readonly<Record<string, string>> = {
      port: this.#ports.get(id)?.toString() ?? '',
      state: this.#space.state,
      files: folder,
      trajectory: String(this.#input.number),
      seed: String(seedOf(this.#definition, this.#input.number)),
    };
    return (name) => (Object.hasOwn(values, name) ? values[name] : undefined);
  }
}

/** The seed of a trajectory, from 0 to 2^31 - 1. The same trajectory of a scenario always has the same seed. */
export function seedOf({ id, seed }: Pick<ScenarioFile, 'id' | 'seed'>, number: number): number {
  if (seed !== undefined) return (seed + number - 1) & 0x7fffffff;
  return createHash('sha256').update(`${id} ${number}`).digest().readUInt32BE(0) & 0x7fffffff;
}

/**
 * Whether a step must see the scripts of its scenario. Other commands are the code under test, which could read in a script
 * what is expected of it.
 */
function usesFiles(step: ScenarioStep): boolean {
  return step.script !== undefined || findTemplates(JSON.stringify(step)).some(({ name }) => name === 'files');
}
