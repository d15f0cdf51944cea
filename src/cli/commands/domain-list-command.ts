import type { DomainServiceStatus } from '../../engine.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import type { Terminal } from '../base/terminal.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';

/** `holdfast domain list`: the declared services, and whether each can be used. */
export async function domainListCommand(context: CommandContext, { format }: { format: OutputFormat }): CommandResult {
  const { terminal } = context;
  const engine = await context.openEngine(findWorkspaceFolder('.', context.workingDirectory));
  const services = await engine.domains.list(context.signal);
  const ok = services.every(({ problem }) => problem === undefined);
  if (format === 'json') terminal.result(JSON.stringify({ ok, services }, null, 2));
  else if (services.length === 0) terminal.result('No domain services are declared in .holdfast/domains.yaml.');
  else for (const service of services) printService(terminal, service);
  if (services.length === 0) return ExitCode.couldNotRun;
  return ok ? ExitCode.ok : ExitCode.findings;
}

function printService(
  terminal: Terminal,
  { domain, source, primary, facts, health, problem }: DomainServiceStatus,
): void {
  const mark =
    problem !== undefined
      ? terminal.style('red', '✗')
      : health?.status === 'degraded'
        ? terminal.style('yellow', '!')
        : terminal.style('green', '✓');
  terminal.result(`${mark} ${terminal.style('bold', domain)}: ${source}`);
  if (problem !== undefined) {
    terminal.result(`    ${problem.message}`);
    if (problem.hint !== undefined) terminal.result(`    ${problem.hint}`);
    return;
  }
  const name = [facts?.name, facts?.version].filter((text) => text !== undefined).join(' ');
  if (name !== '') terminal.result(`    service     ${name}`);
  if (health?.status === 'degraded') terminal.result(`    degraded    ${health.message ?? 'no reason given'}`);
  terminal.result(`    primary     ${primary.length === 0 ? 'for no files' : primary.join(', ')}`);
  terminal.result(`    artifacts   ${facts?.artifacts.join(', ') ?? ''}`);
  terminal.result(`    methods     ${facts?.capabilities.join(', ') ?? ''}`);
  const versions = Object.entries(facts?.interfaceVersions ?? {}).map(([id, known]) => `${id} ${known.join(', ')}`);
  if (versions.length > 0) terminal.result(`    interfaces  ${versions.join('; ')}`);
}
