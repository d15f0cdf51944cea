import type { ContractDiagnostic } from './contract-diagnostics.ts';
import { movedRange, type TextEdit } from './text-range.ts';

/**
 * Which diagnostics stand in which file. Several contracts may speak of one file; each owns what it reported. Answers
 * name the files whose diagnostics changed, for the editor to be told.
 */
export class DiagnosticBoard {
  readonly #byOwner = new Map<string, Map<string, readonly ContractDiagnostic[]>>();
  readonly #fileKey: (owner: string, file: string) => string;

  /** @param fileKey One text per file of the workspace, however it is reached. */
  constructor(fileKey: (owner: string, file: string) => string) {
    this.#fileKey = fileKey;
  }

  /** Replaces everything that an owner reported. */
  replace(owner: string, diagnostics: readonly ContractDiagnostic[]): readonly string[] {
    const before = this.#byOwner.get(owner) ?? new Map<string, readonly ContractDiagnostic[]>();
    const after = new Map<string, ContractDiagnostic[]>();
    for (const diagnostic of diagnostics) {
      const key = this.#fileKey(owner, diagnostic.file);
      const list = after.get(key) ?? [];
      list.push(diagnostic);
      after.set(key, list);
    }
    if (after.size > 0) this.#byOwner.set(owner, after);
    else this.#byOwner.delete(owner);
    return [...new Set([...before.keys(), ...after.keys()])];
  }

  /** Moves what stands in a file along with an edit of it; says whether anything moved. */
  edit(fileKey: string, edits: readonly TextEdit[]): boolean {
    let moved = false;
    for (const files of this.#byOwner.values()) {
      const list = files.get(fileKey);
      if (!list) continue;
      moved = true;
      files.set(
        fileKey,
        list.map((diagnostic) => ({ ...diagnostic, range: edits.reduce(movedRange, diagnostic.range) })),
      );
    }
    return moved;
  }

  owners(): readonly string[] {
    return [...this.#byOwner.keys()];
  }

  /** Everything that stands in a file, with its owner. */
  of(fileKey: string): readonly { readonly owner: string; readonly diagnostic: ContractDiagnostic }[] {
    return [...this.#byOwner].flatMap(([owner, files]) =>
      (files.get(fileKey) ?? []).map((diagnostic) => ({ owner, diagnostic })),
    );
  }
}
