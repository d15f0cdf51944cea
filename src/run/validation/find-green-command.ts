import { isWithin, pathWithin } from '../../code/resolution/tree-path.ts';
import { readTestCommand } from '../../verdicts/test-runners/detect-test-command.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import { mayContainTests } from './tests-in-code.ts';
import { isGlob } from '../../contract/globs/glob-syntax.ts';
import { redFirstCommandsOf } from '../../contract/acceptance-commands.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { Blocker } from '../report/run-result.ts';
import type { ChunkRunInput } from '../services/chunk-run-input.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import { commandTimeoutMs, reportStage } from './command-validation.ts';
import { listAwaitedCode, type AwaitedCode } from './awaited-code.ts';
import { classifyEnd } from './classify-failure.ts';
import { KnownRuns } from './known-runs.ts';
import { NOTHING_LAID } from './lay-files.ts';
import type { RedFirstReport } from '../report/red-first-report.ts';
import { runWithoutWork } from './run-without-work.ts';
import { testLanguageOf } from '../../verdicts/protection/tests/test-languages.ts';
import { isForTests } from './test-material.ts';

export interface GreenCommandInput extends Pick<ChunkRunInput, 'contract' | 'chunk' | 'services'> {
  readonly base: Snapshot;
  /** A worktree of the base. */
  readonly attempt: Pick<AttemptWorktree, 'tree'>;
}

/**
 * [BITE-1] The blockers for acceptance commands that must fail first and pass on the base. They are only tried if the chunk may
 * write no test: otherwise its own tests decide, after the attempt.
 */
export async function findGreenCommands(input: GreenCommandInput): Promise<readonly Blocker[]> {
  const { contract, chunk, services, base } = input;
  const commands = redFirstCommandsOf(chunk);
  if (commands.length === 0 || (await mayWriteTests(input))) return [];
  const existing = new Set(await services.repository.listFiles(base.commit, services.signal));
  const awaited = listAwaitedCode(contract, chunk, existing);
  const known = new KnownRuns({ contract, services, before: base, laid: NOTHING_LAID, awaited });
  const green: string[] = [];
  for (const command of commands) {
    // What blocks a chunk is searched again each time.
    if ((await known.read(command))?.outcome === 'red') continue;
    const report = await tryOnBase(input, command, awaited);
    if (report.outcome === 'green') green.push(command);
    else await known.write(command, report);
  }
  return green.map((command) => ({
    type: 'already_passes',
    chunkId: chunk.id,
    item: command,
    details:
      `The acceptance command "${command}" passes before the work, and the chunk may write no test, so it would say nothing about ` +
      'the work. Allow a test file, name a command that fails until the work is done, or state "redFirst: false".',
  }));
}

/** Whether a chunk may write tests: only a list of paths of code that no command collects shows that it may not. */
async function mayWriteTests({ chunk, attempt }: GreenCommandInput): Promise<boolean> {
  const { allowedFiles } = chunk;
  if (allowedFiles.length === 0) return true;
  const commands = redFirstCommandsOf(chunk);
  const runners = await Promise.all(commands.map((command) => readTestCommand(attempt.tree, command)));
  for (const file of allowedFiles) {
    if (isGlob(file) || isForTests(file) || testLanguageOf(file) === undefined) return true;
    if (commands.some((command) => command.includes(file) || /doctest/.test(command))) return true;
    if (
      runners.some(
        ({ folder, isTestFile }) => isWithin(file, folder) && isTestFile?.(pathWithin(file, folder)) === true,
      )
    )
      return true;
    const text = await attempt.tree.readText(file);
    if (text !== undefined && (await mayContainTests(file, text))) return true;
  }
  return false;
}

async function tryOnBase(
  { contract, chunk, services, base }: GreenCommandInput,
  command: string,
  awaited: AwaitedCode,
): Promise<RedFirstReport> {
  reportStage({ chunk, services }, 'acceptance', `without the change: ${command}`);
  const notJudged: RedFirstReport = { outcome: 'not-judged', reason: 'The setup fails there.', durationMs: 0 };
  const classify = {
    analysis: services.analysis,
    awaited,
    material: new Set<string>(),
    withoutWork: [],
    testsInWork: undefined,
    isKnownWithWork: () => false,
    signal: services.signal,
  };
  const timed = { command, timeoutMs: commandTimeoutMs({ services }) };
  try {
    const without = { contract, chunk, services, before: base, laid: NOTHING_LAID };
    const ended = await runWithoutWork(without, [timed], (one) => classifyEnd(classify, one));
    return ended?.get(command) ?? notJudged;
  } catch (thrown) {
    if (services.signal.aborted || !(thrown instanceof HoldfastError)) throw thrown;
    return { ...notJudged, reason: thrown.message };
  }
}
