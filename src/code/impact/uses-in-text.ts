import type { ImportedName } from '../modules/module-record.ts';
import type { MemberVariable, ModuleReference } from './syntax/destructured-names.ts';

/** Finds the uses of names in one script. Results are offsets into the text. */
export interface UsesInText {
  readonly text: string;
  /** The uses of a top-level name, without its declarations and imports. */
  findUsesOfName(name: string): Promise<readonly number[]>;
  /** The uses of a member of a top-level name. @param path the names from it to the member */
  findUsesOfMember(name: string, path: readonly string[]): Promise<readonly number[]>;
  /** The uses of a member of a module that is imported inline. */
  findUsesOfInlineImport(specifiers: ReadonlySet<string>, path: readonly string[]): Promise<readonly number[]>;
  /** The top-level variables that receive a member of a module by destructuring. */
  findDestructuredNames(module: ModuleReference, path: readonly string[]): Promise<readonly MemberVariable[]>;
  /** Names in the import at the offset of its record. */
  findNamesInClause(offset: number, names: readonly ImportedName[]): Promise<readonly number[]>;
}
