import { commandLineOf } from '../../contract/acceptance-commands.ts';
import { posix } from 'node:path';
import { CHECKS } from '../../verdicts/checks/definitions/check-table.ts';
import type { Configuration } from '../../workspace/configuration/configuration.ts';
import type { ContractDocument, DataPath, Problem } from '../../contract/document.ts';
import type { Gate } from '../../contract/model.ts';
import { createPathMatcher } from '../../contract/globs/path-matcher.ts';
import { MANIFEST_GLOBS } from '../../contract/manifest-globs.ts';
import { readPlan } from '../../contract/plans/reading/read-plan.ts';
import { readContract } from '../../contract/read/read-contract.ts';
import { sharedGateIds } from '../../verdicts/gates/select-gates.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { findNearest } from '../../foundation/name-suggestions.ts';
import { InvalidPathError, resolvePath } from '../../workspace/files/safe-path.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import { listPlanFiles, type ActivePlans } from './plan-activity.ts';
import { GateFiles, type GateFileSet, type KnownGate } from './gate-files.ts';
import { findRepositoryPrefix } from '../../workspace/files/repository-prefix.ts';
import { withPlaceProblem } from './contract-folder.ts';
import { findSameSpecId, withSpecIdProblem } from './spec-ids.ts';

/** The globs of contracts and of shared gate files, and where they come from. */
export type ContractGlobs = Pick<Configuration, 'contracts' | 'gates' | 'plans' | 'sources'>;

/** The maximum number of contracts that an error lists. */
const MAX_LISTED = 10;

/** Reads the contract files of one workspace folder. A file is parsed again only if its text has changed. */
export class ContractFiles {
  readonly #tree: SourceTree;
  readonly #gateFiles: GateFiles;
  readonly #parsed = new Map<string, ContractDocument>();
  readonly #globs: () => Promise<ContractGlobs>;
  readonly #exists: (path: string) => Promise<boolean>;
  readonly #plans: ActivePlans | undefined;
  #prefix: Promise<string> | undefined;

  /**
   * @param exists whether a path that a contract names exists. Default: in the tree
   * @param plans which plans of other tools judge. Without it, every plan of the globs does, and none runs a command
   */
  constructor(
    tree: SourceTree,
    globs: () => Promise<ContractGlobs>,
    {
      exists,
      plans,
    }: {
      readonly exists?: ((path: string) => Promise<boolean>) | undefined;
      readonly plans?: ActivePlans | undefined;
    } = {},
  ) {
    this.#plans = plans;
    this.#tree = tree;
    this.#globs = globs;
    this.#exists = exists ?? (async (path) => (await tree.kindOf(path)) !== undefined);
    this.#gateFiles = new GateFiles(tree, async () => (await globs()).gates);
  }

