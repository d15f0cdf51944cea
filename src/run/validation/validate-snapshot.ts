import type { ContractDocument } from '../../contract/document.ts';
import type { Chunk, Condition, Contract } from '../../contract/model.ts';
import { verificationsOf, type Verification } from '../../contract/verifications.ts';
import { throwIfCancelled } from '../../shared/errors.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { ChunkValidationResult, CommandReport, Stage } from '../report/run-result.ts';
import { attemptRules } from '../services/command-rules.ts';
import { namesCommands } from '../services/run-confinement.ts';
import { withJudgeAccount } from '../services/with-judge-account.ts';
import type { RunServices } from '../services/run-services.ts';
import { describeBrokenAssert, findBrokenAsserts, type EarlierWork } from './broken-asserts.ts';
import { checkChunk } from './check-chunk.ts';
import { findFailedConditions } from './check-conditions.ts';
import { describeChangedPackages, guardPackages } from './guard-packages.ts';
import { judgeOnly, prepareTree } from './prepare-tree.ts';
import { describeCommand, runStageCommand } from './stage-command.ts';
import { findModuleErrors, findPythonErrors } from './syntax-check.ts';
import { listWritableFiles } from './writable-files.ts';

export interface ValidationInput {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly attempt: AttemptWorktree;
  /** The snapshot to judge: the tree after the model's writes, or its merge with the user's tree. */
  readonly judged: Snapshot;
  /** The chunk's own changes, including files that it wrote without a difference; undefined if the tree has no author. */
  readonly changedFiles: readonly string[] | undefined;
  /** The conditions of the verify command that an attempt must not break (TRUST-2). Default: none. */
  readonly dueConditions?: readonly Condition[] | undefined;
  /** The run and the number of the attempt that the calls of model judges are made for; absent outside a run. */
  readonly runId?: string | undefined;
  readonly number?: number | undefined;
  /** The build on the base, if it ran. */
  readonly baseline: CommandReport | undefined;
  /** The work of other chunks that the change must not break; absent if a tree is judged and not a change. */
  readonly earlier?: EarlierWork | undefined;
  readonly services: RunServices;
}

/** The result of a validation, before it is known whether another attempt follows. */
export type Verdict = Omit<ChunkValidationResult, 'retryable' | 'retryContext'>;

type Problems = { stage: Stage; message: string }[];

/**
 * Judges one snapshot as `judgeSnapshot` does. A result fails if packages of the user changed while its commands ran: they
 * may have decided the verdict.
 */
export async function validateSnapshot(input: ValidationInput): Promise<Verdict> {
  const { result: verdict, changedPackages } = await guardPackages(input, () => judgeSnapshot(input));
  if (changedPackages.length === 0) return verdict;
  const problem = { stage: 'build', message: describeChangedPackages(changedPackages) } as const;
  return { ...verdict, passed: false, changedPackages, problems: [...verdict.problems, problem] };
}

/**
 * Judges one snapshot in the attempt's worktree: postconditions, setup, build, verify and acceptance commands, then the
 * assertions. Commands see the snapshot with the output of setup and build. Conditions and assertions see the files of the
 * snapshot alone (DONE-6).
 */
