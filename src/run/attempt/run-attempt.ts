import type { ModelMessage } from 'ai';
import type { AgentOutcome, WriteMeans } from '../../models/agent/agent-input.ts';
import { listLost, type LostDeclarations } from '../../models/agent/files/kept-declarations.ts';
import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import type { Chunk } from '../../contract/model.ts';
import { createPathMatcher } from '../../contract/globs/path-matcher.ts';
import { AttemptFiles } from '../../workspace/files/attempt-files.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { AttemptReport, Stage } from '../report/run-result.ts';
import type { ChunkRunInput } from '../services/chunk-run-input.ts';
import { judgeFiles } from '../terms/judge-files.ts';
import { judgeRuledFiles, readRules } from '../validation/read-rules.ts';
import { judgeProtection } from '../terms/judge-protection.ts';
import { addChangedPackages, validateSnapshot, type SnapshotVerdict } from '../validation/validate-snapshot.ts';
import type { AttemptExecutor, AttemptTask } from './attempt-executor.ts';
import { AttemptCheck } from './attempt-check.ts';
import type { RunningAttempt } from './running-attempt.ts';
import { requiredResults } from '../../foundation/verdict.ts';

/** An attempt to run. The files of the attempt and the checks that a model can request are created for it. */
export interface AttemptInput
  extends Omit<RunningAttempt, 'files'>, Omit<AttemptTask, 'files' | 'check'>, Pick<ChunkRunInput, 'start'> {
  /** Who carries out the attempt. */
  readonly executor: AttemptExecutor;
}

export interface AttemptOutcome {
  readonly verdict: SnapshotVerdict;
  /** The tree after the model's writes. */
  readonly result: Snapshot;
  /** The files that differ from the base, and those that were written without a difference. */
  readonly changedFiles: readonly string[];
  readonly report: Omit<AttemptReport, 'validation'>;
  /** Why the model requested an amendment of the contract, if it did. */
  readonly amendmentReason: string | undefined;
  /** How the model should have changed files, if it ended without trying to. */
  readonly unusedMeans: WriteMeans | undefined;
  /** The whole conversation, without the system prompt. */
  readonly conversation: readonly ModelMessage[];
}

/**
 * Runs one attempt: the model works in the attempt's worktree, starting from the base or from the files of the previous
 * attempt, and the result is validated. What is judged is the whole change from the base.
 */
