import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError, messageOf } from '../../shared/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findWorkspaceFolder, isInside } from '../base/workspace-folder.ts';
import { planReportJson, printPlanReport } from '../render/plan-report.ts';

export interface PlanCheckFlags {
  readonly repo?: string;
  readonly format: OutputFormat;
}

/** `holdfast plan check`: reports the findings of the plan rules. Runs nothing and writes nothing. */
export async function planCheckCommand(context: CommandContext, file: string, flags: PlanCheckFlags): CommandResult {
  const absolute = path.resolve(context.workingDirectory, file);
  const folder =
    flags.repo === undefined
      ? findWorkspaceFolder(file, context.workingDirectory)
      : await requireFolder(path.resolve(context.workingDirectory, flags.repo), flags.repo);
  const engine = await context.openEngine(folder);
  const inside = isInside(folder, absolute);
  const name = inside ? path.relative(folder, absolute).split(path.sep).join('/') : path.basename(absolute);
  const plan = await engine.checkPlan(name, { text: await readPlan(absolute, file) });
  if (flags.format === 'json') context.terminal.result(JSON.stringify(planReportJson(plan), null, 2));
  else printPlanReport(context.terminal, inside ? name : file, plan);
  return plan.ok ? ExitCode.ok : ExitCode.findings;
}

/** @param argument the path as the user wrote it, for messages */
async function requireFolder(absolute: string, argument: string): Promise<string> {
  try {
    if ((await stat(absolute)).isDirectory()) return absolute;
  } catch (thrown) {
    throw new HoldfastError('not-found', `Failed to use --repo ${argument}: ${messageOf(thrown)}`, { cause: thrown });
  }
  throw new HoldfastError('not-found', `Failed to use --repo ${argument}: not a folder`);
}

/** @param argument the path as the user wrote it, for messages */
async function readPlan(absolute: string, argument: string): Promise<string> {
  try {
    return (await readFile(absolute, 'utf8')).replace(/^\uFEFF/, '');
  } catch (thrown) {
    throw new HoldfastError('not-found', `Failed to read the plan ${argument}: ${messageOf(thrown)}`, {
      cause: thrown,
    });
  }
}
