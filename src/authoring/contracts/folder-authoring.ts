import type { ContractDocument } from '../../contract/document.ts';
import type { PlanSource } from '../../contract/model.ts';
import { HOLDOUT_FILES } from '../../workspace/configuration/shared-files.ts';
import { deriveNames } from '../../contract/templates/template-names.ts';
import { toSnippet } from '../../contract/templates/template-text.ts';
import { replaceText } from '../../workspace/files/replace-text.ts';
import type {
  AddAssertionOptions,
  AddChunkOptions,
  AddedAssertion,
  AddedChunk,
  AssertionTemplateDescription,
  AssertionValuesQuery,
  SourceCommit,
  ContractDraft,
  ContractDraftOptions,
  ContractFromCodeOptions,
  ContractFromDiffOptions,
  ContractTemplateDescription,
  CreateContractOptions,
  CreatedContract,
  GeneratedContract,
  ImportedContract,
  ImportOptions,
  ImportUpdate,
  UpdateImportOptions,
} from './authoring-types.ts';
import type { FolderServices } from '../../run/services/folder-services.ts';
import { addAssertion, listAssertionTemplates, proposeValues } from './add-assertion.ts';
import { addChunk } from './add-chunk.ts';
import { chooseId, draftContract, listContractTemplates, requireId } from './contract-draft.ts';
import { contractFromCode } from './contract-from-code.ts';
import { createContract } from './create-contract.ts';
import { hashOfPlan, keepImportedText } from './update/imported-text.ts';
import type { StatedTree } from './state-exports.ts';

/** Writing contracts: templates, and contracts that are generated from code. Nothing calls a model. */
export interface Authoring {
  /** The templates of new contracts (EDIT-1). */
  templates(): Promise<readonly ContractTemplateDescription[]>;
  /**
   * The text of a contract with one chunk, from a template, with the test command of the repository. Writes nothing. Throws
   * `not-found` if there is no such template.
   */
  draft(options: ContractDraftOptions): Promise<ContractDraft>;
  /**
   * A contract that states the exports, signatures and types of files (ENF-FUTURE-5). The code satisfies it. Writes nothing.
   * Throws `not-found` if a file does not exist or nothing is exported, `unsupported` for other languages.
   */
  fromCode(options: ContractFromCodeOptions): Promise<GeneratedContract>;
  /**
   * A contract that states what a diff did. The end of the diff satisfies it. Writes nothing. Throws `git` without a git
   * repository or for an unknown revision, `not-found` if the diff is empty.
   */
  fromDiff(options: ContractFromDiffOptions): Promise<GeneratedContract>;
  /**
   * A draft contract from an OpenSpec change or a Spec Kit feature (AGENT-8). Writes nothing. Throws `not-found` without a
   * task list or an open task, `unsupported` for another format.
   */
  importPlan(options: ImportOptions): Promise<ImportedContract>;
  /**
   * Merges what a plan changed since it was imported into its contract (PLANS-3). What a person changed there stays. Throws
   * `not-found` without the plan or without a contract that remembers it.
   */
  updateImport(options: UpdateImportOptions): Promise<ImportUpdate>;
  /**
   * Keeps the text of the plan that a contract was imported from, so that an update finds it although it is in no commit.
   * `create` and `updateImport` do this themselves. Does nothing if the plan has changed since.
   */
  keepPlan(contract: string): Promise<void>;
  /** Writes a new contract, with a path relative to the folder. Throws `conflict` if the file exists. */
  create(file: string, text: string, options?: CreateContractOptions): Promise<CreatedContract>;
  /**
   * Adds a chunk from a template to the end of a contract, and keeps the rest of it byte for byte. Returns the new text and
   * writes nothing. The contract may have no chunk yet. Throws `contract` if it has syntax errors.
   */
  addChunk(options: AddChunkOptions): Promise<AddedChunk>;
  /** The last commits of the current branch, newest first; empty without a git repository or a commit. */
  recentCommits(limit: number): Promise<readonly SourceCommit[]>;
  /** The templates of assertions (ENF-FUTURE-3). */
  assertionTemplates(): Promise<readonly AssertionTemplateDescription[]>;
  /** The values that the contract and the code propose for a field of a template, the most likely first. */
  assertionValues(query: AssertionValuesQuery): Promise<readonly string[]>;
  /**
   * Adds the assertions of a template to a chunk, in the current text of the contract (unsaved text included), and keeps the
   * rest of it byte for byte. Throws `not-found` for an unknown chunk or template, `contract` if a value is missing.
   */
  addAssertion(options: AddAssertionOptions): Promise<AddedAssertion>;
}

type AuthoringServices = Pick<FolderServices, 'analysis' | 'configuration' | 'contracts' | 'repository' | 'tree'>;

/** What writing contracts needs from outside of the folder. */
export interface AuthoringEdges {
  /** Whether the workspace's own TypeScript may run. */
  readonly trusted: () => boolean;
  /** Replaces the text of an open contract in the editor; false if the contract must be written to disk. */
  readonly replaceText?: ((file: string, expected: string, text: string) => Promise<boolean>) | undefined;
}

/** Writing contracts in one folder: templates, and contracts that are generated from its code. */
export class FolderAuthoring implements Authoring {
  readonly #services: AuthoringServices;
  readonly #edges: AuthoringEdges;

  constructor(services: AuthoringServices, edges: AuthoringEdges) {
    this.#services = services;
    this.#edges = edges;
  }

