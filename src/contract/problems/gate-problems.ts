import { childOf, itemsOf, textOf } from '../source/source-node.ts';
import { ProblemList } from '../source/source-problem.ts';
import type { SourceProblem } from '../source/source-problem.ts';
import type { SourceView } from '../source/source-view.ts';

/** Warns about gates that have nothing to judge. Such a gate is reported as broken when it runs. */
export function emptyGateProblems(view: SourceView): readonly SourceProblem[] {
  const problems = new ProblemList();
  itemsOf(childOf(view.root, 'gates')).forEach((gate, index) => {
    if (gate.kind !== 'map') return;
    const asserts = itemsOf(childOf(gate, 'assertions')).filter((item) => textOf(childOf(item, 'type')) !== 'suggest');
    const hasItems = asserts.length + itemsOf(childOf(gate, 'criteria')).length > 0;
    const judge = childOf(gate, 'judge');
    const hasJudge = judge !== undefined && !(judge.kind === 'scalar' && judge.value === false);
    const review = childOf(gate, 'review');
    const hasReview = review !== undefined && !(review.kind === 'scalar' && review.value === false);
    if (hasItems || hasJudge || hasReview || childOf(gate, 'command') || childOf(gate, 'tests')) return;
    const id = textOf(childOf(gate, 'id'));
    const name = id === undefined ? `Gate ${index + 1}` : `The gate "${id}"`;
    const message = `${name} has nothing to judge. Add criteria, assertions, a command or a review.`;
    problems.warning('empty-gate', message, ['gates', index], view.highlightRangeOf(['gates', index, 'id']));
  });
  return problems.all;
}
