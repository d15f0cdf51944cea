import type { DataPath } from '../../../contract/document.ts';
import { entryOf } from '../../../contract/source/source-node.ts';
import { ProblemList, type SourceProblem } from '../../../contract/source/source-problem.ts';
import type { SourceView } from '../../../contract/source/source-view.ts';
import { HoldfastError, messageOf } from '../../../foundation/errors.ts';
import { interpreterOf } from './interpreters.ts';
import { findLoopbackProblem } from './loopback.ts';
import { reachingStep, type ScenarioFile, type ScenarioStep } from './scenario-file.ts';
import { fillTemplates, splitTemplatedCommand } from './templates.ts';

const KINDS = ['command', 'request', 'script'] as const;

type StepKind = (typeof KINDS)[number];

/** The keys that only some steps have, each with the condition as a clause. */
const RESTRICTED_KEYS: readonly (readonly [
  key: keyof ScenarioStep,
  fits: (kind: StepKind, step: ScenarioStep) => boolean,
  condition: string,
])[] = [
  ['arguments', (kind) => kind === 'script', 'a script'],
  ['interpreter', (kind) => kind === 'script', 'a script'],
  ['input', (kind, { background }) => kind !== 'request' && !background, 'a command or script that ends'],
  ['environment', (kind) => kind !== 'request', 'a command or a script'],
  ['exitCodes', (kind, { background }) => kind !== 'request' && !background, 'a command or script that ends'],
  ['status', (kind) => kind === 'request', 'a request'],
  ['background', (kind) => kind !== 'request', 'a command or a script'],
  ['port', (kind, { background }) => kind !== 'request' && background, '"background: true"'],
  ['ready', (kind, { background }) => kind !== 'request' && background, '"background: true"'],
];

/** The mistakes in the steps of a scenario that the schema does not describe. */
export function stepProblems(view: SourceView, { steps }: ScenarioFile): readonly SourceProblem[] {
  const problems = new ProblemList();
  steps.forEach((step, index) => {
    const path: DataPath = ['steps', index];
    if (steps.findIndex(({ id }) => id === step.id) !== index) {
      const message = `Another step has the id "${step.id}". Use a unique id.`;
      problems.error('duplicate-id', message, [...path, 'id'], view.highlightRangeOf([...path, 'id']));
    }
    addStepProblems(view, problems, step, path);
  });
  addOrderProblems(view, problems, steps);
  return problems.all;
}

function addStepProblems(view: SourceView, problems: ProblemList, step: ScenarioStep, path: DataPath): void {
  const kinds = KINDS.filter((kind) => step[kind] !== undefined);
  const [kind, second] = kinds;
  if (kind === undefined || second !== undefined) {
    const found = kind === undefined ? 'has none of them' : `has ${kinds.map((name) => `"${name}"`).join(' and ')}`;
    const message = `A step is a "command", a "request" or a "script", but "${step.id}" ${found}.`;
    problems.error('step-kind', message, path, view.highlightRangeOf([...path, second ?? 'id']));
    return;
  }
  for (const [key, fits, condition] of RESTRICTED_KEYS) {
    if (entryOf(view.node(path), key) === undefined || fits(kind, step)) continue;
    if (key === 'background' && !step.background) continue;
    const message = `"${key}" needs ${condition}. Remove it.`;
    problems.error('step-key', message, [...path, key], view.keyRangeOf([...path, key]));
  }
  if (step.background && step.port === undefined && step.ready?.output === undefined) {
    const message = `Failed to find out when "${step.id}" is ready. Set "port", or "ready: { output: … }".`;
    problems.error('step-key', message, path, view.keyRangeOf([...path, 'background']));
  }
  addKindProblems(view, problems, step, path);
}

function addKindProblems(view: SourceView, problems: ProblemList, step: ScenarioStep, path: DataPath): void {
  if (step.command !== undefined) {
    try {
      splitTemplatedCommand(step.command);
    } catch (thrown) {
      const hint = thrown instanceof HoldfastError && thrown.hint !== undefined ? ` ${thrown.hint}` : '';
      const at = [...path, 'command'];
      problems.error('command', `${messageOf(thrown)}.${hint}`, at, view.highlightRangeOf(at));
    }
  }
  if (step.request !== undefined) {
    const problem = findLoopbackProblem(fillTemplates(step.request.url, () => '1'));
    const at = [...path, 'request', 'url'];
    if (problem !== undefined) problems.error('not-loopback', problem, at, view.highlightRangeOf(at));
  }
  if (step.script !== undefined && step.interpreter === undefined && interpreterOf(step.script) === undefined) {
    const at = [...path, 'script'];
    const message = `The program that runs "${step.script}" is unknown. Set "interpreter".`;
    problems.error('step-key', message, at, view.highlightRangeOf(at));
  }
}

function addOrderProblems(view: SourceView, problems: ProblemList, steps: readonly ScenarioStep[]): void {
  const reaching = reachingStep(steps);
  if (reaching >= steps.length) {
    const message =
      'No step reaches the code under test: all of them are setup. Add a step without "setup", or the scenario shows nothing.';
    problems.error('no-reach', message, ['steps'], view.keyRangeOf(['steps']));
    return;
  }
  steps.forEach((step, index) => {
    const path: DataPath = ['steps', index];
    if (step.setup && step.reaches) {
      const message = 'A step is either setup or reaches the code under test. Remove one of the keys.';
      problems.error('step-order', message, [...path, 'setup'], view.keyRangeOf([...path, 'setup']));
    } else if (step.setup && index > reaching) {
      const message = `The step "${steps[reaching]?.id ?? ''}" before this one reaches the code under test, so this step cannot be setup. Move it before that step, or remove "setup".`;
      problems.error('step-order', message, [...path, 'setup'], view.keyRangeOf([...path, 'setup']));
    } else if (step.reaches && index !== reaching) {
      const message = `Only the first step that reaches the code under test is marked, and "${steps[reaching]?.id ?? ''}" is. Remove "reaches".`;
      problems.error('step-order', message, [...path, 'reaches'], view.keyRangeOf([...path, 'reaches']));
    }
  });
}
