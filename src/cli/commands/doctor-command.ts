import type { Engine, Examination } from '../../engine.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';
import { printNextStep } from './status-command.ts';
import { renderConfinement } from '../render/confinement-report.ts';

export interface DoctorFlags {
  /** Whether the sandbox of commands is examined instead of the configuration. */
  readonly confinement?: boolean | undefined;
  readonly format: OutputFormat;
}

/**
 * `holdfast doctor`: reports what is configured, what is missing and how to fix it.
 *
 * @param examine what a product above the engine examines
 */
export async function doctorCommand(
  context: CommandContext,
  flags: DoctorFlags,
  examine: (engine: Engine) => readonly Examination[],
): CommandResult {
  const { terminal } = context;
  const engine = await context.openEngine(findWorkspaceFolder('.', context.workingDirectory));
  if (flags.confinement === true) {
    const report = await engine.setup.examineConfinement(context.signal);
    if (flags.format === 'json') terminal.result(JSON.stringify(report, null, 2));
    else for (const line of renderConfinement(report, terminal)) terminal.result(line);
    return report.ok ? ExitCode.ok : ExitCode.findings;
  }
  const findings = await engine.setup.diagnose(examine(engine));
  const ok = findings.every((finding) => finding.level !== 'error');
  if (flags.format === 'json') {
    terminal.result(JSON.stringify({ ok, findings }, null, 2));
    return ok ? ExitCode.ok : ExitCode.findings;
  }
  const marks = {
    ok: terminal.style('green', '✓'),
    warning: terminal.style('yellow', '!'),
    error: terminal.style('red', '✗'),
  };
  for (const { level, subject, message, hint } of findings) {
    terminal.result(`${marks[level]} ${terminal.style('bold', subject)}: ${message}`);
    if (hint !== undefined && level !== 'ok') terminal.result(`    ${hint}`);
  }
  printNextStep(terminal, await engine.setup.status(context.signal));
  return ok ? ExitCode.ok : ExitCode.findings;
}
