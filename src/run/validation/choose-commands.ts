import { listTestFilesOf } from '../../verdicts/test-runners/planted/choose-test-file.ts';
import { plantTest } from '../../verdicts/test-runners/planted/plant-test.ts';
import type { CommandReport } from '../report/run-result.ts';
import type { ProofInput, ProvedCommand } from './proof-input.ts';
import { readCommand } from '../../verdicts/plan/commands/read-command.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';

/** The number of test files that are tried until one has a test whose form can be repeated. */
const MAX_READ_FILES = 20;

/** Whether a command has a success that may prove nothing. */
export function hasPassed({ stage, passed }: CommandReport): boolean {
  return passed && (stage === 'verify' || stage === 'acceptance');
}

/** The passed commands that can run tests, each once. */
export async function chooseCommands(
  input: ProofInput,
  commands: readonly CommandReport[],
): Promise<readonly ProvedCommand[]> {
  const { attempt, change, services } = input;
  if (change.files.length === 0) return [];
  const { repository, analysis, signal } = services;
  let filesBefore: ReadonlySet<string> | undefined;
  const chosen = new Map<string, ProvedCommand>();
  for (const report of commands.filter(hasPassed)) {
    const { command } = report;
    if (chosen.has(command) || (await isStaticCommand(command, attempt.tree))) continue;
    filesBefore ??= new Set(await repository.listFiles(change.before.commit, signal));
    const files = await listTestFilesOf({
      tree: attempt.tree,
      command,
      changedFiles: change.files,
      filesBefore,
      findDependents: (starts) => analysis.allDependents(attempt.root, starts, { signal }),
    });
    const file = await findPlantable(input, files);
    if (file !== undefined) chosen.set(command, { report, file });
  }
  return [...chosen.values()];
}

async function findPlantable({ attempt }: ProofInput, files: readonly string[]): Promise<string | undefined> {
  for (const file of files.slice(0, MAX_READ_FILES)) {
    const text = await attempt.tree.readText(file);
    if (text !== undefined && (await plantTest(file, text, { random: () => 0 })) !== undefined) return file;
  }
  return undefined;
}

/**
 * Whether a command certainly runs no tests: it compiles, lints, formats, or only looks at files. Package scripts are
 * followed.
 */
async function isStaticCommand(command: string, tree: Pick<SourceTree, 'readText' | 'listFiles'>): Promise<boolean> {
  const files = new Set(await tree.listFiles());
  const { isStatic } = await readCommand(command, {
    readUnchangingFile: (file) => tree.readText(file),
    isKnownFile: (file) => files.has(file),
    hasKnownFileIn: () => false,
    isGenerated: () => false,
    findPythonError: () => Promise.resolve(undefined),
  });
  return isStatic;
}
