import { mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { runJob, stepSchema } from '../../pipeline/actions/workflow-runner.ts';
import { projectRoot } from '../../scripts/project.ts';
import { writeActionBundle } from '../../scripts/release/action-bundle.ts';
import type { Workspace } from './workspace.ts';

const actionSchema = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string() })),
  outputs: z.record(z.string(), z.object({ value: z.string() })),
  runs: z.object({ using: z.literal('composite'), steps: z.array(stepSchema.required({ shell: true, run: true })) }),
});

/** The composite action of the project. */
export const action = actionSchema.parse(parse(readFileSync(join(projectRoot, 'action.yml'), 'utf8')));

let bundle: Promise<string> | undefined;

/** The tree of a release tag, made once for this process. */
export function actionBundle(): Promise<string> {
  bundle ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-action-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    await writeActionBundle(folder);
    return folder;
  })();
  return bundle;
}

/** The event and the inputs of a workflow that uses the action. */
export interface ActionRun {
  readonly inputs?: Readonly<Record<string, string>>;
  /** The name of the event. Default: `workflow_dispatch`. */
  readonly name?: string;
  /** What the runner writes to the file of the event. */
  readonly event?: Readonly<Record<string, unknown>>;
  readonly variables?: NodeJS.ProcessEnv;
  /** The tree of the action. Default: that of a release tag. */
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
  const { inputs = {}, event = {}, name = 'workflow_dispatch', variables = {}, folder = workspace.folder } = run;
  const defaults = Object.entries(action.inputs).map(([input, { default: value }]) => [
    input,
    value.startsWith('${{') ? 'token-of-the-job' : value,
  ]);
  const outputs = Object.fromEntries(Object.entries(action.outputs).map(([output, { value }]) => [output, value]));
  const temporary = join(workspace.folder, '..', 'runner');
  const eventFile = join(workspace.folder, '..', 'event.json');
  mkdirSync(temporary, { recursive: true });
  writeFileSync(eventFile, JSON.stringify(event));
  const result = await runJob(
    { steps: action.runs.steps, outputs },
    {
      folder,
      temporary,
      environment: {
        ...process.env,
        ...workspace.environment(),
        GITHUB_ACTION_PATH: run.actionFolder ?? (await actionBundle()),
        GITHUB_EVENT_NAME: name,
        GITHUB_EVENT_PATH: eventFile,
        GITHUB_JOB: 'contracts',
        GITHUB_REF_NAME: 'work',
        GITHUB_REF_TYPE: 'branch',
        GITHUB_REPOSITORY: 'acme/app',
        GITHUB_RUN_ID: '1',
        GITHUB_WORKFLOW: 'ci',
        // Nothing listens on this port.
        GITHUB_API_URL: 'http://127.0.0.1:9',
        ...variables,
      },
      contexts: {
        inputs: { ...(Object.fromEntries(defaults) as Readonly<Record<string, string>>), ...inputs },
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
