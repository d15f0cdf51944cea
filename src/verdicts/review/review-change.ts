import { isHoldoutFile } from '../../workspace/configuration/holdout-files.ts';
import type { ConfiguredModel } from '../../models/base/configured-model.ts';
import { throwIfCancelled } from '../../foundation/errors.ts';
import { runConstraintPass } from './constraint-pass.ts';
import { parseDiff, type FileDiff } from './diff/parse-diff.ts';
import { splitDiff } from './diff/split-diff.ts';
import { runHygienePass } from './hygiene-pass.ts';
import { runModelPass } from './model-pass.ts';
import { MODEL_PASSES } from './pass-instructions.ts';
import type { FindingSeverity, ReviewFinding } from './review-finding.ts';
import type { PassOutcome, ReviewInput, ReviewServices } from './review-input.ts';
import type { ReviewReport } from './review-report.ts';
import { createSecretMask } from './secrets/mask-secrets.ts';
import { isGeneratedLockFile } from './lock-files.ts';

/** The diff of a lock file over this size is not sent to a model. */
const MAX_LOCK_FILE_CHARACTERS = 20_000;

/**
 * Reviews a change: first the constraints, before a model is opened [ASSERT-XVAL-003], then hygiene, then three passes of a
 * model. Every pass runs and is part of the result, also if another one blocks or is broken [ASSERT-REVIEW-003].
 *
 * A model that cannot be opened, a spent budget or an invalid answer makes a pass broken and throws nothing.
 * @throws CancelledError if the signal is aborted
 */
export async function reviewChange(given: ReviewInput, services: ReviewServices): Promise<ReviewReport> {
  throwIfCancelled(services.signal, 'review the change');
  const input = withoutScenarios(given);
  const finish = <Outcome extends PassOutcome>(outcome: Outcome): Outcome => {
    services.onEvent?.({ type: 'pass-finished', report: outcome.report, findings: outcome.findings.length });
    return outcome;
  };
  const constraintOutcome = finish(await runConstraintPass(input, services));
  const allFiles = parseDiff(input.change.diff);
  const files = allFiles.filter((file) => !isScenario(file, input));
  const hygiene = finish(await runHygienePass(input, allFiles, services));
  const selection = selectFiles(input, files);
  const mask = createSecretMask(hygiene.secrets);
  let model: Promise<ConfiguredModel> | undefined;
  const openModel = (): Promise<ConfiguredModel> => (model ??= services.openModel());
  const modelOutcomes: PassOutcome[] = [];
  if (input.useModel !== false) {
    const passes = MODEL_PASSES.map(async (pass) =>
      finish(
        withUnreviewedFiles(
          await runModelPass({ pass, review: input, files: selection.reviewed, mask, openModel }, services),
          selection.missing,
        ),
      ),
    );
    // All passes end before an error is thrown, so that no call continues in the background.
    const ended = await Promise.allSettled(passes);
    for (const one of ended) {
      if (one.status === 'rejected') throw one.reason;
      modelOutcomes.push(one.value);
    }
  }
  const outcomes: readonly PassOutcome[] = [constraintOutcome, hygiene, ...modelOutcomes];
  const findings = outcomes
    .flatMap((outcome) => outcome.findings)
    .map((finding) => completeFinding(finding, input, (text) => services.redact(mask(text))));
  return {
    decision: decide(findings, outcomes),
    findings: findings.sort(compareFindings),
    constraints: [...constraintOutcome.constraints],
    passes: outcomes.map(({ report }) => report),
    warnings: [
      ...outcomes.flatMap(({ warnings }) => warnings),
      ...selection.warnings,
      ...(files.length === allFiles.length ? [] : ['Scenario files are not reviewed: no model sees them.']),
      ...(input.useModel === false ? [`No model was used: the passes ${MODEL_PASSES.join(', ')} did not run.`] : []),
    ],
    costUsd: sumCosts(outcomes),
  };
}

/** [ASSERT-SCEN-002] No model sees a scenario, also if a person changes one or configures it as a standard. */
function withoutScenarios(input: ReviewInput): ReviewInput {
  const { change, standards } = input;
  const isVisible = (file: { readonly path: string }): boolean => !isScenario(file, input);
  return {
    ...input,
    change: {
      ...change,
      files: change.files.filter(isVisible),
      changedFiles: change.changedFiles.filter(isVisible),
    },
    standards: standards.filter(isVisible),
  };
}

function isScenario(
  { path, previousPath = path }: Partial<FileDiff> & { readonly path: string },
  { change: { holdoutCopies = [] } }: ReviewInput,
): boolean {
  return holdoutCopies.includes(path) || [path, previousPath].some(isHoldoutFile);
}

