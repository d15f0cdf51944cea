import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatCount } from '../../foundation/format-count.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findPlanFolder } from '../base/plan-folder.ts';
import { readNamedFile } from '../base/read-input.ts';
import { isInside } from '../base/workspace-folder.ts';
import { planReportJson, printPlanFindings } from '../render/plan-report.ts';
import { printTry } from '../render/plan-tries-report.ts';

export interface PlanCompileFlags {
  readonly out?: string;
  readonly form: 'contract' | 'manifest';
  readonly repo?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly tries: number;
  readonly maxCost?: number;
  readonly record?: string;
  readonly format: OutputFormat;
}

/** `holdfast plan compile`: writes a contract from a text specification. An invalid contract is never written. */
export async function planCompileCommand(
  context: CommandContext,
  specification: string,
  flags: PlanCompileFlags,
): CommandResult {
  const { terminal, workingDirectory, signal } = context;
  const absolute = path.resolve(workingDirectory, specification);
  const text = await readSpecificationFile(context, specification);
  const folder = await findPlanFolder(specification, flags.repo, workingDirectory);
  const out = path.resolve(workingDirectory, flags.out ?? defaultOutput(absolute, folder, flags.form));
  requireUsableOutput(out, folder, flags.form);
  const relative = path.relative(folder, out).split(path.sep).join('/');
  const engine = await context.openEngine(folder, { model: flags.model, baseUrl: flags.baseUrl, record: flags.record });
  const { plan, tries } = await engine.plans.compile({
    specification: { file: describePath(absolute, folder), text },
    out: relative,
    form: flags.form,
    model: flags.model,
    maxCostUsd: flags.maxCost,
    tries: flags.tries,
    signal,
    onTry: (planTry) => printTry((line) => terminal.progressLine(line), planTry),
    onNote: (message) => terminal.progressLine(message),
  });
  const tryCount = formatCount(tries.length, 'try', 'tries');
  if (plan) {
    await mkdir(path.dirname(out), { recursive: true });
    await writeFile(out, plan.text, { flag: 'wx' });
  }
  if (flags.format === 'json') {
    const report = plan ? { plan: planReportJson({ ...plan.check, document: plan.document }) } : {};
    terminal.result(JSON.stringify({ ok: plan !== undefined, out: plan ? relative : null, tries, ...report }, null, 2));
  } else if (plan) {
    terminal.result(
      `${terminal.style('green', '✓')} ${relative}: ${formatCount(plan.check.order.length, 'chunk')}, after ${tryCount}. Review it before you run it.`,
    );
    printPlanFindings(terminal, relative, plan.check.findings);
  } else {
    terminal.result(`No valid plan after ${tryCount}. Nothing was written. Errors of the last try:`);
    for (const error of tries.at(-1)?.errors ?? []) terminal.result(`  ${error}`);
    terminal.result('Make the specification more precise, use another model, or increase --tries.');
  }
  return plan ? ExitCode.ok : ExitCode.findings;
}

async function readSpecificationFile(context: CommandContext, argument: string): Promise<string> {
  const text = await readNamedFile(context, { file: argument, subject: `the specification ${argument}` });
  if (text.trim() !== '') return text;
  throw new HoldfastError('configuration', `Failed to compile ${argument}: the specification is empty`);
}

/** Next to the specification, or in the folder if the specification is outside of it. */
function defaultOutput(specification: string, folder: string, form: PlanCompileFlags['form']): string {
  const { dir, name } = path.parse(specification);
  const extension = form === 'manifest' ? '.manifest.json' : '.contract.yaml';
  return path.join(isInside(folder, specification) ? dir : folder, `${name}${extension}`);
}

/** The path relative to the folder, with `/`; the file name alone if the file is outside of the folder. */
function describePath(absolute: string, folder: string): string {
  return isInside(folder, absolute)
    ? path.relative(folder, absolute).split(path.sep).join('/')
    : path.basename(absolute);
}

/** Checks the output file before the first model call, so that no tokens are spent on a plan that cannot be written. */
function requireUsableOutput(out: string, folder: string, form: PlanCompileFlags['form']): void {
  const relative = path.relative(folder, out);
  if (!isInside(folder, out)) {
    throw new HoldfastError('outside-tree', `Failed to compile the plan: ${out} is outside of the workspace folder`, {
      hint: 'Set --out to a path in the workspace folder.',
    });
  }
  if (!(form === 'manifest' ? /\.(ya?ml|json)$/i : /\.ya?ml$/i).test(out)) {
    const expected = form === 'manifest' ? 'JSON or YAML' : 'YAML';
    throw new HoldfastError('configuration', `Failed to compile the plan: ${relative} is not a ${expected} file`, {
      hint: `Set --out to a name that ends in ${form === 'manifest' ? '.manifest.json' : '.contract.yaml'}.`,
    });
  }
  if (existsSync(out)) {
    throw new HoldfastError('configuration', `Failed to compile the plan: ${relative} already exists`, {
      hint: 'Set --out to another name, or move the existing file.',
    });
  }
}
