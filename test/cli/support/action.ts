import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import type { Value } from '../../pipeline/actions/expressions.ts';
import { runJob, stepSchema } from '../../pipeline/actions/workflow-runner.ts';
import { projectRoot } from '../../scripts/project.ts';
import type { Workspace } from './workspace.ts';

const actionSchema = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string() })),
  outputs: z.record(z.string(), z.object({ value: z.string() })),
  runs: z.object({ using: z.literal('composite'), steps: z.array(stepSchema.required({ shell: true, run: true })) }),
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

/** Executes all steps of the action as a runner does. */
export async function runAction(workspace: Workspace, run: ActionRun = {}): Promise<ActionResult> {
  const { inputs = {}, github = {}, variables = {}, folder = workspace.folder } = run;
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default]);
  const outputs = Object.fromEntries(Object.entries(action.outputs).map(([name, { value }]) => [name, value]));
  const result = await runJob(
    { steps: action.runs.steps, outputs },
    {
      folder,
      temporary: join(workspace.folder, '..', 'runner'),
      environment: {
        ...process.env,
        ...workspace.environment(),
        GITHUB_REF_NAME: github['ref_name'] ?? 'work',
        GITHUB_ACTION_PATH: run.actionFolder ?? projectRoot,
        ...variables,
      },
      contexts: {
        inputs: { ...(Object.fromEntries(defaults) as Readonly<Record<string, string>>), ...inputs },
        github: toContext(github),
        runner: { os: 'Linux' },
      },
      actions: {},
    },
  );
  const joinAll = (kind: 'stdout' | 'stderr' | 'summary'): string => result.steps.map((step) => step[kind]).join('');
  return {
    status: result.code,
    stdout: joinAll('stdout'),
    stderr: joinAll('stderr'),
    summary: joinAll('summary'),
    outputs: result.outputs,
  };
}

/** `event.before` becomes a property of the property `event`. */
function toContext(values: Readonly<Record<string, string>>): Value {
  const context: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const keys = name.split('.');
    const last = keys.pop() ?? '';
    let parent = context;
    for (const key of keys) parent = (parent[key] ??= {}) as Record<string, unknown>;
    parent[last] = value;
  }
  return context as Value;
}
