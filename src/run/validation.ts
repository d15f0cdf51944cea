import type { ContractDocument } from '../contract/document.ts';
import type { Chunk, Condition, Contract } from '../contract/model.ts';
import { throwIfCancelled } from '../shared/errors.ts';
import type { AttemptTree } from '../workspace/attempt-tree.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import { checkChunk } from './chunk-check.ts';
import type { ChunkValidationResult, CommandReport, Stage } from './result.ts';
import type { RunServices } from './services.ts';
import { describeCommand, runStageCommand } from './stage-command.ts';
import { checkSyntax } from './syntax-check.ts';

export interface ValidationInput {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly attempt: AttemptTree;
  /** What is judged: the snapshot after the model's writes, or a merge with the user's tree. */
  readonly judged: Snapshot;
  /** Every file of the chunk's own change, those that it wrote unchanged included. */
  readonly changedFiles: readonly string[];
  /** How the build ended on the base, where it ran. */
  readonly baseline: CommandReport | undefined;
  readonly services: RunServices;
}

/** A verdict before it is known what the next attempt is told. */
export type Verdict = Omit<ChunkValidationResult, 'retryable' | 'retryContext'>;

/**
 * Judges one snapshot in the attempt's tree: postconditions, build, verify, acceptance commands, then the assertions on
 * exactly that snapshot. What the commands write is discarded before the assertions are checked.
 */
export async function validateSnapshot(input: ValidationInput): Promise<Verdict> {
  const { chunk, attempt, services } = input;
  const problems: { stage: Stage; message: string }[] = [];
  const commands: CommandReport[] = [];

  const postconditionsHold = await checkPostconditions(input, problems);
  const build = await runBuild(input, commands);
  if (build !== undefined && !build.passed && input.baseline?.passed === false) {
    problems.push({ stage: 'build', message: 'The build failed before this attempt, too: it fails on the base.' });
  }
  const buildPassed = build?.passed ?? true;
  let commandsPassed = true;
  if (postconditionsHold && buildPassed) {
    commandsPassed = (await runVerify(input, commands, problems)) && (await runAcceptance(input, commands, problems));
  }

  // A syntax check may have left compiled files behind.
  await discardLeavings(input, commands.length > 0 || input.contract.verify !== undefined);
  services.report({ type: 'stage', chunk: chunk.id, stage: 'assertions' });
  const checked = await checkChunk({
    document: input.document,
    contract: input.contract,
    chunk,
    analysis: services.analysis,
    root: attempt.root,
    validatorsFrom: services.repository.folder,
    changedFiles: input.changedFiles,
    trusted: true,
    commandTimeoutMs: services.configuration.limits.commandTimeoutSeconds * 1000,
    signal: services.signal,
    onResult: (result) => services.report({ type: 'assertion', chunk: chunk.id, result }),
  });
  await discardLeavings(input, input.contract.steps.length > 0);
  return {
    passed: checked.passed && buildPassed && commandsPassed && postconditionsHold,
    assertResults: checked.assertResults,
    suggestResults: checked.suggestResults,
    buildPassed,
    buildOutput: build?.output,
    commands,
    problems,
  };
}

async function checkPostconditions(
  { chunk, attempt, services }: ValidationInput,
  problems: { stage: Stage; message: string }[],
): Promise<boolean> {
  throwIfCancelled(services.signal, `chunk ${chunk.id}`);
  const broken = await brokenConditions(chunk.postconditions, attempt);
  for (const condition of broken) {
    problems.push({
      stage: 'write',
      message:
        condition.kind === 'file_exists'
          ? `Postcondition file_exists is false: "${condition.path}" was not created.`
          : `Postcondition file_absent is false: "${condition.path}" still exists.`,
    });
  }
  return broken.length === 0;
}

/** Those conditions that are false in a tree. */
export async function brokenConditions(
  conditions: readonly Condition[],
  attempt: Pick<AttemptTree, 'tree'>,
): Promise<readonly Condition[]> {
  const broken: Condition[] = [];
  for (const condition of conditions) {
    const exists = (await attempt.tree.kindOf(condition.path)) === 'file';
    if (exists !== (condition.kind === 'file_exists')) broken.push(condition);
  }
  return broken;
}

