import { CommandSyntaxError, splitCommand } from '../../../workspace/processes/split-command.ts';
import type {
  CommandReadingContext,
  CommandReading,
  InvocationReader,
  InvocationReading,
  CommandNeed,
} from './command-reading.ts';
import { readGo } from './go.ts';
import { readNode } from './node.ts';
import { ownBinNeed, packageScriptReader, type ReadArguments } from './package-scripts.ts';
import { readPytest, readPython } from './python.ts';
import { readJest, readMocha, readVitest } from './test-runners.ts';
import { isStaticCommand } from './static-command.ts';
import { unwrap } from './unwrap.ts';
import { isCompiledScript } from './module-files.ts';
import { readOptions, type ParsedOptions } from './operands.ts';
import { pathInFolder } from './path-in-folder.ts';

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

const SHELLS: ReadonlySet<string> = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh']);

/** `bash path/to/script.sh`. The code of `bash -c` is not read. */
const readShellScript: InvocationReader = ({ program, arguments: words, folder }, context) => {
  if (!SHELLS.has(program)) return undefined;
  const read = readOptions(words, {
    valued: new Set(['-o', '+o', '-O', '+O', '--rcfile', '--init-file']),
    isFlag: (word) => /^-[aefhknpuvxBCEHPTilr]+$/.test(word) || /^--(norc|noprofile|posix|login|verbose)$/.test(word),
    stopsAtOperand: true,
  });
  const script = read?.operands[0];
  if (read === undefined || script === undefined) return undefined;
  const path = pathInFolder(folder, script);
  if (path === undefined) return undefined;
  return {
    needs: scriptNeeds(path, context),
    canonical: onlyChecksSyntax(read) ? [program, ...words] : ['script', path, ...read.operands.slice(1)],
  };
};

/** With `-n` or `-o noexec`, the shell parses the script without running it. */
function onlyChecksSyntax({ options }: ParsedOptions): boolean {
  return options.some(({ name, value }) => /^-[A-Za-z]*n/.test(name) || (name === '-o' && value === 'noexec'));
}

/** `./scripts/check.sh`: a script of the tree. A program without a script's extension can be a build output. */
const readOwnScript: InvocationReader = ({ program, arguments: words, folder }, context) => {
  const path = program.includes('/') ? pathInFolder(folder, program) : undefined;
  if (path === undefined) return undefined;
  const isScript = /\.(sh|bash|py|[cm]?js)$/.test(path);
  return { needs: isScript ? scriptNeeds(path, context) : [], canonical: ['script', path, ...words] };
};

function scriptNeeds(path: string, context: CommandReadingContext): readonly CommandNeed[] {
  return context.isGenerated(path)
    ? []
    : [{ path, files: [path], purpose: `runs ${path}`, canBeGenerated: isCompiledScript(path) }];
}
