import { shiftRange, type TextEdit } from '../base/text-range.ts';
import type { ContractDiagnostic } from './contract-diagnostics.ts';

/**
 * Stores diagnostics by owner and file. An owner is the key of a contract. Several owners may report diagnostics of one
 * file. Each owner replaces only its own diagnostics.
 */
export class DiagnosticStore {
  readonly #byOwner = new Map<string, Map<string, readonly ContractDiagnostic[]>>();
  readonly #fileKey: (owner: string, file: string) => string;

  /** @param fileKey Returns the key of a file. For the same file, the key is the same with every owner. */
  constructor(fileKey: (owner: string, file: string) => string) {
    this.#fileKey = fileKey;
  }

  /** Replaces all diagnostics of an owner. Returns the keys of the files with earlier or new diagnostics of the owner. */
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

  /** Shifts the diagnostics of a file after edits. Returns whether the file has diagnostics. */
  shift(fileKey: string, edits: readonly TextEdit[]): boolean {
    let hasDiagnostics = false;
    for (const files of this.#byOwner.values()) {
      const list = files.get(fileKey);
      if (!list) continue;
      hasDiagnostics = true;
      files.set(
        fileKey,
        list.map((diagnostic) => ({ ...diagnostic, range: edits.reduce(shiftRange, diagnostic.range) })),
      );
    }
    return hasDiagnostics;
  }

  /** The keys of the files with diagnostics. */
  fileKeys(): readonly string[] {
    return [...new Set([...this.#byOwner.values()].flatMap((files) => [...files.keys()]))];
  }

  owners(): readonly string[] {
    return [...this.#byOwner.keys()];
  }

  /** The diagnostics of a file, with their owners. */
  list(fileKey: string): readonly { readonly owner: string; readonly diagnostic: ContractDiagnostic }[] {
    return [...this.#byOwner].flatMap(([owner, files]) =>
      (files.get(fileKey) ?? []).map((diagnostic) => ({ owner, diagnostic })),
    );
  }
}
