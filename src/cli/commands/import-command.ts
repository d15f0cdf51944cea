import path from 'node:path';
import type { ImportedContract, ImportUnit } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { printWrittenContract, toShownPath } from '../base/written-contract.ts';
import { reportUpdate } from '../render/import-update-report.ts';
import { findNewContractFolder } from '../base/workspace-folder.ts';

export interface ImportFlags {
  readonly as?: ImportedContract['format'];
  readonly chunks?: ImportUnit;
  /** Tasks that are marked as done, too. */
  readonly all?: boolean;
  /** The name of the contract file, without extension. */
  readonly name?: string;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  /** Merges a changed plan into its contract. */
  readonly update?: boolean;
  readonly format: OutputFormat;
}

/**
 * `holdfast import`: writes a draft contract from the task list of another tool. An existing file is replaced only with
 * `--force`. With `--update`, it merges a changed plan into its contract instead; the exit code is 1 if a person must decide.
 */
export async function importCommand(context: CommandContext, source: string, flags: ImportFlags): CommandResult {
  const { terminal, workingDirectory } = context;
  const folder = findNewContractFolder(workingDirectory);
  const engine = await context.openEngine(folder);
  const named = path.relative(folder, path.resolve(workingDirectory, source)).split(path.sep).join('/');
  if (flags.update === true) {
    const { dryRun = false, name, format } = flags;
    const update = await engine.authoring.updateImport({ path: named, id: name, write: !dryRun });
    return reportUpdate(terminal, update, { isWritten: !dryRun, format });
  }
  const contract = await engine.authoring.importPlan({
    path: named,
    format: flags.as,
    unit: flags.chunks,
    withDone: flags.all,
    id: flags.name,
  });
  const { text, file, ...report } = contract;
  if (flags.dryRun === true) {
    terminal.result(flags.format === 'json' ? JSON.stringify({ file, ...report, text }, null, 2) : text.trimEnd());
    return ExitCode.ok;
  }
  const { configuration } = await engine.authoring.create(file, text, { overwrite: flags.force });
  if (flags.format === 'json') {
    const written = configuration === undefined ? {} : { configuration };
    terminal.result(JSON.stringify({ file, ...report, ...written }, null, 2));
    return ExitCode.ok;
  }
  printWrittenContract(context, folder, { file, configuration });
  for (const line of describeImport(contract, toShownPath(context, folder, file))) terminal.result(line);
  return ExitCode.ok;
}

function describeImport({ source, chunks, leftOut, notes }: ImportedContract, shown: string): readonly string[] {
  const checked = chunks.filter(({ checks }) => checks > 0).length;
  return [
    `A draft with ${formatCount(chunks.length, 'chunk')} from ${source}. ${checked} of them can be checked.`,
    ...(leftOut === 0
      ? []
      : [`${formatCount(leftOut, 'task')} marked as done: not imported. Use --all to check them too.`]),
    ...(notes.length === 0 ? [] : ['A person must decide:']),
    ...notes.map(
      ({ line, chunk, message }) => `  ${source}:${line}: ${chunk === undefined ? '' : `${chunk}: `}${message}`,
    ),
    `Next: review the comments of ${shown}, then run "holdfast plan check ${shown}".`,
  ];
}
