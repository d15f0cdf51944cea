import path from 'node:path';
import { isPlanFile, type Engine } from '../../engine.ts';
import type { PlanObjection } from '../../verdicts/plan/compile/review-plan.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findPlanFolder } from '../base/plan-folder.ts';
import { readNamedFile } from '../base/read-input.ts';
import { isInside } from '../base/workspace-folder.ts';
import { planOverviewJson, printPlanOverview } from '../render/plan-overview-report.ts';
import { planReportJson, printPlanReport, printPlanReview } from '../render/plan-report.ts';

export interface PlanCheckFlags {
  readonly repo?: string;
  /** Whether a model reviews the acceptance commands. */
  readonly review?: boolean;
  /** The specification for the review. */
  readonly spec?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly maxCost?: number;
  readonly record?: string;
  readonly format: OutputFormat;
}

/**
 * `holdfast plan check`: for a Markdown file, reads it as a plan of another tool. For a contract, reports the findings of the plan rules, and with `--review` the objections of a model to the
 * acceptance commands of a plan without errors. Runs no command and writes no file.
 */
export async function planCheckCommand(context: CommandContext, file: string, flags: PlanCheckFlags): CommandResult {
  const absolute = path.resolve(context.workingDirectory, file);
  const folder = await findPlanFolder(file, flags.repo, context.workingDirectory);
  const { model, baseUrl, record } = flags;
  const engine = await context.openEngine(folder, { model, baseUrl, record });
  const inside = isInside(folder, absolute);
  const name = inside ? path.relative(folder, absolute).split(path.sep).join('/') : path.basename(absolute);
  const text = await readNamedFile(context, { file, subject: file });
  if (isPlanFile(name)) {
    const overview = await engine.plans.readPlan(name, { text });
    const { terminal } = context;
    if (flags.format === 'json') terminal.result(JSON.stringify(planOverviewJson(overview), null, 2));
    else printPlanOverview(terminal, inside ? name : file, overview);
    return overview.ok ? ExitCode.ok : ExitCode.findings;
  }
  const plan = await engine.plans.check(name, { text });
  const review = flags.review === true && plan.ok ? await reviewPlan(context, engine, name, text, flags) : undefined;
  if (flags.format === 'json') {
    context.terminal.result(JSON.stringify(planReportJson(plan, review), null, 2));
  } else {
    printPlanReport(context.terminal, inside ? name : file, plan);
    if (review !== undefined) printPlanReview(context.terminal, review);
    else if (flags.review === true) context.terminal.result('Not reviewed: fix the errors first.');
  }
  return plan.ok && (review ?? []).length === 0 ? ExitCode.ok : ExitCode.findings;
}

async function reviewPlan(
  context: CommandContext,
  engine: Engine,
  file: string,
  text: string,
  { spec, model, maxCost }: PlanCheckFlags,
): Promise<readonly PlanObjection[]> {
  const specification =
    spec === undefined ? undefined : { file: spec, text: await readNamedFile(context, { file: spec, subject: spec }) };
  return engine.plans.review(file, {
    text,
    signal: context.signal,
    specification,
    model,
    maxCostUsd: maxCost,
  });
}
