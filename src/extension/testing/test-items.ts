import * as vscode from 'vscode';
import { toFileUri } from '../base/file-uri.ts';
import { getShownContract } from '../state/shown-contract.ts';
import type { ContractState, WorkspaceState } from '../state/workspace-state.ts';
import {
  createContractTestNode,
  listRequirementNodes,
  type ChunkTestNode,
  type ContractTestNode,
  type RequirementTestNode,
  type TestNode,
} from './test-nodes.ts';

/** What a test item represents. */
export type TestItemData =
  | { readonly kind: 'folder' }
  | { readonly kind: 'contract'; readonly node: ContractTestNode }
  | { readonly kind: 'chunk'; readonly node: ChunkTestNode }
  | { readonly kind: 'requirement'; readonly node: RequirementTestNode };

/** The contract of an item, and its chunk if the item is one or a part of one. */
export interface ItemPlace {
  readonly contract: vscode.TestItem;
  readonly chunk: vscode.TestItem | undefined;
}

/** The test items of the workspace. The chunks and requirements of a contract exist once they are needed, and then follow it. */
export class TestItems {
  readonly #controller: vscode.TestController;
  readonly #data = new WeakMap<vscode.TestItem, TestItemData>();
  readonly #contracts = new Map<string, vscode.TestItem>();
  /** The states that the items show. */
  readonly #shown = new Map<string, ContractState>();
  /** The keys of the contracts whose chunks and requirements are needed. */
  readonly #resolved = new Set<string>();

  constructor(controller: vscode.TestController) {
    this.#controller = controller;
  }

  dataOf(item: vscode.TestItem): TestItemData | undefined {
    return this.#data.get(item);
  }

  contracts(): readonly vscode.TestItem[] {
    return [...this.#contracts.values()];
  }

  findContract(key: string): vscode.TestItem | undefined {
    return this.#contracts.get(key);
  }

  /** Follows the state of the workspace. Contracts that did not change are left alone. */
  update(state: WorkspaceState): void {
    const folders = state.folders.filter(({ contracts }) => contracts.length > 0);
    // A single folder needs no level.
    const isGrouped = state.folders.length > 1;
    const groups = isGrouped ? folders.map((folder) => ({ folder, node: toFolderNode(folder) })) : [];
    this.#sync(this.#controller.items, isGrouped ? groups.map(({ node }) => node) : [], isGrouped, () => ({
      kind: 'folder',
    }));
    const seen = new Set<string>();
    for (const folder of folders) {
      const collection = isGrouped ? this.#controller.items.get(folder.folder)?.children : this.#controller.items;
      if (!collection) continue;
      const nodes = folder.contracts.map((contract) => ({ contract, node: createContractTestNode(contract) }));
      for (const { contract, node } of nodes) {
        seen.add(node.id);
        const known = this.#shown.get(node.id);
        const isSame = known?.check === contract.check && known?.document === contract.document;
        if (isSame && collection.get(node.id)) continue;
        this.#shown.set(node.id, contract);
        const uri = toFileUri(contract.folder, contract.contract);
        const item = this.#put(collection, node, uri, { kind: 'contract', node });
        item.canResolveChildren = true;
        this.#contracts.set(node.id, item);
        if (this.#resolved.has(node.id)) this.#fill(item, node);
      }
    }
    for (const [key, item] of this.#contracts) {
      if (seen.has(key)) continue;
      this.#contracts.delete(key);
      this.#shown.delete(key);
      (item.parent?.children ?? this.#controller.items).delete(key);
    }
  }

  /** Creates the children of an item. VS Code calls it when the item is expanded. */
  resolve(item: vscode.TestItem | undefined): void {
    const data = item && this.#data.get(item);
    if (data?.kind === 'contract') this.resolveContract(data.node.id);
  }

  resolveContract(key: string): void {
    this.#resolved.add(key);
    const item = this.#contracts.get(key);
    const data = item && this.#data.get(item);
    if (item && data?.kind === 'contract') this.#fill(item, data.node);
  }

  /** The contracts that an item covers: its own, or those of a folder. */
  expand(item: vscode.TestItem): readonly ItemPlace[] {
    switch (this.#data.get(item)?.kind) {
      case 'folder':
        return [...item.children].map(([, contract]) => ({ contract, chunk: undefined }));
      case 'contract':
        return [{ contract: item, chunk: undefined }];
      case 'chunk':
        return item.parent ? [{ contract: item.parent, chunk: item }] : [];
      case 'requirement':
        return item.parent?.parent ? [{ contract: item.parent.parent, chunk: item.parent }] : [];
      case undefined:
        return [];
    }
  }

  #fill(item: vscode.TestItem, node: ContractTestNode): void {
    this.#sync(item.children, node.chunks, true, (child) => ({ kind: 'chunk', node: child }), item.uri);
    for (const chunk of node.chunks) {
      const chunkItem = item.children.get(chunk.id);
      if (!chunkItem) continue;
      const requirements = chunk.check ? listRequirementNodes(chunk.check) : [];
      this.#sync(chunkItem.children, requirements, true, (child) => ({ kind: 'requirement', node: child }), item.uri);
    }
  }

  /** Makes a collection contain exactly the nodes. Items that exist keep their results. */
  #sync<Node extends TestNode>(
    collection: vscode.TestItemCollection,
    nodes: readonly Node[],
    removes: boolean,
    toData: (node: Node) => TestItemData,
    uri?: vscode.Uri,
  ): void {
    const ids = new Set(nodes.map(({ id }) => id));
    if (removes) for (const [id] of [...collection]) if (!ids.has(id)) collection.delete(id);
    for (const node of nodes) this.#put(collection, node, uri, toData(node));
  }

  #put(
    collection: vscode.TestItemCollection,
    node: TestNode,
    uri: vscode.Uri | undefined,
    data: TestItemData,
  ): vscode.TestItem {
    const known = collection.get(node.id);
    const item = known ?? this.#controller.createTestItem(node.id, node.label, uri);
    item.label = node.label;
    if (node.description !== undefined) item.description = node.description;
    item.sortText = node.sortText;
    item.range = node.range && toVscodeRange(node.range);
    this.#data.set(item, data);
    if (!known) collection.add(item);
    return item;
  }
}

function toFolderNode({ folder, name }: WorkspaceState['folders'][number]): TestNode {
  return { id: folder, label: name, range: undefined, sortText: name };
}

function toVscodeRange({ start, end }: NonNullable<TestNode['range']>): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** The location of a chunk in its contract, for failures that have no other. */
export function chunkLocation(
  contract: ContractState,
  chunk: string,
): {
  readonly file: string;
  readonly line: number;
  readonly column: number;
} {
  const { document } = getShownContract(contract);
  const index = document.contract?.chunks.findIndex(({ id }) => id === chunk) ?? -1;
  const { start } = document.rangeOf(index < 0 ? [] : ['chunks', index, 'id']);
  return { file: document.file, line: start.line, column: start.column };
}
