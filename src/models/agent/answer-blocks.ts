/**
 * Parses the changes in the text of an answer. There are two kinds of blocks. A SEARCH/REPLACE block follows a line with
 * the path:
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
 * The path of a whole file can also be on the line before the fence, or on the first line of the block, which is content
 * only if it is a comment. If only one file may be written, a single block without a path contains this file, unless its
 * fence says that it is data and the file is code. A file that contains fences needs a
 * longer fence around it.
 */
import { withoutReasoning } from '../calls/without-reasoning.ts';
import { normalizeAgentPath } from './files/agent-paths.ts';
import { pathAlone, pathInComment, pathInInfo, pathInLine } from './answer-paths.ts';

/** A whole file. */
export interface FileBlock {
  readonly kind: 'file';
  readonly path: string;
  readonly line: number;
  readonly content: string;
  /** Whether the fence itself does not name the path: the block may be an excerpt for explanation. */
  readonly inferred?: true;
}

export type AnswerBlock =
  | {
      readonly kind: 'edit';
      readonly path: string;
      readonly line: number;
      readonly oldText: string;
      readonly newText: string;
    }
  | FileBlock;

export interface AnswerBlocks {
  readonly blocks: readonly AnswerBlock[];
  /** Descriptions of the malformed and ambiguous blocks, for the model. */
  readonly problems: readonly string[];
}

/** A fenced block that names no path. */
interface UnnamedBlock {
  readonly language: string;
  readonly line: number;
  readonly content: string;
}

