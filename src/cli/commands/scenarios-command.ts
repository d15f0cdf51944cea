import type { Engine, ScenarioReport } from '../../engine.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode, type ExitCodeValue } from '../base/exit-code.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';
import {
  describeScenarioEvent,
  printScenarioFiles,
  printScenarioProblems,
  printScenarioReport,
  scenarioProblemsJson,
} from '../render/scenario-report.ts';

export interface ScenarioFlags {
  readonly format: OutputFormat;
}

export interface ScenarioRunFlags extends ScenarioFlags {
  readonly covers?: readonly string[];
  readonly trajectories?: number;
  readonly threshold?: number;
  readonly jobs?: number;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly record?: string;
}

/** `holdfast scenarios run`: runs scenarios against the current files. */
export async function runScenariosCommand(
  context: CommandContext,
  ids: readonly string[],
  { covers, trajectories, threshold, jobs, model, baseUrl, record, format }: ScenarioRunFlags,
): CommandResult {
  const { terminal, signal } = context;
  const engine = await openRecoveredEngine(context, { model, baseUrl, record });
  const report = await engine.scenarios.run({
    ...(ids.length === 0 ? {} : { ids }),
    ...(covers === undefined ? {} : { covers }),
    ...(trajectories === undefined ? {} : { trajectories }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(jobs === undefined ? {} : { jobs }),
    signal,
    onEvent: (event) => {
      const line = describeScenarioEvent(terminal, event);
      if (line !== undefined) terminal.progressLine(line);
    },
  });
  if (format === 'json') terminal.result(JSON.stringify(report, null, 2));
  else printScenarioReport(terminal, report);
  return exitCodeOf(report);
}

function exitCodeOf({ outcome }: ScenarioReport): ExitCodeValue {
  switch (outcome) {
    case 'passed':
    case 'skipped':
      return ExitCode.ok;
    case 'failed':
      return ExitCode.findings;
    case 'environment':
      return ExitCode.couldNotRun;
  }
}

/** `holdfast scenarios list`: lists the scenarios and twins, broken ones included. */
export async function listScenariosCommand(context: CommandContext, { format }: ScenarioFlags): CommandResult {
  const { terminal } = context;
  const engine = await openRecoveredEngine(context, {});
  const files = await engine.scenarios.files();
  if (format === 'json') {
    const scenarios = files.scenarios.map(({ file, value, problems }) => ({
      file,
      id: value?.id ?? null,
      title: value?.title ?? null,
      covers: value?.covers ?? [],
      trajectories: value?.trajectories ?? null,
      twins: value?.twins ?? [],
      problems: problems.length,
    }));
    const twins = files.twins.flatMap(({ value }) => (value?.twins ?? []).map(({ id, title }) => ({ id, title })));
    terminal.result(JSON.stringify({ folder: files.folder ?? null, scenarios, twins }, null, 2));
  } else printScenarioFiles(terminal, files);
  return ExitCode.ok;
}

/** `holdfast scenarios check`: reports the mistakes in the files of scenarios and twins. */
export async function checkScenariosCommand(context: CommandContext, { format }: ScenarioFlags): CommandResult {
  const { terminal } = context;
  const engine = await openRecoveredEngine(context, {});
  const files = await engine.scenarios.files();
  const documents = [...files.twins, ...files.scenarios];
  const isValid = documents.every(({ problems }) => problems.every(({ severity }) => severity !== 'error'));
  if (format === 'json') terminal.result(JSON.stringify(scenarioProblemsJson(isValid, documents), null, 2));
  else printScenarioProblems(terminal, documents);
  return isValid ? ExitCode.ok : ExitCode.findings;
}

/** Opens the engine, and ends what an interrupted command has left. */
async function openRecoveredEngine(
  { openEngine, workingDirectory, terminal }: CommandContext,
  flags: Parameters<CommandContext['openEngine']>[1],
): Promise<Engine> {
  const engine = await openEngine(findWorkspaceFolder('.', workingDirectory), flags);
  for (const note of await engine.recover()) terminal.progressLine(note);
  return engine;
}
