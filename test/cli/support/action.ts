import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { projectRoot } from '../../scripts/project.ts';
import type { Workspace } from './workspace.ts';

const actionSchema = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string() })),
  outputs: z.record(z.string(), z.object({ value: z.string() })),
  runs: z.object({
    using: z.literal('composite'),
    steps: z.array(
      z.object({
        name: z.string(),
        id: z.string().optional(),
        shell: z.literal('bash'),
        'working-directory': z.string(),
        env: z.record(z.string(), z.string()),
        run: z.string(),
      }),
    ),
  }),
});

/** The composite action of the project. */
export const action = actionSchema.parse(parse(readFileSync(join(projectRoot, 'action.yml'), 'utf8')));

/** The event and the inputs of a workflow that uses the action. */
export interface ActionRun {
  readonly inputs?: Readonly<Record<string, string>>;
  /** The values of the context `github`, by their path: `event.before`. */
  readonly github?: Readonly<Record<string, string>>;
  readonly variables?: NodeJS.ProcessEnv;
  /** Where the sources of the action are. Default: this project, which is built. */
  readonly actionFolder?: string;
  /** The folder of the job. Default: the folder of the workspace. */
  readonly folder?: string;
}

/** What the runner has after the action. */
export interface ActionResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The summary of the job; empty if there is none. */
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/**
 * Executes all steps of the action as a runner does: the expressions of `env`, `working-directory` and the outputs are replaced,
 * each script runs with `bash -eo pipefail` from a file, and a step that fails ends the job.
 */
export function runAction(workspace: Workspace, run: ActionRun = {}): ActionResult {
  const { github = {}, variables = {}, folder = workspace.folder } = run;
  const home = join(workspace.folder, '..');
  const inputs: Readonly<Record<string, string>> = {
    ...Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, input.default])),
    ...run.inputs,
  };
  const evaluate = (text: string): string =>
    text.replaceAll(/\$\{\{\s*(inputs|github)\.([\w.-]+)\s*\}\}/g, (_, context: string, name: string) =>
      context === 'inputs' ? (inputs[name] ?? '') : (github[name] ?? ''),
    );
  const results = action.runs.steps.map((step, index) => ({ step, files: join(home, `step-${index}`) }));
  let [stdout, stderr, summary] = ['', '', ''];
  const outputs: Record<string, string> = {};
  for (const { step, files } of results) {
    const script = `${files}.sh`;
    writeFileSync(script, step.run);
    for (const kind of ['output', 'summary']) appendFileSync(`${files}.${kind}`, '');
    const env = Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, evaluate(value)]));
    const result = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      cwd: join(folder, evaluate(step['working-directory'])),
      encoding: 'utf8',
      env: {
        ...process.env,
        ...workspace.environment(),
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_WORKSPACE: folder,
        GITHUB_REF_NAME: github['ref_name'] ?? 'work',
        GITHUB_ACTION_PATH: run.actionFolder ?? projectRoot,
        GITHUB_OUTPUT: `${files}.output`,
        GITHUB_STEP_SUMMARY: `${files}.summary`,
        ...variables,
        ...env,
      },
    });
    stdout += result.stdout;
    stderr += result.stderr;
    summary += existsSync(`${files}.summary`) ? readFileSync(`${files}.summary`, 'utf8') : '';
    for (const line of readFileSync(`${files}.output`, 'utf8').split('\n')) {
      const [name = '', ...value] = line.split('=');
      if (name !== '') outputs[`steps.${step.id ?? ''}.outputs.${name}`] = value.join('=');
    }
    if (result.status !== 0) return { status: result.status, stdout, stderr, summary, outputs: toOutputs(outputs) };
  }
  return { status: 0, stdout, stderr, summary, outputs: toOutputs(outputs) };
}

function toOutputs(ofSteps: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(action.outputs).map(([name, { value }]) => [
      name,
      value.replaceAll(/\$\{\{\s*([\w.-]+)\s*\}\}/g, (_, path: string) => ofSteps[path] ?? ''),
    ]),
  );
}
