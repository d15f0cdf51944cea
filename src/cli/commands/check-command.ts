import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ContractCheck, Engine } from '../../engine.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findWorkspaceFolder, isInside } from '../base/workspace-folder.ts';
import { checkReportJson, printCheckReport } from '../render/check-report.ts';
import { createProgressListener } from '../render/run-progress.ts';

export interface CheckFlags {
  readonly chunk?: string;
  readonly full?: boolean;
  readonly judge?: boolean;
  readonly strict?: boolean;
  readonly format: OutputFormat;
}

/** The contract files to check, by workspace folder. `undefined` means every contract of the folder. */
type FilesByFolder = Map<string, readonly string[] | undefined>;

/** `holdfast check`: checks the current files against contracts. Writes nothing in the workspace. */
export async function checkCommand(
  context: CommandContext,
  paths: readonly string[],
  flags: CheckFlags,
): CommandResult {
  if (flags.judge === true && flags.full !== true) {
    throw new HoldfastError('configuration', 'Failed to check: --judge needs --full.', {
      hint: 'Only a full check judges gates.',
    });
  }
  const targets = paths.length > 0 ? paths : ['.'];
  const options = {
    ...(flags.chunk === undefined ? {} : { chunk: flags.chunk }),
    full: flags.full === true,
    judge: flags.judge === true,
    strict: flags.strict === true,
    signal: context.signal,
    onEvent: createProgressListener(context.terminal, { verbose: false }),
  };
  const checks: ContractCheck[] = [];
  for (const [folder, files] of await findContracts(context, targets)) {
    const engine = await context.openEngine(folder);
    for (const file of files ?? (await listContracts(engine, folder))) {
      checks.push(await engine.check(file, options));
    }
  }
  if (checks.length === 0) {
    throw new HoldfastError('not-found', `No contract found in ${targets.join(', ')}`, {
      hint: 'Contract file names end in .contract.yaml, .contract.yml or .contract.json. Manifests are plan.json or *.manifest.json.',
    });
  }
  const selected = flags.chunk === undefined ? checks : selectContracts(checks, flags.chunk);
  const ok = selected.every((check) => check.ok);
  if (flags.format === 'json') context.terminal.result(JSON.stringify(checkReportJson(ok, selected), null, 2));
  else printCheckReport(context.terminal, selected);
  return ok ? ExitCode.ok : ExitCode.findings;
}

async function findContracts(context: CommandContext, targets: readonly string[]): Promise<FilesByFolder> {
  const byFolder: FilesByFolder = new Map();
  for (const target of targets) {
    const absolute = path.resolve(context.workingDirectory, target);
    const folder = findWorkspaceFolder(target, context.workingDirectory);
    if (!existsSync(folder)) throw new HoldfastError('not-found', `File not found: ${target}`);
    // The engine reports a missing file with a suggestion.
    if (existsSync(absolute) && statSync(absolute).isDirectory()) {
      if (folder === absolute) {
        byFolder.set(folder, undefined);
        continue;
      }
      const engine = await context.openEngine(folder);
      const contained = (await listContracts(engine, folder)).filter((file) =>
        isInside(absolute, path.join(folder, file)),
      );
      addFiles(byFolder, folder, contained);
    } else {
      addFiles(byFolder, folder, [path.relative(folder, absolute).split(path.sep).join('/')]);
    }
  }
  return byFolder;
}

function addFiles(byFolder: FilesByFolder, folder: string, files: readonly string[]): void {
  if (byFolder.has(folder) && byFolder.get(folder) === undefined) return;
  byFolder.set(folder, [...new Set([...(byFolder.get(folder) ?? []), ...files])]);
}

async function listContracts(engine: Engine, folder: string): Promise<readonly string[]> {
  const documents = await engine.contracts();
  return documents.map((document) => document.file).filter((file) => isInside(folder, path.join(folder, file)));
}

/**
 * Keeps the contracts that have the chunk, and the invalid contracts. Throws if no contract has the chunk: a misspelled
 * chunk must not count as success.
 */
function selectContracts(checks: readonly ContractCheck[], chunk: string): readonly ContractCheck[] {
  const selected = checks.filter((check) => check.chunks.length > 0 || check.document.contract === undefined);
  if (selected.some((check) => check.chunks.length > 0)) return selected;
  const known = checks.flatMap((check) => check.document.contract?.chunks.map((candidate) => candidate.id) ?? []);
  throw new HoldfastError('not-found', `Chunk not found in any contract: "${chunk}"`, {
    hint: `Available chunks: ${known.join(', ') || 'none'}.`,
  });
}
