import path from 'node:path';
import type { Trace, TracedTask } from '../../engine.ts';
import type { CommandContext, CommandResult } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';

export interface TraceFlags {
  readonly format: 'text' | 'json' | 'markdown';
}

/** `holdfast trace`: requirements with their tasks, checks, verdicts and commits. It is a report, so its exit code is 0. */
export async function traceCommand(
  context: CommandContext,
  files: readonly string[],
  { format }: TraceFlags,
): CommandResult {
  const { terminal, workingDirectory, signal } = context;
  const folder = findWorkspaceFolder(files[0] ?? '.', workingDirectory);
  const engine = await context.openEngine(folder);
  const named = files.map((file) =>
    path.relative(folder, path.resolve(workingDirectory, file)).split(path.sep).join('/'),
  );
  const trace = await engine.plans.trace(named.length === 0 ? undefined : named, { signal });
  if (format === 'json') terminal.result(JSON.stringify(trace, null, 2));
  else for (const line of format === 'markdown' ? toMarkdown(trace) : toText(trace)) terminal.result(line);
  return ExitCode.ok;
}

function toText({ requirements, withoutRequirement }: Trace): readonly string[] {
  if (requirements.length === 0) return ['No requirement found: neither a chunk nor a document of a plan names one.'];
  const complete = requirements.filter(({ missing }) => missing.length === 0).length;
  return [
    ...requirements.flatMap(({ requirement, statedIn, tasks, missing }) => [
      `${requirement}${statedIn === undefined ? '' : ` (${statedIn.file}:${statedIn.line})`}`,
      ...tasks.flatMap((task) => [
        `  ${task.contract}:${task.line} ${task.task}: ${task.verdict}${task.commit === undefined ? '' : `, commit ${task.commit.slice(0, 12)}`}`,
        ...task.checks.map((check) => `    ${check}`),
      ]),
      ...missing.map((one) => `  missing: ${one}`),
    ]),
    `${complete} of ${requirements.length} requirements have everything.`,
    ...(withoutRequirement.length === 0 ? [] : [`Tasks without a requirement: ${listTasks(withoutRequirement)}.`]),
  ];
}

function listTasks(tasks: readonly TracedTask[]): string {
  return tasks.map(({ contract, task }) => `${contract}#${task}`).join(', ');
}

function toMarkdown({ requirements, withoutRequirement }: Trace): readonly string[] {
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  return [
    '| requirement | task | checks | verdict | commit | missing |',
    '| --- | --- | --- | --- | --- | --- |',
    ...requirements.flatMap(({ requirement, tasks, missing }) => {
      const gaps = cell(missing.join('; '));
      if (tasks.length === 0) return [`| ${requirement} | | | | | ${gaps} |`];
      return tasks.map(
        ({ task, checks, verdict, commit }, index) =>
          `| ${index === 0 ? requirement : ''} | ${cell(task)} | ${cell(checks.join('; '))} | ${verdict} | ${commit?.slice(0, 12) ?? ''} | ${index === 0 ? gaps : ''} |`,
      );
    }),
    ...(withoutRequirement.length === 0 ? [] : ['', `Tasks without a requirement: ${listTasks(withoutRequirement)}.`]),
  ];
}
