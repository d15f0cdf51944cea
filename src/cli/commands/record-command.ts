import path from 'node:path';
import { formatCount } from '../../foundation/format-count.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';
import { printCheckReport } from '../render/check-report.ts';

export interface RecordFlags {
  readonly chunk: string;
  readonly format: OutputFormat;
}

/** `holdfast record`: records that a chunk has passed after its full check, for work that was done without a run. */
export async function recordCommand(context: CommandContext, contract: string, flags: RecordFlags): CommandResult {
  const { terminal, signal } = context;
  const folder = findWorkspaceFolder(contract, context.workingDirectory);
  const engine = await context.openEngine(folder);
  const file = path.relative(folder, path.resolve(context.workingDirectory, contract)).split(path.sep).join('/');
  const { check, reasons, recorded } = await engine.runs.record(file, flags.chunk, { signal });
  if (flags.format === 'json') {
    terminal.result(
      JSON.stringify({ chunk: flags.chunk, recorded: recorded !== undefined, reasons, ...recorded }, null, 2),
    );
  } else if (recorded === undefined) {
    printCheckReport(terminal, [{ prefix: '', contracts: [check] }]);
    terminal.result(`Not recorded: the full check does not show that the chunk "${flags.chunk}" has passed.`);
  } else {
    terminal.result(`Recorded ${flags.chunk} with ${formatCount(recorded.files.length, 'file')}.`);
  }
  return recorded === undefined ? ExitCode.findings : ExitCode.ok;
}
