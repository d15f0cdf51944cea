/** The workflow of `init --actions`, run as GitHub's runner does. Programs that need the network are replaced. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import * as z from 'zod';
import { createWorkflow } from '../../src/pipeline/actions/workflow.ts';
import { findSandbox } from '../../src/workspace/confinement/find-sandbox.ts';
import { parseWorkflow, runJob, type JobResult } from '../pipeline/actions/workflow-runner.ts';
import { ALL_ACCEPTED, plan, REVIEWS, toReply, TYPES } from '../pipeline/executors/support/stage-replies.ts';
import { createGithubScene } from '../pipeline/forge/support/github-scene.ts';
import { projectRoot } from '../scripts/project.ts';
import { startGitServer } from '../servers/git-server.ts';

const run = promisify(execFile);

const API_KEY = 'canary-of-the-model';
const LOGIN = 'holdfast-bot';

/**
 * Prints which secrets it finds: in the environments and arguments of the processes above it, or of all processes that it
 * sees, in the configuration of git, and in the files of git that it can read.
 */
const SPY = `import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
const token = 'token-of-${LOGIN}';
const secrets = { key: '${API_KEY}', token, header: Buffer.from('x-access-token:' + token).toString('base64') };
const read = (file) => { try { return readFileSync(file, 'latin1'); } catch { return ''; } };
const above = [];
for (let pid = process.pid; pid > 0; ) {
  above.push(pid);
  const stat = read('/proc/' + pid + '/stat');
  pid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}
const processes = process.argv[2] === 'all' ? readdirSync('/proc').filter((name) => /^\\d+$/.test(name)) : above;
const places = processes.flatMap((pid) => [['process ' + pid, read('/proc/' + pid + '/environ') + read('/proc/' + pid + '/cmdline')]]);
places.push(['git config', execFileSync('git', ['config', '--list', '--show-origin'], { encoding: 'latin1' })]);
const common = execFileSync('git', ['rev-parse', '--git-common-dir'], { encoding: 'latin1' }).trim();
places.push(['git config file', read('.git/config') + read(common + '/config')]);
const found = places.flatMap(([place, text]) =>
  Object.entries(secrets).filter(([, secret]) => text.includes(secret)).map(([name]) => name + ' in ' + place.replace(/\\d+/, '')));
console.log('read ' + places.filter(([, text]) => text !== '').length + ' places, found: ' + JSON.stringify(found));
`;

const validationSchema = z.object({
  confinement: z.string().optional(),
  commands: z.array(z.object({ command: z.string(), output: z.string() })),
});

interface ItemRun {
  readonly job: JobResult;
  /** What the spy printed while dependencies were installed. */
  readonly installation: string;
  /** What the spy printed as a command of the contract, and in which sandbox it ran. */
  readonly command: string;
  readonly confinement: string | undefined;
  /** The branches of the remote repository. */
  readonly branches: string;
  /** The requests to \`sudo\`. */
  readonly sudo: string;
}

