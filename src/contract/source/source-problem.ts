import type { DataPath, Problem, ProblemSeverity } from '../document.ts';
import type { LineMap } from '../../shared/position.ts';

/** A mistake at offsets of the text; becomes a Problem once lines are wanted. */
export interface SourceProblem {
  readonly code: string;
  readonly severity: ProblemSeverity;
  readonly message: string;
  readonly path: DataPath;
  readonly start: number;
  readonly end: number;
}

/** Collects the mistakes of one text. */
export class ProblemList {
  readonly #problems: SourceProblem[] = [];

  get all(): readonly SourceProblem[] {
    return this.#problems;
  }

  error(code: string, message: string, path: DataPath, place: { start: number; end: number }): void {
    this.#problems.push({ code, severity: 'error', message, path, start: place.start, end: place.end });
  }

  warning(code: string, message: string, path: DataPath, place: { start: number; end: number }): void {
    this.#problems.push({ code, severity: 'warning', message, path, start: place.start, end: place.end });
  }

  add(problems: Iterable<SourceProblem>): void {
    for (const problem of problems) this.#problems.push(problem);
  }
}

/** Problems in the order of the text, errors before warnings at one place, each said once. */
export function placedProblems(problems: readonly SourceProblem[], lines: LineMap): Problem[] {
  const sorted = [...problems].sort(
    (a, b) =>
      a.start - b.start || a.severity.localeCompare(b.severity) || a.end - b.end || (a.message < b.message ? -1 : 1),
  );
  const seen = new Set<string>();
  const placed: Problem[] = [];
  for (const problem of sorted) {
    const identity = `${problem.start} ${problem.end} ${problem.message}`;
    if (seen.has(identity)) continue;
    seen.add(identity);
    const { code, severity, message, path } = problem;
    placed.push({
      code,
      severity,
      message,
      path,
      range: lines.range(problem.start, Math.max(problem.start, problem.end)),
    });
  }
  return placed;
}