async function judgeSnapshot(input: ValidationInput): Promise<Verdict> {
  const { chunk, attempt, services } = input;
  const problems: Problems = [];
  const commands: CommandReport[] = [...(await prepareTree(input, input.judged))];
  const failedSetup = commands.find(({ passed }) => !passed);
  if (failedSetup !== undefined) problems.push({ stage: 'build', message: describeCommand(failedSetup) });
  if (commands.length > 0) await services.analysis.filesChanged(attempt.root, 'all');
  await judgeOnly(input, input.judged);

  const postconditionsHold = await checkPostconditions(input, problems);
  const syntaxHolds = await checkSyntax(input, problems);
  // Read before the build runs: the build can delete files.
  const verifications = await readVerifications(input);
  const build = failedSetup ?? (await runBuild(input));
  if (build !== undefined && build !== failedSetup) commands.push(build);
  if (build?.passed === false && input.baseline?.passed === false) {
    problems.push({ stage: 'build', message: 'The build was already failing before this run.' });
  }
  const buildPassed = build?.passed ?? true;
  let commandsPassed = true;
  if (postconditionsHold && buildPassed) {
    commandsPassed =
      (await runVerify(input, verifications, commands, problems)) && (await runAcceptance(input, commands, problems));
  }

  // The syntax check of an exempt chunk may have written compiled files without a command report.
  await revertCommandWrites(input, commands.length > 0 || verifications.length > 0);
  services.report({ type: 'stage', chunk: chunk.id, stage: 'assertions' });
  const origin = { runId: input.runId, attempt: input.number, chunk: chunk.id };
  const checked = await withJudgeAccount(services, origin, (judgeAccount) =>
    checkChunk({
      document: input.document,
      contract: input.contract,
      chunk,
      analysis: services.analysis,
      tree: attempt.tree,
      validatorsFrom: services.repository.folder,
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
  for (const one of broken) problems.push({ stage: 'assertions', message: describeBrokenAssert(one) });
  const passed =
    checked.verdict !== 'unsatisfied' && syntaxHolds && buildPassed && commandsPassed && broken.length === 0;
  const isUnverified = passed && checked.verdict === 'unverified' && chunk.acceptanceCommands.length === 0;
  return {
    passed,
    ...(isUnverified ? { unverified: true } : {}),
    assertResults: [...checked.assertResults, ...broken.map(({ result }) => result)],
    suggestResults: checked.suggestResults,
    buildPassed,
    buildOutput: build?.output,
    commands,
    problems,
    ...(namesCommands(input.contract, services.configuration) ? { confinement: services.confinement.kind } : {}),
  };
}

async function checkPostconditions(
  { chunk, attempt, services }: ValidationInput,
  problems: Problems,
): Promise<boolean> {
  throwIfCancelled(services.signal, `chunk ${chunk.id}`);
  const failed = await findFailedConditions(chunk.postconditions, attempt);
  for (const { kind, path } of failed) {
    const state = kind === 'file_exists' ? 'was not created' : 'still exists';
    problems.push({ stage: 'write', message: `Postcondition ${kind} is false: "${path}" ${state}.` });
  }
  return failed.length === 0;
}

/** Runs the contract's build. Undefined if it has none. */
export async function runBuild(
  input: Pick<ValidationInput, 'contract' | 'chunk' | 'attempt' | 'services'>,
): Promise<CommandReport | undefined> {
  const { build } = input.contract;
  if (build === undefined) return undefined;
  reportStage(input, 'build', build.command);
  return runStageCommand({ ...input, stage: 'build', command: build.command, timeoutMs: build.timeoutSeconds * 1000 });
}

/** A verification and its conditions that are false. */
interface PendingVerification extends Verification {
  readonly unmet: readonly Condition[];
}

async function readVerifications({ document, attempt }: ValidationInput): Promise<readonly PendingVerification[]> {
  const verifications = verificationsOf(document);
  return Promise.all(
    verifications.map(async (verification) => ({
      ...verification,
      unmet: await findFailedConditions(verification.requires, attempt),
    })),
  );
}

/** Runs the due verifications up to the first failure, and adds reports and failures to the lists. Returns whether all passed. */
async function runVerify(
  input: ValidationInput,
  verifications: readonly PendingVerification[],
  commands: CommandReport[],
  problems: Problems,
): Promise<boolean> {
  if (verifications.length === 0) return true;
  const due = verifications.filter(({ unmet }) => unmet.length === 0);
  for (const { unmet } of verifications) if (unmet.length > 0 && isStillDue(input, unmet, problems)) return false;
  if (due.length === 0) return checkSyntaxOnly(input, problems);
  for (const { command, timeoutSeconds } of due) {
    reportStage(input, 'verify', command);
    const timeoutMs = timeoutSeconds === undefined ? commandTimeoutMs(input) : timeoutSeconds * 1000;
    const report = await runStageCommand({ ...input, stage: 'verify', command, timeoutMs });
    commands.push(report);
    if (report.passed) continue;
    problems.push({ stage: 'verify', message: describeCommand(report) });
    return false;
  }
  return true;
}

/**
 * [TRUST-2] Whether the verification is due although conditions are false, because the chunk itself broke all of them.
 * Adds a problem for each.
 */
function isStillDue({ dueConditions = [] }: ValidationInput, unmet: readonly Condition[], problems: Problems): boolean {
  const isDue = (condition: Condition): boolean => dueConditions.includes(condition);
  if (!unmet.every(isDue)) return false;
  for (const { kind, path } of unmet) {
    const cause = kind === 'file_exists' ? `"${path}" is missing. Restore` : `"${path}" exists. Remove`;
    problems.push({ stage: 'verify', message: `The verification is due, but the file ${cause} it.` });
  }
  return true;
}

/** [ENF-VAL-15] The modules that the chunk wrote must parse, whether or not a command reads them. */
async function checkSyntax(input: ValidationInput, problems: Problems): Promise<boolean> {
  const errors = await findModuleErrors({ attempt: input.attempt, changedFiles: await listWrittenFiles(input) });
  for (const error of errors) problems.push({ stage: 'write', message: `Syntax error: ${error}` });
  return errors.length === 0;
}

/** The files of the chunk's own change; without an author, the files that the chunk may write, if it names any. */
async function listWrittenFiles({ chunk, attempt, changedFiles }: ValidationInput): Promise<readonly string[]> {
  if (changedFiles !== undefined) return changedFiles;
  return chunk.allowedFiles.length === 0 ? [] : listWritableFiles(chunk, attempt.tree);
}

/** [COMP-EXEMPT] The conditions of the verify command are not met yet: the written code only has to parse. */
async function checkSyntaxOnly(input: ValidationInput, problems: Problems): Promise<boolean> {
  const { attempt, services } = input;
  reportStage(input, 'verify', 'verify-exempt: syntax check only');
  const errors = await findPythonErrors({
    attempt,
    changedFiles: await listWrittenFiles(input),
    timeoutMs: commandTimeoutMs(input),
    rules: attemptRules(input),
    signal: services.signal,
  });
  for (const error of errors) problems.push({ stage: 'verify', message: `Syntax error: ${error}` });
  return errors.length === 0;
}

/** Runs all acceptance commands, and adds their reports and failures to the lists. Returns whether all passed. */
async function runAcceptance(input: ValidationInput, commands: CommandReport[], problems: Problems): Promise<boolean> {
  let passed = true;
  for (const command of input.chunk.acceptanceCommands) {
    reportStage(input, 'acceptance', command);
    const timeoutMs = commandTimeoutMs(input);
    const report = await runStageCommand({ ...input, stage: 'acceptance', command, timeoutMs });
    commands.push(report);
    if (!report.passed) problems.push({ stage: 'acceptance', message: describeCommand(report) });
    passed &&= report.passed;
  }
  return passed;
}

function reportStage(
  { chunk, services }: Pick<ValidationInput, 'chunk' | 'services'>,
  stage: Stage,
  detail: string,
): void {
  services.report({ type: 'stage', chunk: chunk.id, stage, detail });
}

function commandTimeoutMs({ services }: ValidationInput): number {
  return services.configuration.limits.commandTimeoutSeconds * 1000;
}

/** Restores the judged snapshot after commands ran, and reports the files that they wrote. */
export async function revertCommandWrites(
  { chunk, attempt, judged, services }: Pick<ValidationInput, 'chunk' | 'attempt' | 'judged' | 'services'>,
  ranCommands: boolean,
): Promise<void> {
  if (!ranCommands) return;
  const after = await attempt.snapshot();
  const changes = await attempt.listChanges(judged.commit, after.commit);
  if (changes.length === 0) return;
  const paths = changes.map(({ path }) => path);
  await attempt.checkout(judged.commit);
  await services.analysis.filesChanged(attempt.root, paths);
  services.report({
    type: 'note',
    chunk: chunk.id,
    level: 'info',
    message: `Discarded files that commands wrote and that are not part of the result: ${paths.join(', ')}`,
  });
}
