import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Impact } from '../../engine.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';
import { isInside, surroundingsOf } from '../workspace-folder.ts';

export interface ImpactFlags {
  readonly since?: string;
  readonly format: OutputFormat;
}

type Place = Impact['functionsAffected'][number]['callers'][number];

/** `holdfast impact`: who uses a file, or one export of it. Paths are relative to the working directory. */
export async function impactCommand(context: CommandContext, target: string, flags: ImpactFlags): CommandResult {
  const { terminal, workingDirectory, signal } = context;
  const { file, exportName } = targetOf(target, workingDirectory);
  requireNear(file, workingDirectory);
  const folder = surroundingsOf(file, workingDirectory);
  const engine = await context.openEngine(folder);
  const inside = path.relative(folder, path.resolve(workingDirectory, file)).split(path.sep).join('/');
  const found = await engine.impact({ file: inside, exportName }, { since: flags.since, signal });
  const impact = fromWorkingDirectory(found, (name) =>
    path.relative(workingDirectory, path.join(folder, name)).split(path.sep).join('/'),
  );
  if (flags.format === 'json') terminal.result(JSON.stringify(impact, null, 2));
  else print(terminal, impact);
  return ExitCode.ok;
}

/** Whatever lies around a file that is not there, and not here either, is not worth looking through. */
function requireNear(file: string, workingDirectory: string): void {
  const absolute = path.resolve(workingDirectory, file);
  if (existsSync(absolute) || isInside(surroundingsOf('.', workingDirectory), absolute)) return;
  throw new HoldfastError('not-found', `Failed to tell the impact of ${file}: there is no such file.`);
}

/** `file#export`; a file's own name may hold a `#`, so the last one counts where the whole is no file. */
function targetOf(
  target: string,
  workingDirectory: string,
): { readonly file: string; readonly exportName: string | undefined } {
  if (existsSync(path.resolve(workingDirectory, target))) return { file: target, exportName: undefined };
  const mark = target.lastIndexOf('#');
  if (mark <= 0 || mark === target.length - 1) return { file: target.replace(/#$/, ''), exportName: undefined };
  return { file: target.slice(0, mark), exportName: target.slice(mark + 1) };
}

function fromWorkingDirectory(impact: Impact, relative: (file: string) => string): Impact {
  const places = (each: readonly Place[]): Place[] =>
    each.map(({ file, line, column }) => ({ file: relative(file), line, column }));
  return {
    filesAffected: impact.filesAffected.map(relative),
    functionsAffected: impact.functionsAffected.map(({ name, file, callers }) => ({
      name,
      file: relative(file),
      callers: places(callers),
    })),
    typesAffected: impact.typesAffected.map(({ name, file, usages }) => ({
      name,
      file: relative(file),
      usages: places(usages),
    })),
    summary: impact.summary,
  };
}

function print(terminal: Terminal, impact: Impact): void {
  terminal.result(terminal.style('bold', impact.summary.split('\n')[0] ?? ''));
  const told = [
    ...impact.functionsAffected.map(({ name, callers }) => ({ name, places: callers })),
    ...impact.typesAffected.map(({ name, usages }) => ({ name, places: usages })),
  ];
  for (const line of impact.summary.split('\n').slice(1)) if (!isListing(line)) terminal.result(line);
  for (const { name, places } of told) {
    terminal.result(`${name} ${terminal.style('dim', places.length === 1 ? '1 use' : `${places.length} uses`)}`);
    for (const { file, line, column } of places) terminal.result(`  ${file}:${line}:${column}`);
  }
  const users = new Set(told.flatMap(({ places }) => places.map(({ file }) => file)));
  const importing = impact.filesAffected.filter((file) => !users.has(file));
  if (importing.length === 0) return;
  terminal.result('imported by');
  for (const file of importing) terminal.result(`  ${file}`);
}

/** Lines of the summary that name places, which are printed one by one below. */
function isListing(line: string): boolean {
  return / uses? in \d+ files?: /.test(line);
}
