/** A unified diff within a number of tokens. */
import type { CountTokens } from '../cost/token-estimate.ts';

/** The smallest part of the diff of a file that is worth showing, in tokens. */
const MIN_PART_TOKENS = 120;

export interface FittedDiff {
  /** Empty if nothing fits. */
  readonly text: string;
  /** The files whose diff is cut. */
  readonly cut: readonly string[];
  /** The files whose diff is left out. */
  readonly omitted: readonly string[];
}

interface FileDiff {
  readonly path: string;
  readonly text: string;
  readonly tokens: number;
}

/**
 * Fits a unified diff into a limit. The diffs of the preferred files are kept first, then short ones, so that one long
 * generated file does not hide the others. The order of the diff does not change.
 */
export function fitDiff(diff: string, preferred: ReadonlySet<string>, limit: number, count: CountTokens): FittedDiff {
  const files = splitDiff(diff, count);
  const byPriority = [...files].sort(
    (a, b) => Number(preferred.has(b.path)) - Number(preferred.has(a.path)) || a.tokens - b.tokens,
  );
  const shown = new Map<FileDiff, string>();
  const cut: string[] = [];
  const omitted: string[] = [];
  let remaining = limit;
  for (const file of byPriority) {
    const text = file.tokens <= remaining ? file.text : cutDiff(file, remaining, count);
    if (text === undefined) {
      omitted.push(file.path);
      continue;
    }
    if (text !== file.text) cut.push(file.path);
    remaining -= text === file.text ? file.tokens : count(text);
    shown.set(file, text);
  }
  return { text: files.flatMap((file) => shown.get(file) ?? []).join(''), cut, omitted };
}

function splitDiff(diff: string, count: CountTokens): readonly FileDiff[] {
  const parts = diff.split(/^(?=diff --git )/m).filter((part) => part.trim() !== '');
  return parts.map((text) => ({ path: findPath(text), text, tokens: count(text) }));
}

/** The path of the file after the change; of a deleted file the path before it. */
function findPath(text: string): string {
  const header = text.split('\n@@', 1).join('');
  const path =
    /^\+\+\+ "?b\/(.*?)"?\t?$/m.exec(header) ??
    /^rename to (.*)$/m.exec(header) ??
    /^--- "?a\/(.*?)"?\t?$/m.exec(header) ??
    /^diff --git a\/.* b\/(.*)$/m.exec(header);
  return path?.[1] ?? header;
}

/** The start of a diff, up to the last line that fits; undefined if too little fits. */
function cutDiff({ text }: FileDiff, limit: number, count: CountTokens): string | undefined {
  if (limit < MIN_PART_TOKENS) return undefined;
  const lines = text.split('\n');
  const kept: string[] = [];
  let remaining = limit - 20;
  for (const line of lines) {
    remaining -= count(`${line}\n`);
    if (remaining < 0) break;
    kept.push(line);
  }
  // A header without a line of the file shows nothing.
  if (!kept.some((line) => line.startsWith('@@')) || kept.at(-1)?.startsWith('@@') === true) return undefined;
  return `${kept.join('\n')}\n[… ${lines.length - kept.length} more lines of this file omitted …]\n`;
}