const SEARCH = /^<{5,9}\s*SEARCH\b/;
const DIVIDER = /^={5,9}\s*$/;
const REPLACE = /^>{5,9}\s*REPLACE\b/;
const FENCE = /^\s{0,3}(`{3,}|~{3,})\s*(.*)$/;

/** The languages of blocks that show commands, output or differences. */
const NO_FILE =
  /^(?:bash|sh|shell|zsh|console|shellsession|terminal|powershell|cmd|bat|diff|patch|text|txt|plaintext|output|log)$/i;

/** The languages of blocks that contain data, each with the endings of its files. */
const DATA: readonly (readonly string[])[] = [
  ['json', 'jsonc', 'json5', 'jsonl'],
  ['yaml', 'yml'],
  ['toml'],
  ['xml', 'svg', 'html'],
  ['csv'],
  ['ini', 'cfg'],
];

/** @param onlyFile the only file that may be written, if there is exactly one */
export function readAnswerBlocks(
  text: string,
  { onlyFile }: { readonly onlyFile?: string | undefined } = {},
): AnswerBlocks {
  const { blocks, unnamed, problems } = new BlockReader(withoutReasoning(text)).read();
  if (onlyFile !== undefined && blocks.length === 0 && problems.length === 0) {
    const files = unnamed.filter(({ language }) => !NO_FILE.test(language));
    const [single] = files;
    if (single === undefined || files.length > 1) return { blocks, problems };
    if (isDataFor(single.language, onlyFile)) {
      const problem = `The block at line ${single.line} of the answer is ${single.language} and names no file, so it was not written to ${onlyFile}. Write one block with the complete content of ${onlyFile}.`;
      return { blocks, problems: [problem] };
    }
    return {
      blocks: [{ kind: 'file', path: onlyFile, line: single.line, content: single.content, inferred: true }],
      problems,
    };
  }
  return withoutAmbiguous(blocks, problems);
}

/** Whether a language is one of data that the file does not have: a call or an example in JSON is no source file. */
function isDataFor(language: string, file: string): boolean {
  const names = DATA.find((candidates) => candidates.includes(language.toLowerCase()));
  return names !== undefined && !names.some((name) => file.toLowerCase().endsWith(`.${name}`));
}

/** Removes the whole-file blocks of files for which there are several different ones. */
function withoutAmbiguous(blocks: readonly AnswerBlock[], problems: readonly string[]): AnswerBlocks {
  const byPath = new Map<string, FileBlock[]>();
  for (const block of blocks) {
    if (block.kind !== 'file') continue;
    const path = normalizeAgentPath(block.path);
    byPath.set(path, [...(byPath.get(path) ?? []), block]);
  }
  const ambiguous = [...byPath].filter(([, files]) => files.some(({ content }) => content !== files[0]?.content));
  const dropped = new Set<AnswerBlock>(ambiguous.flatMap(([, files]) => files));
  const reasons = ambiguous.map(
    ([path, files]) =>
      `The answer has ${files.length} different file blocks for ${path}, at lines ${files.map(({ line }) => line).join(', ')}. None was used. Write one block with the complete file.`,
  );
  return { blocks: blocks.filter((block) => !dropped.has(block)), problems: [...problems, ...reasons] };
}

class BlockReader {
  readonly #lines: readonly string[];
  readonly #blocks: AnswerBlock[] = [];
  readonly #unnamed: UnnamedBlock[] = [];
  readonly #problems: string[] = [];
  #lineIndex = 0;
  /** Fences without a closing fence, so that the rest of the answer is searched once for each of them. */
  readonly #unclosedFences = new Set<string>();
  /** The line after the last fenced block. */
  #firstFreeLine = 0;
  /** The path of the last block. It applies to following SEARCH/REPLACE blocks without a path. */
  #path: string | undefined;

  constructor(text: string) {
    this.#lines = text.split(/\r?\n/);
  }

  read(): AnswerBlocks & { readonly unnamed: readonly UnnamedBlock[] } {
    for (; this.#lineIndex < this.#lines.length; this.#lineIndex++) {
      const line = this.#lineAt(this.#lineIndex);
      if (SEARCH.test(line)) this.#readEdit();
      else if (FENCE.test(line) && !this.#isAroundEdits()) this.#readFile();
    }
    return { blocks: this.#blocks, unnamed: this.#unnamed, problems: this.#problems };
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
    const end = this.#findClosingFence(fence, start + 1);
    // A path without a line after it is no file.
    const firstPath = end !== undefined && end <= start + 2 ? undefined : this.#pathOnFirstLine(start + 1, info);
    const above = infoPath ?? this.#inferPath(start, info);
    const path = above ?? firstPath;
    if (end === undefined) {
      if (path !== undefined) {
        this.#problems.push(
          `The file block of ${path} at line ${start + 1} of the answer has no closing fence. Write the complete block.`,
        );
        this.#lineIndex = this.#lines.length;
      }
      return;
    }
    // The line names the block. It is content only of a list of paths, which names another file.
    const isNamed = firstPath !== undefined && isSamePath(firstPath, path);
    const content = joinLines(this.#lines.slice(isNamed ? start + 2 : start + 1, end));
    this.#lineIndex = end;
    this.#firstFreeLine = end + 1;
    if (path === undefined) {
      this.#unnamed.push({ language: languageOf(info), line: start + 1, content });
      return;
    }
    this.#path = path;
    const inferred = infoPath === undefined ? { inferred: true as const } : {};
    this.#blocks.push({ kind: 'file', path, line: start + 1, content, ...inferred });
  }

  /** The path on the line before a fence, or in the first line of its block. */
  #inferPath(start: number, info: string): string | undefined {
    const path = this.#pathAbove(start) ?? pathInComment(this.#lineAt(start + 1));
    if (path === undefined) return undefined;
    return NO_FILE.test(languageOf(info)) && !NO_FILE.test(path.slice(path.lastIndexOf('.') + 1)) ? undefined : path;
  }

  /** The path that is alone on the first line of a block of code. Several such lines are a list of files. */
  #pathOnFirstLine(first: number, info: string): string | undefined {
    if (NO_FILE.test(languageOf(info)) || pathAlone(this.#lineAt(first + 1)) !== undefined) return undefined;
    return pathAlone(this.#lineAt(first));
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
    for (let above = index - 1; above >= Math.max(this.#firstFreeLine, index - 3); above--) {
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

function isSamePath(one: string, other: string | undefined): boolean {
  return other !== undefined && normalizeAgentPath(one) === normalizeAgentPath(other);
}

function joinLines(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function languageOf(info: string): string {
  return info.split(/\s/, 1).join('');
}

/** Whether a text consists of one character from an index to its end. */
function isRepeated(text: string, start: number): boolean {
  for (let index = start; index < text.length; index++) if (text[index] !== text[start]) return false;
  return true;
}
