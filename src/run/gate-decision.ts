import { decidersOf, criteriaOf, type Decider } from '../gates/deciders.ts';
import type { ChunkGate } from '../gates/chunk-gates.ts';
import { judgeCriteria } from '../gates/criteria-judge.ts';
import type { GateDecision } from '../gates/judgement.ts';
import type { AssertionResult } from '../checks/result.ts';
import type { ContractDocument, DataPath } from '../contract/document.ts';
import type { Chunk, Contract } from '../contract/model.ts';
import type { Requirement } from '../contract/requirements.ts';
import { keyVariables } from '../models/providers/table.ts';
import { HoldfastError, messageOf } from '../shared/errors.ts';
import type { AttemptTree } from '../workspace/attempt-tree.ts';
import { runCommand } from '../workspace/processes.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import { checkAll } from './chunk-check.ts';
import type { RunServices } from './services.ts';
import { gateVerdicts } from './gate-verdicts.ts';
import { withRecordedCalls } from './recorded-calls.ts';

export interface GateInput {
  readonly runId: string;
  readonly number: number;
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly attempt: AttemptTree;
  readonly base: Snapshot;
  /** What is judged; the tree of the attempt holds exactly this. */
  readonly judged: Snapshot;
  readonly changedFiles: readonly string[];
  readonly services: RunServices;
}

/** What one gate came to. Whatever keeps it from being judged makes it broken, and is never thrown. */
export async function decideGate(input: GateInput, { gate, position }: ChunkGate): Promise<GateDecision> {
  const deciders = decidersOf(gate);
  if (deciders.length === 0) {
    return broken(
      `The gate has nothing to judge. Give it assertions, a command or criteria${wayOutOf(input, position)}.`,
    );
  }
  let decision: GateDecision = { verdict: 'PASS', reasoning: '' };
  for (const decider of deciders) {
    const next = await decide(decider, input, { gate, position });
    if (next.verdict !== 'PASS') return next;
    decision = { ...next, reasoning: [decision.reasoning, next.reasoning].filter(Boolean).join(' ') };
  }
  return decision;
}

async function decide(decider: Decider, input: GateInput, chunkGate: ChunkGate): Promise<GateDecision> {
  try {
    switch (decider) {
      case 'assertions':
        return await byAssertions(input, chunkGate);
      case 'command':
        return await byCommand(input, chunkGate);
      case 'judge':
        return await byModel(input, chunkGate);
    }
  } catch (thrown) {
    if (input.services.signal.aborted) throw thrown;
    const hint = thrown instanceof HoldfastError && thrown.hint !== undefined ? ` ${thrown.hint}` : '';
    return broken(`${messageOf(thrown)}${hint}`);
  }
}

function broken(reasoning: string): GateDecision {
  return { verdict: 'BROKEN', reasoning };
}

function wayOutOf({ document }: GateInput, position: number | undefined): string {
  if (position === undefined) return ' in its gate file';
  return ` at ${document.file}:${document.rangeOf(['gates', position]).start.line}`;
}

async function byAssertions(input: GateInput, { gate, position }: ChunkGate): Promise<GateDecision> {
  const origin = (index: number): DataPath => (position === undefined ? [] : ['gates', position, 'assertions', index]);
  const requirements: Requirement[] = (gate.assertions ?? []).map((assertion, index) => ({
    assertion,
    origin: origin(index),
  }));
  const { services } = input;
  const results = await checkAll(
    {
      ...input,
      analysis: services.analysis,
      root: input.attempt.root,
      validatorsFrom: services.repository.folder,
      trusted: true,
      commandTimeoutMs: services.configuration.limits.commandTimeoutSeconds * 1000,
      signal: services.signal,
    },
    requirements,
  );
  const fallen = results.filter((result) => !result.passed && result.assertion.type === 'assert');
  const answered: AssertionResult[] = [];
  for (const result of fallen) if (await isAnswered(result, input)) answered.push(result);
  const unanswered = fallen.filter((result) => !answered.includes(result));
  if (answered.length > 0)
    return { verdict: 'FAIL', reasoning: answered.map(inWords).join('\n'), ...placesOf(answered) };
  if (unanswered.length > 0) return broken(unanswered.map(inWords).join('\n'));
  return { verdict: 'PASS', reasoning: `${results.filter((result) => result.passed).length} assertions hold.` };
}

