import path from 'node:path';
import type { SyncedPlan } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';

export interface PlanSyncFlags {
  /** Also ticks tasks that are proved to be done. */
  readonly tick?: boolean;
  readonly dryRun?: boolean;
  readonly format: OutputFormat;
}

/**
 * `holdfast plan sync`: corrects the boxes of plans. The exit code is 1 if a claim of a plan without boxes for its tasks is not
 * true, because the command cannot correct it.
 */
export async function planSyncCommand(
  context: CommandContext,
  files: readonly string[],
  flags: PlanSyncFlags,
): CommandResult {
  const { terminal, workingDirectory, signal } = context;
  const folder = findWorkspaceFolder(files[0] ?? '.', workingDirectory);
  const engine = await context.openEngine(folder);
  const named = files.map((file) =>
    path.relative(folder, path.resolve(workingDirectory, file)).split(path.sep).join('/'),
  );
  const plans = named.length > 0 ? named : await engine.plans.listActive();
  if (plans.length === 0) {
    throw new HoldfastError('not-found', 'Failed to sync: no plan is active', {
      hint: 'Name a plan, or set "plans" in holdfast.config.yaml. A plan is active if it is open and was changed since the merge base.',
    });
  }
  const write = flags.dryRun !== true;
  const synced: SyncedPlan[] = [];
  for (const plan of plans) synced.push(await engine.plans.sync(plan, { tick: flags.tick, write, signal }));
  if (flags.format === 'json') {
    const report = synced.map(({ file, tool, changes, untrue }) => ({ file, tool, changes, untrue }));
    terminal.result(JSON.stringify({ written: write, plans: report }, null, 2));
  } else for (const plan of synced) for (const line of describe(plan, write)) terminal.result(line);
  return synced.some(({ untrue }) => untrue.length > 0) ? ExitCode.findings : ExitCode.ok;
}

function describe({ file, tool, changes, untrue }: SyncedPlan, write: boolean): readonly string[] {
  const verb = write ? '' : ' would be';
  return [
    changes.length === 0 && untrue.length === 0
      ? `${file}: no box changes.`
      : `${file}: ${formatCount(changes.length, 'box', 'boxes')}${verb} changed.`,
    ...changes.map(({ task, line, change, reason }) => `  ${file}:${line}: ${task} ${change}: ${reason}.`),
    ...(untrue.length === 0 ? [] : [`${tool} has no box for a task, so these claims stay:`]),
    ...untrue.map(({ task, line, reason }) => `  ${file}:${line}: ${task} is claimed and not true: ${reason}.`),
  ];
}
