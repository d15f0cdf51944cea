import { CHECKS } from '../../checks/definitions/check-table.ts';
import { findTreeEscape } from '../../../contract/contract-paths.ts';
import type { DataPath } from '../../../contract/document.ts';
import { problemsInCheck } from '../../../contract/problems/check-problems.ts';
import { readDataFile, type DataFileDocument } from '../../../contract/read/read-data-file.ts';
import { ProblemList, type SourceProblem } from '../../../contract/source/source-problem.ts';
import type { SourceView } from '../../../contract/source/source-view.ts';
import { criterionProblems } from './criterion-problems.ts';
import { scenarioSchema, type ScenarioFile } from './scenario-file.ts';
import { stepProblems } from './step-problems.ts';
import { templateProblems } from './template-problems.ts';
import { didYouMean } from '../../../foundation/name-suggestions.ts';

export type ScenarioDocument = DataFileDocument<ScenarioFile>;

export interface ScenarioInput {
  /** Decides between JSON and YAML. */
  readonly file: string;
  readonly text: string;
  /** The ids of the declared twins. Without them, unknown twins are not reported. */
  readonly twins?: readonly string[] | undefined;
}

/**
 * Parses a scenario file, from a commit, a folder or an editor. Never throws: errors are reported as problems with their
 * positions.
 *
 * Problem codes, in addition to those of every data file: `unknown-twin`, `duplicate-id`, `no-assert`, `step-kind`,
 * `step-key`, `step-order`, `no-reach`, `not-loopback`, `command`, `outside-tree`, `unknown-check` (a warning),
 * `judgement`, `criterion-kind`, `unknown-step`, `pattern`, `unknown-variable`.
 */
export function readScenario({ file, text, twins }: ScenarioInput): ScenarioDocument {
  return readDataFile({
    file,
    text,
    schema: scenarioSchema,
    findProblems: (view, scenario) => findProblems(view, scenario, twins),
  });
}

const CHECK_DECLARATIONS = new Map(CHECKS.map((check) => [check.type, check]));

function findProblems(
  view: SourceView,
  scenario: ScenarioFile,
  twins: readonly string[] | undefined,
): readonly SourceProblem[] {
  return [
    ...twinProblems(view, scenario, twins),
    ...filePathProblems(view, scenario),
    ...stepProblems(view, scenario),
    ...criterionProblems(view, scenario),
    ...scenario.acceptance.flatMap((_, index) =>
      problemsInCheck(view, CHECK_DECLARATIONS, ['acceptance', index, 'check']),
    ),
    ...scenario.failure.flatMap((_, index) => problemsInCheck(view, CHECK_DECLARATIONS, ['failure', index, 'check'])),
    ...templateProblems(view, scenario),
  ];
}

function twinProblems(
  view: SourceView,
  scenario: ScenarioFile,
  twins: readonly string[] | undefined,
): readonly SourceProblem[] {
  const problems = new ProblemList();
  const names = [...scenario.twins, ...scenario.steps.flatMap(({ id, background }) => (background ? [id] : []))];
  scenario.twins.forEach((twin, index) => {
    const path: DataPath = ['twins', index];
    if (names.indexOf(twin) !== names.lastIndexOf(twin)) {
      const message = `"${twin}" is listed twice, or is also the id of a step in the background. Use one id for one service.`;
      problems.error('duplicate-id', message, path, view.highlightRangeOf(path));
    }
    if (twins === undefined || twins.includes(twin)) return;
    const advice =
      twins.length === 0 ? ' No twin is declared.' : didYouMean(twin, twins) || ` The twins are ${twins.join(', ')}.`;
    const message = `There is no twin "${twin}".${advice}`;
    problems.error('unknown-twin', message, path, view.highlightRangeOf(path));
  });
  return problems.all;
}

function filePathProblems(view: SourceView, { files, steps }: ScenarioFile): readonly SourceProblem[] {
  const problems = new ProblemList();
  const paths: (readonly [DataPath, string])[] = [
    ...files.map((file, index) => [['files', index], file] as const),
    ...steps.flatMap(({ script }, index) =>
      script === undefined ? [] : [[['steps', index, 'script'], script] as const],
    ),
  ];
  for (const [path, file] of paths) {
    const escape = findTreeEscape(file);
    const reason = escape?.description ?? (file.includes('\\') ? 'contains a backslash' : undefined);
    if (reason === undefined) continue;
    const message = `"${file}" ${reason}. Use a path relative to the folder of the scenario file, with "/".`;
    problems.error('outside-tree', message, path, view.highlightRangeOf(path));
  }
  return problems.all;
}
