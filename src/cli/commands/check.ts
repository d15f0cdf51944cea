import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ContractCheck, Engine } from '../../engine.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { checkReportJson, printCheckReport } from '../render/check-report.ts';
import { isInside, workspaceFolderOf } from '../workspace-folder.ts';

export interface CheckFlags {
  readonly chunk?: string;
  readonly format: OutputFormat;
}

/** `holdfast check`: the verdict on the files as they are; nothing is written. */
export async function checkCommand(
  context: CommandContext,
  paths: readonly string[],
  flags: CheckFlags,
): CommandResult {
  const targets = paths.length > 0 ? paths : ['.'];
  const checks: ContractCheck[] = [];
  for (const [folder, files] of await contractsByFolder(context, targets)) {
    const engine = await context.openEngine(folder);
    for (const file of files ?? (await allContracts(engine, folder))) {
      checks.push(await engine.check(file, { chunk: flags.chunk, signal: context.signal }));
    }
  }
  if (checks.length === 0) {
    throw new HoldfastError('not-found', `Nothing to check: no contract was found in ${targets.join(', ')}.`, {
      hint: 'A contract is a file whose name ends in .contract.yaml, .contract.yml or .contract.json.',
    });
  }
  const chosen = flags.chunk === undefined ? checks : withChunk(checks, flags.chunk);
  const ok = chosen.every((check) => check.ok);
  if (flags.format === 'json') context.terminal.result(JSON.stringify(checkReportJson(ok, chosen), null, 2));
  else printCheckReport(context.terminal, chosen);
  return ok ? ExitCode.ok : ExitCode.findings;
}

/** The contracts to check by workspace folder; undefined where every contract of the folder is meant. */
async function contractsByFolder(
  context: CommandContext,
  targets: readonly string[],
): Promise<Map<string, string[] | undefined>> {
  const byFolder = new Map<string, string[] | undefined>();
  for (const target of targets) {
    const absolute = path.resolve(context.workingDirectory, target);
    if (!existsSync(absolute))
      throw new HoldfastError('not-found', `Failed to check ${target}: there is no such file.`);
    const folder = workspaceFolderOf(target, context.workingDirectory);
    if (statSync(absolute).isDirectory()) {
      if (folder === absolute) {
        byFolder.set(folder, undefined);
        continue;
      }
      const engine = await context.openEngine(folder);
      const inside = (await allContracts(engine, folder)).filter((file) => isInside(absolute, path.join(folder, file)));
      addFiles(byFolder, folder, inside);
    } else {
      addFiles(byFolder, folder, [path.relative(folder, absolute).split(path.sep).join('/')]);
    }
  }
  return byFolder;
}

function addFiles(byFolder: Map<string, string[] | undefined>, folder: string, files: readonly string[]): void {
  if (byFolder.has(folder) && byFolder.get(folder) === undefined) return;
  byFolder.set(folder, [...new Set([...(byFolder.get(folder) ?? []), ...files])]);
}

async function allContracts(engine: Engine, folder: string): Promise<readonly string[]> {
  const documents = await engine.contracts();
  return documents.map((document) => document.file).filter((file) => isInside(folder, path.join(folder, file)));
}

/** Only the contracts that have the chunk; a name that none of them has is an error, not an empty success. */
function withChunk(checks: readonly ContractCheck[], chunk: string): readonly ContractCheck[] {
  const having = checks.filter((check) => check.chunks.length > 0 || check.document.contract === undefined);
  if (having.some((check) => check.chunks.length > 0)) return having;
  const known = checks.flatMap((check) => check.document.contract?.chunks.map((candidate) => candidate.id) ?? []);
  throw new HoldfastError('not-found', `Nothing to check: no contract has a chunk "${chunk}".`, {
    hint: `Chunks here: ${known.join(', ') || 'none'}.`,
  });
}
