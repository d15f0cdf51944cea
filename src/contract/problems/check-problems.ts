import { findNearest, formatSuggestion } from '../../foundation/name-suggestions.ts';
import type { DataPath } from '../document.ts';
import type { CheckDeclaration } from '../model.ts';
import { childOf, dataOf, itemsOf, textOf } from '../source/source-node.ts';
import { ProblemList } from '../source/source-problem.ts';
import type { SourceProblem } from '../source/source-problem.ts';
import type { SourceView } from '../source/source-view.ts';
import { shapeProblems } from './shape-problems.ts';

/**
 * Validates the checks of all assertions, in chunks and in gates, against the declared checks. An unknown check type is
 * only a warning, because the assertion itself fails with the reason (ENF-VAL-14).
 */
export function checkProblems(
  view: SourceView,
  checks: ReadonlyMap<string, CheckDeclaration>,
): readonly SourceProblem[] {
  return ['chunks', 'gates'].flatMap((list) =>
    itemsOf(childOf(view.root, list)).flatMap((owner, ownerIndex) =>
      itemsOf(childOf(owner, 'assertions')).flatMap((_, index) =>
        problemsInCheck(view, checks, [list, ownerIndex, 'assertions', index, 'check']),
      ),
    ),
  );
}

/** The problems of the check at a path. */
export function problemsInCheck(
  view: SourceView,
  checks: ReadonlyMap<string, CheckDeclaration>,
  path: DataPath,
): readonly SourceProblem[] {
  const node = view.node(path);
  const type = textOf(childOf(node, 'type'));
  // The contract schema reports a missing type.
  if (node?.kind !== 'map' || type === undefined || type === '') return [];
  const declaration = checks.get(type);
  if (!declaration) return unknownCheck(view, checks, type, [...path, 'type']);
  const result = declaration.schema.safeParse(dataOf(node));
  return result.success ? [] : shapeProblems(view, declaration.schema, path, result.error);
}

function unknownCheck(
  view: SourceView,
  checks: ReadonlyMap<string, CheckDeclaration>,
  type: string,
  path: DataPath,
): readonly SourceProblem[] {
  const problems = new ProblemList();
  const suggestion = findNearest(type, checks.keys());
  const advice = formatSuggestion(suggestion) || ` The known types are ${[...checks.keys()].join(', ')}.`;
  const message = `Unknown check type "${type}". The assertion fails until its check is known.${advice}`;
  problems.warning('unknown-check', message, path, view.rangeOf(path), suggestion);
  return problems.all;
}
