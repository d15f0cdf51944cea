import { didYouMean } from '../shared/nearest.ts';
import type { DataPath } from './document.ts';
import type { CheckDeclaration } from './model.ts';
import { shapeProblems } from './shape-problems.ts';
import { childOf, dataOf, itemsOf, textOf } from './source/source-node.ts';
import { ProblemList } from './source/source-problem.ts';
import type { SourceProblem } from './source/source-problem.ts';
import type { SourceView } from './source/source-view.ts';

/**
 * What the declarations have against the checks of a contract's assertions: those of chunks and of gates. A type that
 * nobody declared is a warning; the assertion itself then fails with the reason (ENF-VAL-14).
 */
export function checkProblems(
  view: SourceView,
  checks: ReadonlyMap<string, CheckDeclaration>,
): readonly SourceProblem[] {
  return ['chunks', 'gates'].flatMap((list) =>
    itemsOf(childOf(view.root, list)).flatMap((owner, index) =>
      itemsOf(childOf(owner, 'assertions')).flatMap((_, at) =>
        problemsOfCheck(view, checks, [list, index, 'assertions', at, 'check']),
      ),
    ),
  );
}

/** What is wrong with the check at a path of the model. */
function problemsOfCheck(
  view: SourceView,
  checks: ReadonlyMap<string, CheckDeclaration>,
  path: DataPath,
): readonly SourceProblem[] {
  const node = view.node(path);
  const type = textOf(childOf(node, 'type'));
  // Without a type the model itself has something to say.
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
  const advice = didYouMean(type, checks.keys()) || ` The checks are ${[...checks.keys()].join(', ')}.`;
  const message = `No check is called "${type}": the assertion fails until it names one.${advice}`;
  problems.warning('unknown-check', message, path, view.placeOf(path));
  return problems.all;
}
