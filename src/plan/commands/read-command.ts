import { HoldfastError } from '../../shared/errors.ts';
import { splitCommand } from '../../workspace/command-line.ts';
import { readBun } from './bun.ts';
import type { CommandContext, InvocationReader, InvocationReading } from './command-context.ts';
import type { CommandReading } from './command-reading.ts';
import { readDeno } from './deno.ts';
import { readMake } from './make-target.ts';
import { readNode } from './node.ts';
import { ownBinNeed, packageScriptReader, type ReadWords } from './package-scripts.ts';
import { readPytest, readPython } from './python.ts';
import { readFileTest, readOwnProgram, readShellScript } from './shell-script.ts';
import { readJest, readMocha, readVitest } from './test-runners.ts';
import { unwrap } from './unwrap.ts';

/** Every reader of commands; the first that knows a command reads it. */
function readersFor(readWords: ReadWords): readonly InvocationReader[] {
  return [
    readPython,
    readPytest,
    readShellScript,
    readFileTest,
    readNode,
    readDeno,
    packageScriptReader(readWords),
    readBun,
    readVitest,
    readJest,
    readMocha,
    readMake,
    readOwnProgram,
  ];
}

/** [COMP-R5] What a command depends on, and [COMP-STRUCT] why it cannot be run as it is written. Nothing is executed. */
export async function readCommand(command: string, context: CommandContext): Promise<CommandReading> {
  let words: readonly string[];
  try {
    words = splitCommand(command);
  } catch (thrown) {
    if (!(thrown instanceof HoldfastError)) throw thrown;
    const reason = thrown.message.replace(/^Failed to read the command .*?: (?=it |a |its )/s, '');
    return { canonical: [], refusal: { reason, hint: thrown.hint }, needs: [] };
  }
  const reading = await readWordsIn(context)(words, '', 0);
  return {
    canonical: reading?.canonical ?? canonicalWords(words),
    ...(reading?.refusal ? { refusal: reading.refusal } : {}),
    needs: reading?.needs ?? [],
  };
}

function readWordsIn(context: CommandContext): ReadWords {
  const readWords: ReadWords = async (words, folder, depth) => {
    const invocation = unwrap(words, folder, depth);
    if (invocation.otherPaths && depth > 0) return undefined;
    for (const read of readersFor(readWords)) {
      const reading = await read(invocation, context);
      if (reading) return withFallback(reading, invocation.program, invocation.words);
    }
    const own = await ownBinNeed(invocation.program, folder, context);
    return withFallback({ needs: own ? [own] : [] }, invocation.program, invocation.words);
  };
  return readWords;
}

function withFallback(reading: InvocationReading, program: string, words: readonly string[]): InvocationReading {
  return { ...reading, canonical: reading.canonical ?? [program, ...words] };
}

function canonicalWords(words: readonly string[]): readonly string[] {
  const { program, words: rest } = unwrap(words, '', 0);
  return [program, ...rest];
}
