import { childOf, itemsOf, textOf } from './source/source-node.ts';
import { ProblemList } from './source/source-problem.ts';
import type { SourceProblem } from './source/source-problem.ts';
import type { SourceView } from './source/source-view.ts';

/** A gate with nothing to judge can neither pass nor fail: it would be reported as broken when it is run. */
export function emptyGateProblems(view: SourceView): readonly SourceProblem[] {
  const problems = new ProblemList();
  itemsOf(childOf(view.root, 'gates')).forEach((gate, index) => {
    if (gate.kind !== 'map') return;
    const asserts = itemsOf(childOf(gate, 'assertions')).filter((item) => textOf(childOf(item, 'type')) !== 'suggest');
    const hasItems = asserts.length + itemsOf(childOf(gate, 'criteria')).length > 0;
    const judge = childOf(gate, 'judge');
    const judged = judge !== undefined && !(judge.kind === 'scalar' && judge.value === false);
    if (hasItems || judged || childOf(gate, 'command')) return;
    const id = textOf(childOf(gate, 'id')) ?? `number ${index + 1}`;
    const message = `The gate "${id}" has nothing to judge: give it criteria, assertions or a command.`;
    problems.warning('empty-gate', message, ['gates', index], view.shortPlaceOf(['gates', index, 'id']));
  });
  return problems.all;
}
