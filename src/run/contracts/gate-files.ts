import { CHECKS } from '../../verdicts/checks/definitions/check-table.ts';
import { createPathMatcher } from '../../contract/globs/path-matcher.ts';
import type { Gate } from '../../contract/model.ts';
import { readGateFile, type GateDocument } from '../../contract/read/read-gate-file.ts';
import { collectSharedGates, listGateFileErrors, type SharedGate } from '../../verdicts/gates/shared-gates.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';

/** A gate of a gate file. */
export interface KnownGate {
  readonly id: string;
  readonly title: string;
  readonly file: string;
}

/** The gate files of a folder at one moment. */
export interface GateFileSet {
  /** The gate with an id, or why the id is ambiguous; undefined if no gate file defines it. */
  find(id: string): SharedGate | undefined;
  /** The ids with exactly one definition. */
  readonly ids: readonly string[];
  /** The valid gates with the paths of their files, in the order of the files. */
  readonly gates: readonly { readonly gate: Gate; readonly file: string }[];
  /** The errors of the files, each with its location. */
  readonly errors: readonly string[];
}

type GateTree = Pick<SourceTree, 'listFiles' | 'readText'>;

/** Reads the gate files of one workspace folder, or of a commit. A file is parsed again only if its text has changed. */
export class GateFiles {
  readonly #tree: GateTree;
  readonly #globs: () => Promise<readonly string[]>;
  readonly #parsed = new Map<string, GateDocument>();

  constructor(tree: GateTree, globs: () => Promise<readonly string[]>) {
    this.#tree = tree;
    this.#globs = globs;
  }

  /** Reads the gate files that match the globs. */
  async readAll(): Promise<GateFileSet> {
    const matches = createPathMatcher(await this.#globs());
    const files = (await this.#tree.listFiles()).filter((file) => matches(file));
    const documents = (await Promise.all(files.map((file) => this.#read(file)))).filter((one) => one !== undefined);
    const gates = collectSharedGates(documents);
    return {
      find: (id) => gates.get(id),
      ids: [...gates].flatMap(([id, shared]) => ('gate' in shared ? [id] : [])),
      gates: documents.flatMap(({ file, gates: inFile }) => inFile.map((gate) => ({ gate, file }))),
      errors: listGateFileErrors(documents),
    };
  }

  /** The gates with the given ids, without missing and ambiguous ids: the contract that names them reports these errors. */
  async gatesFor(ids: ReadonlySet<string>): Promise<readonly Gate[]> {
    if (ids.size === 0) return [];
    const files = await this.readAll();
    return [...ids].flatMap((id) => {
      const shared = files.find(id);
      return shared !== undefined && 'gate' in shared ? [shared.gate] : [];
    });
  }

  async #read(file: string): Promise<GateDocument | undefined> {
    const text = await this.#tree.readText(file);
    if (text === undefined) return undefined;
    const parsed = this.#parsed.get(file);
    if (parsed?.text === text) return parsed;
    const document = readGateFile({ file, text, checks: CHECKS });
    this.#parsed.set(file, document);
    return document;
  }
}
