import type { InvocationReader } from './command-context.ts';
import { readOptions, type ReadOptions } from './operands.ts';
import { pathInFolder } from './path-in-folder.ts';

export const SHELLS: ReadonlySet<string> = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh']);

/** `bash path/to/script.sh`: the script must be there. `bash -c` is a language of its own and is passed over. */
export const readShellScript: InvocationReader = ({ program, words, folder }) => {
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
    needs: [{ shown: path, files: [path], because: `runs ${path}` }],
    // With -n the script is read and not run.
    canonical: isOnlyRead(read) ? [program, ...words] : ['script', path, ...read.operands.slice(1)],
  };
};

function isOnlyRead({ options }: ReadOptions): boolean {
  return options.some(({ name, value }) => /^-[A-Za-z]*n/.test(name) || (name === '-o' && value === 'noexec'));
}

/** `./scripts/check.sh`: a program of the tree itself. */
export const readOwnProgram: InvocationReader = ({ program, words, folder }) => {
  if (!program.includes('/')) return undefined;
  const path = pathInFolder(folder, program);
  if (path === undefined) return undefined;
  return {
    needs: [{ shown: path, files: [path], because: `runs ${path}` }],
    canonical: ['script', path, ...words],
  };
};

/** `test -f path`: a question whose only good answer is yes. */
export const readFileTest: InvocationReader = ({ program, words, folder }) => {
  const [question, operand, ...more] = words;
  if (program !== 'test' || operand === undefined || more.length > 0) return undefined;
  if (question !== '-f' && question !== '-s' && question !== '-r') return undefined;
  const path = pathInFolder(folder, operand);
  if (path === undefined) return undefined;
  return { needs: [{ shown: path, files: [path], because: `asks for ${path}` }] };
};
