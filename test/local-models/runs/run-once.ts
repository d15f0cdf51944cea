import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { createAnalysis } from '../../../src/verdicts/analysis/in-process-analysis.ts';
import { createEngine, type Engine } from '../../../src/engine.ts';
import type { ChunkRunResult } from '../../../src/run/report/run-result.ts';
import { systemClock } from '../../../src/foundation/clock.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import type { RawAnswer } from '../server/chat-server.ts';
import type { ModelServer } from '../server/start-server.ts';
import { findDeviations, type Deviation } from './deviations.ts';
import { judgeByExecution, type OracleVerdict } from './oracle.ts';
import type { PlannedRun } from './planned-runs.ts';
import { CONTRACT_FILE, createFiles, type Task } from './tasks.ts';

/** One attempt, as the engine and the oracle judge it. */
export interface AttemptRecord {
  readonly passed: boolean;
  readonly stopReason: string;
  /** What the engine found. */
  readonly failures: readonly string[];
  readonly oracle: OracleVerdict;
  /** Whether the oracle says something else about what the contract requires. */
  readonly isFalse: boolean;
}

/** The outcome of one run. */
export interface RunRecord {
  readonly number: number;
  readonly model: string;
  readonly dialect: string;
  readonly variant: string;
  readonly task: string;
  readonly kind: string;
  readonly language: string;
  readonly attemptMode: string;
  /** `pass`, `fail`, …: the status of the run, the plan or the review. */
  readonly outcome: string;
  readonly reason?: string | undefined;
  /** An error that is no answer to the person: an exception, or the code `internal`. */
  readonly crash?: string | undefined;
  readonly isHung: boolean;
  readonly seconds: number;
  readonly attempts: readonly AttemptRecord[];
  readonly steps: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly deviations: Readonly<Partial<Record<Deviation, number>>>;
  readonly checkedContract: boolean;
  readonly notes: readonly string[];
  readonly hasAcceptance: boolean;
}

export interface RunLimits {
  readonly maxSteps: number;
  readonly attemptSeconds: number;
  /** A run that takes longer has not kept its own limits. */
  readonly wallSeconds: number;
}

interface Outcome {
  readonly outcome: string;
  readonly reason?: string | undefined;
  readonly attempts?: readonly AttemptRecord[];
  readonly notes?: readonly string[];
}

/** The signatures that tasks cannot be done with, by kind and language. */
const IMPOSSIBLE = {
  'two-cases': { typescript: '() => string', python: '() -> str' },
  'from-list': { typescript: '() => number', python: '() -> int' },
} as const;

/** Carries out a planned run with its own engine, and judges its attempts with the oracle. */
export async function runOnce(
  planned: PlannedRun,
  server: ModelServer,
  limits: RunLimits,
  log: string,
): Promise<RunRecord> {
  const { number, model, dialect, task, variant, attempts, hasAcceptance } = planned;
  const start = performance.now();
  const url = server.urlOf(dialect, number);
  const events: { checked: boolean; notes: string[] } = { checked: false, notes: [] };
  const abort = new AbortController();
  let isHung = false;
  let timer: NodeJS.Timeout | undefined;
  const hung = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => {
      isHung = true;
      abort.abort();
      resolve({ outcome: 'hang' });
    }, limits.wallSeconds * 1_000);
  });
  let crash: string | undefined;
  const outcome = await Promise.race([carryOut(planned, url, limits, abort.signal, events), hung]).catch(
    (thrown: unknown): Outcome => {
      if (!(thrown instanceof HoldfastError) || thrown.code === 'internal')
        crash = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
      return {
        outcome: 'error',
        reason:
          thrown instanceof Error
            ? `${thrown.message} ${thrown instanceof HoldfastError ? (thrown.hint ?? '') : ''}`
            : String(thrown),
      };
    },
  );
  clearTimeout(timer);
  const answers = readAnswers(log, new URL(url).pathname.replace(/\/v1$/, ''));
  const deviations: Partial<Record<Deviation, number>> = {};
  for (const answer of answers) {
    for (const kind of findDeviations(answer, isAttemptAnswer(planned, answer)))
      deviations[kind] = (deviations[kind] ?? 0) + 1;
  }
  return {
    number,
    model,
    dialect,
    variant,
    task: task.id,
    kind: task.kind,
    language: task.language,
    attemptMode: attempts,
    hasAcceptance,
    ...outcome,
    attempts: outcome.attempts ?? [],
    crash,
    isHung,
    seconds: Math.round((performance.now() - start) / 100) / 10,
    steps: answers.filter(({ ending }) => ending !== 'refused' && ending !== 'overflow').length,
    inputTokens: answers.reduce((sum, { promptTokens }) => sum + promptTokens, 0),
    outputTokens: answers.reduce((sum, { completionTokens }) => sum + completionTokens, 0),
    deviations,
    checkedContract: events.checked,
    notes: [...events.notes, ...(outcome.notes ?? [])],
  };
}

