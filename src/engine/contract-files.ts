import picomatch from 'picomatch';
import { CHECKS } from '../checks/table.ts';
import type { ContractDocument, DataPath, Problem } from '../contract/document.ts';
import type { Gate } from '../contract/model.ts';
import { readContract } from '../contract/read-contract.ts';
import { sharedIdsOf } from '../gates/chunk-gates.ts';
import { HoldfastError } from '../shared/errors.ts';
import type { SourceTree } from '../workspace/source-tree.ts';
import { GateFiles, type GateFileSet } from './gate-files.ts';

/** The contract files of one workspace folder, read as they are now; unchanged text is not parsed again. */
export class ContractFiles {
  readonly #tree: SourceTree;
  readonly #gateFiles: GateFiles;
  readonly #read = new Map<string, ContractDocument>();

  /** @param gateGlobs where the files of shared gates are */
  constructor(tree: SourceTree, gateGlobs: () => Promise<readonly string[]>) {
    this.#tree = tree;
    this.#gateFiles = new GateFiles(tree, gateGlobs);
  }

  /** Every contract that the globs name, broken ones included, sorted by path. */
  async all(globs: readonly string[]): Promise<readonly ContractDocument[]> {
    const matches = picomatch([...globs], { dot: true });
    const files = (await this.#tree.listFiles()).filter((file) => matches(file));
    return Promise.all(files.map((file) => this.one(file)));
  }

  /** A contract; one that stands there and cannot be read is a document with that problem. */
  async one(file: string): Promise<ContractDocument> {
    let text: string | undefined;
    try {
      text = await this.#tree.readText(file);
    } catch (thrown) {
      if (thrown instanceof HoldfastError && thrown.code === 'storage') return unreadable(file, thrown);
      throw thrown;
    }
    if (text === undefined) {
      throw new HoldfastError('not-found', `Failed to read the contract ${file}: there is no such file.`);
    }
    const known = this.#read.get(file);
    const document = known?.text === text ? known : readContract({ file, text, checks: CHECKS });
    this.#read.set(file, document);
    return this.#withSharedGates(document);
  }

  /** Another text in the place of a file, such as one that is being edited. */
  read(file: string, text: string): Promise<ContractDocument> {
    return this.#withSharedGates(readContract({ file, text, checks: CHECKS }));
  }

  /** The gates of gate files that a contract's chunks name, as they are now. */
  async sharedGates({ contract }: ContractDocument): Promise<readonly Gate[]> {
    return contract === undefined ? [] : this.#gateFiles.gatesFor(sharedIdsOf(contract));
  }

  /** Gate files are only read for a contract that names a gate which it does not define. */
  async #withSharedGates(document: ContractDocument): Promise<ContractDocument> {
    if (!document.problems.some(isUnknownGate)) return document;
    const shared = await this.#gateFiles.all();
    const reread = readContract({ ...document, checks: CHECKS, sharedGates: shared.ids });
    return { ...reread, problems: reread.problems.map((problem) => explained(problem, document, shared)) };
  }
}

function unreadable(file: string, { message, hint }: HoldfastError): ContractDocument {
  const nothing = readContract({ file, text: '', checks: CHECKS });
  const said = hint === undefined ? message : `${message}. ${hint}`;
  return {
    ...nothing,
    problems: [{ code: 'unreadable', severity: 'error', message: said, path: [], range: nothing.rangeOf([]) }],
  };
}

function isUnknownGate({ code }: Problem): boolean {
  return code === 'unknown-gate';
}

/** Says why an id stands for no gate, where gate files have something to do with it. */
function explained(problem: Problem, document: ContractDocument, shared: GateFileSet): Problem {
  if (!isUnknownGate(problem)) return problem;
  const found = shared.find(gateIdAt(document, problem.path) ?? '');
  if (found !== undefined && 'problem' in found) return { ...problem, code: 'ambiguous-gate', message: found.problem };
  if (shared.mistakes.length === 0) return problem;
  return { ...problem, message: `${problem.message} Gate files have mistakes: ${shared.mistakes.join('; ')}` };
}

function gateIdAt({ contract }: ContractDocument, [, chunk, , index]: DataPath): string | undefined {
  return contract?.chunks[Number(chunk)]?.gates[Number(index)];
}
