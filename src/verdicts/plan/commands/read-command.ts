import { CommandSyntaxError, splitCommand } from '../../../workspace/processes/split-command.ts';
import type { CommandReadingContext, CommandReading, InvocationReader, InvocationReading } from './command-reading.ts';
import { readGo } from './go.ts';
import { readNode } from './node.ts';
import { ownBinNeed, packageScriptReader, type ReadArguments } from './package-scripts.ts';
import { readPytest, readPython } from './python.ts';
import { readOwnScript, readShellScript } from './shell-script.ts';
import { readJest, readMocha, readVitest } from './test-runners.ts';
import { isStaticCommand } from './static-command.ts';
import { unwrap } from './unwrap.ts';

/** Every reader of commands. The first one that knows a command reads it. */
function createReaders(readArguments: ReadArguments): readonly InvocationReader[] {
  return [
    readPython,
    readPytest,
    readGo,
    readShellScript,
    readNode,
    packageScriptReader(readArguments),
    readVitest,
    readJest,
    readMocha,
    readOwnScript,
  ];
}

/** Reads the files that a command needs [COMP-R5], or why it cannot run as written [COMP-STRUCT]. Runs nothing. */
export async function readCommand(command: string, context: CommandReadingContext): Promise<CommandReading> {
  let words: readonly string[];
  try {
    words = splitCommand(command);
  } catch (thrown) {
    if (!(thrown instanceof CommandSyntaxError)) throw thrown;
    return { canonical: [], refusal: { reason: thrown.reason, hint: thrown.hint }, needs: [], isStatic: false };
  }
  const reading = await createReadArguments(context)(words, '', 0);
  const { program, arguments: rest } = unwrap(words, '', 0);
  return {
    canonical: reading?.canonical ?? [program, ...rest],
    ...(reading?.refusal ? { refusal: reading.refusal } : {}),
    needs: reading?.needs ?? [],
    isStatic: reading?.isStatic ?? false,
  };
}

function createReadArguments(context: CommandReadingContext): ReadArguments {
  const readArguments: ReadArguments = async (words, folder, depth) => {
    const invocation = unwrap(words, folder, depth);
    if (invocation.changesModulePaths && depth > 0) return undefined;
    const defaultCanonical = [invocation.program, ...invocation.arguments];
    const withDefaults = (reading: InvocationReading): InvocationReading => ({
      ...reading,
      canonical: reading.canonical ?? defaultCanonical,
      isStatic: reading.isStatic ?? isStaticCommand(invocation),
    });
    for (const read of readers) {
      const reading = await read(invocation, context);
      if (reading) return withDefaults(reading);
    }
    const need = await ownBinNeed(invocation.program, folder, context);
    return withDefaults({ needs: need ? [need] : [] });
  };
  const readers = createReaders(readArguments);
  return readArguments;
}