function isAttemptAnswer({ variant }: PlannedRun, { lastMessage, hadTools }: RawAnswer): boolean {
  return hadTools || (variant !== 'plan' && variant !== 'review' && !/JSON/.test(lastMessage));
}

async function carryOut(
  planned: PlannedRun,
  url: string,
  limits: RunLimits,
  signal: AbortSignal,
  events: { checked: boolean; notes: string[] },
): Promise<Outcome> {
  const { task, variant, attempts, hasAcceptance } = planned;
  const impossible =
    variant === 'amendment' ? IMPOSSIBLE[task.kind as keyof typeof IMPOSSIBLE][task.language] : undefined;
  const files = createFiles(task, {
    attempts,
    hasAcceptance,
    maxAttempts: planned.maxAttempts,
    ...(variant === 'judge'
      ? { gate: { criterion: 'Every function has a name that says what it does.', mode: 'blocking' } as const }
      : {}),
    ...(impossible === undefined ? {} : { signature: impossible }),
  });
  using workspace = new Workspace(files);
  await using engine = openEngine(workspace, planned, url, limits);
  if (variant === 'plan') return await compile(engine, task, signal);
  if (variant === 'review') return await review(engine, workspace, task, signal);
  const result = await engine.runs.runChunk({
    contract: CONTRACT_FILE,
    chunk: task.id,
    signal,
    onEvent: (event) => {
      if (event.type === 'tool' && event.name === 'check_contract') events.checked = true;
      if (event.type === 'note') events.notes.push(`note: ${event.message}`);
      if (event.type === 'model-retry') events.notes.push(`retry: ${event.reason}`);
    },
  });
  const required = impossible ?? task.signature?.text;
  const judged: AttemptRecord[] = [];
  for (const attempt of result.attempts) judged.push(await judge(task, files, attempt, hasAcceptance, required));
  const notes = result.gates.map(({ id, verdict, reasoning }) => `gate ${id}: ${verdict}: ${reasoning}`);
  if (result.amendment !== undefined) {
    const [amendment] = await engine.amendments.list();
    notes.push(`amendment: ${JSON.stringify({ status: amendment?.status, changes: amendment?.proposedChanges })}`);
  }
  // What is on disk is what the person has.
  if (result.status === 'pass') {
    const landed = await judgeByExecution(task, { ...files, [task.file]: workspace.read(task.file) }, required);
    if (!isMet(landed, hasAcceptance)) notes.push(`FALSE: the landed file is wrong: ${landed.details}`);
  }
  if (result.error !== undefined && result.error.code === 'internal') throw new Error(result.error.message);
  return { outcome: result.status, reason: describeReason(result), attempts: judged, notes };
}

function describeReason({ reason, error }: ChunkRunResult): string | undefined {
  return [reason, error?.message, error?.hint].filter((text) => text !== undefined).join(' | ') || undefined;
}

function isMet({ isDeclared, isRight }: OracleVerdict, hasAcceptance: boolean): boolean {
  return isDeclared && (isRight || !hasAcceptance);
}

async function judge(
  task: Task,
  files: Readonly<Record<string, string>>,
  attempt: ChunkRunResult['attempts'][number],
  hasAcceptance: boolean,
  required: string | undefined,
): Promise<AttemptRecord> {
  const text = await applyDiff(task.file, files, attempt.diff);
  const oracle = await judgeByExecution(
    task,
    { ...files, ...(text === undefined ? {} : { [task.file]: text }) },
    required,
  );
  const { validation } = attempt;
  return {
    passed: validation.passed,
    stopReason: attempt.stopReason,
    failures: [
      ...[...validation.postconditionResults, ...validation.assertResults].flatMap((result) =>
        result.passed ? [] : [`${result.assertion.message}: ${result.actual}`.slice(0, 300)],
      ),
      ...validation.commands.flatMap(({ passed, command, output }) =>
        passed ? [] : [`${command}: ${output.trim().slice(-300)}`],
      ),
      ...validation.problems.map(({ stage, message }) => `${stage}: ${message}`.slice(0, 300)),
      ...attempt.refusedWrites.map(({ path, reason }) => `refused ${path}: ${reason}`.slice(0, 300)),
    ],
    oracle,
    isFalse: isMetUpToGates(validation) !== isMet(oracle, hasAcceptance),
  };
}

