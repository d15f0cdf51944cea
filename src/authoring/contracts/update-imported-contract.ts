import type { ContractDocument } from '../../contract/document.ts';
import type { PlanSource } from '../../contract/model.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { FolderServices } from '../../run/services/folder-services.ts';
import { normalizeRelative } from '../../workspace/files/safe-path.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { UpdateImportOptions } from './authoring-types.ts';
import { contractFile, requireId } from './contract-draft.ts';
import { importPlan } from './import-plan.ts';
import { findImportedText, hashOfPlan } from './update/imported-text.ts';
import { updateImport, type ImportUpdate } from './update/update-import.ts';

type UpdateServices = Pick<FolderServices, 'contracts' | 'repository' | 'tree'>;

interface ImportedDocument {
  readonly document: ContractDocument;
  readonly source: PlanSource;
}

/**
 * [PLANS-3] Merges a changed plan into its contract. Writes nothing.
 *
 * @param findExport where an export exists already
 * @returns the update, and the text of the plan
 * @throws HoldfastError `not-found` without the plan or without a contract that remembers it, `contract` if it has errors
 */
export async function updateImportedContract(
  services: UpdateServices,
  { path, id }: UpdateImportOptions,
  findExport: (name: string) => Promise<string | undefined>,
): Promise<{ readonly update: ImportUpdate; readonly planText: string; readonly document: ContractDocument }> {
  const { tree } = services;
  const { imported, planFile } = await findPair(services, normalizeRelative(path), id);
  const { document, source } = imported;
  const text = await tree.readText(planFile);
  if (text === undefined) {
    throw new HoldfastError('not-found', `Failed to update ${document.file}: its plan ${planFile} does not exist`, {
      hint: `If the plan was moved, name it: holdfast import <plan> --update --name ${document.contract?.spec.id ?? '<contract>'}`,
    });
  }
  const isSpecification = source.reader === 'openspec' || source.reader === 'spec-kit';
  const update = await updateImport({
    document,
    source,
    plan: { file: planFile, text },
    baseText:
      hashOfPlan(text) === source.hash
        ? text
        : await findImportedText(await services.repository(), source.file, source.hash),
    importText: (file, planText) =>
      importPlan(
        withText(tree, file, planText),
        {
          path: file,
          format: source.reader,
          unit: source.chunks,
          // Which tasks a specification leaves out depends on the marks of the imported text, which the merge restores.
          withDone: isSpecification ? source.all : true,
          id: document.contract?.spec.id,
        },
        findExport,
      ),
  });
  return { update, planText: text, document };
}

/** The contract and its plan, by the path of one of them. */
async function findPair(
  { contracts, tree }: UpdateServices,
  path: string,
  id: string | undefined,
): Promise<{ readonly imported: ImportedDocument; readonly planFile: string }> {
  if (/\.contract\.(?:ya?ml|json)$/i.test(path)) {
    const imported = requireSource(await contracts.read(path));
    return { imported, planFile: imported.source.file };
  }
  const planFile = (await tree.kindOf(path)) === 'folder' ? `${path === '' ? '' : `${path}/`}tasks.md` : path;
  if (id !== undefined) return { imported: requireSource(await contracts.read(contractFile(requireId(id)))), planFile };
  const all = (await contracts.readAll()).filter(({ contract }) => contract?.source !== undefined);
  const [first, ...others] = all.filter(({ contract }) => contract?.source?.file === planFile);
  if (first === undefined) {
    const known = all.map(({ file, contract }) => `  ${file}: ${contract?.source?.file ?? ''}`);
    throw new HoldfastError('not-found', `Failed to update from ${planFile}: no contract was imported from it`, {
      hint: [
        `If the plan was moved, name its contract: holdfast import ${planFile} --update --name <contract>`,
        ...(known.length === 0
          ? ['No contract of this folder remembers its plan.']
          : ['Imported contracts:', ...known]),
      ].join('\n'),
    });
  }
  if (others.length > 0) {
    throw new HoldfastError('contract', `Failed to update from ${planFile}: several contracts were imported from it`, {
      hint: `Name one: ${[first, ...others].map(({ file }) => file).join(', ')}`,
    });
  }
  return { imported: requireSource(first), planFile };
}

function requireSource(document: ContractDocument): ImportedDocument {
  const { contract, file } = document;
  if (contract === undefined) {
    throw new HoldfastError('contract', `Failed to update ${file}: it is not a valid contract`, {
      hint: `Run "holdfast plan check ${file}" to list its errors.`,
    });
  }
  if (contract.source !== undefined) return { document, source: contract.source };
  throw new HoldfastError('contract', `Failed to update ${file}: it does not remember a plan`, {
    hint: 'Contracts that "holdfast import" writes have the key "source". Import the plan under another name, and compare.',
  });
}

/** A tree in which a file has another text. */
function withText(tree: SourceTree, file: string, text: string): SourceTree {
  return {
    root: tree.root,
    readText: (path) => (path === file ? Promise.resolve(text) : tree.readText(path)),
    kindOf: (path) => (path === file ? Promise.resolve('file') : tree.kindOf(path)),
    listFiles: async () => {
      const files = await tree.listFiles();
      return files.includes(file) ? files : [...files, file].sort();
    },
  };
}
