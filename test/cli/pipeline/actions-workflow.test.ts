/** The workflow of `init --actions`, run as GitHub's runner does. Programs that need the network are replaced. */
import assert from 'node:assert/strict';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import * as z from 'zod';
import { createWorkflow } from '../../../src/pipeline/actions/workflow.ts';
import { findSandbox } from '../../../src/workspace/confinement/find-sandbox.ts';
import { parseWorkflow, runJob, type JobResult } from '../../pipeline/actions/workflow-runner.ts';
import { ALL_ACCEPTED, plan, TYPES } from '../../pipeline/executors/support/stage-replies.ts';
import { projectRoot } from '../../scripts/project.ts';
import { PipelineWorkspace } from './support/pipeline-workspace.ts';
import { createSecretSpy, NOTHING_FOUND } from '../support/secret-spy.ts';

const API_KEY = 'canary-of-the-model';
const TOKEN = 'canary-of-the-forge';
const HEADER = Buffer.from(`x-access-token:${TOKEN}`).toString('base64');

const SPY = createSecretSpy({ key: API_KEY, token: TOKEN, header: HEADER });
const SPY_COMMAND = 'node spy.mjs';

const validationSchema = z
  .object({ result: z.string().transform((text): unknown => JSON.parse(text)) })
  .transform(({ result }) => ({
    validation: z
      .object({
        confinement: z.string().optional(),
        commands: z.array(z.object({ command: z.string(), output: z.string() })),
      })
      .parse(result),
  }));

interface ItemRun {
  readonly job: JobResult;
  /** What the spy printed while dependencies were installed. */
  readonly installation: string;
  /** What the spy printed as a command of the contract, and in which sandbox it ran. */
  readonly command: string;
  readonly confinement: string | undefined;
}

/** An item whose plan waits for approval. Its only sub-item has the spy as a command. */
async function createPlannedItem(): Promise<PipelineWorkspace> {
  const planned = { stage: 'planning', answer: plan({ ...TYPES, acceptanceCommands: [SPY_COMMAND] }) } as const;
  const scene = new PipelineWorkspace({
    files: {
      '.holdfast/pipeline.yaml': 'gates: { architecture: auto, interfaces: auto, planning: human }\n',
      'package-lock.json': '{}\n',
      'spy.mjs': SPY,
    },
    replies: [...ALL_ACCEPTED.filter(({ stage }) => stage !== 'planning'), planned],
  });
  const item = await scene.createItem(undefined, '--run');
  assert.equal((await scene.run('watch', '--once')).code, 0);
  assert.equal((await scene.run('item', 'approve', item)).code, 0);
  return scene;
}

/** Executes the job "step" for the item, with its last steps: the sub-item is generated, tried and reviewed. */
async function performItem(planned: PipelineWorkspace, change: (workflow: string) => string): Promise<ItemRun> {
  using scene = new PipelineWorkspace({ copyOf: planned });
  const { folder } = scene.workspace;
  const home = dirname(folder);
  const programs = join(home, 'programs');
  await addPrograms(programs, {
    sudo: 'echo "sudo $@" >&2; exit 1',
    npm: `if [ "$1" = ci ]; then ${SPY_COMMAND}; else ln -s '${join(projectRoot, 'dist', 'cli.js')}' '${programs}/holdfast'; fi`,
  });
  await symlink(process.execPath, join(programs, 'node'));
  // The tests of the forge show what Holdfast does on GitHub. Here it would wait a second for each change of it.
  const text = createWorkflow({ labelPrefix: 'holdfast', packageSpec: 'holdfast.tgz' }).replace(
    'HOLDFAST_FORGE: github',
    'HOLDFAST_FORGE: local',
  );
  const job = await runJob(parseWorkflow(change(text)).jobs['step'] ?? assert.fail(), {
    folder,
    temporary: join(home, 'temporary'),
    environment: {
      PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`,
      HOME: join(home, 'home'),
      HOLDFAST_STORAGE: scene.storage,
      HOLDFAST_MODEL: 'replay:replies.json',
    },
    contexts: {
      github: { token: TOKEN, event: { repository: { default_branch: 'main' } } },
      secrets: { HOLDFAST_API_KEY: API_KEY },
      vars: {},
      matrix: { item: '1' },
    },
    actions: {
      'actions/checkout': (inputs) => {
        if (inputs['persist-credentials'] !== 'false')
          scene.workspace.git('config', 'http.https://github.com/.extraheader', `AUTHORIZATION: basic ${HEADER}`);
        return Promise.resolve({});
      },
      'actions/setup-node': () => Promise.resolve({}),
    },
  });
  const logs = job.steps.map(({ step, stdout, stderr }) => `${step.name}\n${stdout}${stderr}`).join('\n');
  const { validation } = validationSchema.parse(scene.query('SELECT result FROM chunk_validations')[0]);
  return {
    job,
    installation: job.steps.find(({ step }) => step.name === 'Install dependencies')?.stdout ?? '',
    command: validation.commands.find(({ command }) => command === SPY_COMMAND)?.output ?? assert.fail(logs),
    confinement: validation.confinement,
  };
}

async function addPrograms(folder: string, programs: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, body] of Object.entries(programs)) {
    await writeFile(join(folder, name), `#!/bin/bash\n${body}\n`);
    await chmod(join(folder, name), 0o755);
  }
}

describe('the workflow of GitHub Actions, as a runner executes it', function () {
  this.timeout(120_000);
  let planned: PipelineWorkspace;
  // Three quarters of the time: the documents of the item, up to its plan, which all tests share.
  before(async function () {
    if (process.platform !== 'linux') this.skip();
    planned = await createPlannedItem();
  });
  after(() => planned[Symbol.dispose]());

  it('[CONF-5] runs commands in a sandbox, where no process and no configuration of git has a secret', async function () {
    if ('reason' in (await findSandbox())) this.skip();
    const { job, installation, command, confinement } = await performItem(planned, (text) => text);
    assert.equal(job.status, 'success');
    assert.deepEqual(job.outputs, { again: '' });
    assert.equal(confinement, 'bubblewrap');
    assert.match(command, NOTHING_FOUND);
    assert.match(installation, NOTHING_FOUND);
  });

  it('[CONF-5] has no secret in a process above a command, also without a sandbox', async () => {
    const withoutSandbox = (text: string) =>
      text.replace('HOLDFAST_CONFINEMENT: strict', 'HOLDFAST_CONFINEMENT: "off"');
    const { confinement, command } = await performItem(planned, withoutSandbox);
    assert.equal(confinement, 'unconfined');
    assert.match(command, NOTHING_FOUND);
  });

  it('would find a secret in a shell that stays, and a token that the checkout keeps', async () => {
    const { command, installation } = await performItem(planned, (text) =>
      text
        .replace('HOLDFAST_CONFINEMENT: strict', 'HOLDFAST_CONFINEMENT: "off"')
        .replace('exec "$NODE"', '"$NODE"')
        .replace('persist-credentials: false', ''),
    );
    for (const found of ['key in process', 'token in process']) assert.ok(command.includes(found), command);
    assert.match(installation, /header in git config/);
  });
});