export async function runAttempt(input: AttemptInput): Promise<AttemptOutcome> {
  const { attempt, attemptStart, base, chunk, services } = input;
  services.report({ type: 'stage', chunk: chunk.id, stage: 'write' });
  // The files that a plan names are no limit: another one is a fact.
  const isPlan = input.document.form === 'plan';
  const rules = { allowedFiles: isPlan ? [] : chunk.allowedFiles, forbiddenFiles: chunk.forbiddenFiles };
  const files = new AttemptFiles(attempt, rules, input.terms.files, attemptStart.changes);
  const check = new AttemptCheck({ ...input, files });
  const outcome = await input.executor.execute({ ...input, files, check });

  // The model can name a file through a linked folder. `files` has the resolved paths.
  const result = await attempt.snapshot({ written: files.written, signal: services.signal });
  const changes = await attempt.listChanges(base.commit, result.commit);
  const changedFiles = [...new Set([...changes.map(({ path }) => path), ...files.written])].sort();
  await services.analysis.filesChanged(attempt.root, changedFiles);
  const unnamed = isPlan ? findUnnamedFiles(chunk, changedFiles) : [];
  if (unnamed.length > 0) {
    const message = `The plan does not name ${unnamed.join(', ')} for this task`;
    services.report({ type: 'note', chunk: chunk.id, level: 'warning', message });
  }
  const protection = await judgeProtection({
    ...input,
    changes,
    readAfter: (paths) => services.repository.readFiles(result.commit, paths, services.signal),
  });
  const diff = await attempt.readDiff(base.commit, result.commit);
  const { writesItself } = input.executor;
  const fileViolations = writesItself ? judgeFiles({ chunk: rules, changes, diff, redact: services.redact }) : [];
  const ruleViolations = judgeRuledFiles(await readRules(services.repository, base.commit, services.signal), changes);
  const violations = [
    ...protection.violations,
    ...fileViolations,
    ...ruleViolations,
    ...(outcome.lost ?? []).map(toLossResult),
  ];
  const validated = await validateSnapshot({
    ...input,
    judged: result,
    changedFiles,
    dueConditions: input.terms.dueConditions,
    isTimeOver: outcome.stopReason === 'time-limit',
    isRefuted: violations.length > 0,
    earlier: { before: base, sharedGates: input.sharedGates, passed: input.start?.passed },
  });
  const verdict = addChangedPackages(validated, check.changedPackages);
  const protectionResults = [...violations, ...protection.warnings];
  for (const violation of protectionResults) {
    services.report({ type: 'assertion', chunk: chunk.id, result: violation });
  }
  const oversized = result.leftOut.map((file) => ({
    stage: 'write' as const,
    message: `${file} is too large to land. Remove it, or write it to a path that .gitignore names.`,
  }));
  const writeProblems = writesItself ? await findLaterWrites(input, result) : [];
  return {
    verdict: {
      ...verdict,
      assertResults: [...verdict.assertResults, ...violations],
      suggestResults: [...verdict.suggestResults, ...protection.warnings],
      problems: [...toProblems(outcome), ...oversized, ...writeProblems, ...verdict.problems],
      passed:
        verdict.passed &&
        violations.length === 0 &&
        oversized.length === 0 &&
        isAcceptable(chunk, changedFiles, outcome, verdict),
      ...(attemptStart.continuedFrom === undefined ? {} : { continuedFrom: attemptStart.continuedFrom }),
    },
    result,
    changedFiles,
    amendmentReason: outcome.amendmentReason,
    conversation: outcome.messages,
    unusedMeans: outcome.unusedMeans,
    report: {
      number: input.number,
      inputTokens: outcome.inputTokens,
      outputTokens: outcome.outputTokens,
      costUsd: outcome.costUsd,
      refusedWrites: outcome.refused,
      stopReason: outcome.stopReason,
      diff,
      output: outcome.output,
    },
  };
}

/** The changed files outside of those that a task of a plan names. */
function findUnnamedFiles({ allowedFiles }: Chunk, changedFiles: readonly string[]): readonly string[] {
  if (allowedFiles.length === 0) return [];
  const isNamed = createPathMatcher(allowedFiles);
  return changedFiles.filter((file) => !isNamed(file));
}

/** The failures of the model's work itself, independent of the assertions. */
function toProblems({ problems }: AgentOutcome): { stage: Stage; message: string }[] {
  return problems.map((message) => ({ stage: 'write', message }));
}

/** A violation for a file that lost declarations [PROOF-6]. */
function toLossResult({ path, names }: LostDeclarations): AssertionResult {
  const listed = listLost(names);
  return {
    assertion: {
      type: 'assert',
      message: `Keep the declarations of ${path} that this chunk does not name`,
      check: { type: 'declarations_kept', target: path, file: path },
    },
    passed: false,
    expected: `The file still declares ${listed}, or another file that was written does`,
    actual: `It was written as a whole without ${listed}`,
    durationMs: 0,
    location: { file: path, line: 1, column: 1 },
  };
}

/**
 * A process that an agent left in the background can change the files while they are judged. The verdict then concerns other
 * files than the result.
 */
async function findLaterWrites(
  { attempt, services }: AttemptInput,
  result: Snapshot,
): Promise<readonly { stage: Stage; message: string }[]> {
  const after = await attempt.snapshot({ signal: services.signal });
  if (after.tree === result.tree) return [];
  const message =
    'The files changed while the result was judged: a background process still writes. End all processes before you finish.';
  return [{ stage: 'write', message }];
}

/** If nothing was written, the chunk must have something that proves that there was nothing to do. */
function isAcceptable(
  chunk: Chunk,
  changedFiles: readonly string[],
  { written, deleted }: AgentOutcome,
  verdict: SnapshotVerdict,
): boolean {
  const proofs = requiredResults(verdict).length + chunk.acceptanceCommands.length;
  return changedFiles.length > 0 || written.length > 0 || deleted.length > 0 || proofs > 0;
}
