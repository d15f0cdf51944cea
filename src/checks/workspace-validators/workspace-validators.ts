import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Validator } from '../validators/validator.ts';
import { HoldfastError, messageOf } from '../../shared/errors.ts';
import { isMissing } from '../../workspace/safe-path.ts';
import type { PlainContext, ValidatorDescription } from './thread-messages.ts';
import { ValidatorWorker } from './validator-worker.ts';
import type { ValidatorWorkerOptions } from './validator-worker.ts';

/** Where a workspace keeps its validators. */
export const VALIDATOR_FOLDER = '.holdfast/validators';

const MODULE = /\.(?:js|mjs|ts)$/;

/** The validators of a workspace, and why some are missing. */
export interface LoadedValidators {
  readonly validators: readonly WorkspaceValidator[];
  /** In words for people, one for each module that could not be loaded. */
  readonly problems: readonly string[];
}

/** A validator of the workspace; it keeps its own time limit. */
export interface WorkspaceValidator extends Validator {
  readonly keepsTimeLimit: true;
  /** The protocol whose adapter registered it; others count always. */
  readonly protocol?: string;
}

/** Loads the modules of `.holdfast/validators` of one workspace, each in a thread of its own, again when they change. */
export class WorkspaceValidators implements AsyncDisposable {
  readonly #folder: string;
  readonly #options: ValidatorWorkerOptions;
  #state = '';
  #workers: readonly ValidatorWorker[] = [];
  #loaded: Promise<LoadedValidators> = Promise.resolve({ validators: [], problems: [] });
  #last: Promise<unknown> = Promise.resolve();

  /** @param root absolute path of the workspace */
  constructor(root: string, options: ValidatorWorkerOptions) {
    this.#folder = path.join(root, VALIDATOR_FOLDER);
    this.#options = options;
  }

  /** The validators as their files are now. */
  load(signal: AbortSignal): Promise<LoadedValidators> {
    const loaded = this.#last.then(() => this.#refreshed(signal));
    this.#last = loaded.catch(() => undefined);
    return loaded;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker[Symbol.asyncDispose]()));
    this.#workers = [];
    this.#state = '';
  }

  async #refreshed(signal: AbortSignal): Promise<LoadedValidators> {
    const { state, modules } = await lookAt(this.#folder);
    if (state === this.#state) return this.#loaded;
    await this[Symbol.asyncDispose]();
    this.#workers = modules.map((file) => new ValidatorWorker(file, this.#options));
    const loaded = await loadAll(this.#workers, signal);
    this.#loaded = Promise.resolve(loaded);
    this.#state = state;
    return loaded;
  }
}

/** Every module of the folder, and a text that changes when any file below it does. */
async function lookAt(folder: string): Promise<{ readonly state: string; readonly modules: readonly string[] }> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort();
    const looks = await Promise.all(
      files.map(async (file) => {
        const { size, mtimeMs, ctimeMs } = await stat(file);
        return `${file} ${size} ${mtimeMs} ${ctimeMs}`;
      }),
    );
    const modules = files.filter(
      (file) => path.dirname(file) === folder && MODULE.test(file) && !file.endsWith('.d.ts'),
    );
    return { state: looks.join('\n'), modules };
  } catch (error) {
    if (isMissing(error)) return { state: '', modules: [] };
    throw error;
  }
}

async function loadAll(workers: readonly ValidatorWorker[], signal: AbortSignal): Promise<LoadedValidators> {
  const problems: string[] = [];
  const loaded = await Promise.all(
    workers.map(async (worker) => {
      const name = `${VALIDATOR_FOLDER}/${path.basename(worker.file)}`;
      try {
        const descriptions = await worker.describe(signal);
        if (descriptions.length === 0) problems.push(`${name} exports no validator`);
        return descriptions.map((description, at) => validatorOf(worker, description, at));
      } catch (error) {
        if (signal.aborted) throw error;
        const problem = `Failed to load ${name}: ${messageOf(error)}`;
        problems.push(problem);
        return [unloadedValidator(name, problem)];
      }
    }),
  );
  return { validators: loaded.flat(), problems };
}

/**
 * Stands for a module that could not be loaded: whether its validators would have agreed is not known, so that none of
 * the resources that the contract declares passes without them.
 */
function unloadedValidator(name: string, problem: string): WorkspaceValidator {
  return {
    type: name,
    supportedResourceTypes: ['*'],
    keepsTimeLimit: true,
    supports: () => true,
    validate: () => Promise.reject(new HoldfastError('contract', `${problem}. Mend it, or take it out of the folder`)),
  };
}

function validatorOf(worker: ValidatorWorker, description: ValidatorDescription, at: number): WorkspaceValidator {
  const never = new AbortController().signal;
  return {
    ...description,
    keepsTimeLimit: true,
    supports: (resource) => worker.supports(at, resource, never),
    async validate(resource, assertion, context) {
      const plain: PlainContext = {
        workingDir: context.workingDir,
        availableResources: context.availableResources,
        stepOutputs: context.stepOutputs,
        protocol: context.protocol,
      };
      const asks = { text: (file: string) => context.readText(file), step: (id: string) => context.stepOutput(id) };
      const result = await worker.validate(at, resource, assertion, plain, asks, context.signal ?? never);
      // Read by whoever asked: a validator may answer anything.
      return result as Awaited<ReturnType<Validator['validate']>>;
    },
  };
}
