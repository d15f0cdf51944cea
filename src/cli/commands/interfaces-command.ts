import type { ConstraintFinding, Engine, RegistryReading } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';
import { interfacesReportJson, printInterfaceList, printInterfacesReport } from '../render/interfaces-report.ts';

export interface CheckInterfacesFlags {
  /** `false` with `--no-services`: only the definitions are checked. */
  readonly services: boolean;
  readonly format: OutputFormat;
}

/**
 * `holdfast interfaces check`: checks the interface definitions, and compares the values that the declared domain services
 * extract. Exits with 1 if a definition has an error or a finding is blocking, with 2 if there are no definitions.
 */
export async function checkInterfacesCommand(context: CommandContext, flags: CheckInterfacesFlags): CommandResult {
  const engine = await context.openEngine(findWorkspaceFolder('.', context.workingDirectory));
  const reading = await readDefinitions(engine);
  const compared =
    reading.ok && flags.services ? await engine.domains.compareInterfaces({ signal: context.signal }) : undefined;
  const ok = reading.ok && !(compared?.findings ?? []).some(isBlocking);
  if (flags.format === 'json') {
    context.terminal.result(JSON.stringify(interfacesReportJson(reading, compared, ok), null, 2));
  } else {
    printInterfacesReport(context.terminal, reading, compared);
  }
  return ok ? ExitCode.ok : ExitCode.findings;
}

/** `holdfast interfaces list`: prints the interfaces with their versions, owners, parameters and constraints. */
export async function listInterfacesCommand(context: CommandContext, flags: { format: OutputFormat }): CommandResult {
  const engine = await context.openEngine(findWorkspaceFolder('.', context.workingDirectory));
  const reading = await readDefinitions(engine);
  printInterfaceList(context.terminal, reading, flags.format);
  return reading.ok ? ExitCode.ok : ExitCode.findings;
}

async function readDefinitions(engine: Engine): Promise<RegistryReading> {
  const reading = await engine.domains.readRegistry();
  if (reading.files.length > 0) return reading;
  throw new HoldfastError(
    'not-found',
    'Failed to find interface definitions: there is no file in .holdfast/interfaces.',
    {
      hint: 'See docs/interfaces.md for an example. "holdfast schema interfaces" prints the schema.',
    },
  );
}

function isBlocking({ severity }: ConstraintFinding): boolean {
  return severity === 'blocking';
}
