import * as z from 'zod';
import { HoldfastError } from '../../../foundation/errors.ts';
import { splitCommand } from '../../../workspace/processes/split-command.ts';
import type {
  CommandReadingContext,
  CommandNeed,
  Invocation,
  InvocationReader,
  InvocationReading,
} from './command-reading.ts';
import { isCompiledScript } from './module-files.ts';
import { namedScript, type NamedScript } from './named-script.ts';
import { pathInFolder } from './path-in-folder.ts';
import { isStaticName } from './static-command.ts';

const manifestSchema = z.looseObject({
  name: z.string().optional(),
  scripts: z.record(z.string(), z.string()).optional(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
});
type PackageManifest = z.infer<typeof manifestSchema>;

/** Scripts that package managers provide if package.json does not. */
const DEFAULT_SCRIPTS: ReadonlySet<string> = new Set(['start', 'restart', 'install', 'env']);
/** How many levels of scripts that run other scripts are read. */
const MAX_DEPTH = 5;

/** Reads one command of a script. It is a parameter, because a script can run any command that has a reader. */
export type ReadArguments = (
  words: readonly string[],
  folder: string,
  depth: number,
) => Promise<InvocationReading | undefined>;

/** Creates the reader of `npm run build`, `npm test`, `pnpm run lint` and `yarn run check`, which also reads the script. */
export function packageScriptReader(readArguments: ReadArguments): InvocationReader {
  return async (invocation, context) => {
    const named = namedScript(invocation);
    if (named === undefined) return undefined;
    const path = named.folder === '' ? 'package.json' : `${named.folder}/package.json`;
    const purpose = `runs the package script "${named.script}"`;
    const needs: CommandNeed[] = [{ path, files: [path], purpose }];
    const canonical = ['package-script', path, named.script, ...named.extraArguments];
    const manifest = await readManifest(path, context);
    if (manifest === undefined) return { needs, canonical, isStatic: isStaticName(named.script) };
    const script = manifest.scripts?.[named.script];
    if (script !== undefined) {
      const isPreceded = manifest.scripts?.[`pre${named.script}`] !== undefined;
      const isFollowed = manifest.scripts?.[`post${named.script}`] !== undefined;
      return readScript({ needs, canonical, script, named, isPreceded, isFollowed }, invocation, readArguments);
    }
    if (named.ifPresent || DEFAULT_SCRIPTS.has(named.script)) return { needs, canonical };
    const missingContent = `${path} has no script "${named.script}"`;
    return { needs: [...needs, { path, files: [], purpose, missingContent }], canonical };
  };
}

interface PackageScript {
  /** What the package manager itself needs. */
  readonly needs: readonly CommandNeed[];
  readonly canonical: readonly string[];
  readonly script: string;
  readonly named: NamedScript;
  /** Whether the package manager runs a `pre` script before. */
  readonly isPreceded: boolean;
  /** Whether the package manager runs a `post` script after. */
  readonly isFollowed: boolean;
}

async function readScript(
  { needs, canonical, script, named: { folder, extraArguments }, isPreceded, isFollowed }: PackageScript,
  { depth }: Invocation,
  readArguments: ReadArguments,
): Promise<InvocationReading> {
  const { commands, isComplete } = depth < MAX_DEPTH ? simpleCommands(script) : { commands: [], isComplete: false };
  const readings: InvocationReading[] = [];
  for (const [index, words] of commands.entries()) {
    const all = commands.length === 1 ? [...words, ...extraArguments] : words;
    const reading = await readArguments(all, folder, depth + 1);
    if (reading) readings.push(isPreceded || index > 0 ? afterOtherCommands(reading) : reading);
  }
  // A script that consists of one command has the canonical spelling of that command.
  const onlyCommand = commands.length === 1 ? readings[0]?.canonical : undefined;
  return {
    needs: [...needs, ...readings.flatMap((reading) => reading.needs)],
    canonical: onlyCommand ?? canonical,
    isStatic:
      isComplete &&
      !isPreceded &&
      !isFollowed &&
      readings.length === commands.length &&
      readings.every((reading) => reading.isStatic === true),
  };
}

function afterOtherCommands(reading: InvocationReading): InvocationReading {
  return { ...reading, needs: reading.needs.map((need) => ({ ...need, isPreceded: true })) };
}

interface SimpleCommands {
  readonly commands: readonly (readonly string[])[];
  /** Whether the list contains every command of the script. */
  readonly isComplete: boolean;
}

/**
 * The commands of a script that certainly run, as lists of arguments. A shell runs package scripts, so the list ends at
 * the first command that uses more shell syntax than `&&`.
 */
function simpleCommands(script: string): SimpleCommands {
  const commands: string[][] = [];
  for (const part of script.split(/\s&&\s/)) {
    try {
      const words = splitCommand(part);
      // Later paths are relative to another folder.
      if (words[0] === 'cd' || words[0] === 'pushd') return { commands, isComplete: false };
      commands.push(words);
    } catch (thrown) {
      if (!(thrown instanceof HoldfastError)) throw thrown;
      return { commands, isComplete: false };
    }
  }
  return { commands, isComplete: true };
}

/** A package.json that no chunk can change; `undefined` if it cannot be read. */
async function readManifest(path: string, context: CommandReadingContext): Promise<PackageManifest | undefined> {
  const text = await context.readUnchangingFile(path);
  if (text === undefined) return undefined;
  try {
    const parsed = manifestSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // The package manager reports an invalid package.json.
    return undefined;
  }
}

/** The file of `npx tool`, if package.json itself declares the tool under `bin` and no build creates the file. */
export async function ownBinNeed(
  program: string,
  folder: string,
  context: CommandReadingContext,
): Promise<CommandNeed | undefined> {
  const manifest = await readManifest(folder === '' ? 'package.json' : `${folder}/package.json`, context);
  const bin = manifest?.bin;
  const target =
    typeof bin === 'string' ? (manifest?.name?.split('/').at(-1) === program ? bin : undefined) : bin?.[program];
  const path = target === undefined ? undefined : pathInFolder(folder, target);
  if (path === undefined || context.isGenerated(path)) return undefined;
  return {
    path,
    files: [path],
    purpose: `runs ${program}, which package.json declares as ${path}`,
    canBeGenerated: isCompiledScript(path),
  };
}
