/**
 * Parses the changes in the answer of a model without tools. There are two kinds of blocks. A SEARCH/REPLACE block
 * follows a line with the path:
 *
 * ````text
 * src/health/check.ts
 * <<<<<<< SEARCH
 * the current lines of the file
 * =======
 * the replacement
 * >>>>>>> REPLACE
 * ````
 *
 * Fences around the block are allowed, several blocks can follow one path, and an empty SEARCH part creates the file.
 * A fenced block that names a path contains a whole file:
 *
 * ````text
 * ```ts path=src/health/types.ts
 * the whole content
 * ```
 * ````
 *
 * With `pathBeforeFence`, the path of a whole file can also be on the line before the fence. A file that contains fences
 * needs a longer fence around it.
 */

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
  /** Descriptions of the malformed blocks, for the model. */
  readonly problems: readonly string[];
}

const SEARCH = /^<{5,9}\s*SEARCH\b/;
const DIVIDER = /^={5,9}\s*$/;
const REPLACE = /^>{5,9}\s*REPLACE\b/;
/** A longer line does not name a path. */
const MAX_PATH_LINE_LENGTH = 1_000;
const FENCE = /^\s{0,3}(`{3,}|~{3,})\s*(.*)$/;

export function readAnswerBlocks(text: string, options: { readonly pathBeforeFence: boolean }): AnswerBlocks {
  return new BlockReader(text, options.pathBeforeFence).read();
}

class BlockReader {
  readonly #lines: readonly string[];
  /** Whether the path of a whole file can also be on the line before the fence. */
  readonly #pathBeforeFence: boolean;
  readonly #blocks: AnswerBlock[] = [];
  readonly #problems: string[] = [];
  #lineIndex = 0;
  /** Fences without a closing fence, so that the rest of the answer is searched once for each of them. */
  readonly #unclosedFences = new Set<string>();
  /** The path of the last block. It applies to following SEARCH/REPLACE blocks without a path. */
  #path: string | undefined;

  constructor(text: string, pathBeforeFence: boolean) {
    this.#lines = text.split(/\r?\n/);
    this.#pathBeforeFence = pathBeforeFence;
  }

  read(): AnswerBlocks {
    for (; this.#lineIndex < this.#lines.length; this.#lineIndex++) {
      const line = this.#lineAt(this.#lineIndex);
      if (SEARCH.test(line)) this.#readEdit();
      else if (FENCE.test(line) && !this.#isAroundEdits()) this.#readFile();
    }
    return { blocks: this.#blocks, problems: this.#problems };
  }

  #lineAt(index: number): string {
    return this.#lines[index] ?? '';
  }

  #find(pattern: RegExp, from: number, stopAt?: RegExp): number | undefined {
    for (let index = from; index < this.#lines.length; index++) {
      if (pattern.test(this.#lineAt(index))) return index;
      if (stopAt?.test(this.#lineAt(index))) return undefined;
    }
    return undefined;
  }

  #readEdit(): void {
    const start = this.#lineIndex;
    const path = this.#pathAbove(start) ?? this.#path;
    const divider = this.#find(DIVIDER, start + 1, SEARCH);
    const end = divider === undefined ? undefined : this.#find(REPLACE, divider + 1, SEARCH);
    if (divider === undefined || end === undefined) {
      this.#problems.push(
        `The SEARCH/REPLACE block at line ${start + 1} of the answer${path === undefined ? '' : ` (${path})`} has no ${divider === undefined ? '======= line' : '>>>>>>> REPLACE line'}. Write the complete block.`,
      );
      return;
    }
    this.#lineIndex = end;
    this.#skipClosingFence();
    if (path === undefined) {
      this.#problems.push(
        `The SEARCH/REPLACE block at line ${start + 1} of the answer has no path. Write the path on the line before it.`,
      );
      return;
    }
    this.#path = path;
    this.#blocks.push({
      kind: 'edit',
      path,
      line: start + 1,
      oldText: joinLines(this.#lines.slice(start + 1, divider)),
      newText: joinLines(this.#lines.slice(divider + 1, end)),
    });
  }

  #readFile(): void {
    const start = this.#lineIndex;
    const [, fence = '', info = ''] = FENCE.exec(this.#lineAt(start)) ?? [];
    const infoPath = pathInInfo(info);
    const path = infoPath ?? (this.#pathBeforeFence ? this.#pathAbove(start) : undefined);
    const end = this.#findClosingFence(fence, start + 1);
    if (path === undefined) {
      this.#lineIndex = end ?? this.#lineIndex;
      return;
    }
    if (end === undefined) {
      this.#problems.push(
        `The file block of ${path} at line ${start + 1} of the answer has no closing fence. Write the complete block.`,
      );
      this.#lineIndex = this.#lines.length;
      return;
    }
    this.#lineIndex = end;
    this.#path = path;
    this.#blocks.push({ kind: 'file', path, line: start + 1, content: joinLines(this.#lines.slice(start + 1, end)) });
  }

  /** A closing fence has at least as many characters as the opening one. */
  #findClosingFence(fence: string, from: number): number | undefined {
    if (this.#unclosedFences.has(fence)) return undefined;
    for (let index = from; index < this.#lines.length; index++) {
      const closing = this.#lineAt(index).trimEnd();
      const start = closing.search(/[^ \t]/);
      if (start >= 0 && start <= 3 && closing.startsWith(fence, start) && isRepeated(closing, start)) return index;
    }
    this.#unclosedFences.add(fence);
    return undefined;
  }

  /** Whether the fence only wraps a SEARCH block. */
  #isAroundEdits(): boolean {
    const next = this.#lineAt(this.#lineIndex + 1);
    if (SEARCH.test(next)) return true;
    return pathInLine(next) !== undefined && SEARCH.test(this.#lineAt(this.#lineIndex + 2));
  }

  /** The path on the nearest nonempty line, or in the info string of a fence, within the three lines above. */
  #pathAbove(index: number): string | undefined {
    for (let above = index - 1; above >= Math.max(0, index - 3); above--) {
      const line = this.#lineAt(above);
      const fence = FENCE.exec(line);
      if (fence !== null) {
        const infoPath = pathInInfo(fence[2] ?? '');
        if (infoPath !== undefined) return infoPath;
      } else if (line.trim() !== '') {
        return pathInLine(line);
      }
    }
    return undefined;
  }

  #skipClosingFence(): void {
    const fence = FENCE.exec(this.#lineAt(this.#lineIndex + 1));
    if (fence?.[2] === '') this.#lineIndex++;
  }
}

function joinLines(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** Whether a text consists of one character from an index to its end. */
function isRepeated(text: string, start: number): boolean {
  for (let index = start; index < text.length; index++) if (text[index] !== text[start]) return false;
  return true;
}

/** The path in the info string of a fence: `ts path=src/x.ts`, `ts title="src/x.ts"`, `ts:src/x.ts`. */
function pathInInfo(info: string): string | undefined {
  if (info.length > MAX_PATH_LINE_LENGTH) return undefined;
  const attribute = /\b(?:path|file|filename|title)\s*=\s*(?:"([^"]+)"|'([^']+)'|(\S+))/i.exec(info);
  const colon = /^[\w+-]+:(\S+)$/.exec(info.trim());
  const path = attribute?.[1] ?? attribute?.[2] ?? attribute?.[3] ?? colon?.[1];
  return path === undefined ? undefined : toPath(path);
}

/** The path on a line that contains only a path and its markup. */
function pathInLine(line: string): string | undefined {
  if (line.length > MAX_PATH_LINE_LENGTH) return undefined;
  const withoutMarkup = line
    .trim()
    .replace(/^(?:[#>*-]+\s+)+/, '')
    .replace(/^(?:\*\*|__)?(?:file(?:name)?|path)\s*:\s*/i, '')
    .replace(/^[*_`'"]+|[*_`'":]+$/g, '');
  return toPath(withoutMarkup);
}

function toPath(text: string): string | undefined {
  return /^[^\s`*"<>|?]+$/.test(text) && /[/\\.]/.test(text) && !/^[./\\]+$/.test(text) && !text.endsWith('.')
    ? text
    : undefined;
}
