import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError, messageOf } from '../../shared/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { planReportJson, printPlanReport } from '../render/plan-report.ts';
import { isInside, workspaceFolderOf } from '../workspace-folder.ts';

export interface PlanCheckFlags {
  readonly repo?: string;
  readonly format: OutputFormat;
}

/** `holdfast plan check`: what stands in the way of a plan; nothing is run and nothing is written. */
export async function planCheckCommand(context: CommandContext, file: string, flags: PlanCheckFlags): CommandResult {
  const absolute = path.resolve(context.workingDirectory, file);
  const folder =
    flags.repo === undefined
      ? workspaceFolderOf(file, context.workingDirectory)
      : await existingFolder(path.resolve(context.workingDirectory, flags.repo), flags.repo);
  const engine = await context.openEngine(folder);
  const inside = isInside(folder, absolute);
  const name = inside ? path.relative(folder, absolute).split(path.sep).join('/') : path.basename(absolute);
  const plan = await engine.checkPlan(name, { text: await textOf(absolute, file) });
  if (flags.format === 'json') context.terminal.result(JSON.stringify(planReportJson(plan), null, 2));
  else printPlanReport(context.terminal, inside ? name : file, plan);
  return plan.ok ? ExitCode.ok : ExitCode.findings;
}

async function existingFolder(absolute: string, shown: string): Promise<string> {
  try {
    if ((await stat(absolute)).isDirectory()) return absolute;
  } catch (thrown) {
    throw new HoldfastError('not-found', `Failed to use --repo ${shown}: ${messageOf(thrown)}`, { cause: thrown });
  }
  throw new HoldfastError('not-found', `Failed to use --repo ${shown}: it is not a folder.`);
}

async function textOf(absolute: string, shown: string): Promise<string> {
  try {
    return (await readFile(absolute, 'utf8')).replace(/^\uFEFF/, '');
  } catch (thrown) {
    throw new HoldfastError('not-found', `Failed to read the plan ${shown}: ${messageOf(thrown)}`, { cause: thrown });
  }
}
