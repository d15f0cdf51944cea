import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { evaluateCondition, replaceExpressions, type Contexts, type Value } from './expressions.ts';

export const stepSchema = z.strictObject({
  name: z.string().optional(),
  id: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  shell: z.literal('bash').optional(),
  with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).default({}),
  'working-directory': z.string().default('.'),
  'continue-on-error': z.boolean().default(false),
  env: z.record(z.string(), z.string()).default({}),
  run: z.string().optional(),
});

/** Strict, because variables of the workflow or of a job would reach each of its steps. */
const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.strictObject({
      name: z.string(),
      needs: z.string().optional(),
      if: z.string().optional(),
      strategy: z.unknown().optional(),
      concurrency: z.unknown().optional(),
      'runs-on': z.literal('ubuntu-latest'),
      'timeout-minutes': z.number(),
      permissions: z.record(z.string(), z.string()),
      outputs: z.record(z.string(), z.string()).default({}),
      steps: z.array(stepSchema),
    }),
  ),
});

export type WorkflowStep = z.infer<typeof stepSchema>;
export type Workflow = z.infer<typeof workflowSchema>;

export function parseWorkflow(text: string): Workflow {
  return workflowSchema.parse(parse(text));
}

/** What an action of others does to the folder of the job: it returns its outputs. */
export type ActionReplacement = (inputs: Readonly<Record<string, string>>) => Promise<Readonly<Record<string, string>>>;

export interface RunnerOptions {
  /** The repository that the job checks out. Scripts run there. */
  readonly folder: string;
  /** The temporary folder of the runner. */
  readonly temporary: string;
  /** What the runner itself sets, for every step. */
  readonly environment: NodeJS.ProcessEnv;
  readonly contexts: Contexts;
  /** By the name of the action, without its version. */
  readonly actions: Readonly<Record<string, ActionReplacement>>;
}

export interface StepResult {
  readonly step: WorkflowStep;
  readonly outcome: 'success' | 'failure' | 'skipped';
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What the step wrote for the summary of the job. */
  readonly summary: string;
}

export interface JobResult {
  readonly status: 'success' | 'failure';
  /** The exit code of the step that failed; 0 if none did. */
  readonly code: number | null;
  readonly steps: readonly StepResult[];
  readonly outputs: Readonly<Record<string, string>>;
}

/**
 * Runs the steps of a job, or of an action, as GitHub's runner does: it replaces the expressions, writes each script to a file in
 * its temporary folder, and starts `bash -e <file>` with the variables of the step. After a step that fails, only those follow
 * that ask for the status.
 */
export async function runJob(
  job: { readonly steps: readonly WorkflowStep[]; readonly outputs: Readonly<Record<string, string>> },
  options: RunnerOptions,
): Promise<JobResult> {
  const steps: Record<string, Value> = {};
  const contexts = { ...options.contexts, steps };
  const results: StepResult[] = [];
  let failed: StepResult | undefined;
  for (const [index, step] of job.steps.entries()) {
    const { if: condition = 'success()' } = step;
    const waitsForStatus = /\b(?:always|cancelled|failure)\(\)/.test(condition);
    if ((failed !== undefined && !waitsForStatus) || !evaluateCondition(condition, contexts)) {
      results.push({ step, outcome: 'skipped', code: null, stdout: '', stderr: '', summary: '' });
      if (step.id !== undefined) steps[step.id] = { outcome: 'skipped' };
      continue;
    }
    const { result, outputs } = await runStep(step, index, contexts, options);
    results.push(result);
    if (step.id !== undefined) steps[step.id] = { outputs, outcome: result.outcome };
    if (result.outcome === 'failure' && !step['continue-on-error']) failed ??= result;
  }
  const outputs = replaceAll(job.outputs, contexts);
  return {
    status: failed?.outcome === 'failure' ? 'failure' : 'success',
    code: failed?.code ?? 0,
    steps: results,
    outputs,
  };
}

async function runStep(
  step: WorkflowStep,
  index: number,
  contexts: Contexts,
  { folder, temporary, environment, actions }: RunnerOptions,
): Promise<{ readonly result: StepResult; readonly outputs: Readonly<Record<string, string>> }> {
  if (step.run === undefined) {
    const name = step.uses?.split('@')[0] ?? '';
    const outputs = await (actions[name] ?? missingAction(name))(replaceAll(step.with, contexts));
    return { result: { step, outcome: 'success', code: 0, stdout: '', stderr: '', summary: '' }, outputs };
  }
  const [output, summary] = ['output', 'summary'].map((kind) => path.join(temporary, `${kind}-${index}`)) as [
    string,
    string,
  ];
  const script = path.join(temporary, `script-${index}.sh`);
  for (const created of [temporary, folder]) await mkdir(created, { recursive: true });
  for (const file of [output, summary]) await writeFile(file, '');
  await writeFile(script, replaceExpressions(step.run, contexts));
  const flags = step.shell === undefined ? ['-e'] : ['--noprofile', '--norc', '-e', '-o', 'pipefail'];
  const child = spawn('bash', [...flags, script], {
    cwd: path.join(folder, replaceExpressions(step['working-directory'], contexts)),
    env: {
      ...environment,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: folder,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      RUNNER_TEMP: temporary,
      ...replaceAll(step.env, contexts),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const lines = (await readFile(output, 'utf8')).split('\n').filter((line) => line !== '');
  const outputs = Object.fromEntries(lines.map((line) => [line.replace(/=.*/, ''), line.replace(/^.*?=/, '')]));
  const outcome = code === 0 ? 'success' : 'failure';
  return { result: { step, outcome, code, stdout, stderr, summary: await readFile(summary, 'utf8') }, outputs };
}

function missingAction(name: string): never {
  throw new Error(`The action has no replacement: ${name}`);
}

function replaceAll(texts: Readonly<Record<string, string>>, contexts: Contexts): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, replaceExpressions(text, contexts)]));
}
