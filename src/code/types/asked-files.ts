import { messageOf } from '../../shared/errors.ts';
import type { TypeScript } from '../typescript-parser.ts';
import { isCheckedFile, readAskedFile } from './asked-file.ts';
import type { AskedFile } from './asked-file.ts';
import type { NameSource } from './create-type-tier.ts';
import type { SignatureQuestion } from './type-tier.ts';
import type { WorkspaceTexts } from './workspace-texts.ts';

/** Where what a question means is declared, and under which name. */
export interface QuestionPlace {
  readonly file: AskedFile;
  readonly name: string;
}

/** The files that questions are about, parsed; what is parsed is kept for as long as the text is the same. */
export class AskedFiles {
  readonly #typescript: TypeScript;
  readonly #texts: WorkspaceTexts;
  readonly #names: NameSource | undefined;
  readonly #files = new Map<string, AskedFile>();

  constructor(typescript: TypeScript, texts: WorkspaceTexts, names: NameSource | undefined) {
    this.#typescript = typescript;
    this.#texts = texts;
    this.#names = names;
  }

  /**
   * Finds the declaration that a question means, through re-exports.
   * @param take reads a file through the tree. @returns what is wrong with it, or nothing
   * @returns why it cannot be looked at as text
   */
  async place(question: SignatureQuestion, take: (file: string) => Promise<string>): Promise<QuestionPlace | string> {
    const { name } = question;
    const file = await this.#read(question.file, take);
    if (typeof file === 'string') return file;
    const [outer = name, ...path] = name.split('.');
    if (file.names.declared.has(file.names.exported.get(outer) ?? outer)) return { file, name };
    const found = this.#names?.findExport(question.file, outer);
    if (!found || found.file === question.file) return { file, name };
    const other = await this.#read(found.file, take);
    if (typeof other === 'string') return { file, name };
    const declared = declaredAt(other, found.line, found.column);
    return declared === undefined ? { file, name } : { file: other, name: [declared, ...path].join('.') };
  }

  async #read(file: string, take: (file: string) => Promise<string>): Promise<AskedFile | string> {
    if (!isCheckedFile(file)) {
      return `Failed to check types in ${file}: the type checker reads TypeScript and JavaScript files only`;
    }
    const problem = await take(file);
    if (problem !== '') return problem;
    const absolute = this.#texts.absolute(file);
    const text = this.#texts.own(absolute);
    if (text === undefined) return `Failed to check types in ${file}: there is no such file`;
    let asked = this.#files.get(absolute);
    if (asked?.text !== text) {
      asked = readAskedFile(this.#typescript, file, absolute, text);
      this.#files.set(absolute, asked);
    }
    const { syntaxError } = asked.names;
    return syntaxError === undefined ? asked : `Failed to read ${file} at ${syntaxError}`;
  }
}

/** The name under which a file declares what stands at a place. */
export function declaredAt({ names }: AskedFile, line: number, column: number): string | undefined {
  for (const { name, declarations } of names.declared.values()) {
    for (const node of declarations) {
      const named = 'name' in node ? (node.name as typeof node) : node;
      const position = names.source.getLineAndCharacterOfPosition(named.getStart(names.source));
      if (position.line === line - 1 && position.character === column - 1) return name;
    }
  }
  return undefined;
}

/** Reads files through a tree, each once for each batch of questions. */
export class BatchTakes {
  readonly #taken = new Map<string, Promise<string>>();
  readonly #take: (file: string) => Promise<void>;

  constructor(take: (file: string) => Promise<void>) {
    this.#take = take;
  }

  /** @returns what is wrong with the file, or nothing */
  readonly take = (file: string): Promise<string> => {
    let taken = this.#taken.get(file);
    if (!taken) {
      taken = this.#take(file).then(
        () => '',
        (error: unknown) => messageOf(error),
      );
      this.#taken.set(file, taken);
    }
    return taken;
  };
}
