import { folderOf, joinPath, nameOf } from '../../../code/resolution/tree-path.ts';
import type { ProtectedChange } from '../changes/protected-change.ts';
import { compareArguments } from '../commands/compare-arguments.ts';
import { splitWords } from '../commands/shell-commands.ts';
import type { ProvingStep } from '../commands/proving-steps.ts';
import { readCommandJobs } from '../settings/command-jobs.ts';
import { directionOfVariable } from '../settings/compare-commands.ts';
import { parseData } from '../settings/read-data-settings.ts';
import { readTargetSettings } from '../settings/read-text-settings.ts';
import { settingsFileOf } from '../settings/settings-files.ts';
import { createLoaded, placeOf, type ChangedTree } from './changed-tree.ts';
import { findNew, optionValues } from './named-files.ts';

/** What a variable makes a program load or do. */
type VariableEffect = 'options of node' | 'options of pytest' | 'options of go' | 'module' | 'file' | 'folder';

/** The variables that runners, interpreters and shells read at their start. */
const VARIABLES: readonly (readonly [name: RegExp, effect: VariableEffect])[] = [
  [/^(?:NODE_OPTIONS|npm_config_node_options|node-options|MOCHA_OPTIONS)$/i, 'options of node'],
  [/^PYTEST_ADDOPTS$/, 'options of pytest'],
  [/^GOFLAGS$/, 'options of go'],
  [/^PYTEST_PLUGINS$/, 'module'],
  [
    /^(?:BASH_ENV|ENV|LD_PRELOAD|PYTHONSTARTUP|npm_config_script_shell|script-shell|NODE_REPL_EXTERNAL_MODULE)$/i,
    'file',
  ],
  [/^(?:PATH|PYTHONPATH|NODE_PATH|PYTHONHOME|GOROOT)$/, 'folder'],
];
const ASSIGNMENT =
  /(?<![\w-])(NODE_OPTIONS|npm_config_\w+|node-options|script-shell|MOCHA_OPTIONS|PYTEST_\w+|GOFLAGS|BASH_ENV|ENV|LD_PRELOAD|PYTHON\w+|NODE_\w+|PATH|GOROOT)["']?\s*(?:[:?+]?=|:)\s*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\n]*)/gi;
/** The options of the Go command that run other programs, or read other code. */
const GO_REPLACING = /^-(?:toolexec|exec|overlay|modfile|vettool)\b/;
const SHELL =
  /^(?:\/(?:usr\/)?bin\/)?(?:env\s+)?(?:bash|sh|zsh|pwsh|powershell|cmd|python\d?|node|fish|nu|msys2|devenv\s+shell|nix\b.*)\b(?!.*\s-\w*c\s+['"]?\s*(?:exit|true|:|echo)\b)/;

/**
 * [PROOF-1] Finds what the environment of commands makes runners load: variables of scripts, of workflows, Makefiles and the
 * files that they read, and the shell that executes the steps.
 */
export function findEnvironment(tree: ChangedTree): readonly ProtectedChange[] {
  if (tree.listTests().length === 0) return [];
  return tree.files.flatMap(({ path, before = '', after }) => {
    if (after === undefined || before === after) return [];
    const kind = kindOf(tree, path);
    if (kind === undefined) return [];
    return [
      ...findVariables(tree, path, before, after),
      ...(kind === 'workflow' || kind === 'makefile' ? findInJobs(tree, path, before, after) : []),
      ...(kind === 'workflow' ? findShells(path, before, after) : []),
      ...(kind === 'makefile' ? findIncluded(tree, path, before, after) : []),
      ...(kind === 'script' ? findHidden(tree, path, before, after) : []),
    ];
  });
}

/** How a file sets variables for commands; `undefined` if it does not. */
function kindOf(tree: ChangedTree, path: string): 'workflow' | 'makefile' | 'script' | 'settings' | undefined {
  const file = settingsFileOf(path);
  if (file?.tool === 'pipeline' || file?.tool === 'task') return 'workflow';
  if (file?.format === 'targets' || /\.mk$/.test(path)) return 'makefile';
  if (file?.format === 'package' || file?.tool === 'npm-settings' || file?.tool === 'pnpm' || file?.tool === 'python')
    return 'settings';
  const name = nameOf(path);
  if (!/(?:\.env(?:\..+)?|\.envrc|\.sh)$/.test(name)) return undefined;
  return isRead(tree, name) ? 'script' : undefined;
}

/** Whether a command reads a file before it runs a program: `source env.sh`, `--env-file=.env`, `include .env`. */
function isRead(tree: ChangedTree, name: string): boolean {
  const plain = name.replaceAll(/[^\w]/g, '\\$&');
  const reading = new RegExp(
    `(?:(?:^|[\\s;&|(])\\.\\s+|\\bsource\\s+|--env-file(?:-if-exists)?[= ]|\\binclude\\s+|\\bdotenv\\b.*?|env_file:?\\s*-?\\s*)["']?[\\w./-]*${plain}(?=$|[\\s"';&|)])`,
    'm',
  );
  return textsAround(tree).some((text) => reading.test(text));
}

function textsAround(tree: ChangedTree): readonly string[] {
  const changed = tree.files.flatMap(({ path, after }) =>
    settingsFileOf(path) === undefined || after === undefined ? [] : [after],
  );
  return [
    ...tree.commands,
    ...changed,
    ...[...tree.unchanged].flatMap(([path, text]) => (settingsFileOf(path) === undefined ? [] : [text])),
  ];
}

function findVariables(tree: ChangedTree, path: string, before: string, after: string): readonly ProtectedChange[] {
  const known = new Set(listVariables(before).map(({ name, value }) => `${name}=${value}`));
  return listVariables(after).flatMap(({ name, value, line, effect }): readonly ProtectedChange[] => {
    if (known.has(`${name}=${value}`)) return [];
    const report = (actual: string, direction?: ProtectedChange['direction']): readonly ProtectedChange[] => [
      createLoaded(name, placeOf(path, line), actual, direction),
    ];
    const words = splitWords(value);
    switch (effect) {
      case 'options of node': {
        const loading = optionValues(words);
        const loaded = loading.map((word) => findNew(tree, '', word)).find((one) => one !== undefined);
        if (loaded !== undefined) return report(`Programs load the new file ${loaded}`);
        return words.some((word) => /^(?:-r|--(?:import|require|loader|experimental-loader))\b/.test(word))
          ? report(`Programs get ${value}`, 'unknown')
          : [];
      }
      case 'options of pytest':
      case 'options of go': {
        const program = effect === 'options of go' ? 'go test' : 'pytest';
        const step = { kind: 'tests', program, ignored: false, conditional: false } as const;
        const isReplacing = effect === 'options of go' && words.some((word) => GO_REPLACING.test(word));
        const module = words.map((word) => word.replace(/^-p=?/, '')).find((word) => isNewModule(tree, word));
        const direction = compareArguments({ ...step, args: [] }, { ...step, args: words });
        return isReplacing || module !== undefined || direction === 'less'
          ? report(`Tests run with ${value}`)
          : direction === 'unknown'
            ? report(`Tests run with ${value}`, 'unknown')
            : [];
      }
      case 'module': {
        const module = value.split(',').find((one) => isNewModule(tree, one));
        return module === undefined
          ? report(`pytest loads ${value}`, 'unknown')
          : report(`pytest loads the new module ${module}`);
      }
      case 'file': {
        const loaded = words.map((word) => findNew(tree, '', fromRoot(word))).find((one) => one !== undefined);
        return loaded === undefined ? [] : report(`Programs load the new file ${loaded}`);
      }
      case 'folder': {
        const folder = value
          .split(/[:;]/)
          .map((one) => joinPath('', fromRoot(one.trim())) ?? '')
          .find(
            (one) =>
              one !== '' &&
              [...tree.after].some((file) => tree.isNew(file) && folderOf(file) === one && !isTestName(file)),
          );
        return folder === undefined ? [] : report(`Programs are searched in the new folder ${folder}`);
      }
    }
  });
}

/** The new files that options of steps with tests name, and a program that executes no test. */
function findInJobs(tree: ChangedTree, path: string, before: string, after: string): readonly ProtectedChange[] {
  const file = settingsFileOf(path) ?? settingsFileOf('Makefile');
  const stepsIn = (text: string): readonly ProvingStep[] =>
    (file === undefined
      ? undefined
      : readCommandJobs(file, path, text, file.format === 'targets' ? readTargetSettings(text) : new Map())
    )?.flatMap(({ steps }) => steps) ?? [];
  const known = new Set(stepsIn(before).map(({ args }) => args.join('\0')));
  return stepsIn(after).flatMap(({ kind, args }): readonly ProtectedChange[] => {
    if (kind !== 'tests' || known.has(args.join('\0'))) return [];
    const loaded = optionValues(args)
      .map((word) => findNew(tree, '', word))
      .find((one) => one !== undefined);
    const isReplaced = args.some(
      (word, index) =>
        /^-exec[= ]?(?:true|echo|:)$/.test(word) ||
        (word === '-exec' && /^(?:true|echo|:)$/.test(args[index + 1] ?? '')),
    );
    if (isReplaced)
      return [createLoaded('-exec', placeOf(path), 'The option executes another program in place of the tests')];
    return loaded === undefined ? [] : [createLoaded(loaded, placeOf(path), `Tests run with the new file ${loaded}`)];
  });
}

interface Variable {
  readonly name: string;
  readonly value: string;
  readonly line: number;
  readonly effect: VariableEffect;
}

function listVariables(text: string): readonly Variable[] {
  return text.split('\n').flatMap((content, index) =>
    [...content.replaceAll('\\"', "'").matchAll(ASSIGNMENT)].flatMap(([, name = '', raw = '']): readonly Variable[] => {
      const effect = VARIABLES.find(([pattern]) => pattern.test(name))?.[1];
      if (effect === undefined) return [];
      const quoted = /^(["'])(.*)\1$/.exec(raw.trim().replace(/,$/, ''))?.[2];
      return [{ name, value: (quoted ?? raw.trim()).replace(/["',]+$/, ''), line: index + 1, effect }];
    }),
  );
}

/** A path without a variable that is the root of the tree: `$PWD/bin`, `${{ github.workspace }}/bin`. */
function fromRoot(path: string): string {
  return path.replace(
    /^(?:\$\{\{\s*github\.workspace\s*\}\}|\$\(?\{?(?:PWD|CURDIR|GITHUB_WORKSPACE|pwd)\}?\)?)\/?/,
    './',
  );
}

function isNewModule(tree: ChangedTree, name: string): boolean {
  const path = name.replaceAll('.', '/');
  return (
    /^\w[\w.]*$/.test(name) &&
    [...tree.after].some((file) => tree.isNew(file) && (file === `${path}.py` || file.endsWith(`/${path}.py`)))
  );
}

function isTestName(file: string): boolean {
  return /(?:^|\/)(?:test_[^/]*|[^/]*[._]test)\.\w+$/.test(file);
}

/** The shells of steps that execute nothing, and the folders of all steps. */
function findShells(path: string, before: string, after: string): readonly ProtectedChange[] {
  const known = new Set(listValues(parseData(path, before), /^(?:shell|working-directory)$/));
  return listValues(parseData(path, after), /^(?:shell|working-directory)$/).flatMap((entry) => {
    if (known.has(entry)) return [];
    const [key = '', value = ''] = entry.split('\0');
    const isShell = key === 'shell';
    if (isShell && SHELL.test(value)) return [];
    if (value.includes('${{')) return [];
    const actual = isShell ? `The shell "${value}" does not execute the steps` : `The steps run in ${value}`;
    return [createLoaded(key, placeOf(path), actual, isShell ? 'less' : 'unknown')];
  });
}

function listValues(data: unknown, key: RegExp, name = ''): readonly string[] {
  if (Array.isArray(data)) return data.flatMap((one) => listValues(one, key, name));
  if (typeof data === 'string') return key.test(name) ? [`${name}\0${data}`] : [];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([inner, value]) => listValues(value, key, inner));
}

/** A new file that a Makefile includes and that changes how every rule is executed, or replaces one. */
function findIncluded(tree: ChangedTree, path: string, before: string, after: string): readonly ProtectedChange[] {
  const included = [...after.matchAll(/^[-s]?include\s+(.+)$/gm)].flatMap(([, names = '']) => names.split(/\s+/));
  const own = readTargetSettings(before);
  return included.flatMap((name) => {
    const file = joinPath(folderOf(path), name);
    const text = file !== undefined && tree.isNew(file) ? tree.textAfter(file) : undefined;
    if (file === undefined || text === undefined) return [];
    return [...readTargetSettings(text)].flatMap(([key, setting]) => {
      const isReplaced = own.has(key) && !key.startsWith('(');
      const isLess = directionOfVariable({ before: undefined, after: setting }) === 'less';
      return isReplaced || isLess
        ? [createLoaded(key, placeOf(file, setting.line), `${path} includes the new file`)]
        : [];
    });
  });
}

/** The programs that a script hides by a function or an alias: `npm() { true; }`. */
function findHidden(tree: ChangedTree, path: string, before: string, after: string): readonly ProtectedChange[] {
  const namesIn = (text: string): readonly string[] =>
    [...text.matchAll(/^\s*(?:function\s+([\w-]+)|([\w-]+)\s*\(\)|alias\s+([\w-]+)=)/gm)].map(
      ([, one, other, alias]) => one ?? other ?? alias ?? '',
    );
  const known = new Set(namesIn(before));
  const words = new Set(textsAround(tree).flatMap((text) => text.match(/[\w-]+/g) ?? []));
  return namesIn(after).flatMap((name) =>
    known.has(name) || !words.has(name) || !PROGRAM.test(name)
      ? []
      : [createLoaded(name, placeOf(path), `The script replaces the program ${name}`)],
  );
}

/** Programs that start tests. A script can have functions with other names. */
const PROGRAM =
  /^(?:npm|npx|pnpm|yarn|bun|node|deno|python\d?|pytest|go|make|mocha|jest|vitest|tox|nox|uv|poetry|cargo)$/;
