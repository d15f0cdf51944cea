import { dirname, join } from 'node:path/posix';
import { readTsconfigFile } from '../../resolution/tsconfig-file.ts';
import type { TypeEngine } from '../engines/type-engine.ts';

/**
 * Finds the configuration of a file: the nearest tsconfig.json or jsconfig.json that includes the file, directly or
 * through its references. Results are cached: create another instance when a configuration changes or files are added.
 */
export class ConfigurationSearch {
  readonly #root: string;
  readonly #engine: TypeEngine;
  readonly #textOf: (file: string) => string | undefined;
  readonly #found = new Map<string, string | undefined>();
  readonly #texts = new Map<string, string | undefined>();
  readonly #included = new Map<string, ReadonlySet<string>>();

  /** @param textOf the current text of a configuration */
  constructor(root: string, engine: TypeEngine, textOf: (file: string) => string | undefined) {
    this.#root = root;
    this.#engine = engine;
    this.#textOf = (path) => {
      if (!this.#texts.has(path)) this.#texts.set(path, textOf(path));
      return this.#texts.get(path);
    };
  }

  /**
   * Absolute path of the configuration; the nearest one if none includes the file, `undefined` if there is no
   * configuration.
   */
  configurationOf(file: string): string | undefined {
    if (!this.#found.has(file)) this.#found.set(file, this.#find(file));
    return this.#found.get(file);
  }

  #find(file: string): string | undefined {
    let nearest: string | undefined;
    for (let folder = dirname(file); ; folder = dirname(folder)) {
      for (const name of ['tsconfig.json', 'jsconfig.json']) {
        const configuration = join(folder, name);
        if (this.#textOf(configuration) === undefined) continue;
        const including = this.#findIncluding(configuration, file, new Set());
        if (including !== undefined) return including;
        nearest ??= configuration;
      }
      if (folder === this.#root || folder === dirname(folder)) return nearest;
    }
  }

  /** Every file that a configuration includes. */
  filesOf(configuration: string): ReadonlySet<string> {
    let files = this.#included.get(configuration);
    if (!files) this.#included.set(configuration, (files = new Set(this.#engine.filesOf(configuration))));
    return files;
  }

  /** The configuration that includes a file: `configuration`, or one that it references directly or transitively. */
  #findIncluding(configuration: string, file: string, seen: Set<string>): string | undefined {
    if (seen.has(configuration)) return undefined;
    seen.add(configuration);
    if (this.filesOf(configuration).has(file)) return configuration;
    for (const { path } of readTsconfigFile(this.#textOf(configuration) ?? '').references ?? []) {
      const target = join(dirname(configuration), path);
      const referenced = target.endsWith('.json') ? target : join(target, 'tsconfig.json');
      if (this.#textOf(referenced) === undefined) continue;
      const including = this.#findIncluding(referenced, file, seen);
      if (including !== undefined) return including;
    }
    return undefined;
  }
}
