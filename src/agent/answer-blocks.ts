/**
 * Reads the changes that a model without tools writes into its answer. Two forms:
 *
 * ````text
 * src/health/check.ts
 * <<<<<<< SEARCH
 * the lines as they stand in the file
 * =======
 * the lines that take their place
 * >>>>>>> REPLACE
 * ````
 *
 * with the path on the line before (fences around it are fine; several blocks may follow one path; an empty SEARCH part
 * creates the file), and a whole file as a fenced block that names it:
 *
 * ````text
 * ```ts path=src/health/types.ts
 * the whole content
 * ```
 * ````
 *
 * Where it is allowed, the path of a whole file may also stand alone on the line before the fence. A file that holds
 * fences itself needs a longer fence around it.
 */

import { pathInInformation, pathInLine } from './answer-paths.ts';

export type AnswerBlock =
  | {
      readonly kind: 'edit';
      readonly path: string;
      readonly line: number;
      readonly oldText: string;
      readonly newText: string;
    }
  | { readonly kind: 'file'; readonly path: string; readonly line: number; readonly content: string };

export interface AnswerBlocks {
  readonly blocks: readonly AnswerBlock[];
  /** What is wrong with the malformed ones, for the model. */
  readonly problems: readonly string[];
}

const SEARCH = /^<{5,9}\s*SEARCH\b/;
const DIVIDER = /^={5,9}\s*$/;
const REPLACE = /^>{5,9}\s*REPLACE\b/;
const FENCE = /^\s{0,3}(`{3,}|~{3,})\s*(.*)$/;

export function readAnswerBlocks(text: string, options: { readonly pathBeforeFence: boolean }): AnswerBlocks {
  return new BlockReader(text, options.pathBeforeFence).read();
}

class BlockReader {
  readonly #lines: readonly string[];
  readonly #pathBeforeFence: boolean;
  readonly #blocks: AnswerBlock[] = [];
  readonly #problems: string[] = [];
  #at = 0;
  /** The path of the last block; further blocks without one mean the same file. */
  #path: string | undefined;

  constructor(text: string, pathBeforeFence: boolean) {
    this.#lines = text.split(/\r?\n/);
    this.#pathBeforeFence = pathBeforeFence;
  }

  read(): AnswerBlocks {
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lineAt(this.#at);
      if (SEARCH.test(line)) this.#readEdit();
      else if (FENCE.test(line) && !this.#isAroundEdits()) this.#readFile();
    }
    return { blocks: this.#blocks, problems: this.#problems };
  }

  #lineAt(index: number): string {
    return this.#lines[index] ?? '';
  }

  #find(pattern: RegExp, from: number, notBeyond?: RegExp): number | undefined {
    for (let index = from; index < this.#lines.length; index++) {
      if (pattern.test(this.#lineAt(index))) return index;
      if (notBeyond?.test(this.#lineAt(index))) return undefined;
    }
    return undefined;
  }

  #readEdit(): void {
    const start = this.#at;
    const path = this.#pathAbove(start) ?? this.#path;
    const divider = this.#find(DIVIDER, start + 1, SEARCH);
    const end = divider === undefined ? undefined : this.#find(REPLACE, divider + 1, SEARCH);
    if (divider === undefined || end === undefined) {
      this.#problems.push(
        `The SEARCH/REPLACE block at line ${start + 1} of the answer${path === undefined ? '' : ` (${path})`} has no ${divider === undefined ? '======= line' : '>>>>>>> REPLACE line'}.`,
      );
      return;
    }
    this.#at = end;
    this.#skipClosingFence();
    if (path === undefined) {
      this.#problems.push(
        `The SEARCH/REPLACE block at line ${start + 1} of the answer names no file: the path stands on the line before it.`,
      );
      return;
    }
    this.#path = path;
    this.#blocks.push({
      kind: 'edit',
      path,
      line: start + 1,
      oldText: asText(this.#lines.slice(start + 1, divider)),
      newText: asText(this.#lines.slice(divider + 1, end)),
    });
  }

  #readFile(): void {
    const start = this.#at;
    const [, fence = '', information = ''] = FENCE.exec(this.#lineAt(start)) ?? [];
    const named = pathInInformation(information);
    const path = named ?? (this.#pathBeforeFence ? this.#pathAbove(start) : undefined);
    const close = new RegExp(`^\\s{0,3}\\${fence[0]}{${fence.length},}\\s*$`);
    const end = this.#find(close, start + 1);
    if (path === undefined) {
      this.#at = end ?? this.#at;
      return;
    }
    if (end === undefined) {
      this.#problems.push(
        `The file block of ${path} at line ${start + 1} of the answer is not closed: its fence has no end.`,
      );
      this.#at = this.#lines.length;
      return;
    }
    this.#at = end;
    this.#path = path;
    this.#blocks.push({ kind: 'file', path, line: start + 1, content: asText(this.#lines.slice(start + 1, end)) });
  }

  /** A fence whose first lines lead to a SEARCH marker only wraps it. */
  #isAroundEdits(): boolean {
    const next = this.#lineAt(this.#at + 1);
    if (SEARCH.test(next)) return true;
    return pathInLine(next) !== undefined && SEARCH.test(this.#lineAt(this.#at + 2));
  }

  /** The path on the nearest line above that is neither empty nor a fence; a fence may name it too. */
  #pathAbove(index: number): string | undefined {
    for (let above = index - 1; above >= Math.max(0, index - 3); above--) {
      const line = this.#lineAt(above);
      const fence = FENCE.exec(line);
      if (fence !== null) {
        const named = pathInInformation(fence[2] ?? '');
        if (named !== undefined) return named;
      } else if (line.trim() !== '') {
        return pathInLine(line);
      }
    }
    return undefined;
  }

  #skipClosingFence(): void {
    const fence = FENCE.exec(this.#lineAt(this.#at + 1));
    if (fence?.[2] === '') this.#at++;
  }
}

function asText(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
