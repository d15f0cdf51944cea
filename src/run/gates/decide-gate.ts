import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import type { DataPath } from '../../contract/document.ts';
import type { Requirement } from '../../contract/requirements.ts';
import { judgedCriteria, selectDeciders, type Decider } from '../../contract/gate-deciders.ts';
import type { GateDecision } from '../../verdicts/gates/judgement.ts';
import { judgeCriteria, type CriteriaQuestion, type VerdictCache } from '../../verdicts/gates/model-judge.ts';
import type { ChunkGate } from '../../verdicts/gates/select-gates.ts';
import type { History } from '../../history/history.ts';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { attemptRules } from '../services/command-rules.ts';
import type { GateInput } from './gate-input.ts';
import { withJudgeAccount, type JudgeOrigin } from '../services/with-judge-account.ts';
import { decideByCommand } from './decide-by-command.ts';
import { decideByTests } from './decide-by-tests.ts';
import { decideByReview } from './decide-by-review.ts';
import { decideByPerson } from './decide-by-person.ts';
import { withRecordedCalls } from '../services/recorded-calls.ts';
import { describeChangedPackages, guardPackages } from '../validation/guard-packages.ts';
import { checkRequirementsInTree } from '../validation/check-chunk.ts';

/** Judges one gate. An error while judging makes the gate broken; only a cancellation is thrown. */
export async function decideGate(input: GateInput, { gate, position }: ChunkGate): Promise<GateDecision> {
  const deciders = selectDeciders(gate);
  if (deciders.length === 0) {
    return broken(
      `The gate has nothing to judge. Add assertions, a command, criteria or a review ${formatGateLocation(input, position)}.`,
    );
  }
  let decision: GateDecision = { verdict: 'PASS', reasoning: '' };
  for (const decider of deciders) {
    const next = await decide(decider, input, { gate, position });
    if (next.verdict !== 'PASS') return next;
    decision = { ...decision, ...next, reasoning: [decision.reasoning, next.reasoning].filter(Boolean).join(' ') };
  }
  return decision;
}

async function decide(decider: Decider, input: GateInput, chunkGate: ChunkGate): Promise<GateDecision> {
  try {
    switch (decider) {
      case 'assertions':
        return await withGuardedPackages(input, () => decideByAssertions(input, chunkGate));
      case 'command':
        return await withGuardedPackages(input, () => decideByCommand(input, chunkGate.gate));
      case 'tests':
        return await withGuardedPackages(input, () => decideByTests(input, chunkGate.gate));
      case 'review':
        return await decideByReview(input, chunkGate.gate);
      case 'judge':
        return await decideByModel(input, chunkGate);
      case 'person':
        return await decideByPerson(chunkGate.gate, await identifyChange(input), input.services.history, input.answer);
    }
  } catch (thrown) {
    if (input.services.signal.aborted) throw thrown;
    const hint = thrown instanceof HoldfastError && thrown.hint !== undefined ? ` ${thrown.hint}` : '';
    return broken(`${messageOf(thrown)}${hint}`);
  }
}

/** A decision with commands that changed packages of the user proves nothing. */
async function withGuardedPackages(input: GateInput, judge: () => Promise<GateDecision>): Promise<GateDecision> {
  const { result, changedPackages } = await guardPackages(input, judge);
  return changedPackages.length === 0 ? result : broken(describeChangedPackages(changedPackages));
}

function toOrigin({ runId, number, chunk }: GateInput): JudgeOrigin {
  return { runId, attempt: number, chunk: chunk.id };
}

function broken(reasoning: string): GateDecision {
  return { verdict: 'BROKEN', reasoning };
}

function formatGateLocation({ document }: GateInput, position: number | undefined): string {
  if (position === undefined) return 'in its gate file';
  return `at ${document.file}:${document.rangeOf(['gates', position]).start.line}`;
}

async function decideByAssertions(input: GateInput, { gate, position }: ChunkGate): Promise<GateDecision> {
  const { services } = input;
  const createOrigin = (index: number): DataPath =>
    position === undefined ? [] : ['gates', position, 'assertions', index];
  const requirements: Requirement[] = (gate.assertions ?? []).map((assertion, index) => ({
    assertion,
    origin: createOrigin(index),
  }));
  const results = await withJudgeAccount(services, toOrigin(input), (judgeAccount) =>
    checkRequirementsInTree(
      {
        ...input,
        analysis: services.analysis,
        tree: input.attempt.tree,
        validatorsFrom: services.termsFolder ?? services.repository.folder,
        trusted: true,
        judgeAccount,
        commandTimeoutMs: services.configuration.limits.commandTimeoutSeconds * 1000,
        commandRules: attemptRules(input),
        signal: services.signal,
      },
      requirements,
    ),
  );
  const notPassed = results.filter(({ passed, assertion }) => !passed && assertion.type === 'assert');
  const failed: AssertionResult[] = [];
  const undecided: AssertionResult[] = [];
  for (const result of notPassed) ((await isConclusive(result, input)) ? failed : undecided).push(result);
  if (failed.length > 0) {
    return { verdict: 'FAIL', reasoning: failed.map(describeResult).join('\n'), ...toEvidence(failed) };
  }
  if (undecided.length > 0) return broken(undecided.map(describeResult).join('\n'));
  return { verdict: 'PASS', reasoning: `${results.filter(({ passed }) => passed).length} assertions hold.` };
}

