import { acceptanceCommandsOf } from '../../../contract/acceptance-commands.ts';
import ignore, { type Ignore } from 'ignore';
import type { Gate } from '../../../contract/model.ts';
import { verificationsOf } from '../../../contract/verifications.ts';
import type { CommandReadingContext, CommandReading } from '../commands/command-reading.ts';
import type { FindPythonError } from '../commands/python-syntax.ts';
import { readCommand } from '../commands/read-command.ts';
import type { PlanShape } from './plan-facts.ts';

/** Reads a file of the initial tree; `undefined` if it does not exist. */
export type ReadText = (path: string) => Promise<string | undefined>;

/** Folders that builds and tools write. Git usually ignores them. */
const GENERATED = /(^|\/)(node_modules|dist|build|out|coverage|target|\.next|\.venv|venv|__pycache__|\.tox|tmp)\//;

/** Where the readers of commands get facts that the plan does not contain. Without a source, they assume nothing. */
export interface CommandSources {
  readonly readText?: ReadText | undefined;
  readonly findPythonError?: FindPythonError | undefined;
  /** The gates of gate files that the chunks name. */
  readonly sharedGates?: readonly Gate[] | undefined;
  /** The command that runs the tests of the initial tree. */
  readonly testCommand?: string | undefined;
}

/** Reads every command of a plan. Each command is read once, even if it occurs several times. */
export async function readPlanCommands(
  shape: PlanShape,
  sources: CommandSources = {},
): Promise<(command: string) => CommandReading> {
  const context = await createContext(shape, sources);
  const commands = [
    ...new Set([...commandsOf(shape, sources.sharedGates ?? []), ...[sources.testCommand ?? []].flat()]),
  ];
  // At the same time, so that all Python code is parsed by one process.
  const readings = new Map(
    await Promise.all(commands.map(async (command) => [command, await readCommand(command, context)] as const)),
  );
  return (command) => readings.get(command) ?? { canonical: [], needs: [], isStatic: false };
}

function* commandsOf({ contract, document }: PlanShape, sharedGates: readonly Gate[]): Generator<string> {
  if (contract.build) yield contract.build.command;
  for (const { command } of verificationsOf(document)) yield command;
  yield* [contract.attempt?.setup ?? []].flat();
  for (const { command } of contract.steps) yield command;
  for (const { command } of [...contract.gates, ...sharedGates]) if (command !== undefined) yield command;
  for (const chunk of contract.chunks) yield* acceptanceCommandsOf(chunk);
}

async function createContext(
  shape: PlanShape,
  { readText, findPythonError = () => Promise.resolve(undefined) }: CommandSources,
): Promise<CommandReadingContext> {
  const { files, possibleFiles, initialPaths, plannedPaths } = shape;
  /** The same paths as `plannedPaths`, for exact look-ups. */
  const plannedPathSet = new Set([...files.postconditionPaths(), ...possibleFiles.named]);
  const isKnownFile = (path: string): boolean => files.existsInitially(path) || plannedPathSet.has(path);
  const texts = new Map<string, Promise<string | undefined>>();
  const readUnchangingFile = (path: string): Promise<string | undefined> => {
    if (readText === undefined || !files.existsInitially(path) || possibleFiles.mayEverBeWritten(path)) {
      return Promise.resolve(undefined);
    }
    const text = texts.get(path) ?? readText(path);
    texts.set(path, text);
    return text;
  };
  const isIgnored = await readIgnoreFiles(shape, readText);
  return {
    readUnchangingFile,
    findPythonError,
    isKnownFile,
    hasKnownFileIn: (folder, extension) =>
      [initialPaths, plannedPaths].some((paths) => {
        for (const path of paths.beginningWith(folder)) if (path.endsWith(extension)) return true;
        return false;
      }),
    isGenerated: (path) => !isKnownFile(path) && (GENERATED.test(path) || isIgnored(path)),
  };
}

/** Returns whether the .gitignore files of the initial tree ignore a path. */
async function readIgnoreFiles(
  { initialPaths }: PlanShape,
  readText: ReadText | undefined,
): Promise<(path: string) => boolean> {
  const matchers: { readonly folder: string; readonly ignored: Ignore }[] = [];
  for (const file of readText ? initialPaths.withName('.gitignore') : []) {
    matchers.push({
      folder: file.slice(0, -'.gitignore'.length),
      ignored: ignore().add((await readText?.(file)) ?? ''),
    });
  }
  return (path) =>
    matchers.some(
      ({ folder, ignored }) =>
        path.length > folder.length && path.startsWith(folder) && ignored.ignores(path.slice(folder.length)),
    );
}
