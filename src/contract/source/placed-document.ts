import type { LineMap, Range } from '../../shared/position.ts';
import { readDataPath } from '../data-path.ts';
import type { ContractDocument, DataPath, Problem } from '../document.ts';
import { pathAtOffset } from './source-node.ts';
import { placedProblems } from './source-problem.ts';
import type { SourceProblem } from './source-problem.ts';
import type { SourceView } from './source-view.ts';

/** Beyond this count nobody reads on; the last one says how many more there are. */
const MAX_PROBLEMS = 500;

/** The places of a document's nodes, as ContractDocument and GateDocument offer them. */
export interface Places {
  rangeOf(path: DataPath): Range;
  rangeOfWritten(path: string): Range | undefined;
  keyRangeOf(path: DataPath): Range;
  pathAt(offset: number): DataPath;
}

export function placesOf(view: SourceView, lines: LineMap): Places {
  const rangeOf = (path: DataPath): Range => {
    const { start, end } = view.placeOf(path);
    return lines.range(start, end);
  };
  return {
    rangeOf,
    rangeOfWritten: (path) => {
      const read = readDataPath(path);
      return read && rangeOf(read);
    },
    keyRangeOf: (path) => {
      const { start, end } = view.keyPlaceOf(path);
      return lines.range(start, end);
    },
    pathAt: (offset) => pathAtOffset(view.root, offset),
  };
}

/** At most 500 problems in the order of the text. */
export function boundedProblems(problems: readonly SourceProblem[], lines: LineMap): readonly Problem[] {
  const placed = placedProblems(problems, lines);
  const last = placed[MAX_PROBLEMS];
  if (!last) return placed;
  const message = `${placed.length - MAX_PROBLEMS} more problems follow: mend those above first.`;
  return [...placed.slice(0, MAX_PROBLEMS), { ...last, code: 'more-problems', message }];
}

interface DocumentParts extends Omit<ContractDocument, 'problems' | keyof Places> {
  readonly problems: readonly SourceProblem[];
  readonly view: SourceView;
  readonly lines: LineMap;
}

export function documentOf(parts: DocumentParts): ContractDocument {
  const { view, lines, problems, ...document } = parts;
  return { ...document, problems: boundedProblems(problems, lines), ...placesOf(view, lines) };
}
