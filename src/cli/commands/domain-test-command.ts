import path from 'node:path';
import type { CaseOutcome } from '../../engine.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import type { Terminal } from '../base/terminal.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';

export interface DomainTestFlags {
  readonly root?: string;
  readonly timeout: number;
  readonly format: OutputFormat;
}

/** `holdfast domain test <command…>`: names every requirement of the protocol that a service does not meet. */
export async function domainTestCommand(
  context: CommandContext,
  command: readonly string[],
  { root, timeout, format }: DomainTestFlags,
): CommandResult {
  const { terminal, signal, workingDirectory } = context;
  const engine = await context.openEngine(findWorkspaceFolder('.', workingDirectory));
  const [first = '', ...rest] = command;
  const report = await engine.domains.test({
    command: rest.length === 0 ? first : command,
    root: root === undefined ? undefined : path.resolve(workingDirectory, root),
    timeoutSeconds: timeout,
    signal,
    onCase: format === 'text' ? (outcome) => printCase(terminal, outcome) : undefined,
  });
  if (format === 'json') terminal.result(JSON.stringify(report, null, 2));
  else if (report.passed) {
    const { length } = report.cases.filter(({ status }) => status === 'passed');
    terminal.result(terminal.style('green', `The service follows the protocol: ${length} requirements met.`));
  } else terminal.result(terminal.style('red', `The service has faults: ${report.faults.join(', ')}.`));
  return report.passed ? ExitCode.ok : ExitCode.findings;
}

function printCase(terminal: Terminal, { title, status, fault, message, durationMs }: CaseOutcome): void {
  switch (status) {
    case 'passed':
      terminal.result(`${terminal.style('green', '✓')} ${title} (${durationMs} ms)`);
      return;
    case 'skipped':
      terminal.result(`${terminal.style('dim', '-')} ${title}: skipped. ${message ?? ''}`);
      return;
    case 'failed':
      terminal.result(`${terminal.style('red', '✗')} ${title}: ${fault ?? ''}`);
      for (const line of (message ?? '').split('\n')) terminal.result(`    ${line}`);
  }
}