/** Gates are judged if everything else passes. What a model says about one has no oracle. */
function isMetUpToGates({ passed, problems }: ChunkRunResult['attempts'][number]['validation']): boolean {
  return passed || problems.some(({ stage }) => stage === 'gates');
}

/** The file of a task after an attempt, from the diff that the attempt reports. */
async function applyDiff(
  file: string,
  files: Readonly<Record<string, string>>,
  diff: string,
): Promise<string | undefined> {
  using repository = new Workspace(files);
  if (diff.trim() !== '') {
    const input = diff.endsWith('\n') ? diff : `${diff}\n`;
    await execa('git', ['apply', '--whitespace=nowarn', '-'], { cwd: repository.folder, input });
  }
  return await readFile(join(repository.folder, file), 'utf8').catch(() => undefined);
}

async function compile(engine: Engine, task: Task, signal: AbortSignal): Promise<Outcome> {
  const { plan, tries } = await engine.plans.compile({
    specification: { file: 'spec.md', text: `${task.description} The file is ${task.file}.\n` },
    out: 'plan.contract.yaml',
    tries: 2,
    signal,
  });
  const notes = tries.map(({ stage, errors }) => `try: ${stage}: ${errors.join(' / ').slice(0, 300)}`);
  return { outcome: plan === undefined ? 'no plan' : 'plan', notes };
}

async function review(engine: Engine, workspace: Workspace, task: Task, signal: AbortSignal): Promise<Outcome> {
  workspace.write({ [task.file]: task.language === 'typescript' ? REVIEWED.typescript : REVIEWED.python });
  const { report, changedFiles } = await engine.reviews.review({ base: 'HEAD', signal });
  const foreign = (report?.findings ?? []).filter(({ file }) => !changedFiles.includes(file));
  return {
    outcome: report?.decision ?? 'nothing',
    notes: [
      ...(report?.passes.map(
        ({ pass, status, reason }) => `${pass}: ${status}${reason === undefined ? '' : `: ${reason}`}`,
      ) ?? []),
      ...(report?.findings.map((finding) => `finding: ${JSON.stringify(finding)}`.slice(0, 300)) ?? []),
      ...foreign.map(({ file }) => `FALSE: a finding about ${file}, which is not part of the change`),
    ],
  };
}

const REVIEWED = {
  typescript:
    'export function average(values: number[]): number {\n  return values.reduce((a, b) => a + b, 0) / values.length;\n}\n',
  python: 'def average(values: list[int]) -> float:\n    return sum(values) / len(values)\n',
} as const;

function openEngine(workspace: Workspace, { model, variant }: PlannedRun, url: string, limits: RunLimits): Engine {
  const environment: NodeJS.ProcessEnv = {
    ...workspace.environment(),
    HOLDFAST_MODEL: `openai-compatible:${model}`,
    HOLDFAST_BASE_URL: url,
    HOLDFAST_MAX_STEPS: String(limits.maxSteps),
    HOLDFAST_ATTEMPT_TIMEOUT: String(limits.attemptSeconds),
    HOLDFAST_STALL_TIMEOUT: String(limits.attemptSeconds),
  };
  return createEngine({
    folder: workspace.folder,
    storage: environment['HOLDFAST_STORAGE'] ?? join(workspace.folder, '..', 'storage'),
    trusted: () => true,
    analysis: (services) => createAnalysis({ ...services, environment: (name) => environment[name] }),
    settings: { environment, defaultLanding: variant === 'amendment' ? 'none' : 'working-tree' },
    models: { keys: (name) => Promise.resolve(environment[name]) },
    clock: systemClock,
    log: () => undefined,
  });
}

/** The answers of a run, as the server wrote them down. */
function readAnswers(log: string, prefix: string): readonly RawAnswer[] {
  const lines = readFileSync(log, { encoding: 'utf8', flag: 'a+' }).split('\n');
  return lines.flatMap((line) => {
    if (line === '') return [];
    const answer = JSON.parse(line) as RawAnswer;
    return answer.prefix === prefix ? [answer] : [];
  });
}