/**
 * [ASSERT-REVIEW-001] A blocking finding requires remediation. [ASSERT-REVIEW-002] Other findings do not stop the change.
 * A broken pass never lets it proceed.
 */
function decide(findings: readonly ReviewFinding[], outcomes: readonly PassOutcome[]): ReviewReport['decision'] {
  if (findings.some(({ severity }) => severity === 'blocking')) return 'remediate';
  return outcomes.some(({ report }) => report.status === 'broken') ? 'broken' : 'proceed';
}

interface FileSelection {
  /** The files that the model passes review. */
  readonly reviewed: readonly FileDiff[];
  /** The text files that no pass can review, because their diff is missing or incomplete. */
  readonly missing: readonly string[];
  readonly warnings: readonly string[];
}

function selectFiles({ change }: ReviewInput, files: readonly FileDiff[]): FileSelection {
  const complete = files.filter((file) => isComplete(file, change));
  const known = new Set(complete.map(({ path }) => path));
  const isText = (file: FileDiff): boolean => !file.binary && file.hunks.length > 0;
  const text = complete.filter(isText);
  const reviewed = text.filter((file) => !isLeftOut(file));
  const binary = [
    ...new Set([
      ...files.filter((file) => file.binary).map(({ path }) => path),
      ...change.changedFiles.filter((file) => file.binary).map(({ path }) => path),
    ]),
  ];
  const leftOut = text.filter(isLeftOut).map(({ path }) => path);
  const { cutFiles } = splitDiff(reviewed, Number.MAX_SAFE_INTEGER);
  const notReviewed = (paths: readonly string[], reason: string): string[] =>
    paths.length === 0 ? [] : [`Not reviewed by a model, because ${reason}: ${paths.join(', ')}.`];
  return {
    reviewed,
    missing: change.changedFiles
      .filter(({ path, binary: isBinary }) => !isBinary && !known.has(path))
      .map(({ path }) => path),
    warnings: [
      ...notReviewed(binary, 'they are not text'),
      ...notReviewed(leftOut, 'they are long lock files'),
      ...(cutFiles.length === 0 ? [] : [`Very long lines were cut for the model in: ${cutFiles.join(', ')}.`]),
    ],
  };
}

/** A diff that was cut can end between two hunks of a file. */
function isComplete({ path, incomplete, hunks }: FileDiff, { changedFiles }: ReviewInput['change']): boolean {
  const listed = changedFiles.find((file) => file.path === path);
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (kind: string): number => lines.filter((line) => line.kind === kind).length;
  const isWhole =
    listed === undefined || (count('added') >= listed.addedLines && count('deleted') >= listed.deletedLines);
  return !incomplete && isWhole;
}

function isLeftOut({ path, hunks }: FileDiff): boolean {
  if (!isGeneratedLockFile(path)) return false;
  const size = hunks.reduce((sum, { lines }) => sum + lines.reduce((total, { text }) => total + text.length, 0), 0);
  return size > MAX_LOCK_FILE_CHARACTERS;
}

/** A pass that has not seen a part of the change is broken: its silence says nothing about that part. */
function withUnreviewedFiles(outcome: PassOutcome, missing: readonly string[]): PassOutcome {
  if (missing.length === 0) return outcome;
  const reason = `The diff is too large: it does not contain all lines of ${missing.join(', ')}. Divide the change.`;
  const { report } = outcome;
  return {
    ...outcome,
    report: { ...report, status: 'broken', reason: [report.reason, reason].filter(Boolean).join(' ') },
  };
}

/** Masks secrets in a finding, and adds the text of its line. A line with a secret is left out. */
function completeFinding(given: ReviewFinding, { change }: ReviewInput, mask: (text: string) => string): ReviewFinding {
  const { file, line, explanation, suggestion } = given;
  const finding = {
    ...given,
    explanation: mask(explanation),
    ...(suggestion === undefined ? {} : { suggestion: mask(suggestion) }),
  };
  if (line === undefined) return finding;
  const text = change.files.find(({ path }) => path === file)?.text;
  const code = text?.split('\n')[line - 1]?.trim();
  return code === undefined || code === '' || mask(code) !== code ? finding : { ...finding, code: code.slice(0, 500) };
}

const RANKS: Readonly<Record<FindingSeverity, number>> = { blocking: 0, warning: 1, informational: 2 };

function compareFindings(left: ReviewFinding, right: ReviewFinding): number {
  return (
    RANKS[left.severity] - RANKS[right.severity] ||
    (left.file < right.file ? -1 : left.file > right.file ? 1 : 0) ||
    (left.line ?? 0) - (right.line ?? 0)
  );
}

function sumCosts(outcomes: readonly PassOutcome[]): number | null {
  return outcomes.reduce<number | null>(
    (sum, { report }) => (sum === null || report.costUsd === null ? null : sum + report.costUsd),
    0,
  );
}
