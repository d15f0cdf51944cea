/** The files that a command of a package script or of a contract names. */

/** The options that name a configuration, or a module that is loaded before the program. */
const LONG_OPTION =
  /\s--(?:config|project|tsconfig|import|require|loader|experimental-loader|setup-files?|makefile)[ =]([^\s"']+)/g;
const SHORT_OPTION = /\s-[crpf][ =]([^\s"']+)/g;
/** The programs whose short options have this meaning. `cp -r` and `rm -f` have others. */
const TOOL =
  /(?:^|[\s/])(?:node|tsx|ts-node|tsc|mocha|jest|vitest|ava|tap|playwright|cypress|c8|nyc|eslint|stylelint|prettier|make)\s/;
/** A shell script, or a file in a folder of scripts. Other files are usually the product: `node src/main.js`. */
const SCRIPT = /\.(?:sh|bash|zsh|ps1|cmd|bat)$|(?:^|\/)(?:scripts?|tools|ci|hack)\/.+\.\w+$/i;

/** The files that options of a command name, as the command spells them. */
export function listLoadedFiles(command: string): readonly string[] {
  const parts = command.split(/&&|\|\||[;|&]/);
  return parts.flatMap((part) => [
    ...listMatches(part, LONG_OPTION),
    ...(TOOL.test(`${part.trim()} `) ? listMatches(part, SHORT_OPTION) : []),
  ]);
}

/** The scripts that a command runs, as the command spells them. */
export function listScripts(command: string): readonly string[] {
  return command.split(/[\s"'=;&|()<>]+/).filter((word) => SCRIPT.test(word));
}

function listMatches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}
