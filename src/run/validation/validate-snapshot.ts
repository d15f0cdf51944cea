import { redFirstCommandsOf } from '../../contract/acceptance-commands.ts';
import type { ChunkValidationResult, CommandReport } from '../report/run-result.ts';
import { attemptRules } from '../services/command-rules.ts';
import { namesCommands } from '../services/run-confinement.ts';
import { withJudgeAccount } from '../services/with-judge-account.ts';
import { describeBrokenAssert, findBrokenAsserts, type EarlierWork } from './broken-asserts.ts';
import { validateByDomains } from '../domains/validate-domains.ts';
import { checkChunk } from './check-chunk.ts';
import type { CommandValidationInput } from './command-validation.ts';
import { describeChangedPackages, guardPackages } from './guard-packages.ts';
import { judgeByCommands } from './judge-by-commands.ts';
import { judgeProof } from './judge-proof.ts';
import type { ProofInput, ProofVerdict, ProvedChange } from './proof-input.ts';
import { revertCommandWrites } from './revert-command-writes.ts';

export interface ValidationInput extends CommandValidationInput {
  /** The run and the number of the attempt that the calls of model judges are made for; absent outside a run. */
  readonly runId?: string | undefined;
  readonly number?: number | undefined;
  /** The work of other chunks that the change must not break; absent if a tree is judged and not a change. */
  readonly earlier?: EarlierWork | undefined;
  /** The change whose proofs count. Default: that of the chunk since `earlier`. */
  readonly change?: ProvedChange | undefined;
  /** Whether nothing in the contract allows changes of tests. */
  readonly grantsNothing?: boolean | undefined;
  /** Whether something else fails the result, so that nothing has to show that its commands prove anything. */
  readonly isRefuted?: boolean | undefined;
}

/** The result of a validation, before it is known whether another attempt follows. */
export type SnapshotVerdict = Omit<ChunkValidationResult, 'retryable' | 'retryContext'>;

/**
 * Judges one snapshot as `judgeSnapshot` does. A result fails if packages of the user changed while its commands ran: they
 * may have decided the verdict.
 */
export async function validateSnapshot(input: ValidationInput): Promise<SnapshotVerdict> {
  const { result: verdict, changedPackages } = await guardPackages(input, () => judgeSnapshot(input));
  return addChangedPackages(verdict, changedPackages);
}

/** Fails a verdict because of files in the user's packages that changed while commands ran, unless there are none. */
export function addChangedPackages(verdict: SnapshotVerdict, files: readonly string[]): SnapshotVerdict {
  if (files.length === 0) return verdict;
  const changedPackages = [...new Set([...(verdict.changedPackages ?? []), ...files])];
  const problem = { stage: 'build', message: describeChangedPackages(files) } as const;
  return { ...verdict, passed: false, changedPackages, problems: [...verdict.problems, problem] };
}

/** Judges one snapshot in the attempt's worktree by commands, then by the assertions, which see the files of the snapshot alone. */
async function judgeSnapshot(input: ValidationInput): Promise<SnapshotVerdict> {
  const { chunk, attempt, services } = input;
  const byCommands = await judgeByCommands(input);
  services.report({ type: 'stage', chunk: chunk.id, stage: 'assertions' });
  const origin = { runId: input.runId, attempt: input.number, chunk: chunk.id };
  const checked = await withJudgeAccount(services, origin, (judgeAccount) =>
    checkChunk({
      document: input.document,
      contract: input.contract,
      chunk,
      analysis: services.analysis,
      tree: attempt.tree,
      validatorsFrom: services.termsFolder ?? services.repository.folder,
      // A result without changes is judged as in a plain check: what the chunk creates may exist already.
      changedFiles: input.changedFiles?.length === 0 ? undefined : input.changedFiles,
      trusted: true,
      judgeAccount,
      commandTimeoutMs: services.configuration.limits.commandTimeoutSeconds * 1000,
      commandRules: attemptRules(input),
      signal: services.signal,
      onResult: (result) => services.report({ type: 'assertion', chunk: chunk.id, result }),
    }),
  );
  await revertCommandWrites(input, input.contract.steps.length > 0);
  const { earlier } = input;
  const broken = earlier === undefined ? [] : await findBrokenAsserts({ ...input, earlier });
  const brokenProblems = broken.map((one) => ({
    stage: 'assertions' as const,
    message: describeBrokenAssert(one),
  }));
  const isSatisfied = byCommands.passed && checked.verdict !== 'unsatisfied' && broken.length === 0;
  // Services judge only what satisfies the contract: their time limits are long.
  const domainProblems = isSatisfied ? await validateByDomains(input) : [];
  const isJudged = isSatisfied && domainProblems.length === 0;
  const change = input.change ?? changeOf(input);
  const isProofNeeded = isJudged && input.isRefuted !== true && change !== undefined;
  const { commands, problems: proofProblems } = isProofNeeded
    ? await judgeProofs({ ...input, change }, byCommands.commands)
    : { commands: byCommands.commands, problems: [] };
  const passed = isJudged && proofProblems.length === 0;
  const isUnverified = passed && checked.verdict === 'unverified' && chunk.acceptanceCommands.length === 0;
  return {
    passed,
    ...(isUnverified ? { unverified: true } : {}),
    postconditionResults: checked.postconditionResults,
    assertResults: [...checked.assertResults, ...broken.map(({ result }) => result)],
    suggestResults: checked.suggestResults,
    buildPassed: byCommands.buildPassed,
    buildOutput: byCommands.buildOutput,
    commands,
    problems: [...byCommands.problems, ...brokenProblems, ...domainProblems, ...proofProblems],
    ...(namesCommands(input.contract, services.configuration) ? { confinement: services.confinement.kind } : {}),
  };
}

/** What the success of commands proves: that they report a planted failure, then that they fail without the change. */
async function judgeProofs(input: ProofInput, ran: readonly CommandReport[]): Promise<ProofVerdict> {
  const proof = await judgeProof(input, ran);
  if (proof.problems.length > 0 || redFirstCommandsOf(input.chunk).length === 0) return proof;
  const { judgeRedFirst } = await import('./judge-red-first.ts');
  return judgeRedFirst(input, proof.commands);
}

/** The chunk's own change; `undefined` if the tree has no author. */
function changeOf({ earlier, changedFiles }: ValidationInput): ProvedChange | undefined {
  return earlier === undefined || changedFiles === undefined
    ? undefined
    : { before: earlier.before, files: changedFiles };
}
