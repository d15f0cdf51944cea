import ignore from 'ignore';
import type { CommandContext } from './commands/command-context.ts';
import type { CommandReading } from './commands/command-reading.ts';
import { readCommand } from './commands/read-command.ts';
import type { PlanShape } from './plan-facts.ts';

/** The text of a file of the initial tree; undefined where there is none. */
export type ReadText = (path: string) => Promise<string | undefined>;

/** Folders that builds and tools write, by the first name of a path: git ignores them as a rule. */
const GENERATED = /(^|\/)(node_modules|dist|build|out|coverage|target|\.next|\.venv|venv|__pycache__|\.tox|tmp)\//;

/** Every command that a plan names, with what its words say; each text is read once, however often it is named. */
export async function readCommands(
  shape: PlanShape,
  readText: ReadText | undefined,
): Promise<(command: string) => CommandReading> {
  const context = await commandContext(shape, readText);
  const readings = new Map<string, CommandReading>();
  for (const command of commandsOf(shape)) {
    if (!readings.has(command)) readings.set(command, await readCommand(command, context));
  }
  return (command) => readings.get(command) ?? { canonical: [], needs: [] };
}

function* commandsOf({ contract }: PlanShape): Generator<string> {
  if (contract.build) yield contract.build.command;
  if (contract.verify) yield contract.verify.command;
  yield* [contract.attempt?.setup ?? []].flat();
  for (const { command } of contract.steps) yield command;
  for (const { command } of contract.gates) if (command !== undefined) yield command;
  for (const chunk of contract.chunks) yield* chunk.acceptanceCommands;
}

async function commandContext(shape: PlanShape, readText: ReadText | undefined): Promise<CommandContext> {
  const { files, possible, initialPaths, plannedPaths } = shape;
  const planned = new Set([...files.promised(), ...possible.named]);
  const texts = new Map<string, Promise<string | undefined>>();
  const settledText = (path: string): Promise<string | undefined> => {
    if (readText === undefined || !files.existsNow(path) || possible.mayEverBeWritten(path))
      return Promise.resolve(undefined);
    const known = texts.get(path) ?? readText(path);
    texts.set(path, known);
    return known;
  };
  const ignored = ignore().add(
    (readText && files.existsNow('.gitignore') ? await readText('.gitignore') : undefined) ?? '',
  );
  return {
    settledText,
    everFile: (path) => files.existsNow(path) || planned.has(path),
    everBelow: (prefix) => initialPaths.hasBelow(prefix) || plannedPaths.hasBelow(prefix),
    isGenerated: (path) =>
      (GENERATED.test(path) || ignored.ignores(path)) && !files.existsNow(path) && !planned.has(path),
  };
}
