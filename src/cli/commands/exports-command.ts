import path from 'node:path';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';

/** `holdfast exports`: lists the exports of each module, and the specifiers that it re-exports with `export * from`. */
export async function exportsCommand(
  context: CommandContext,
  target: string,
  flags: { readonly format: OutputFormat },
): CommandResult {
  const { terminal, workingDirectory } = context;
  const folder = findWorkspaceFolder(target, workingDirectory);
  const engine = await context.openEngine(folder);
  const relative = path.relative(folder, path.resolve(workingDirectory, target)).split(path.sep).join('/');
  const modules = await engine.exports.list(relative === '' ? undefined : relative);
  if (modules.length === 0) {
    throw new HoldfastError('not-found', `No module found in ${target}`, {
      hint: 'Modules are TypeScript, JavaScript, Vue, Svelte, Astro, Python and Go files that git does not ignore.',
    });
  }
  const files = modules.map(({ file, ...rest }) => ({
    file: path.relative(workingDirectory, path.join(folder, file)).split(path.sep).join('/'),
    ...rest,
  }));
  if (flags.format === 'json') {
    terminal.result(JSON.stringify({ files }, null, 2));
    return ExitCode.ok;
  }
  for (const { file, exports, starFrom } of files) {
    terminal.result(terminal.style('bold', file));
    for (const { name, kind, line, from } of exports) {
      terminal.result(
        `  ${name} ${terminal.style('dim', `${kind}, line ${line}${from === undefined ? '' : `, from ${from}`}`)}`,
      );
    }
    for (const specifier of starFrom) terminal.result(`  * ${terminal.style('dim', `from ${specifier}`)}`);
  }
  return ExitCode.ok;
}
