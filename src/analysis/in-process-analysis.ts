import { checkRequirements } from '../checks/check-requirements.ts';
import type { Judge, VerdictStore } from '../checks/judge.ts';
import type { AssertionResult } from '../checks/result.ts';
import type { CollectedValidator } from '../checks/validators/validator-collection.ts';
import type { DependentsGraph } from '../impact/dependents.ts';
import type { ExportImpact } from '../impact/export-impact.ts';
import type { Impact, ImpactQuestion } from '../impact/impact.ts';
import type { Analysis, CheckCallOptions, CheckRequest, LensOptions, ModuleExports, OwnExports } from './analysis.ts';
import { AnalysedRoot } from './analysed-root.ts';
import { CustomValidators, NO_VALIDATORS } from './custom-validators.ts';
import { importableExports, ownExports } from './export-lists.ts';
import { dependentsAnswer, impactAnswer, lensesAnswer } from './impact-answers.ts';
import { stepRunner } from './step-runner.ts';

/** What the checks of an analysis may ask of the outside. */
export interface AnalysisOptions {
  /** The value of a named environment variable. */
  readonly environment: (name: string) => string | undefined | Promise<string | undefined>;
  /** Names of environment variables that steps and the workspace's validators must not see: keys of models. */
  readonly withhold?: readonly string[];
  /** Asked for at each check that is not restricted, so that a model may be configured later. */
  readonly judge?: () => Promise<Judge | undefined>;
  readonly verdicts?: VerdictStore;
  /** Validators that do not come from the workspace, asked for at each check that is not restricted. */
  readonly validators?: () => Promise<readonly CollectedValidator[]>;
  /** How long a custom validator may take for one assertion. 30 s where absent. */
  readonly validatorTimeoutMs?: number;
  /** What the workspace's validators print; dropped where absent. */
  readonly log?: (line: string) => void;
}

const VALIDATOR_TIMEOUT_MS = 30_000;

/** The analysis in this very thread. */
export class InProcessAnalysis implements Analysis {
  readonly #options: AnalysisOptions;
  readonly #validatorTimeoutMs: number;
  readonly #roots = new Map<string, AnalysedRoot>();
  readonly #validators: CustomValidators;

  constructor(options: AnalysisOptions) {
    this.#options = options;
    this.#validatorTimeoutMs = options.validatorTimeoutMs ?? VALIDATOR_TIMEOUT_MS;
    this.#validators = new CustomValidators({
      others: async () => (await options.validators?.()) ?? [],
      timeoutMs: this.#validatorTimeoutMs,
      log: options.log ?? (() => undefined),
      withhold: options.withhold,
    });
  }

  async check(request: CheckRequest, options: CheckCallOptions = {}): Promise<readonly AssertionResult[]> {
    const signal = options.signal ?? new AbortController().signal;
    const { root, trusted, steps } = request;
    const { tree, index, types } = await this.#root(root).current(signal);
    const validators = trusted ? await this.#validators.of(request.validatorsFrom ?? root, signal) : NO_VALIDATORS;
    const { withhold = [], environment, verdicts, judge } = this.#options;
    return checkRequirements(
      request.requirements,
      {
        tree,
        index,
        types: () => types(trusted),
        resources: request.resources,
        steps: steps.map((step) => step.id),
        stepOutput: stepRunner(steps, { cwd: root, timeoutMs: request.commandTimeoutMs, withhold, signal }),
        protocol: request.protocol,
        changedFiles: request.changedFiles && new Set(request.changedFiles),
        allowedFiles: request.allowedFiles,
        trusted,
        judge: trusted ? await judge?.() : undefined,
        verdicts,
        ...validators,
        validatorTimeoutMs: this.#validatorTimeoutMs,
        environment,
        signal,
      },
      options.onResult,
    );
  }

  async exportsOf(root: string, files: readonly string[]): Promise<readonly ModuleExports[]> {
    const { index } = await this.#root(root).current();
    return importableExports(index, files);
  }

  async findExports(root: string, names: readonly string[]): Promise<Readonly<Record<string, string | undefined>>> {
    const { index } = await this.#root(root).current();
    return Object.fromEntries(
      names.flatMap((name) => {
        const [file] = index.filesExporting(name);
        return file === undefined ? [] : [[name, file]];
      }),
    );
  }

  async exports(root: string, path?: string): Promise<readonly OwnExports[]> {
    const { index } = await this.#root(root).current();
    return ownExports(index, path);
  }

  async impact(root: string, question: ImpactQuestion, signal?: AbortSignal): Promise<Impact> {
    return impactAnswer(await this.#root(root).current(signal), question, signal);
  }

  async dependents(root: string, file: string, signal?: AbortSignal): Promise<DependentsGraph> {
    return dependentsAnswer(await this.#root(root).current(signal), file);
  }

  async lenses(
    root: string,
    file: string,
    before: string | undefined,
    options: LensOptions = {},
  ): Promise<readonly ExportImpact[]> {
    return lensesAnswer(await this.#root(root).current(options.signal), file, before, options);
  }

  setUnsavedText(root: string, path: string, text: string | null): Promise<void> {
    return settled(() => {
      this.#root(root).setUnsavedText(path, text);
    });
  }

  filesChanged(root: string, paths: readonly string[] | 'all'): Promise<void> {
    return settled(() => {
      this.#roots.get(root)?.filesChanged(paths);
    });
  }

  async open(root: string): Promise<void> {
    await this.#root(root).current();
  }

  async close(root: string): Promise<void> {
    const known = this.#roots.get(root);
    this.#roots.delete(root);
    await known?.[Symbol.asyncDispose]();
    await this.#validators.close(root);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#roots.keys()].map((root) => this.close(root)));
    await this.#validators[Symbol.asyncDispose]();
  }

  #root(root: string): AnalysedRoot {
    let known = this.#roots.get(root);
    if (!known) {
      known = new AnalysedRoot(root);
      this.#roots.set(root, known);
    }
    return known;
  }
}

/** Does something at once, and answers as the interface asks: what it throws is a rejection. */
function settled(work: () => void): Promise<void> {
  return new Promise((resolve) => {
    work();
    resolve();
  });
}