/**
 * Whether a failed assertion is a verdict on the change. A result with an error is a verdict only if a file that
 * the check names does not exist, because the change did not create that file.
 */
async function isConclusive({ assertion, error }: AssertionResult, { attempt }: GateInput): Promise<boolean> {
  if (error === undefined) return true;
  const { target, file } = assertion.check;
  for (const path of [target, file]) {
    const isLiteralPath = typeof path === 'string' && /^[^:*?[{]+$/.test(path) && /[./]/.test(path);
    if (!isLiteralPath) continue;
    // A path that cannot be examined is not known to be missing.
    const kind = await attempt.tree.kindOf(path).catch(() => 'folder' as const);
    if (kind === undefined) return true;
  }
  return false;
}

function describeResult({ assertion, expected, actual, error }: AssertionResult): string {
  const outcome = error ?? actual;
  const details = [expected && `expected ${expected}`, outcome && `got ${outcome}`].filter(Boolean).join(', ');
  return `${assertion.message}${details === '' ? '' : `: ${details}`}`;
}

function toEvidence(results: readonly AssertionResult[]): Pick<GateDecision, 'evidence'> {
  const evidence = results.flatMap(({ assertion, location }) =>
    location === undefined ? [] : [{ file: location.file, line: location.line, text: assertion.message }],
  );
  return evidence.length > 0 ? { evidence } : {};
}

async function decideByModel(input: GateInput, { gate }: ChunkGate): Promise<GateDecision> {
  const { chunk, number, services } = input;
  const model = await services.judgeModel(typeof gate.judge === 'object' ? gate.judge.model : undefined);
  if (model === undefined) {
    return broken('No model is configured to judge the criteria. Configure a model, or add a command to the gate.');
  }
  const question = {
    criteria: judgedCriteria(gate),
    change: await readChange(input),
    ...(await readChangedFiles(input)),
  };
  return withRecordedCalls(services, { purpose: 'judge', ...toOrigin(input) }, (policy) =>
    judgeCriteria(question, {
      model,
      policy,
      verdicts: createHistoryCache(services.history),
      label: { chunk: chunk.id, attempt: number },
      signal: services.signal,
    }),
  );
}

/** The unified diff of the change. */
function readChange({ attempt, base, judged, services }: GateInput): Promise<string> {
  return attempt.readDiff(base.commit, judged.commit, services.signal);
}

/** A text that differs for different changes: the diff, and the whole tree where the diff was cut. */
async function identifyChange({ attempt, base, judged, services }: GateInput): Promise<string> {
  const { text, truncated } = await attempt.readBoundedDiff(base.commit, judged.commit, services.signal);
  return truncated ? `${text}${judged.tree}` : text;
}

/** The texts of the changed files that still exist, and the files that cannot be read. */
async function readChangedFiles({
  attempt,
  changedFiles,
}: GateInput): Promise<Pick<CriteriaQuestion, 'files' | 'unreadableFiles'>> {
  const files: { path: string; text: string }[] = [];
  const unreadableFiles: { path: string; reason: string }[] = [];
  for (const path of changedFiles) {
    try {
      const text = await attempt.tree.readText(path);
      if (text !== undefined) files.push({ path, text });
    } catch (thrown) {
      unreadableFiles.push({ path, reason: messageOf(thrown) });
    }
  }
  return { files, unreadableFiles };
}

/** Stores the verdicts of gates in the history. The stored evidence of a gate is called `places`. */
function createHistoryCache(history: History): VerdictCache {
  return {
    get: async (key) => {
      const stored = await history.readVerdict(key);
      if (stored?.places === undefined) return undefined;
      const { verdict, rationale, confidence, places } = stored;
      return { verdict, rationale, confidence, evidence: places.map((place) => ({ ...place })) };
    },
    put: (key, { evidence, ...verdict }) =>
      history.saveVerdict(key, { ...verdict, evidence: [], places: evidence, costUsd: null }),
  };
}
