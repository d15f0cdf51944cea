import type { DataPath } from '../../../contract/document.ts';
import { ProblemList, type SourceProblem } from '../../../contract/source/source-problem.ts';
import type { SourceView } from '../../../contract/source/source-view.ts';
import { didYouMean } from '../../../foundation/name-suggestions.ts';
import type { ScenarioFile } from './scenario-file.ts';
import { findTemplates } from './templates.ts';

/** The names that every trajectory has a value for. */
export const BUILT_IN_VARIABLES = ['trajectory', 'trajectories', 'seed', 'state', 'files', 'workspace'] as const;

/** The prefix of the name of a port: `${port:api}`. */
export const PORT_PREFIX = 'port:';

/** Environment variables in the headers of checks. The check replaces them. */
const ENVIRONMENT_PREFIX = 'env:';

/** The names that the templates of a scenario can use. */
export function variableNames({ variables, twins, steps }: ScenarioFile): readonly string[] {
  const services = [...twins, ...steps.filter(({ port }) => port !== undefined).map(({ id }) => id)];
  return [...BUILT_IN_VARIABLES, ...Object.keys(variables), ...services.map((id) => `${PORT_PREFIX}${id}`)];
}

/** The templates without a value, and the variables that hide a built-in one. */
export function templateProblems(view: SourceView, scenario: ScenarioFile): readonly SourceProblem[] {
  const problems = new ProblemList();
  const names = variableNames(scenario);
  for (const name of Object.keys(scenario.variables)) {
    if (!BUILT_IN_VARIABLES.some((builtIn) => builtIn === name)) continue;
    const path: DataPath = ['variables', name];
    problems.error('duplicate-id', `"${name}" has a value already. Use another name.`, path, view.keyRangeOf(path));
  }
  const parts: readonly (readonly [DataPath, unknown])[] = [
    ...scenario.steps.map((step, index) => [['steps', index], step] as const),
    ...scenario.acceptance.map(({ check }, index) => [['acceptance', index, 'check'], check] as const),
    ...scenario.failure.flatMap(({ check, pattern }, index) => [
      [['failure', index, 'check'], check] as const,
      [['failure', index, 'pattern'], pattern] as const,
    ]),
  ];
  for (const [path, text] of parts.flatMap(([path, part]) => textsIn(part, path))) {
    for (const { name } of findTemplates(text)) {
      if (names.includes(name) || (path.includes('check') && name.startsWith(ENVIRONMENT_PREFIX))) continue;
      const advice = didYouMean(name, names) || ` The names are ${names.join(', ')}.`;
      const message = `There is no variable "${name}".${advice} Write $\${ for a literal \${.`;
      problems.error('unknown-variable', message, path, view.highlightRangeOf(path));
    }
  }
  return problems.all;
}

function textsIn(part: unknown, path: DataPath): readonly (readonly [DataPath, string])[] {
  if (typeof part === 'string') return [[path, part]];
  if (Array.isArray(part)) return part.flatMap((item: unknown, index) => textsIn(item, [...path, index]));
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, item]) => textsIn(item, [...path, key]));
}