  /**
   * Every contract of the configured globs, broken ones included, sorted by path. A file with the usual name of a manifest
   * counts only if it has the form of one [COMP-COMPAT].
   */
  async readAll(): Promise<readonly ContractDocument[]> {
    const documents = await this.#readConfigured();
    return Promise.all(
      documents.map(async (document) => this.#checkPlace(await this.#compareSpecIds(document, documents))),
    );
  }

  /**
   * Reads a contract. If the file exists but cannot be read, the document contains that problem.
   * @throws HoldfastError `not-found` if there is no such file in the folder
   */
  async read(file: string): Promise<ContractDocument> {
    const document = await this.#read(file);
    if (document === undefined) throw await this.#notFound(file);
    return this.#checkSpecId(document);
  }

  /** Parses a text as if it were the content of `file`, such as a text that is being edited or a draft. */
  async parse(file: string, text: string): Promise<ContractDocument> {
    const document = await this.#resolveSharedGates(readContract({ file, text, checks: CHECKS }));
    // A draft outside the folder does not take part in its records.
    return (await this.#tree.kindOf(file)) === 'file' ? this.#checkSpecId(document) : document;
  }

  /** Compares the spec id of a contract with those of the other contracts of the folder. */
  async #checkSpecId(document: ContractDocument): Promise<ContractDocument> {
    if (document.contract === undefined) return document;
    return this.#checkPlace(await this.#compareSpecIds(document, await this.#readConfigured()));
  }

  #checkPlace(document: ContractDocument): Promise<ContractDocument> {
    // The paths of a plan are prose of another tool, which can mean any folder.
    if (document.form === 'plan') return Promise.resolve(document);
    const prefix = (): Promise<string> => (this.#prefix ??= findRepositoryPrefix(this.#tree.root));
    return withPlaceProblem(document, { prefix, exists: this.#exists });
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

  async #readConfigured(): Promise<readonly ContractDocument[]> {
    const { contracts: globs, plans, sources } = await this.#globs();
    const isDefault = sources.contracts.kind === 'default';
    const isContract = createPathMatcher(globs.filter((glob) => !MANIFEST_GLOBS.includes(glob)));
    const mayBeManifest = createPathMatcher(MANIFEST_GLOBS.filter((glob) => isDefault || globs.includes(glob)));
    const listed = await this.#tree.listFiles();
    const files = listed.filter((file) => isContract(file) || mayBeManifest(file));
    const named = listPlanFiles({ plans }, listed);
    const active = named.length === 0 ? [] : ((await this.#plans?.select(named)) ?? named);
    const documents = await Promise.all([...files, ...active].map((file) => this.#read(file)));
    // A listed file may be deleted before it is read, or be a folder on disk.
    const found = documents.filter((document) => document !== undefined);
    // A plan that was imported judges as its contract.
    const imported = new Set(found.map(({ contract }) => contract?.source?.file));
    return found.filter(
      ({ file, form, contract }) =>
        form === 'manifest' || isContract(file) || (form === 'plan' && contract !== undefined && !imported.has(file)),
    );
  }

  /** `undefined` if there is no such file. */
  async #read(file: string): Promise<ContractDocument | undefined> {
    let text: string | undefined;
    try {
      text = await this.#tree.readText(file);
    } catch (thrown) {
      if (thrown instanceof HoldfastError && thrown.code === 'storage') return createUnreadableDocument(file, thrown);
      throw thrown;
    }
    if (text === undefined) return undefined;
    const parsed = this.#parsed.get(file);
    const document = parsed?.text === text ? parsed : readContract({ file, text, checks: CHECKS });
    this.#parsed.set(file, document);
    return this.#resolveSharedGates(document.form === 'plan' ? await this.#withBaseCommands(document) : document);
  }

  /** [PLANS-5] A plan runs only the commands that it has on the base: no change can add one to be run. */
  async #withBaseCommands(document: ContractDocument): Promise<ContractDocument> {
    const { contract, file } = document;
    if (contract === undefined) return document;
    const base = await this.#plans?.baseTextOf(file);
    const known = new Set(
      base === undefined
        ? []
        : readPlan(file, base).plan?.tasks.flatMap(({ commands }) => commands.map(({ command }) => command)),
    );
    const chunks = contract.chunks.map((chunk) => ({
      ...chunk,
      acceptanceCommands: chunk.acceptanceCommands.filter((entry) => known.has(commandLineOf(entry))),
    }));
    return { ...document, contract: { ...contract, chunks } };
  }

  /**
   * The error for a missing contract says which link leads nowhere or out of the folder. Otherwise it names the closest path,
   * or the contracts of the folder.
   */
  async #notFound(file: string): Promise<HoldfastError> {
    try {
      await resolvePath(this.#tree.root, file);
    } catch (cause) {
      if (!(cause instanceof InvalidPathError)) throw cause;
      return new HoldfastError('not-found', `Failed to read the contract ${file}: ${cause.reason}`, {
        hint: 'A contract is a file in its workspace folder, so that a commit contains it. Replace a link with the contract itself.',
        cause,
      });
    }
    const known = (await this.#readConfigured()).map((document) => document.file);
    const suggestion = findNearest(file, known) ?? findNearestName(file, known);
    const names = known.slice(0, MAX_LISTED).join(', ');
    const more = known.length > MAX_LISTED ? `, and ${known.length - MAX_LISTED} more` : '';
    const hint =
      suggestion !== undefined
        ? `Did you mean "${suggestion}"?`
        : known.length > 0
          ? `The contracts of this folder are ${names}${more}.`
          : 'This folder has no contract. Contract file names end in .contract.yaml, .contract.yml or .contract.json.';
    return new HoldfastError('not-found', `Contract not found: ${file}`, { hint });
  }

  /** The gates that a contract's chunks name and that gate files define. */
  async readSharedGates({ contract }: ContractDocument): Promise<readonly Gate[]> {
    return contract === undefined ? [] : this.#gateFiles.gatesFor(sharedGateIds(contract));
  }

  /** The gates of the gate files, for completion and hovers. */
  async sharedGates(): Promise<readonly KnownGate[]> {
    const { gates } = await this.#gateFiles.readAll();
    return gates.map(({ gate: { id, name, description }, file }) => ({ id, title: name ?? description ?? '', file }));
  }

  /** Reads gate files only if the contract names a gate that it does not define. */
  async #resolveSharedGates(document: ContractDocument): Promise<ContractDocument> {
    if (!document.problems.some(isUnknownGate)) return document;
    const gateFiles = await this.#gateFiles.readAll();
    const resolved = readContract({ ...document, checks: CHECKS, sharedGates: gateFiles.ids });
    return { ...resolved, problems: resolved.problems.map((problem) => explainGate(problem, document, gateFiles)) };
  }
}

/** The path whose file name is closest to the file name of a path in another folder. */
function findNearestName(file: string, known: readonly string[]): string | undefined {
  const byName = new Map(known.map((path) => [posix.basename(path), path]));
  return byName.get(findNearest(posix.basename(file), byName.keys()) ?? '');
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
