import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError, messageOf } from '../../../foundation/errors.ts';
import { SerialQueue } from '../../../foundation/serial-queue.ts';
import { isNotFoundError } from '../../../foundation/system-error.ts';
import type { CollectedValidator, SelfLimitedValidator, Validator } from '../interfaces/validator.ts';
import type { PlainContext, ValidatorDescription } from './thread-messages.ts';
import { VALIDATOR_FOLDER } from './validator-folder.ts';
import { ValidatorWorker } from './validator-worker.ts';
import type { ValidatorWorkerOptions } from './validator-worker.ts';

const MODULE = /\.(?:js|mjs|ts)$/;

/** The validators of a workspace, and why some are missing. */
export interface LoadedValidators {
  readonly validators: readonly WorkspaceValidator[];
  /** One sentence for each module that could not be loaded. */
  readonly problems: readonly string[];
}

/** A validator of the workspace, which runs in its own thread. */
export type WorkspaceValidator = CollectedValidator & SelfLimitedValidator;

/** Loads the modules of `.holdfast/validators`, each in its own thread, and loads them again when a file changes. */
export class WorkspaceValidators implements AsyncDisposable {
  readonly #folder: string;
  readonly #options: ValidatorWorkerOptions;
  /** The state of the folder, and the passed variables, when `#loaded` was loaded. */
  #loadedState = '';
  #workers: readonly ValidatorWorker[] = [];
  #loaded: LoadedValidators = { validators: [], problems: [] };
  readonly #queue = new SerialQueue();

  /** @param root absolute path of the workspace */
  constructor(root: string, options: ValidatorWorkerOptions) {
    this.#folder = path.join(root, VALIDATOR_FOLDER);
    this.#options = options;
  }

  /**
   * Returns the validators of the current files. Loads the modules if a file or the passed variables changed.
   *
   * @param passedVariables names of variables that the validators receive in addition to the allow list
   */
  load(signal: AbortSignal, passedVariables: readonly string[] = []): Promise<LoadedValidators> {
    return this.#queue.add(() => this.#loadIfChanged(signal, passedVariables));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker[Symbol.asyncDispose]()));
    this.#workers = [];
    this.#loadedState = '';
  }

  async #loadIfChanged(signal: AbortSignal, passedVariables: readonly string[]): Promise<LoadedValidators> {
    const { state: folderState, modules } = await readFolder(this.#folder);
    const state = folderState === '' ? '' : `${folderState}\n${passedVariables.join(' ')}`;
    if (state === this.#loadedState) return this.#loaded;
    await this[Symbol.asyncDispose]();
    this.#workers = modules.map((file) => new ValidatorWorker(file, { ...this.#options, passedVariables }));
    this.#loaded = await loadModules(this.#workers, signal);
    this.#loadedState = state;
    return this.#loaded;
  }
}

/** The modules of the folder, and a text that changes with every file below the folder. */
async function readFolder(folder: string): Promise<{ readonly state: string; readonly modules: readonly string[] }> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort();
    const stamps = await Promise.all(
      files.map(async (file) => {
        const { size, mtimeMs, ctimeMs } = await stat(file);
        return `${file} ${size} ${mtimeMs} ${ctimeMs}`;
      }),
    );
    const modules = files.filter(
      (file) => path.dirname(file) === folder && MODULE.test(file) && !file.endsWith('.d.ts'),
    );
    return { state: stamps.join('\n'), modules };
  } catch (error) {
    if (isNotFoundError(error)) return { state: '', modules: [] };
    throw error;
  }
}

async function loadModules(workers: readonly ValidatorWorker[], signal: AbortSignal): Promise<LoadedValidators> {
  const problems: string[] = [];
  const loaded = await Promise.all(
    workers.map(async (worker) => {
      const name = `${VALIDATOR_FOLDER}/${path.basename(worker.file)}`;
      try {
        const descriptions = await worker.describe(signal);
        if (descriptions.length === 0) problems.push(`${name} exports no validator`);
        return descriptions.map((description, index) => createValidator(worker, description, index));
      } catch (error) {
        if (signal.aborted) throw error;
        const problem = `Failed to load ${name}: ${messageOf(error)}`;
        problems.push(problem);
        return [createFailingValidator(name, problem)];
      }
    }),
  );
  return { validators: loaded.flat(), problems };
}

/**
 * Creates a validator that replaces a module that could not be loaded. The validators of the module could have failed, so
 * every resource that the contract declares fails until the module is fixed.
 */
function createFailingValidator(name: string, problem: string): WorkspaceValidator {
  return {
    type: name,
    supportedResourceTypes: ['*'],
    enforcesTimeLimit: true,
    supports: () => true,
    validate: () =>
      Promise.reject(new HoldfastError('contract', `${problem}. Fix the module or remove it from the folder`)),
  };
}

function createValidator(
  worker: ValidatorWorker,
  description: ValidatorDescription,
  index: number,
): WorkspaceValidator {
  const neverAborted = new AbortController().signal;
  return {
    ...description,
    enforcesTimeLimit: true,
    supports: (resource) => worker.supports(index, resource, neverAborted),
    async validate(resource, assertion, context) {
      const plainContext: PlainContext = {
        workingDir: context.workingDir,
        availableResources: context.availableResources,
        stepOutputs: context.stepOutputs,
        protocol: context.protocol,
      };
      const handlers = {
        readText: (file: string) => context.readText(file),
        stepOutput: (id: string) => context.stepOutput(id),
      };
      const signal = context.signal ?? neverAborted;
      const result = await worker.validate(index, resource, assertion, plainContext, handlers, signal);
      // The caller verifies the shape, because a validator can return anything.
      return result as Awaited<ReturnType<Validator['validate']>>;
    },
  };
}
