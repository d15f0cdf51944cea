import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError, messageOf } from '../../shared/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { planReportJson } from '../render/plan-report.ts';
import { printTry } from '../render/plan-tries.ts';
import { isInside, workspaceFolderOf } from '../workspace-folder.ts';

export interface PlanCompileFlags {
  readonly out?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly tries: number;
  readonly maxCost?: number;
  readonly record?: string;
  readonly format: OutputFormat;
}

/** `holdfast plan compile`: from a specification in prose to a contract; an invalid one is never written. */
export async function planCompileCommand(
  context: CommandContext,
  specification: string,
  flags: PlanCompileFlags,
): CommandResult {
  const { terminal, workingDirectory, signal } = context;
  const absolute = path.resolve(workingDirectory, specification);
  const text = await specificationText(absolute, specification);
  const out = path.resolve(workingDirectory, flags.out ?? `${absolute.replace(/\.[^./\\]+$/, '')}.contract.yaml`);
  const folder = workspaceFolderOf(specification, workingDirectory);
  refuseUnfit(out, folder);
  const relative = path.relative(folder, out).split(path.sep).join('/');
  const engine = await context.openEngine(folder, { model: flags.model, baseUrl: flags.baseUrl, record: flags.record });
  const compiled = await engine.compilePlan({
    specification: { file: path.relative(folder, absolute).split(path.sep).join('/'), text },
    out: relative,
    model: flags.model,
    maxCostUsd: flags.maxCost,
    tries: flags.tries,
    signal,
    onTry: (one) => printTry((line) => terminal.progress(line), one),
  });
  const { plan, tries } = compiled;
  if (plan) {
    await mkdir(path.dirname(out), { recursive: true });
    await writeFile(out, plan.text, { flag: 'wx' });
  }
  if (flags.format === 'json') {
    const report = plan ? { plan: planReportJson({ ...plan.check, document: plan.document }) } : {};
    terminal.result(JSON.stringify({ ok: plan !== undefined, out: plan ? relative : null, tries, ...report }, null, 2));
  } else if (plan) {
    terminal.result(
      `${terminal.style('green', '✓')} ${relative}: ${plan.check.order.length} chunks, after ${tries.length} tries. Read it before you run it.`,
    );
  } else {
    terminal.result(`No valid plan in ${tries.length} tries: nothing was written. What was wrong with the last:`);
    for (const error of tries.at(-1)?.errors ?? []) terminal.result(`  ${error}`);
    terminal.result('Make the specification more exact, use another model, or give more --tries.');
  }
  return plan ? ExitCode.ok : ExitCode.findings;
}

async function specificationText(absolute: string, shown: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(absolute, 'utf8');
  } catch (thrown) {
    throw new HoldfastError('not-found', `Failed to read the specification ${shown}: ${messageOf(thrown)}`, {
      cause: thrown,
    });
  }
  if (text.trim() !== '') return text;
  throw new HoldfastError('configuration', `Failed to compile ${shown}: the specification is empty.`);
}

/** Said before a token is spent: where the plan cannot go. */
function refuseUnfit(out: string, folder: string): void {
  const shown = path.relative(folder, out);
  if (!isInside(folder, out)) {
    throw new HoldfastError('outside-tree', `Failed to compile the plan: ${out} is outside of the workspace folder.`, {
      hint: 'Give --out a path inside the folder that the plan is for.',
    });
  }
  if (!/\.ya?ml$/i.test(out)) {
    throw new HoldfastError('configuration', `Failed to compile the plan: ${shown} is no YAML file.`, {
      hint: 'Give --out a name that ends in .contract.yaml.',
    });
  }
  if (existsSync(out)) {
    throw new HoldfastError('configuration', `Failed to compile the plan: ${shown} exists already.`, {
      hint: 'Give --out another name, or move the file away.',
    });
  }
}
