import { chmod, lstat, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError } from '../../foundation/errors.ts';
import { whenFound } from '../../foundation/system-error.ts';
import { findRealPath } from '../../workspace/files/real-path.ts';
import { isWithin, pathExists } from '../../workspace/files/safe-path.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { CommitHook, CommitHookOptions } from './setup-types.ts';
import { readPlainText } from '../../workspace/plain-files/plain-file.ts';

const SHELL = '#!/bin/sh';
const IS_SHELL_SCRIPT = /^#!.*\b(?:ba|da|k|z)?sh\b/;
const LEFTHOOK_FILES = ['lefthook', '.lefthook'].flatMap((name) =>
  ['yml', 'yaml', 'json', 'toml'].map((extension) => `${name}.${extension}`),
);

/**
 * Adds the check of the staged change to the pre-commit hook of a repository, or removes it. Everything else in an existing
 * hook is kept. If a hook manager owns the hooks, nothing is written, and the result says what to add to its configuration.
 *
 * @throws HoldfastError `git` without a git repository, `unsupported` if the hooks are outside the repository, or if the
 * existing hook is a link or not a shell script
 */
export async function writeCommitHook(
  repository: Repository,
  { program, remove = false, signal }: CommitHookOptions,
): Promise<CommitHook> {
  const hooks = await repository.findHooksFolder(signal);
  const top = path.resolve(
    repository.folder,
    ...repository.prefix
      .split('/')
      .slice(1)
      .map(() => '..'),
  );
  const command = createCommand(repository.prefix, program ?? (await findProgram(repository.folder)));
  const file = path.join(hooks, 'pre-commit');
  const shown = toShownPath(top, file);
  const current = await readHook(file, shown);
  const without = current === undefined ? undefined : removeBlock(current, repository.prefix);
  const isInstalled = without !== current;
  if (remove) {
    if (!isInstalled || without === undefined) return { outcome: 'unchanged', file: shown };
    if (without.trim() === SHELL) await rm(file);
    else await writeFile(file, without);
    return { outcome: 'removed', file: shown };
  }
  const manager = isInstalled ? undefined : await findManager(top, hooks);
  if (manager !== undefined) return { outcome: 'manager', manager, hint: describeManager(manager, command) };
  await requireOwnHooks(repository, { top, hooks, command });
  const text = addBlock(without ?? `${SHELL}\n`, repository.prefix, command, shown);
  if (text === current) return { outcome: 'unchanged', file: shown };
  await mkdir(hooks, { recursive: true });
  await writeFile(file, text);
  await chmod(file, (await stat(file)).mode | 0o111);
  return { outcome: current === undefined ? 'created' : 'merged', file: shown };
}

/**
 * Requires that only this repository uses the folder with the hooks. Other repositories can use a folder outside of it, which
 * the configuration of git or a link selects: the check would reject their commits.
 */
async function requireOwnHooks(
  { commonDirectory }: Repository,
  { top, hooks, command }: { readonly top: string; readonly hooks: string; readonly command: string },
): Promise<void> {
  const real = await findRealPath(hooks);
  const own = [await findRealPath(top), await findRealPath(commonDirectory)] as const;
  if (own.some((folder) => isWithin(folder, real))) return;
  const message = `Failed to add the check to the hooks in ${hooks}: the folder is outside the repository, and commits in every repository that uses it would be checked.`;
  const guard = `[ "$(git rev-parse --show-toplevel)" != ${quote(own[0])} ] || ${command} || exit 1`;
  throw new HoldfastError('unsupported', message, {
    hint: `Add this line to the script pre-commit there, which runs the check in this repository only, or set core.hooksPath to a folder of the repository:\n${guard}`,
  });
}

function createCommand(prefix: string, program: string): string {
  const check = `${program} check --staged --since HEAD`;
  return prefix === '' ? check : `(cd ${quote(prefix)} && ${check})`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A version that the project installs is used before one on the search path. */
async function findProgram(folder: string): Promise<string> {
  return (await pathExists(path.join(folder, 'node_modules', '.bin', 'holdfast')))
    ? 'npx --no-install holdfast'
    : 'holdfast';
}

/** Each workspace folder of a repository has its own block. */
function markersOf(prefix: string): { readonly start: string; readonly end: string } {
  const name = ['holdfast', prefix.replace(/\/$/, '')].filter((part) => part !== '').join(' ');
  return { start: `# >>> ${name} >>>`, end: `# <<< ${name} <<<` };
}

function removeBlock(text: string, prefix: string): string {
  const { start, end } = markersOf(prefix);
  const lines = text.split('\n');
  const from = lines.findIndex((line) => line.trimEnd() === start);
  const to = lines.findIndex((line, index) => index > from && line.trimEnd() === end);
  return from < 0 || to < 0 ? text : [...lines.slice(0, from), ...lines.slice(to + 1)].join('\n');
}

/** Adds the block after the first line: the rest of a hook can end it early. */
function addBlock(text: string, prefix: string, command: string, shown: string): string {
  const [first = '', ...rest] = text.split('\n');
  if (!IS_SHELL_SCRIPT.test(first)) {
    throw new HoldfastError('unsupported', `Failed to add the check to ${shown}: it is not a shell script.`, {
      hint: `Call this command in it, and reject the commit if it fails: ${command}`,
    });
  }
  const { start, end } = markersOf(prefix);
  const block = [
    start,
    '# Judges the staged change. "holdfast init --pre-commit --remove" removes it.',
    `${command} || exit 1`,
    end,
  ];
  return [first, ...block, ...rest].join('\n');
}

/** `undefined` if there is no hook. */
async function readHook(file: string, shown: string): Promise<string | undefined> {
  const stats = await whenFound(lstat(file));
  if (stats === undefined) return undefined;
  if (stats.isFile()) return whenFound(readPlainText(file));
  throw new HoldfastError('unsupported', `Failed to add the check to ${shown}: it is not a regular file.`, {
    hint: 'Replace the link by a file, or call "holdfast check --staged --since HEAD" in the file that it names.',
  });
}

/** The program that owns the hooks of a repository, and writes them again. */
async function findManager(top: string, hooks: string): Promise<CommitHook['manager']> {
  const inTop = path.relative(top, hooks).split(path.sep);
  if (inTop[0] === '.husky' || (await pathExists(path.join(top, '.husky')))) return 'husky';
  for (const file of LEFTHOOK_FILES) if (await pathExists(path.join(top, file))) return 'lefthook';
  return (await pathExists(path.join(top, '.pre-commit-config.yaml'))) ? 'pre-commit' : undefined;
}

function describeManager(manager: NonNullable<CommitHook['manager']>, command: string): string {
  switch (manager) {
    case 'husky':
      return `husky owns the hooks of this repository. Add this line to .husky/pre-commit:\n${command}`;
    case 'lefthook':
      return `lefthook owns the hooks of this repository. Add this to its configuration:\npre-commit:\n  commands:\n    holdfast:\n      run: ${JSON.stringify(command)}`;
    case 'pre-commit':
      return `pre-commit owns the hooks of this repository. Add this to .pre-commit-config.yaml under "repos":\n- repo: local\n  hooks:\n    - id: holdfast\n      name: holdfast\n      entry: sh -c ${JSON.stringify(command)}\n      language: system\n      pass_filenames: false`;
  }
}

function toShownPath(top: string, file: string): string {
  const relative = path.relative(top, file);
  return relative.startsWith('..') ? file : relative.split(path.sep).join('/');
}
