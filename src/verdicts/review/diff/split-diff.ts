import type { HunkLine, FileDiff } from './parse-diff.ts';

/** A part of the change that one request shows. */
export interface DiffPart {
  readonly files: readonly {
    readonly path: string;
    readonly previousPath?: string | undefined;
    readonly kind: FileDiff['kind'];
    /** The lines with their numbers after the change, so that the model need not count. */
    readonly text: string;
  }[];
}

export interface SplitDiff {
  readonly parts: readonly DiffPart[];
  /** The files with lines that were cut because they are too long. */
  readonly cutFiles: readonly string[];
}

/** A longer line is cut: it is generated text, or data. */
const MAX_LINE_CHARACTERS = 2_000;

/**
 * Splits a diff into parts of a limited size. Every line of every file is in one part: a file that is larger than the limit
 * continues in the next part.
 *
 * @param limit in characters
 */
export function splitDiff(files: readonly FileDiff[], limit: number): SplitDiff {
  const parts: DiffPart[] = [];
  const cutFiles = new Set<string>();
  let current: DiffPart['files'][number][] = [];
  let size = 0;
  const endPart = (): void => {
    if (current.length > 0) parts.push({ files: current });
    current = [];
    size = 0;
  };
  for (const file of files) {
    const { path, previousPath, kind } = file;
    const texts = formatLines(file);
    if (file.hunks.some(({ lines }) => lines.some(({ text }) => text.length > MAX_LINE_CHARACTERS))) cutFiles.add(path);
    const total = texts.reduce((sum, text) => sum + text.length, 0);
    // A file that fits into a part is not divided.
    if (size > 0 && size + total > limit) endPart();
    let lines: string[] = [];
    const add = (): void => void current.push({ path, previousPath, kind, text: lines.join('') });
    for (const text of texts) {
      if (size > 0 && size + text.length > limit) {
        if (lines.length > 0) add();
        lines = [];
        endPart();
      }
      lines.push(text);
      size += text.length;
    }
    add();
  }
  endPart();
  return { parts, cutFiles: [...cutFiles] };
}

/** The lines of all hunks. Hunks are separated by a line of dots. */
function formatLines({ hunks }: FileDiff): readonly string[] {
  return hunks.flatMap(({ lines }, index) => [...(index === 0 ? [] : ['…\n']), ...lines.map(formatLine)]);
}

const MARKERS: Readonly<Record<HunkLine['kind'], string>> = { added: '+', deleted: '-', context: ' ' };

function formatLine({ kind, text, line }: HunkLine): string {
  const shown =
    text.length <= MAX_LINE_CHARACTERS
      ? text
      : `${text.slice(0, MAX_LINE_CHARACTERS)}[… ${text.length - MAX_LINE_CHARACTERS} more characters …]`;
  return `${String(line ?? '').padStart(5)} ${MARKERS[kind]}${shown}\n`;
}
