import picomatch from 'picomatch';
import { CHECKS } from '../checks/table.ts';
import type { ContractDocument } from '../contract/document.ts';
import { readContract } from '../contract/read-contract.ts';
import { HoldfastError } from '../shared/errors.ts';
import type { SourceTree } from '../workspace/source-tree.ts';

/** The contract files of one workspace folder, read as they are now; unchanged text is not parsed again. */
export class ContractFiles {
  readonly #tree: SourceTree;
  readonly #read = new Map<string, ContractDocument>();

  constructor(tree: SourceTree) {
    this.#tree = tree;
  }

  /** Every contract that the globs name, broken ones included, sorted by path. */
  async all(globs: readonly string[]): Promise<readonly ContractDocument[]> {
    const matches = picomatch([...globs], { dot: true });
    const files = (await this.#tree.listFiles()).filter((file) => matches(file));
    return Promise.all(files.map((file) => this.one(file)));
  }

  async one(file: string): Promise<ContractDocument> {
    const text = await this.#tree.readText(file);
    if (text === undefined) {
      throw new HoldfastError('not-found', `Failed to read the contract ${file}: there is no such file.`);
    }
    const known = this.#read.get(file);
    if (known?.text === text) return known;
    const document = readContract({ file, text, checks: CHECKS });
    this.#read.set(file, document);
    return document;
  }
}
