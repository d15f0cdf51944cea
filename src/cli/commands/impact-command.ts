import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Impact } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import type { Terminal } from '../base/terminal.ts';
import { findSearchFolder, isInside } from '../base/workspace-folder.ts';

export interface ImpactFlags {
  readonly since?: string;
  readonly format: OutputFormat;
}

type UseLocation = Impact['functionsAffected'][number]['callers'][number];

/** `holdfast impact`: lists the uses of a file or of one export. Printed paths are relative to the working directory. */
export async function impactCommand(context: CommandContext, target: string, flags: ImpactFlags): CommandResult {
  const { terminal, workingDirectory, signal } = context;
  const { file, exportName } = parseTarget(target, workingDirectory);
  requireExistingFile(file, workingDirectory);
  const folder = findSearchFolder(file, workingDirectory);
  const engine = await context.openEngine(folder);
  const relative = path.relative(folder, path.resolve(workingDirectory, file)).split(path.sep).join('/');
  const found = await engine.exports.impact({ file: relative, exportName }, { since: flags.since, signal });
  const impact = mapFiles(found, (affected) =>
    path.relative(workingDirectory, path.join(folder, affected)).split(path.sep).join('/'),
  );
  if (flags.format === 'json') terminal.result(JSON.stringify(impact, null, 2));
  else printImpact(terminal, impact, { isComparison: flags.since !== undefined });
  return ExitCode.ok;
}

/**
 * A missing file outside of the search folder of the working directory is an error. A missing file inside it may still be a known module (the
 * engine decides), for example a deleted file that other files import.
 */
function requireExistingFile(file: string, workingDirectory: string): void {
  const absolute = path.resolve(workingDirectory, file);
  if (existsSync(absolute) || isInside(findSearchFolder('.', workingDirectory), absolute)) return;
  throw new HoldfastError('not-found', `File not found: ${file}`);
}

/** Splits `file#export` at the last `#`, unless the whole target is an existing file: file names may contain `#`. */
function parseTarget(
  target: string,
  workingDirectory: string,
): { readonly file: string; readonly exportName: string | undefined } {
  if (existsSync(path.resolve(workingDirectory, target))) return { file: target, exportName: undefined };
  const separator = target.lastIndexOf('#');
  if (separator <= 0 || separator === target.length - 1)
    return { file: target.replace(/#$/, ''), exportName: undefined };
  return { file: target.slice(0, separator), exportName: target.slice(separator + 1) };
}

function mapFiles(impact: Impact, mapFile: (file: string) => string): Impact {
  const mapLocations = (locations: readonly UseLocation[]): UseLocation[] =>
    locations.map((use) => ({ ...use, file: mapFile(use.file) }));
  return {
    filesAffected: impact.filesAffected.map(mapFile),
    functionsAffected: impact.functionsAffected.map(({ name, file, callers }) => ({
      name,
      file: mapFile(file),
      callers: mapLocations(callers),
    })),
    typesAffected: impact.typesAffected.map(({ name, file, usages }) => ({
      name,
      file: mapFile(file),
      usages: mapLocations(usages),
    })),
    summary: impact.summary,
  };
}

/** Prints the summary and every use. The first line of a summary is its headline. */
function printImpact(terminal: Terminal, impact: Impact, { isComparison }: { readonly isComparison: boolean }): void {
  const [headline = '', ...details] = impact.summary.split('\n');
  terminal.result(terminal.style('bold', headline));
  // The details of a comparison describe the changes. Otherwise they count the uses, which are listed below.
  if (isComparison) for (const line of details) terminal.result(line);
  const exports = [
    ...impact.functionsAffected.map(({ name, callers }) => ({ name, uses: callers })),
    ...impact.typesAffected.map(({ name, usages }) => ({ name, uses: usages })),
  ];
  for (const { name, uses } of exports) {
    terminal.result(`${name} ${terminal.style('dim', formatCount(uses.length, 'use'))}`);
    for (const { file, line, column, kind } of uses) {
      const label = kind === 'other' ? '' : ` ${terminal.style('dim', kind)}`;
      terminal.result(`  ${file}:${line}:${column}${label}`);
    }
  }
  const users = new Set(exports.flatMap(({ uses }) => uses.map(({ file }) => file)));
  const importing = impact.filesAffected.filter((file) => !users.has(file));
  if (importing.length === 0) return;
  terminal.result('imported by');
  for (const file of importing) terminal.result(`  ${file}`);
}