/** Runs the contract's build, where it names one, and adds its report to the commands. */
export async function runBuild(
  { contract, chunk, attempt, services }: Pick<ValidationInput, 'contract' | 'chunk' | 'attempt' | 'services'>,
  commands: CommandReport[],
): Promise<CommandReport | undefined> {
  if (contract.build === undefined) return undefined;
  services.report({ type: 'stage', chunk: chunk.id, stage: 'build', detail: contract.build.command });
  const report = await runStageCommand({
    stage: 'build',
    command: contract.build.command,
    cwd: attempt.root,
    timeoutMs: contract.build.timeoutSeconds * 1000,
    signal: services.signal,
  });
  services.report({ type: 'command', chunk: chunk.id, report });
  commands.push(report);
  return report;
}

async function runVerify(
  input: ValidationInput,
  commands: CommandReport[],
  problems: { stage: Stage; message: string }[],
): Promise<boolean> {
  const { contract, chunk, attempt, services } = input;
  const { verify } = contract;
  if (verify === undefined) return true;
  if ((await brokenConditions(verify.requires, attempt)).length > 0) return checkExempt(input, problems);
  services.report({ type: 'stage', chunk: chunk.id, stage: 'verify', detail: verify.command });
  const report = await runStageCommand({
    stage: 'verify',
    command: verify.command,
    cwd: attempt.root,
    timeoutMs: (verify.timeoutSeconds ?? services.configuration.limits.commandTimeoutSeconds) * 1000,
    signal: services.signal,
  });
  services.report({ type: 'command', chunk: chunk.id, report });
  commands.push(report);
  if (!report.passed) problems.push({ stage: 'verify', message: describeCommand(report) });
  return report.passed;
}

/** [COMP-EXEMPT] The verify command is not due yet: what was written must parse, and no more is asked. */
async function checkExempt(
  { chunk, attempt, changedFiles, services }: ValidationInput,
  problems: { stage: Stage; message: string }[],
): Promise<boolean> {
  services.report({ type: 'stage', chunk: chunk.id, stage: 'verify', detail: 'verify-exempt: syntax check only' });
  const timeoutMs = services.configuration.limits.commandTimeoutSeconds * 1000;
  const mistakes = await checkSyntax({ attempt, changedFiles, timeoutMs, signal: services.signal });
  for (const mistake of mistakes) problems.push({ stage: 'verify', message: `Syntax error: ${mistake}` });
  return mistakes.length === 0;
}

async function runAcceptance(
  { chunk, attempt, services }: ValidationInput,
  commands: CommandReport[],
  problems: { stage: Stage; message: string }[],
): Promise<boolean> {
  let passed = true;
  for (const command of chunk.acceptanceCommands) {
    services.report({ type: 'stage', chunk: chunk.id, stage: 'acceptance', detail: command });
    const report = await runStageCommand({
      stage: 'acceptance',
      command,
      cwd: attempt.root,
      timeoutMs: services.configuration.limits.commandTimeoutSeconds * 1000,
      signal: services.signal,
    });
    services.report({ type: 'command', chunk: chunk.id, report });
    commands.push(report);
    if (!report.passed) problems.push({ stage: 'acceptance', message: describeCommand(report) });
    passed &&= report.passed;
  }
  return passed;
}

/** Puts the tree back to what is judged and says which of its files the commands had written. */
export async function discardLeavings(
  { chunk, attempt, judged, services }: Pick<ValidationInput, 'chunk' | 'attempt' | 'judged' | 'services'>,
  ran: boolean,
): Promise<void> {
  if (!ran) return;
  const after = await attempt.snapshot();
  const leavings = await attempt.changes(judged.commit, after.commit);
  if (leavings.length === 0) return;
  await attempt.checkout(judged.commit);
  await services.analysis.filesChanged(
    attempt.root,
    leavings.map((change) => change.path),
  );
  services.report({
    type: 'note',
    chunk: chunk.id,
    level: 'info',
    message: `Commands wrote files that are not part of the result and were discarded: ${leavings
      .map((change) => change.path)
      .join(', ')}`,
  });
}
