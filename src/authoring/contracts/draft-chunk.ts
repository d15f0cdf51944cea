import { isIndexedPath } from '../../code/languages/language-table.ts';
import { isGlob } from '../../contract/globs/glob-syntax.ts';
import type { Condition, FunctionContract } from '../../contract/model.ts';
import { deriveNames } from '../../contract/templates/template-names.ts';
import { splitText } from '../../contract/specifications/markdown-outline.ts';
import { isTestPath } from '../../contract/test-paths.ts';
import { describeCommandProblem } from './proposed-checks.ts';
import type { DraftUnit, ReadTask } from './draft-units.ts';
import type { NamedPathFinder, PlacedPath } from './find-named-paths.ts';

/** A chunk of an imported contract, with what is not a check. */
export interface DraftChunk {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly dependsOn: readonly string[];
  readonly creates: readonly string[];
  readonly functions: readonly FunctionContract[];
  readonly postconditions: readonly Condition[];
  readonly acceptanceCommands: readonly string[];
  readonly allowedFiles: readonly string[];
  readonly contextFiles: readonly string[];
  /** The written files that do not exist yet. */
  readonly newFiles: readonly string[];
  /** Lines of the task list, from 1. */
  readonly lines: readonly number[];
  /** What a person must decide or add, as sentences without a full stop. */
  readonly notes: readonly DraftNote[];
}

export interface DraftNote {
  readonly line: number;
  readonly message: string;
}

/** What a chunk is compared with. */
export interface DraftFacts {
  readonly places: NamedPathFinder;
  /** Where an export exists already; `undefined` if it does not. */
  readonly findExport: (name: string) => Promise<string | undefined>;
  /** The command that runs after every chunk. */
  readonly verify: string | undefined;
  /** Documents of the specification for every chunk. */
  readonly documents: readonly string[];
}

/** Writes a chunk: what is certain becomes a check, and everything else remains prose with a note. */
export async function draftChunk(unit: DraftUnit, facts: DraftFacts): Promise<DraftChunk> {
  const notes: DraftNote[] = [];
  const files: { readonly placed: PlacedPath; readonly isDone: boolean }[] = [];
  let areFilesComplete = true;
  for (const { task, statements } of unit.tasks) {
    const { placed, notes: reasons } = await facts.places.place(statements.paths);
    notes.push(...reasons.map((message) => ({ line: task.line, message })));
    files.push(...placed.map((one) => ({ placed: one, isDone: task.isDone })));
    if (!statements.isOnlyCommands && placed.every(({ role }) => role === 'read')) areFilesComplete = false;
  }
  const written = [...new Set(files.filter(({ placed }) => placed.role !== 'read').map(({ placed }) => placed.path))];
  const modules = files
    .filter(({ placed: { path, role } }) => role === 'write' && (path.endsWith('/**') || isCodeModule(path)))
    .map(({ placed }) => placed.path);
  const isOtherLanguage = modules.length === 0 && written.some((path) => OTHER_LANGUAGE.test(path));
  const stated = isOtherLanguage
    ? { creates: [], functions: [] }
    : await draftExports(unit, [...new Set(modules)], facts, notes);
  const acceptanceCommands = draftCommands([...unit.tasks, ...unit.checks], facts.verify, notes);
  const line = unit.tasks[0]?.task.line ?? 1;
  if (written.length > 0 && !areFilesComplete) {
    notes.push({
      line,
      message: `not all tasks name their files, so allowedFiles is open; named are ${written.join(', ')}`,
    });
  }
  const read = files.filter(({ placed }) => placed.role === 'read' && placed.kind === 'file');
  return {
    id: unit.id,
    title: titleOf(unit),
    description: describe(unit),
    dependsOn: unit.dependsOn,
    ...stated,
    postconditions: draftConditions(files),
    acceptanceCommands,
    allowedFiles: areFilesComplete ? written : [],
    contextFiles: [...new Set([...facts.documents, ...read.map(({ placed }) => placed.path)])].filter(
      (file) => !written.includes(file),
    ),
    newFiles: [...new Set(files.flatMap(({ placed }) => (placed.kind === 'new' ? [placed.path] : [])))],
    lines: [...unit.tasks, ...unit.checks].map(({ task }) => task.line),
    notes,
  };
}

/**
 * Leaves each export and each file to the first chunk that creates it: after that chunk, they prove nothing about later
 * ones. A chunk without a check has a note.
 */
export function withOwnChecks(chunks: readonly DraftChunk[]): readonly DraftChunk[] {
  const seen = new Set<string>();
  const isFirst = (key: string): boolean => !seen.has(key) && seen.add(key).size > 0;
  return chunks.map((chunk) => {
    const own = {
      ...chunk,
      creates: chunk.creates.filter((name) => isFirst(`export ${name.replace(/\(\)$/, '')}`)),
      postconditions: chunk.postconditions.filter(({ kind, path }) => isFirst(`${kind} ${path}`)),
    };
    if (countChecks(own) > 0) return { ...own, postconditions: completeConditions(own) };
    const message = 'no check found: add a creates, an assertion or an acceptance command';
    return { ...own, notes: [...own.notes, { line: own.lines[0] ?? 1, message }] };
  });
}

