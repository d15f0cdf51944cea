import picomatch from 'picomatch';
import { CHECKS } from '../checks/table.ts';
import type { Gate } from '../contract/model.ts';
import { readGateFile, type GateDocument } from '../contract/read-gate-file.ts';
import { mistakesIn, sharedGatesFrom, type SharedGate } from '../gates/shared-gates.ts';
import type { SourceTree } from '../workspace/source-tree.ts';

/** The gate files of a folder at one moment. */
export interface GateFileSet {
  /** What an id stands for; undefined where no gate file defines it. */
  find(id: string): SharedGate | undefined;
  /** The ids that stand for exactly one gate. */
  readonly ids: readonly string[];
  /** The mistakes of the files, each with its place. */
  readonly mistakes: readonly string[];
}

/** The gate files of one workspace folder, read as they are now; unchanged text is not parsed again. */
export class GateFiles {
  readonly #tree: SourceTree;
  readonly #globs: () => Promise<readonly string[]>;
  readonly #read = new Map<string, GateDocument>();

  constructor(tree: SourceTree, globs: () => Promise<readonly string[]>) {
    this.#tree = tree;
    this.#globs = globs;
  }

  async all(): Promise<GateFileSet> {
    const matches = picomatch([...(await this.#globs())], { dot: true });
    const files = (await this.#tree.listFiles()).filter((file) => matches(file));
    const documents = (await Promise.all(files.map((file) => this.#one(file)))).filter((one) => one !== undefined);
    const gates = sharedGatesFrom(documents);
    return {
      find: (id) => gates.get(id),
      ids: [...gates].flatMap(([id, found]) => ('gate' in found ? [id] : [])),
      mistakes: mistakesIn(documents),
    };
  }

  /** The gates that stand behind some ids; those that are unclear are mistakes of the contract that names them. */
  async gatesFor(ids: ReadonlySet<string>): Promise<readonly Gate[]> {
    if (ids.size === 0) return [];
    const all = await this.all();
    return [...ids].flatMap((id) => {
      const found = all.find(id);
      return found !== undefined && 'gate' in found ? [found.gate] : [];
    });
  }

  async #one(file: string): Promise<GateDocument | undefined> {
    const text = await this.#tree.readText(file);
    if (text === undefined) return undefined;
    const known = this.#read.get(file);
    if (known?.text === text) return known;
    const document = readGateFile({ file, text, checks: CHECKS });
    this.#read.set(file, document);
    return document;
  }
}