  templates(): Promise<readonly ContractTemplateDescription[]> {
    return Promise.resolve(listContractTemplates());
  }

  async draft(options: ContractDraftOptions): Promise<ContractDraft> {
    const { tree, analysis } = this.#services;
    const { template, near, task = '' } = options;
    if (template !== 'refactor' || near === undefined || task.trim() === '') return draftContract(tree, options);
    const [outline] = await analysis.outlines(tree.root, [{ file: near }]);
    if (outline === undefined || outline.exports.length === 0) return draftContract(tree, options);
    const { title, id } = deriveNames(task);
    const free = await chooseId(tree, options.id, id);
    const forbidden = ['Change the behavior of an export.'];
    const source = { files: [near], id: free, title, task: task.trim(), forbidden };
    const { file, text } = await contractFromCode(this.#userTree(undefined), tree, source);
    return { file, text, snippet: toSnippet(text, {}), placeholder: undefined };
  }

  fromCode({ files, id, title, task, signal }: ContractFromCodeOptions): Promise<GeneratedContract> {
    const named = title ?? (task === undefined ? undefined : deriveNames(task).title);
    return contractFromCode(this.#userTree(signal), this.#services.tree, { files, id, title: named, task, signal });
  }

  async fromDiff(options: ContractFromDiffOptions): Promise<GeneratedContract> {
    const { contractFromDiff } = await import('./contract-from-diff.ts');
    const { resolveDiffRange } = await import('./diff-range.ts');
    const signal = options.signal ?? new AbortController().signal;
    const { tree, analysis } = this.#services;
    const repository = await this.#services.repository();
    const range = await resolveDiffRange(repository, options.range, await this.#services.configuration(), signal);
    if (range.isCurrent) return contractFromDiff({ repository, range, end: this.#userTree(signal), tree }, options);
    await using worktree = await repository.openWorktree(range.to, { without: HOLDOUT_FILES, signal });
    const end = { ...this.#userTree(signal), root: worktree.root };
    try {
      return await contractFromDiff({ repository, range, end, tree }, options);
    } finally {
      await analysis.close(worktree.root);
    }
  }

  async importPlan(options: ImportOptions): Promise<ImportedContract> {
    const { importPlan } = await import('./import-plan.ts');
    return importPlan(this.#services.tree, options, (name) => this.#findExport(name));
  }

  async updateImport(options: UpdateImportOptions): Promise<ImportUpdate> {
    const { updateImportedContract } = await import('./update-imported-contract.ts');
    const { update, planText, document } = await updateImportedContract(this.#services, options, (name) =>
      this.#findExport(name),
    );
    const isWritten = options.write === true && update.isChanged;
    if (isWritten) await this.#replace(document, update.text);
    if (isWritten || options.keepText === true) await keepImportedText(await this.#services.repository(), planText);
    return update;
  }

  async create(file: string, text: string, options: CreateContractOptions = {}): Promise<CreatedContract> {
    requireId(file.split('/').at(-1) ?? file);
    const created = await createContract(this.#services.tree.root, file, text, options);
    const { source } = (await this.#services.contracts.parse(file, text)).contract ?? {};
    if (source !== undefined) await this.#keepText(source);
    return created;
  }

  async keepPlan(contract: string): Promise<void> {
    const { source } = (await this.#services.contracts.read(contract)).contract ?? {};
    if (source !== undefined) await this.#keepText(source);
  }

  async #keepText({ file, hash }: PlanSource): Promise<void> {
    const text = await this.#services.tree.readText(file);
    if (text !== undefined && hashOfPlan(text) === hash)
      await keepImportedText(await this.#services.repository(), text);
  }

  async addChunk({ contract, ...options }: AddChunkOptions): Promise<AddedChunk> {
    const document = await this.#services.contracts.read(contract);
    return addChunk(document, (await this.draft(options)).text);
  }

  async recentCommits(limit: number): Promise<readonly SourceCommit[]> {
    const repository = await this.#services.repository();
    const { commit } = await repository.readHead();
    if (commit === null) return [];
    const { readRecentCommits } = await import('./recent-commits.ts');
    return readRecentCommits(repository.folder, limit);
  }

  assertionTemplates(): Promise<readonly AssertionTemplateDescription[]> {
    return Promise.resolve(listAssertionTemplates());
  }

  async assertionValues(query: AssertionValuesQuery): Promise<readonly string[]> {
    return proposeValues(this.#userTree(undefined), await this.#services.contracts.read(query.contract), query);
  }

  async addAssertion(options: AddAssertionOptions): Promise<AddedAssertion> {
    const document = await this.#services.contracts.read(options.contract);
    const added = addAssertion(document, options);
    if (options.write !== true) return added;
    await this.#replace(document, added.text);
    return added;
  }

  async #replace({ file, text: expected }: ContractDocument, text: string): Promise<void> {
    const isReplaced = await this.#edges.replaceText?.(file, expected, text);
    if (isReplaced !== true) await replaceText(this.#services.tree.root, file, expected, text);
  }

  async #findExport(name: string): Promise<string | undefined> {
    const { tree, analysis } = this.#services;
    return (await analysis.locateExport(tree.root, name, null))?.file;
  }

  #userTree(signal: AbortSignal | undefined): StatedTree {
    return {
      analysis: this.#services.analysis,
      root: this.#services.tree.root,
      trusted: this.#edges.trusted(),
      signal,
    };
  }
}