/**
 * Whether a failed assertion was answered at all. One that speaks of a file that is not there was: the change does not
 * bring the file.
 */
async function isAnswered({ assertion, error }: AssertionResult, { attempt }: GateInput): Promise<boolean> {
  if (error === undefined) return true;
  const { target, file } = assertion.check;
  for (const path of [target, file]) {
    if (typeof path !== 'string' || !/^[^:*?[{]+$/.test(path) || !/[./]/.test(path)) continue;
    const kind = await attempt.tree.kindOf(path).catch(() => 'folder' as const);
    if (kind === undefined) return true;
  }
  return false;
}

function inWords({ assertion, expected, actual, error }: AssertionResult): string {
  const found = error ?? actual;
  const what = [expected && `expected ${expected}`, found && `got ${found}`].filter(Boolean).join(', ');
  return `${assertion.message}${what === '' ? '' : `: ${what}`}`;
}

function placesOf(results: readonly AssertionResult[]): Pick<GateDecision, 'evidence'> {
  const evidence = results.flatMap(({ assertion, location }) =>
    location === undefined ? [] : [{ file: location.file, line: location.line, text: assertion.message }],
  );
  return evidence.length > 0 ? { evidence } : {};
}

/** By convention: what the command names was found and cannot be run, or was not found. */
const NOT_RUN = new Set([126, 127]);
const OUTPUT_LIMIT_BYTES = 16 * 1024;

async function byCommand(input: GateInput, { gate }: ChunkGate): Promise<GateDecision> {
  const { services, attempt } = input;
  const { command = '' } = gate;
  const timeoutSeconds = gate.timeoutSeconds ?? services.configuration.limits.commandTimeoutSeconds;
  const outcome = await runCommand({
    command,
    cwd: attempt.root,
    timeoutMs: timeoutSeconds * 1000,
    outputLimitBytes: OUTPUT_LIMIT_BYTES,
    withhold: keyVariables,
    signal: services.signal,
  });
  if (outcome.cancelled) services.signal.throwIfAborted();
  const output = outcome.output.trim() === '' ? '' : `\n${outcome.output.trimEnd()}`;
  if (outcome.startError !== undefined) {
    return broken(
      `The command \`${command}\` could not start: ${outcome.startError} Mend the gate's command, or install what it names.`,
    );
  }
  if (outcome.timedOut) {
    return { verdict: 'FAIL', reasoning: `The command \`${command}\` took longer than ${timeoutSeconds} s.${output}` };
  }
  if (outcome.exitCode === 0) return { verdict: 'PASS', reasoning: `\`${command}\` exited with 0.` };
  if (outcome.exitCode !== undefined && NOT_RUN.has(outcome.exitCode)) {
    return broken(
      `The command \`${command}\` exited with ${outcome.exitCode}: a program that it names is missing or cannot be run. Install it, or mend the gate's command.${output}`,
    );
  }
  const how = outcome.exitCode ?? outcome.endedBySignal ?? 'no code';
  return { verdict: 'FAIL', reasoning: `The command \`${command}\` exited with ${how}.${output}` };
}

async function byModel(input: GateInput, { gate }: ChunkGate): Promise<GateDecision> {
  const { attempt, base, judged, chunk, runId, number, services } = input;
  const named = typeof gate.judge === 'object' ? gate.judge.model : undefined;
  const model = await services.judgeModel(named);
  if (model === undefined) {
    return broken('No model is configured that could judge the criteria. Configure one, or give the gate a command.');
  }
  const files: { path: string; text: string }[] = [];
  for (const path of input.changedFiles) {
    const text = await attempt.tree.readText(path).catch(() => undefined);
    if (text !== undefined) files.push({ path, text });
  }
  const change = await attempt.diff(base.commit, judged.commit, services.signal);
  return withRecordedCalls(services, { purpose: 'judge', runId, attempt: number }, (policy) =>
    judgeCriteria(
      { criteria: criteriaOf(gate), change, files },
      {
        model,
        policy,
        verdicts: gateVerdicts(services.history),
        label: { chunk: chunk.id, attempt: number },
        signal: services.signal,
      },
    ),
  );
}
