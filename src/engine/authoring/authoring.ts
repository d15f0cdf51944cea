import { HOLDOUT_FILES } from '../../configuration/shared-files.ts';
import { deriveNames } from '../../contract/templates/template-names.ts';
import { toSnippet } from '../../contract/templates/template-text.ts';
import { replaceText } from '../../workspace/files/replace-text.ts';
import type { EngineOptions } from '../api/engine-options.ts';
import type {
  AddAssertionOptions,
  AddChunkOptions,
  AddedAssertion,
  AddedChunk,
  AssertionTemplateDescription,
  AssertionValuesQuery,
  CommitDescription,
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
} from '../api/authoring-types.ts';
import type { Authoring } from '../api/engine-interface.ts';
import type { EngineServices } from '../services/engine-services.ts';
import { addAssertion, listAssertionTemplates, proposeValues } from './add-assertion.ts';
import { addChunk } from './add-chunk.ts';
import { chooseId, draftContract, listContractTemplates, requireId } from './contract-draft.ts';
import { contractFromCode } from './contract-from-code.ts';
import { createContract } from './create-contract.ts';
import type { StatedTree } from './state-exports.ts';

/** Writing contracts in one folder: templates, and contracts that are generated from its code. */
export class FolderAuthoring implements Authoring {
  readonly #services: EngineServices;
  readonly #options: EngineOptions;

  constructor(services: EngineServices, options: EngineOptions) {
    this.#services = services;
    this.#options = options;
  }

  templates(): readonly ContractTemplateDescription[] {
    return listContractTemplates();
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
    return { file, text, snippet: toSnippet(text, {}) };
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
    const { importSpecification } = await import('./import-specification.ts');
    const { tree, analysis } = this.#services;
    return importSpecification(tree, options, async (name) => {
      return (await analysis.locateExport(tree.root, name, null))?.file;
    });
  }

  create(file: string, text: string, options: CreateContractOptions = {}): Promise<CreatedContract> {
    requireId(file.split('/').at(-1) ?? file);
    return createContract(this.#options.folder, file, text, options);
  }

  async addChunk({ contract, ...options }: AddChunkOptions): Promise<AddedChunk> {
    const document = await this.#services.contracts.read(contract);
    return addChunk(document, (await this.draft(options)).text);
  }

  async recentCommits(limit: number): Promise<readonly CommitDescription[]> {
    const repository = await this.#services.repository();
    const { commit } = await repository.readHead();
    if (commit === null) return [];
    const { readRecentCommits } = await import('./diff-range.ts');
    return readRecentCommits(repository.folder, limit);
  }

  assertionTemplates(): readonly AssertionTemplateDescription[] {
    return listAssertionTemplates();
  }

  async assertionValues(query: AssertionValuesQuery): Promise<readonly string[]> {
    return proposeValues(this.#userTree(undefined), await this.#services.contracts.read(query.contract), query);
  }

  async addAssertion(options: AddAssertionOptions): Promise<AddedAssertion> {
    const document = await this.#services.contracts.read(options.contract);
    const added = addAssertion(document, options);
    if (options.write !== true) return added;
    const isReplaced = await this.#options.replaceText?.(document.file, document.text, added.text);
    if (isReplaced !== true) await replaceText(this.#options.folder, document.file, document.text, added.text);
    return added;
  }

  #userTree(signal: AbortSignal | undefined): StatedTree {
    return {
      analysis: this.#services.analysis,
      root: this.#services.tree.root,
      trusted: this.#options.trusted(),
      signal,
    };
  }
}
