import type { DataPath } from '../../../contract/document.ts';
import { readPattern } from '../../checks/patterns/pattern.ts';
import { ProblemList, type SourceProblem } from '../../../contract/source/source-problem.ts';
import type { SourceView } from '../../../contract/source/source-view.ts';
import { messageOf } from '../../../foundation/errors.ts';
import { didYouMean } from '../../../foundation/name-suggestions.ts';
import { criterionId, reachingStep, type FailureCriterion, type ScenarioFile } from './scenario-file.ts';

/** The check by which a model judges. */
export const JUDGEMENT_CHECK = 'llm_judge';

const CONDITIONS = ['exitCode', 'pattern', 'status', 'check'] as const;

/** The mistakes in the criteria of a scenario that the schema does not describe. */
export function criterionProblems(view: SourceView, scenario: ScenarioFile): readonly SourceProblem[] {
  const problems = new ProblemList();
  addDuplicateIds(view, problems, scenario);
  if (scenario.acceptance.every(({ type }) => type === 'suggest')) {
    const message = 'Suggestions decide nothing. Add a criterion with "type: assert", or remove "type".';
    problems.error('no-assert', message, ['acceptance'], view.keyRangeOf(['acceptance']));
  }
  scenario.acceptance.forEach(({ judgement, check }, index) => {
    const path: DataPath = ['acceptance', index];
    if (check.type === JUDGEMENT_CHECK && !judgement) {
      const message = 'A model decides this criterion. Mark it with "judgement: true".';
      problems.error('judgement', message, path, view.highlightRangeOf([...path, 'check', 'type']));
    } else if (judgement && check.type !== JUDGEMENT_CHECK) {
      const message = `No model decides this criterion. Remove "judgement", or use the check ${JUDGEMENT_CHECK}.`;
      problems.error('judgement', message, path, view.keyRangeOf([...path, 'judgement']));
    }
  });
  scenario.failure.forEach((criterion, index) => {
    addFailureProblems(view, problems, scenario, criterion, ['failure', index]);
  });
  return problems.all;
}

function addDuplicateIds(view: SourceView, problems: ProblemList, scenario: ScenarioFile): void {
  const seen = new Set<string>();
  for (const kind of ['acceptance', 'failure'] as const) {
    scenario[kind].forEach((criterion, index) => {
      const id = criterionId(kind, criterion, index);
      const path: DataPath = [kind, index, 'id'];
      if (seen.has(id)) {
        const message = `Another criterion has the id "${id}". Use a unique id.`;
        problems.error('duplicate-id', message, path, view.highlightRangeOf(path));
      }
      seen.add(id);
    });
  }
}

function addFailureProblems(
  view: SourceView,
  problems: ProblemList,
  { steps }: ScenarioFile,
  criterion: FailureCriterion,
  path: DataPath,
): void {
  const conditions = CONDITIONS.filter((name) => criterion[name] !== undefined);
  if (conditions.length !== 1) {
    const found = conditions.length === 0 ? 'none' : conditions.map((name) => `"${name}"`).join(' and ');
    const message = `A failure criterion has one of "exitCode", "pattern", "status" and "check". This one has ${found}.`;
    problems.error('criterion-kind', message, path, view.highlightRangeOf([...path, conditions[1] ?? 'message']));
    return;
  }
  if (criterion.check?.type === JUDGEMENT_CHECK) {
    const message = 'A model cannot decide a failure criterion. Make it an acceptance criterion.';
    problems.error('judgement', message, path, view.highlightRangeOf([...path, 'check', 'type']));
  }
  if (criterion.flags !== undefined && criterion.pattern === undefined) {
    problems.error('criterion-kind', '"flags" needs "pattern". Remove it.', path, view.keyRangeOf([...path, 'flags']));
  }
  if (criterion.pattern !== undefined) {
    try {
      const pattern = readPattern(criterion.pattern, criterion.flags);
      if (pattern.engine === 'native') {
        const message = 'The pattern does not run in linear time. Write it without back references and lookahead.';
        problems.error('pattern', message, [...path, 'pattern'], view.highlightRangeOf([...path, 'pattern']));
      }
    } catch (thrown) {
      problems.error(
        'pattern',
        `${messageOf(thrown)}.`,
        [...path, 'pattern'],
        view.highlightRangeOf([...path, 'pattern']),
      );
    }
  }
  addStepReference(view, problems, steps, criterion, path);
}

function addStepReference(
  view: SourceView,
  problems: ProblemList,
  steps: ScenarioFile['steps'],
  { step: id, exitCode, status, check }: FailureCriterion,
  path: DataPath,
): void {
  if (id === undefined) return;
  const at: DataPath = [...path, 'step'];
  const index = steps.findIndex((step) => step.id === id);
  const step = steps[index];
  if (step === undefined) {
    const names = steps.map((one) => one.id);
    const message = `There is no step "${id}".${didYouMean(id, names) || ` The steps are ${names.join(', ')}.`}`;
    problems.error('unknown-step', message, at, view.highlightRangeOf(at));
  } else if (check !== undefined) {
    problems.error('criterion-kind', '"step" does not fit "check". Remove it.', at, view.keyRangeOf(at));
  } else if (index < reachingStep(steps)) {
    const message = `The step "${id}" runs before the code under test is reached, so it cannot show a failure of the code.`;
    problems.error('step-order', message, at, view.highlightRangeOf(at));
  } else if (exitCode !== undefined && (step.request !== undefined || step.background)) {
    problems.error('criterion-kind', `The step "${id}" has no exit code.`, at, view.highlightRangeOf(at));
  } else if (status !== undefined && step.request === undefined) {
    problems.error('criterion-kind', `The step "${id}" is no request.`, at, view.highlightRangeOf(at));
  }
}
