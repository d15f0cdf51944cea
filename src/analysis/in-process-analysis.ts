import { checkRequirements } from '../checks/check-requirements.ts';
import type { Judge, VerdictStore } from '../checks/judge.ts';
import type { AssertionResult } from '../checks/result.ts';
import type { ProtocolAdapter } from '../checks/validators/protocol-adapter.ts';
import type { Validator } from '../checks/validators/validator.ts';
import type { TypeTier } from '../code/types/type-tier.ts';
import { HoldfastError } from '../shared/errors.ts';
import type { Analysis, CheckCallOptions, CheckRequest, ModuleExports, OwnExports } from './analysis.ts';
import { AnalysedRoot } from './analysed-root.ts';
import { importableExports, ownExports } from './export-lists.ts';
import { stepRunner } from './step-runner.ts';

/** What the checks of an analysis may ask of the outside. */
export interface AnalysisOptions {
  /** The value of a named environment variable. */
  readonly environment: (name: string) => string | undefined | Promise<string | undefined>;
  /** Names of environment variables that the commands of steps must not see: keys and tokens. */
  readonly withhold?: readonly string[];
  /** Asked for each check, so that a model may be configured later. */
  readonly judge?: () => Promise<Judge | undefined>;
  readonly verdicts?: VerdictStore;
  /** Validators that do not come from the workspace. */
  readonly validators?: () => Promise<readonly Validator[]>;
  readonly adapters?: readonly ProtocolAdapter[];
  /** How long a custom validator may take for one assertion. 30 s where absent. */
  readonly validatorTimeoutMs?: number;
}

const VALIDATOR_TIMEOUT_MS = 30_000;

/** The analysis in this very thread. */
export class InProcessAnalysis implements Analysis {
  readonly #options: AnalysisOptions;
  readonly #roots = new Map<string, AnalysedRoot>();

  constructor(options: AnalysisOptions) {
    this.#options = options;
  }

  async check(request: CheckRequest, options: CheckCallOptions = {}): Promise<readonly AssertionResult[]> {
    const signal = options.signal ?? new AbortController().signal;
    const { tree, index } = await this.#root(request.root).current(signal);
    const { withhold = [], environment, verdicts, adapters = [], validatorTimeoutMs } = this.#options;
    const stepOutput = stepRunner(request.steps, {
      cwd: request.root,
      timeoutMs: request.commandTimeoutMs,
      withhold,
      signal,
    });
    return checkRequirements(
      request.requirements,
      {
        tree,
        index,
        types: () => this.#types(),
        resources: request.resources,
        steps: request.steps.map((step) => step.id),
        stepOutput,
        protocol: request.protocol,
        changedFiles: request.changedFiles && new Set(request.changedFiles),
        allowedFiles: request.allowedFiles,
        trusted: request.trusted,
        judge: request.trusted ? await this.#options.judge?.() : undefined,
        verdicts,
        customValidators: request.trusted ? ((await this.#options.validators?.()) ?? []) : [],
        adapters: request.trusted ? adapters : [],
        validatorTimeoutMs: validatorTimeoutMs ?? VALIDATOR_TIMEOUT_MS,
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

  setUnsavedText(root: string, path: string, text: string | null): Promise<void> {
    return settled(() => this.#root(root).setUnsavedText(path, text));
  }

  filesChanged(root: string, paths: readonly string[] | 'all'): Promise<void> {
    return settled(() => this.#roots.get(root)?.filesChanged(paths));
  }

  async open(root: string): Promise<void> {
    await this.#root(root).current();
  }

  close(root: string): Promise<void> {
    return settled(() => this.#roots.delete(root));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return settled(() => this.#roots.clear());
  }

  #root(root: string): AnalysedRoot {
    let known = this.#roots.get(root);
    if (!known) {
      known = new AnalysedRoot(root);
      this.#roots.set(root, known);
    }
    return known;
  }

  #types(): Promise<TypeTier> {
    return Promise.reject(
      new HoldfastError('internal', 'Failed to load the type checker: it is not part of this build'),
    );
  }
}

/** Runs something at once and answers with a promise, as the interface asks. */
async function settled(work: () => unknown): Promise<void> {
  work();
  return Promise.resolve();
}