/** Performs the steps of an item with the job "step", until its pull request waits. */
async function performItem(scope: 'all' | 'above', change: (workflow: string) => string): Promise<ItemRun> {
  await using scene = await createGithubScene();
  const { user, bare, server } = scene;
  const home = dirname(bare.folder);
  const token = server.tokenOf(LOGIN);
  await using gitServer = await startGitServer(home, token);
  const gitUrl = `${gitServer.url}/remote.git`;
  const spy = `node spy.mjs ${scope}`;
  const attempt = {
    purpose: 'attempt',
    chunk: 'types',
    steps: [
      {
        text: 'I write it.',
        tools: [
          { name: 'write_file', input: { path: 'src/billing/types.ts', content: 'export interface Invoice {}\n' } },
        ],
        usage: { input: 1, output: 1 },
      },
      { text: 'Done.', tools: [], usage: { input: 1, output: 1 } },
    ],
  };
  const planned = { stage: 'planning', answer: plan({ ...TYPES, acceptanceCommands: [spy] }) } as const;
  const replies = [...ALL_ACCEPTED.filter(({ stage }) => stage !== 'planning'), planned, ...REVIEWS].map(toReply);
  const forge = { kind: 'github', repository: 'acme/app', apiUrl: server.url, gitUrl };
  for (const [file, text] of Object.entries({
    'holdfast.config.yaml': JSON.stringify({ forge, model: 'replay:replies.json' }),
    '.holdfast/pipeline.yaml': 'gates: { architecture: auto, interfaces: auto, planning: auto }\n',
    'package.json': '{ "name": "shop", "private": true, "type": "module" }\n',
    'package-lock.json': '{}\n',
    'src/orders.ts': 'export interface Order {\n  readonly id: string;\n}\n',
    'replies.json': JSON.stringify({ version: 1, model: 'test', replies: [...replies, attempt] }),
    'spy.mjs': SPY,
  })) {
    await user.write(file, text);
  }
  await user.commit('configure');
  await user.git('push', '-q', bare.folder, 'main');
  const item = await scene.people.createItem('Invoices', ['holdfast:run'], 'Create an invoice for each order.');

  const programs = join(home, 'programs');
  const sudo = join(home, 'sudo.txt');
  await addPrograms(programs, {
    sudo: `echo "$@" >> '${sudo}'`,
    npm: `if [ "$1" = ci ]; then node spy.mjs above; else ln -s '${join(projectRoot, 'dist', 'cli.js')}' '${programs}/holdfast'; fi`,
  });
  await symlink(process.execPath, join(programs, 'node'));
  await mkdir(join(home, 'home'));
  const folder = join(home, 'job');
  const workflow = parseWorkflow(change(createWorkflow({ labelPrefix: 'holdfast', packageSpec: 'holdfast.tgz' })));
  const job = await runJob(workflow.jobs['step'] ?? assert.fail(), {
    folder,
    temporary: join(home, 'temporary'),
    environment: {
      PATH: `${programs}:${process.env['PATH'] ?? ''}`,
      HOME: join(home, 'home'),
      HOLDFAST_STORAGE: join(home, 'storage'),
      GITHUB_REPOSITORY: 'acme/app',
      GITHUB_API_URL: server.url,
    },
    contexts: {
      github: { token, event: { repository: { default_branch: 'main' } } },
      secrets: { HOLDFAST_API_KEY: API_KEY },
      vars: {},
      matrix: { item },
    },
    actions: {
      'actions/checkout': async (inputs) => {
        await run('git', ['clone', '-q', '--branch', inputs['ref'] ?? '', bare.folder, folder]);
        await run('git', ['remote', 'set-url', 'origin', gitUrl], { cwd: folder });
        const header = `AUTHORIZATION: basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
        if (inputs['persist-credentials'] !== 'false')
          await run('git', ['config', `http.${gitServer.url}/.extraheader`, header], { cwd: folder });
        return {};
      },
      'actions/setup-node': () => Promise.resolve({}),
    },
  });
  const logs = job.steps.map(({ step, stdout, stderr }) => `${step.name}\n${stdout}${stderr}`).join('\n');
  const branches = await bare.git('branch', '--list', '--format=%(refname:short)');
  assert.ok(branches.includes(`holdfast/${item}/1/sub/types`), logs);
  using database = new DatabaseSync(join(folder, '.git', 'holdfast', 'history.db'));
  const row = database.prepare('SELECT result FROM chunk_validations').get();
  const { commands, confinement } = validationSchema.parse(JSON.parse(String(row?.['result'])));
  return {
    job,
    installation: job.steps.find(({ step }) => step.name === 'Install dependencies')?.stdout ?? '',
    command: commands.find(({ command }) => command === spy)?.output ?? assert.fail(logs),
    confinement,
    branches,
    sudo: await readFile(sudo, 'utf8').catch(() => ''),
  };
}

async function addPrograms(folder: string, programs: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, body] of Object.entries(programs)) {
    await writeFile(join(folder, name), `#!/bin/bash\n${body}\n`);
    await chmod(join(folder, name), 0o755);
  }
}

const NOTHING_FOUND = /^read [1-9]\d* places, found: \[\]\n$/;

describe('the workflow of GitHub Actions, as a runner executes it', function () {
  this.timeout(120_000);
  before(function () {
    if (process.platform !== 'linux') this.skip();
  });

  it('[CONF-5] runs commands in a sandbox without network, where no process, git configuration or script has a secret', async function () {
    if ('reason' in (await findSandbox())) this.skip();
    const { job, installation, command, confinement, sudo } = await performItem('all', (text) => text);
    assert.equal(job.status, 'success');
    assert.equal(confinement, 'bubblewrap');
    assert.match(command, NOTHING_FOUND);
    assert.match(installation, NOTHING_FOUND);
    assert.equal(sudo, '', 'this machine needs no preparation');
    assert.deepEqual(job.outputs, { again: '' });
  });

  it('[CONF-5] keeps the secrets out of every process above a command, also without a sandbox', async () => {
    const withoutSandbox = (text: string) => text.replace('HOLDFAST_CONFINEMENT: strict', 'HOLDFAST_CONFINEMENT: "off"');
    const { confinement, command } = await performItem('above', withoutSandbox);
    assert.equal(confinement, 'unconfined');
    assert.match(command, NOTHING_FOUND);

    // The search finds them if the shell stays, or if the checkout keeps its token.
    const leaking = await performItem('above', (text) =>
      withoutSandbox(text).replace('exec "$NODE"', '"$NODE"').replace('persist-credentials: false', ''),
    );
    for (const place of ['key in process', 'token in process', 'header in git config']) {
      assert.ok(leaking.command.includes(place), leaking.command);
    }
  });
});
