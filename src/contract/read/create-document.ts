import type { LineMap, Range } from '../../foundation/position.ts';
import { tryParseDataPath } from '../data-path.ts';
import type { ContractDocument, DataPath, Problem } from '../document.ts';
import { pathAtOffset } from '../source/source-node.ts';
import { toProblems } from '../source/source-problem.ts';
import type { SourceProblem } from '../source/source-problem.ts';
import type { SourceView } from '../source/source-view.ts';

/** The maximum number of reported problems. One more problem reports how many are omitted. */
const MAX_PROBLEMS = 500;

/** Converts between data paths and source ranges. Part of ContractDocument and GateDocument. */
export interface DocumentRanges {
  rangeOf(path: DataPath): Range;
  rangeOfPathText(path: string): Range | undefined;
  keyRangeOf(path: DataPath): Range;
  pathAt(offset: number): DataPath;
}

export function createDocumentRanges(view: SourceView, lines: LineMap): DocumentRanges {
  const rangeOf = (path: DataPath): Range => {
    const { start, end } = view.rangeOf(path);
    return lines.range(start, end);
  };
  return {
    rangeOf,
    rangeOfPathText: (text) => {
      const path = tryParseDataPath(text);
      return path && rangeOf(path);
    },
    keyRangeOf: (path) => {
      const { start, end } = view.keyRangeOf(path);
      return lines.range(start, end);
    },
    pathAt: (offset) => pathAtOffset(view.root, offset),
  };
}

/** Sorts problems by position and keeps the first 500. */
export function toDocumentProblems(problems: readonly SourceProblem[], lines: LineMap): readonly Problem[] {
  const sorted = toProblems(problems, lines);
  const firstOmitted = sorted[MAX_PROBLEMS];
  if (!firstOmitted) return sorted;
  const message = `${sorted.length - MAX_PROBLEMS} more problems are not shown. Fix those above first.`;
  return [...sorted.slice(0, MAX_PROBLEMS), { ...firstOmitted, code: 'more-problems', message }];
}

interface DocumentParts extends Omit<ContractDocument, 'problems' | keyof DocumentRanges> {
  readonly problems: readonly SourceProblem[];
  readonly view: SourceView;
  readonly lines: LineMap;
}

export function createDocument(parts: DocumentParts): ContractDocument {
  const { view, lines, problems, ...document } = parts;
  return { ...document, problems: toDocumentProblems(problems, lines), ...createDocumentRanges(view, lines) };
}
