import type { LineMap } from '../../foundation/position.ts';
import type { DataPath, Problem, ProblemSeverity } from '../document.ts';
import type { OffsetRange } from './source-node.ts';

/** A problem with offsets; `toProblems` converts it to lines and columns. */
export interface SourceProblem extends OffsetRange {
  readonly code: string;
  readonly severity: ProblemSeverity;
  readonly message: string;
  readonly path: DataPath;
  /** See `Problem`. */
  readonly suggestion?: string | undefined;
}

/** Collects the problems of one text. */
export class ProblemList {
  readonly #problems: SourceProblem[] = [];

  get all(): readonly SourceProblem[] {
    return this.#problems;
  }

  /** @param suggestion the key or value that was probably meant */
  error(code: string, message: string, path: DataPath, { start, end }: OffsetRange, suggestion?: string): void {
    this.#problems.push({ code, severity: 'error', message, path, start, end, ...(suggestion && { suggestion }) });
  }

  /** @param suggestion the key or value that was probably meant */
  warning(code: string, message: string, path: DataPath, { start, end }: OffsetRange, suggestion?: string): void {
    this.#problems.push({ code, severity: 'warning', message, path, start, end, ...(suggestion && { suggestion }) });
  }

  add(problems: Iterable<SourceProblem>): void {
    for (const problem of problems) this.#problems.push(problem);
  }
}

/** Sorts problems by position, errors before warnings, removes duplicates, and adds lines and columns. */
export function toProblems(problems: readonly SourceProblem[], lines: LineMap): Problem[] {
  const sorted = [...problems].sort(
    (a, b) =>
      a.start - b.start || a.severity.localeCompare(b.severity) || a.end - b.end || (a.message < b.message ? -1 : 1),
  );
  const seen = new Set<string>();
  return sorted.flatMap(({ code, severity, message, path, start, end, suggestion }) => {
    const identity = `${start} ${end} ${message}`;
    if (seen.has(identity)) return [];
    seen.add(identity);
    const range = lines.range(start, Math.max(start, end));
    return [{ code, severity, message, path, range, ...(suggestion && { suggestion }) }];
  });
}
