import path from 'node:path';
import type { ContractDocument } from '../../contract/document.ts';
import { isInside } from './workspace-folder.ts';
import type { CommandContext } from './command-context.ts';

/** The contracts of workspace folders, each folder read once. */
export class FolderDocuments {
  readonly #context: CommandContext;
  readonly #byFolder = new Map<string, readonly ContractDocument[]>();

  constructor(context: CommandContext) {
    this.#context = context;
  }

  isRead(folder: string): boolean {
    return this.#byFolder.has(folder);
  }

  async read(folder: string): Promise<readonly ContractDocument[]> {
    const known = this.#byFolder.get(folder);
    if (known !== undefined) return known;
    const engine = await this.#context.openEngine(folder);
    const documents = await engine.contracts.readAll();
    const inside = documents.filter(({ file }) => isInside(folder, path.join(folder, file)));
    this.#byFolder.set(folder, inside);
    return inside;
  }
}
