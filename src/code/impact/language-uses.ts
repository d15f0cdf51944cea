import type { CodeLanguage } from '../languages/interface/code-language.ts';
import type { ImportedName } from '../modules/module-record.ts';
import type { UsesInText } from './uses-in-text.ts';

/** Finds the uses of names in a text of a language other than TypeScript and JavaScript. */
export class LanguageUses implements UsesInText {
  readonly text: string;
  readonly #language: CodeLanguage;

  constructor(text: string, language: CodeLanguage) {
    this.text = text;
    this.#language = language;
  }

  findUsesOfName(name: string): Promise<readonly number[]> {
    return this.findUsesOfMember(name, []);
  }

  findUsesOfMember(name: string, path: readonly string[]): Promise<readonly number[]> {
    const isAbsent = ![name, ...path].every((part) => this.text.includes(part));
    return Promise.resolve(isAbsent ? [] : this.#language.findNameUses(this.text, name, path));
  }

  /** These languages import modules with statements only. */
  findUsesOfInlineImport(): Promise<readonly number[]> {
    return Promise.resolve([]);
  }

  findDestructuredNames(): Promise<readonly never[]> {
    return Promise.resolve([]);
  }

  findNamesInClause(statement: number, names: readonly ImportedName[]): Promise<readonly number[]> {
    return Promise.resolve(this.#language.findImportedNames(this.text, statement, names));
  }
}
