import { CHECKS } from '../checks/definitions/check-table.ts';
import type { ContractDocument, DataPath, Problem } from '../contract/document.ts';
import type { Gate } from '../contract/model.ts';
import { createPathMatcher } from '../contract/globs/path-matcher.ts';
import { readContract } from '../contract/read/read-contract.ts';
import { sharedGateIds } from '../gates/select-gates.ts';
import { HoldfastError } from '../shared/errors.ts';
import { resolvePath } from '../workspace/files/safe-path.ts';
import type { SourceTree } from '../workspace/files/source-tree.ts';
import { GateFiles, type GateFileSet } from './gate-files.ts';
import { findSameSpecId, withSpecIdProblem } from './spec-ids.ts';

/** The globs of contracts and of shared gate files. */
export interface ContractGlobs {
  readonly contracts: readonly string[];
  readonly gates: readonly string[];
}

/** Reads the contract files of one workspace folder. A file is parsed again only if its text has changed. */
export class ContractFiles {
  readonly #tree: SourceTree;
  readonly #gateFiles: GateFiles;
  readonly #parsed = new Map<string, ContractDocument>();
  readonly #globs: () => Promise<ContractGlobs>;

  constructor(tree: SourceTree, globs: () => Promise<ContractGlobs>) {
    this.#tree = tree;
    this.#globs = globs;
    this.#gateFiles = new GateFiles(tree, async () => (await globs()).gates);
  }

  /** Every contract that matches the globs, broken ones included, sorted by path. */
  async readAll(globs: readonly string[]): Promise<readonly ContractDocument[]> {
    const documents = await this.#readMatching(globs);
    return Promise.all(documents.map((document) => this.#compareSpecIds(document, documents)));
  }

  /**
   * Reads a contract. If the file exists but cannot be read, the document contains that problem.
   * @throws HoldfastError `not-found` if there is no such file
   */
  async read(file: string): Promise<ContractDocument> {
    return this.#checkSpecId(await this.#read(file));
  }

  /** Parses a text as if it were the content of `file`, such as a text that is being edited. */
  async parse(file: string, text: string): Promise<ContractDocument> {
    return this.#checkSpecId(await this.#resolveSharedGates(readContract({ file, text, checks: CHECKS })));
  }

  /** Compares the spec id of a contract with those of the other contracts of the folder. */
  async #checkSpecId(document: ContractDocument): Promise<ContractDocument> {
    if (document.contract === undefined) return document;
    return this.#compareSpecIds(document, await this.#readMatching((await this.#globs()).contracts));
  }

  async #compareSpecIds(document: ContractDocument, all: readonly ContractDocument[]): Promise<ContractDocument> {
    const same = findSameSpecId(document, all);
    if (same.length === 0) return document;
    // A link to a contract is the same contract under another path.
    const realPathOf = async ({ file }: ContractDocument): Promise<string> =>
      (await resolvePath(this.#tree.root, file)).realRelative;
    const own = await realPathOf(document);
    const paths = await Promise.all(same.map(realPathOf));
    return withSpecIdProblem(
      document,
      same.filter((_, index) => paths[index] !== own),
    );
  }

  async #readMatching(globs: readonly string[]): Promise<readonly ContractDocument[]> {
    const matches = createPathMatcher(globs);
    const files = (await this.#tree.listFiles()).filter((file) => matches(file));
    return Promise.all(files.map((file) => this.#read(file)));
  }

  async #read(file: string): Promise<ContractDocument> {
    let text: string | undefined;
    try {
      text = await this.#tree.readText(file);
    } catch (thrown) {
      if (thrown instanceof HoldfastError && thrown.code === 'storage') return createUnreadableDocument(file, thrown);
      throw thrown;
    }
    if (text === undefined) throw new HoldfastError('not-found', `Contract not found: ${file}`);
    const parsed = this.#parsed.get(file);
    const document = parsed?.text === text ? parsed : readContract({ file, text, checks: CHECKS });
    this.#parsed.set(file, document);
    return this.#resolveSharedGates(document);
  }

  /** The gates that a contract's chunks name and that gate files define. */
  async readSharedGates({ contract }: ContractDocument): Promise<readonly Gate[]> {
    return contract === undefined ? [] : this.#gateFiles.gatesFor(sharedGateIds(contract));
  }

  /** Reads gate files only if the contract names a gate that it does not define. */
  async #resolveSharedGates(document: ContractDocument): Promise<ContractDocument> {
    if (!document.problems.some(isUnknownGate)) return document;
    const gateFiles = await this.#gateFiles.readAll();
    const resolved = readContract({ ...document, checks: CHECKS, sharedGates: gateFiles.ids });
    return { ...resolved, problems: resolved.problems.map((problem) => explainGate(problem, document, gateFiles)) };
  }
}

function createUnreadableDocument(file: string, { message, hint }: HoldfastError): ContractDocument {
  const empty = readContract({ file, text: '', checks: CHECKS });
  const details = hint === undefined ? message : `${message}. ${hint}`;
  return {
    ...empty,
    problems: [{ code: 'unreadable', severity: 'error', message: details, path: [], range: empty.rangeOf([]) }],
  };
}

function isUnknownGate({ code }: Problem): boolean {
  return code === 'unknown-gate';
}

/** Extends the problem of an unknown gate id with an ambiguous definition or with errors in gate files. */
function explainGate(problem: Problem, document: ContractDocument, gateFiles: GateFileSet): Problem {
  if (!isUnknownGate(problem)) return problem;
  const shared = gateFiles.find(readGateId(document, problem.path) ?? '');
  if (shared !== undefined && 'problem' in shared) {
    return { ...problem, code: 'ambiguous-gate', message: shared.problem };
  }
  if (gateFiles.errors.length === 0) return problem;
  return { ...problem, message: `${problem.message} Gate files have errors: ${gateFiles.errors.join('; ')}` };
}

function readGateId({ contract }: ContractDocument, [, chunk, , index]: DataPath): string | undefined {
  return contract?.chunks[Number(chunk)]?.gates[Number(index)];
}
