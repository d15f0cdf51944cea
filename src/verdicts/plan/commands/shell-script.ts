import type { CommandNeed, CommandReadingContext, InvocationReader } from './command-reading.ts';
import { isCompiledScript } from './module-files.ts';
import { readOptions, type ParsedOptions } from './operands.ts';
import { pathInFolder } from './path-in-folder.ts';

const SHELLS: ReadonlySet<string> = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh']);

/** `bash path/to/script.sh`. The code of `bash -c` is not read. */
export const readShellScript: InvocationReader = ({ program, arguments: words, folder }, context) => {
  if (!SHELLS.has(program)) return undefined;
  const read = readOptions(words, {
    valued: new Set(['-o', '+o', '-O', '+O', '--rcfile', '--init-file']),
    isFlag: (word) => /^-[aefhknpuvxBCEHPTilr]+$/.test(word) || /^--(norc|noprofile|posix|login|verbose)$/.test(word),
    stopsAtOperand: true,
  });
  const script = read?.operands[0];
  if (read === undefined || script === undefined) return undefined;
  const path = pathInFolder(folder, script);
  if (path === undefined) return undefined;
  return {
    needs: scriptNeeds(path, context),
    canonical: onlyChecksSyntax(read) ? [program, ...words] : ['script', path, ...read.operands.slice(1)],
  };
};

/** With `-n` or `-o noexec`, the shell parses the script without running it. */
function onlyChecksSyntax({ options }: ParsedOptions): boolean {
  return options.some(({ name, value }) => /^-[A-Za-z]*n/.test(name) || (name === '-o' && value === 'noexec'));
}

/** `./scripts/check.sh`: a script of the tree. A program without a script's extension can be a build output. */
export const readOwnScript: InvocationReader = ({ program, arguments: words, folder }, context) => {
  const path = program.includes('/') ? pathInFolder(folder, program) : undefined;
  if (path === undefined) return undefined;
  const isScript = /\.(sh|bash|py|[cm]?js)$/.test(path);
  return { needs: isScript ? scriptNeeds(path, context) : [], canonical: ['script', path, ...words] };
};

function scriptNeeds(path: string, context: CommandReadingContext): readonly CommandNeed[] {
  return context.isGenerated(path)
    ? []
    : [{ path, files: [path], purpose: `runs ${path}`, canBeGenerated: isCompiledScript(path) }];
}
