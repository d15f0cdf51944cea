import type { PlanOverview } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { Terminal } from '../base/terminal.ts';

/** The public shape of `plan check <Markdown file> --format json`, documented in docs/how-to/import-a-plan.md. */
export function planOverviewJson({ plan, contradictions, ok }: PlanOverview): unknown {
  return {
    ok,
    reader: plan.reader,
    title: plan.title.text,
    tasks: plan.tasks.map(
      ({
        id,
        number,
        title,
        line,
        isClaimed,
        isOptional,
        dependsOn,
        files,
        produces,
        consumes,
        commands,
        requirements,
      }) => ({
        id,
        number,
        title,
        line,
        ticked: isClaimed,
        optional: isOptional,
        dependsOn,
        files: files.map((file) => ({ path: file.path, role: file.role, optional: file.isOptional, line: file.line })),
        produces: produces.map(nameJson),
        consumes: consumes.map(nameJson),
        commands: commands.map((one) => ({
          command: one.command,
          failsFirst: one.failsFirst === true,
          line: one.line,
        })),
        requirements,
      }),
    ),
    contradictions: contradictions.map(({ kind, severity, task, message, line }) => ({
      kind,
      severity,
      task,
      message,
      line,
    })),
    notes: plan.notes,
  };
}

function nameJson({
  name,
  form,
  signature,
  parameters,
  file,
  line,
}: PlanOverview['plan']['tasks'][number]['produces'][number]): unknown {
  return { name, form, signature: signature ?? null, parameters: parameters ?? null, file: file ?? null, line };
}

/** Prints what the reader found, the contradictions, and the lines that a person must look at. */
export function printPlanOverview(terminal: Terminal, file: string, { plan, contradictions }: PlanOverview): void {
  const open = plan.tasks.filter(({ isClaimed }) => !isClaimed).length;
  terminal.result(`${file}: read as ${plan.tool}: ${formatCount(plan.tasks.length, 'task')}, ${open} open.`);
  for (const { severity, kind, task, message, line } of contradictions) {
    const label = terminal.style(severity === 'error' ? 'red' : 'cyan', `${severity} ${kind}`);
    terminal.result(`${label} ${file}:${line} [${task}] ${message}.`);
  }
  if (contradictions.length === 0) terminal.result('No contradictions found.');
  if (plan.notes.length === 0) return;
  terminal.result('Not understood, or for a person to decide:');
  for (const { line, task, message } of plan.notes) {
    terminal.result(`  ${file}:${line}: ${task === undefined ? '' : `${task}: `}${message}.`);
  }
}