/** The number of requirements that can be checked. */
export function countChecks({
  creates,
  functions,
  postconditions,
  acceptanceCommands,
}: Pick<DraftChunk, 'creates' | 'functions' | 'postconditions' | 'acceptanceCommands'>): number {
  return creates.length + functions.length + postconditions.length + acceptanceCommands.length;
}

/** If a chunk has conditions, the plan rule R4 requires one for each of its files. */
function completeConditions({ postconditions, allowedFiles }: DraftChunk): readonly Condition[] {
  if (postconditions.length === 0) return [];
  const missing = allowedFiles.filter((path) => !isGlob(path) && !postconditions.some((one) => one.path === path));
  return [...postconditions, ...missing.map((path): Condition => ({ kind: 'file_exists', path }))];
}

/** Code whose exports are not read, so that a name in the text is prose. A language that is read has a module above. */
const OTHER_LANGUAGE = /\.(?:cs|fs|py|go|rs|java|kts?|swift|rb|php|cpp|cc|c|hpp|h|exs?|dart|lua)$/i;

function isCodeModule(path: string): boolean {
  return isIndexedPath(path) && !isTestPath(path);
}

/**
 * A file that exists already proves nothing, so it is no condition, except for a task that is said to be done: then the
 * claim is what is checked.
 */
function draftConditions(
  files: readonly { readonly placed: PlacedPath; readonly isDone: boolean }[],
): readonly Condition[] {
  const conditions = new Map<string, Condition>();
  for (const { placed, isDone } of files) {
    const { path, role, kind } = placed;
    if (role === 'remove' && (kind === 'file' || isDone)) conditions.set(path, { kind: 'file_absent', path });
    else if (role === 'write' && (kind === 'new' || (isDone && kind === 'file')))
      conditions.set(path, { kind: 'file_exists', path });
  }
  return [...conditions.values()];
}

async function draftExports(
  { tasks }: DraftUnit,
  modules: readonly string[],
  { findExport }: DraftFacts,
  notes: DraftNote[],
): Promise<Pick<DraftChunk, 'creates' | 'functions'>> {
  const creates = new Set<string>();
  const functions: FunctionContract[] = [];
  const [file] = modules;
  for (const { task, statements } of tasks) {
    for (const { name, signature } of statements.exports) {
      const bare = name.replace(/\(\)$/, '');
      const existing = task.isDone ? undefined : await findExport(bare);
      if (existing !== undefined) {
        notes.push({ line: task.line, message: `${name} is exported by ${existing} already, so it is no check` });
      } else if (file === undefined) {
        notes.push({ line: task.line, message: `${name} is no check, because the text names no module for it` });
      } else {
        creates.add(name);
        const isFile = modules.length === 1 && !file.endsWith('/**');
        if (signature !== undefined && isFile) functions.push({ name: bare, file, signature });
        else if (signature !== undefined)
          notes.push({ line: task.line, message: `state in which file ${name} is ${signature}` });
      }
    }
  }
  return { creates: [...creates], functions };
}

function draftCommands(tasks: readonly ReadTask[], verify: string | undefined, notes: DraftNote[]): readonly string[] {
  const commands = new Set<string>();
  for (const { task, statements } of tasks) {
    for (const { command, reason } of statements.rejected) {
      notes.push({ line: task.line, message: `the command "${command}" is no acceptance command: ${reason}` });
    }
    for (const command of statements.commands) {
      const problem = describeCommandProblem(command);
      if (problem !== undefined) {
        notes.push({ line: task.line, message: `the command "${command}" is no acceptance command: ${problem}` });
      } else if (verify === undefined || toScript(command) !== toScript(verify)) commands.add(command);
    }
  }
  return [...commands];
}

/** `npm test`, `npm run test` and `pnpm test` run the same script. */
function toScript(command: string): string {
  return command.replace(/^(?:npm|pnpm|yarn|bun)\s+(?:run\s+|run-script\s+)?(?=[\w:-]+$)/, 'script ');
}

function titleOf({ isGroup, group, tasks }: DraftUnit): string {
  const text = isGroup ? group.title.replace(/^\d+(?:\.\d+)*[.:)]?\s+/, '') : (tasks[0]?.task.text ?? '');
  const plain = splitText(text)
    .map(({ value }) => value)
    .join('');
  const sentence = /^[^]*?(?=\.\s|\n|$)/.exec(plain.trim())?.[0] ?? '';
  return deriveNames(sentence === '' ? (tasks[0]?.task.text ?? 'Imported tasks') : sentence).title || 'Imported tasks';
}

/** The prose of the tasks as it is written, then that of their group. */
function describe({ isGroup, group, tasks, checks }: DraftUnit): string {
  const items = [...tasks, ...checks].map(({ task }) => task.text);
  const list = isGroup ? items.map((text) => `- ${text.replaceAll('\n', '\n  ')}`).join('\n') : items.join('\n\n');
  const prose = group.prose.filter((text) => isGroup || /^\*\*(?:Goal|Independent Test)\b/i.test(text));
  const context = isGroup || group.title === '' ? prose : [`Part of "${group.title}".`, ...prose];
  return [list, ...context.filter((text) => !/^\*\*Checkpoint/i.test(text) && !/^-{3,}$/.test(text))].join('\n\n');
}
