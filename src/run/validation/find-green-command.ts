import { isGlob } from '../../contract/globs/glob-syntax.ts';
import { redFirstCommandsOf } from '../../contract/acceptance-commands.ts';
import type { Chunk } from '../../contract/model.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { Blocker } from '../report/run-result.ts';
import type { ChunkRunInput } from '../services/chunk-run-input.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import { commandTimeoutMs, reportStage } from './command-validation.ts';
import { listAwaitedCode } from './awaited-code.ts';
import { classifyEnd } from './classify-failure.ts';
import { KnownRuns } from './known-runs.ts';
import type { RedFirstReport } from '../report/red-first-report.ts';
import { runWithoutWork } from './run-without-work.ts';
import { testLanguageOf } from '../../verdicts/protection/tests/test-languages.ts';
import { isForTests } from './test-material.ts';

export interface GreenCommandInput extends Pick<ChunkRunInput, 'contract' | 'chunk' | 'services'> {
  readonly base: Snapshot;
}

/**
 * [BITE-1] The blockers for acceptance commands that must fail first and pass on the base. They are only tried if the chunk may
 * write no test: otherwise its own tests decide, after the attempt.
 */
export async function findGreenCommands(input: GreenCommandInput): Promise<readonly Blocker[]> {
  const { contract, chunk, services, base } = input;
  const commands = redFirstCommandsOf(chunk);
  if (commands.length === 0 || mayWriteTests(chunk)) return [];
  const known = new KnownRuns({ contract, services, before: base, laid: new Map() });
  const green: string[] = [];
  for (const command of commands) {
    const report = (await known.read(command)) ?? (await tryOnBase(input, command, known));
    if (report.outcome === 'green') green.push(command);
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

/** Whether a chunk may write tests: only a list of paths of known languages shows that it may not. */
function mayWriteTests({ allowedFiles }: Chunk): boolean {
  return (
    allowedFiles.length === 0 ||
    allowedFiles.some((file) => isGlob(file) || isForTests(file) || testLanguageOf(file) === undefined)
  );
}

async function tryOnBase(input: GreenCommandInput, command: string, known: KnownRuns): Promise<RedFirstReport> {
  const { contract, chunk, services, base } = input;
  reportStage(input, 'acceptance', `without the change: ${command}`);
  const notJudged: RedFirstReport = { outcome: 'not-judged', reason: 'The setup fails there.', durationMs: 0 };
  try {
    const existing = new Set(await services.repository.listFiles(base.commit, services.signal));
    const classify = {
      analysis: services.analysis,
      awaited: listAwaitedCode(contract, chunk, existing),
      material: new Set<string>(),
      withoutWork: [],
      testsInWork: undefined,
      signal: services.signal,
    };
    const timed = { command, timeoutMs: commandTimeoutMs(input) };
    const without = { contract, chunk, services, before: base, laid: new Map<string, Buffer>() };
    const ended = await runWithoutWork(without, [timed], (one) => classifyEnd(classify, one));
    const report = ended?.get(command) ?? notJudged;
    await known.write(command, report);
    return report;
  } catch (thrown) {
    if (services.signal.aborted || !(thrown instanceof HoldfastError)) throw thrown;
    return { ...notJudged, reason: thrown.message };
  }
}
