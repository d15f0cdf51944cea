import * as z from 'zod';
import { splitCommand } from '../../workspace/command-line.ts';
import type { CommandContext, Invocation, InvocationReader, InvocationReading } from './command-context.ts';
import type { CommandNeed } from './command-reading.ts';
import { namedScript, type NamedScript } from './named-script.ts';
import { pathInFolder } from './path-in-folder.ts';
import { HoldfastError } from '../../shared/errors.ts';

const manifestSchema = z.looseObject({
  name: z.string().optional(),
  scripts: z.record(z.string(), z.string()).optional(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
});
export type PackageManifest = z.infer<typeof manifestSchema>;

/** Scripts that a package manager makes up where package.json has none. */
const MADE_UP: ReadonlySet<string> = new Set(['start', 'restart', 'install', 'env']);
/** Scripts that lead to scripts are followed no deeper. */
const MAX_DEPTH = 5;

/** Reads the commands that a script consists of; handed in, since the readers of commands are a circle. */
export type ReadWords = (
  words: readonly string[],
  folder: string,
  depth: number,
) => Promise<InvocationReading | undefined>;

/** `npm run build`, `npm test`, `pnpm lint`, `yarn check`, `bun run build`: a script of package.json, followed. */
export function packageScriptReader(readWords: ReadWords): InvocationReader {
  return async (invocation, context) => {
    const named = namedScript(invocation);
    if (named === undefined) return undefined;
    const file = named.folder === '' ? 'package.json' : `${named.folder}/package.json`;
    const needs: CommandNeed[] = [{ shown: file, files: [file], because: `runs the package script "${named.script}"` }];
    const canonical = ['package-script', file, named.script, ...named.extra];
    const manifest = await manifestOf(file, context);
    if (manifest === undefined) return { needs, canonical };
    const text = manifest.scripts?.[named.script];
    if (text !== undefined) return followed(needs, canonical, text, named, invocation, readWords);
    if (named.ifPresent || MADE_UP.has(named.script)) return { needs, canonical };
    const lacking = `${file} has no script "${named.script}"`;
    return {
      needs: [...needs, { shown: file, files: [], because: `runs the package script "${named.script}"`, lacking }],
      canonical,
    };
  };
}

async function followed(
  needs: readonly CommandNeed[],
  canonical: readonly string[],
  text: string,
  { folder, extra }: NamedScript,
  { depth }: Invocation,
  readWords: ReadWords,
): Promise<InvocationReading> {
  const commands = depth < MAX_DEPTH ? simpleCommands(text) : [];
  const readings: InvocationReading[] = [];
  for (const words of commands) {
    const reading = await readWords(commands.length === 1 ? [...words, ...extra] : words, folder, depth + 1);
    if (reading) readings.push(reading);
  }
  const [only] = readings;
  // A script that is one other command is that command under another name.
  const same = commands.length === 1 ? only?.canonical : undefined;
  return { needs: [...needs, ...readings.flatMap((reading) => reading.needs)], canonical: same ?? canonical };
}

/**
 * The commands of a script that surely run, one after the other, each as words. A shell runs package scripts: whatever
 * needs one beyond `&&` is passed over, together with what follows it.
 */
function simpleCommands(text: string): readonly (readonly string[])[] {
  const commands: string[][] = [];
  for (const part of text.split(/\s&&\s/)) {
    try {
      const words = splitCommand(part);
      // After another folder was entered, paths mean something else.
      if (words[0] === 'cd' || words[0] === 'pushd') break;
      commands.push(words);
    } catch (thrown) {
      if (!(thrown instanceof HoldfastError)) throw thrown;
      break;
    }
  }
  return commands;
}

/** package.json where it is settled and can be read. */
export async function manifestOf(file: string, context: CommandContext): Promise<PackageManifest | undefined> {
  const text = await context.settledText(file);
  if (text === undefined) return undefined;
  try {
    const parsed = manifestSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // A package.json that is no JSON is for the package manager to complain of.
    return undefined;
  }
}

/** `npx tool`, where package.json itself gives the tool: its file must be there. */
export async function ownBinNeed(
  program: string,
  folder: string,
  context: CommandContext,
): Promise<CommandNeed | undefined> {
  const file = folder === '' ? 'package.json' : `${folder}/package.json`;
  const manifest = await manifestOf(file, context);
  const bin = manifest?.bin;
  const target =
    typeof bin === 'string' ? (manifest?.name?.split('/').at(-1) === program ? bin : undefined) : bin?.[program];
  const path = target === undefined ? undefined : pathInFolder(folder, target);
  if (path === undefined || context.isGenerated(path)) return undefined;
  return { shown: path, files: [path], because: `runs ${program}, which package.json gives as ${path}` };
}
