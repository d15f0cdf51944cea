/** The files that a command of a package script or of a contract names. */

/** A file that a command loads before it works. */
export interface LoadedFile {
  /** As the command spells it. */
  readonly name: string;
  /** Whether it is loaded as a module, so that the name can be that of a folder. */
  readonly isModule: boolean;
}

/** The options that name a configuration, or a module that is loaded before the program. */
const LONG_OPTION =
  /\s--(config|project|tsconfig|import|require|loader|experimental-loader|setup-files?|makefile)[ =]([^\s"']+)/g;
const MODULE_OPTION = /^(?:import|require|loader|experimental-loader|setup-files?)$/;
/** The short options with this meaning by program. `prettier -c src` checks a folder, and `cp -r` copies one. */
const SHORT_OPTIONS: readonly (readonly [program: RegExp, option: RegExp, isModule: boolean])[] = [
  [programs('node', 'tsx', 'ts-node', 'mocha', 'ava', 'tap'), shortOption('r'), true],
  [programs('tsc', 'ts-node'), shortOption('[pP]'), false],
  [programs('jest', 'vitest', 'playwright', 'c8', 'eslint', 'stylelint'), shortOption('c'), false],
  [programs('cypress'), shortOption('C'), false],
  [programs('make'), shortOption('f'), false],
];
/** A shell script, or a file in a folder of scripts. Other files are usually the product: `node src/main.js`. */
const SCRIPT = /\.(?:sh|bash|zsh|ps1|cmd|bat)$|(?:^|\/)(?:scripts?|tools|ci|hack)\/.+\.\w+$/i;

/** The files that options of a command name. */
export function listLoadedFiles(command: string): readonly LoadedFile[] {
  const parts = command.split(/&&|\|\||[;|&]/);
  return parts.flatMap((part) => [
    ...[...part.matchAll(LONG_OPTION)].map(([, option = '', name = '']) => ({
      name,
      isModule: MODULE_OPTION.test(option),
    })),
    ...SHORT_OPTIONS.filter(([program]) => program.test(`${part.trim()} `)).flatMap(([, option, isModule]) =>
      [...part.matchAll(option)].map(([, name = '']) => ({ name, isModule })),
    ),
  ]);
}

/** The scripts that a command runs, as the command spells them. */
export function listScripts(command: string): readonly string[] {
  return command.split(/[\s"'=;&|()<>]+/).filter((word) => SCRIPT.test(word));
}

function programs(...names: readonly string[]): RegExp {
  return new RegExp(`(?:^|[\\s/])(?:${names.join('|')})\\s`);
}

function shortOption(letter: string): RegExp {
  return new RegExp(`\\s-${letter}[ =]([^\\s"']+)`, 'g');
}
