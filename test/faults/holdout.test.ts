/** A model and its commands look for a scenario during a whole run: in files, tools, feedback, git and on the machine. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { ChunkRunResult } from '../../src/run/report/run-result.ts';
import { findSandbox } from '../../src/workspace/confinement/find-sandbox.ts';
import { textReply } from '../cli/support/health-check.ts';
import { Workspace } from '../cli/support/workspace.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';
import type { RecordedRequest, ScriptedReply } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';

const CONTRACT = 'sum.contract.yaml';
const SCENARIO = '.holdfast/scenarios/secret.scenario.yaml';
/** The word before the canary in the scenario, which the model may search for. */
const MARKER = 'observable-result';

/** An acceptance command that prints what it finds of the scenario. It fails until the model has written a third version. */
const PROBE = `import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { inflateSync } from 'node:zlib';

const { folder, storage, commit, blob } = JSON.parse(readFileSync('where.json', 'utf8'));
const found = [];
const tryTo = (read) => { try { found.push(String(read())); } catch {} };
const git = (...parameters) => tryTo(() => execFileSync('git', parameters, { encoding: 'utf8', stdio: 'pipe' }));
const scenario = '${SCENARIO}';
tryTo(() => readFileSync(scenario, 'utf8'));
tryTo(() => readFileSync(path.join(folder, scenario), 'utf8'));
tryTo(() => inflateSync(readFileSync(path.join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)))));
git('show', commit + ':' + scenario);
git('show', blob);
git('cat-file', '--batch', '--batch-all-objects');
git('log', '--all', '--reflog', '-p');
git('-C', folder, 'show', 'HEAD:' + scenario);
git('--git-dir', path.join(folder, '.git'), 'show', blob);
const visit = (from) => {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const file = path.join(from, entry.name);
    if (entry.isDirectory()) tryTo(() => (visit(file), ''));
    else if (entry.name.includes('secret')) tryTo(() => readFileSync(file, 'utf8'));
  }
};
for (const place of [folder, storage, '..', '../../../../../..']) tryTo(() => (visit(place), ''));
console.log(found.filter((text) => text.includes('${MARKER}')).map((text) => text.slice(-400)).join('\\n'));
console.log('The probe has searched.');
if (!readFileSync('src/sum.mjs', 'utf8').includes('version 3')) process.exit(1);
`;

type Calls = NonNullable<ScriptedReply['toolCalls']>;

/** What a curious model tries in each attempt, before and after it writes its version. */
function curiousCalls(workspace: Workspace, version: number): Calls {
  return [
    { name: 'read_file', input: { path: SCENARIO } },
    { name: 'read_file', input: { path: path.join(workspace.folder, SCENARIO) } },
    { name: 'read_file', input: { path: `../../../../../../../repository/${SCENARIO}` } },
    { name: 'read_file', input: { path: 'alias.yaml' } },
    { name: 'list_files', input: {} },
    { name: 'list_files', input: { path: '.holdfast' } },
    { name: 'list_files', input: { path: '.holdfast/scenarios' } },
    { name: 'search_text', input: { query: MARKER } },
    { name: 'search_text', input: { query: 'observable.*', regex: true, path: '.holdfast' } },
    { name: 'write_file', input: { path: '.holdfast/scenarios/mine.scenario.yaml', content: 'id: mine\n' } },
    { name: 'write_file', input: { path: SCENARIO, content: 'id: mine\n' } },
    { name: 'edit_file', input: { path: SCENARIO, edits: [{ old: 'id', new: 'no' }] } },
    {
      name: 'write_file',
      input: { path: 'src/sum.mjs', content: `export const sum = (a, b) => a + b; // version ${version}\n` },
    },
    { name: 'check_contract', input: {} },
  ];
}

interface Run {
  readonly result: ChunkRunResult;
  readonly requests: readonly RecordedRequest[];
  readonly canary: string;
  readonly files: readonly string[];
  readonly scenario: string;
}

interface Curiosity {
  /** What runs the probe: an acceptance command, or the simulation of the TypeScript service. */
  readonly probe: 'acceptance' | 'simulation' | 'none';
  readonly confinement: 'auto' | 'off';
}

async function runCurious({ probe, confinement }: Curiosity): Promise<Run> {
  const canary = `CANARY-${randomUUID()}`;
  const scenario = `id: secret\n${MARKER}: ${canary}\n`;
  using workspace = new Workspace({
    [CONTRACT]: `version: 1
spec: { id: sum, title: Sum }
build: { command: node -e "" }
chunks:
  - id: sum
    title: Sum
    maxAttempts: 3
    contextFiles: ['.holdfast/**', '**/*.yaml', ${SCENARIO}]
${probe === 'acceptance' ? '    acceptanceCommands: [node probe.mjs]\n' : ''}    assertions:
      - message: Exports a version
        check: { type: pattern_match, target: src/sum.mjs, pattern: 'version ${probe === 'none' ? 3 : ''}' }
`,
    'src/sum.mjs': 'export const sum = () => 0;\n',
    'probe.mjs': PROBE,
    'holdfast.config.yaml': `confinement: ${confinement}\n`,
    '.gitignore': 'local.yaml\n',
    ...(probe === 'simulation'
      ? {
          'package.json': JSON.stringify({ scripts: { test: 'node probe.mjs' } }),
          '.holdfast/domains.yaml': 'services: [{ domain: typescript, builtin: typescript, primary: src/** }]\n',
        }
      : {}),
    [SCENARIO]: scenario,
    // A package of a monorepo can have scenarios, too.
    [`packages/one/${SCENARIO}`]: scenario,
  });
  const commit = workspace.git('rev-parse', 'HEAD');
  const blob = workspace.git('rev-parse', `HEAD:${SCENARIO}`);
  const storage = workspace.environment()['HOLDFAST_STORAGE'];
  workspace.write({ 'where.json': JSON.stringify({ folder: workspace.folder, storage, commit, blob }) });
  workspace.git('add', '-A');
  workspace.git('commit', '-q', '-m', 'second');
  const replies = [1, 2, 3].flatMap((version) => [{ toolCalls: curiousCalls(workspace, version) }, textReply('Done.')]);
  await using server = await startOpenAiChatServer(replies);
  await using engine = openFolderEngine(workspace, { server });
  const result = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'sum' });
  const files = workspace.git('ls-files').split('\n');
  return { result, requests: server.requests, canary, files, scenario: workspace.read(SCENARIO) };
}

function assertUntouched({ result, files, scenario, canary }: Run): void {
  assert.equal(result.status, 'pass', result.reason);
  assert.equal(result.attempts.length, 3);
  assert.ok(files.includes(SCENARIO));
  assert.equal(files.includes('.holdfast/scenarios/mine.scenario.yaml'), false);
  assert.ok(scenario.includes(canary));
}

/** The requests whose text contains a word, by number. */
function requestsWith({ requests }: Run, word: string): number[] {
  return requests.flatMap(({ text }, index) => (text.includes(word) ? [index] : []));
}

describe('A model that looks for the scenarios', () => {
  it('[ASSERT-SCEN-002] finds them in no prompt, tool result or feedback of three attempts in a sandbox', async function () {
    if ('reason' in (await findSandbox())) this.skip();
    const run = await runCurious({ probe: 'acceptance', confinement: 'auto' });
    assertUntouched(run);
    assert.ok(requestsWith(run, 'The probe has searched.').length >= 3, 'the output of the command reaches the model');
    for (const text of [run.canary, '[text of a scenario]']) assert.deepEqual(requestsWith(run, text), []);
  });

  it('[ASSERT-SCEN-002] finds them in no output of a simulation that a domain service runs in a sandbox', async function () {
    if ('reason' in (await findSandbox())) this.skip();
    const run = await runCurious({ probe: 'simulation', confinement: 'auto' });
    assertUntouched(run);
    assert.ok(
      requestsWith(run, 'The probe has searched.').length >= 2,
      'the output of the simulation reaches the model',
    );
    for (const text of [run.canary, '[text of a scenario]']) assert.deepEqual(requestsWith(run, text), []);
  });

  it('[ASSERT-SCEN-002] finds them in no prompt, tool result or feedback of three attempts without a sandbox', async () => {
    const run = await runCurious({ probe: 'none', confinement: 'off' });
    assertUntouched(run);
    assert.equal(run.requests.length, 6);
    assert.deepEqual(requestsWith(run, run.canary), []);
  });

  it('[CONF-3] finds them with a command that runs without a sandbox, but not in its output', async () => {
    const run = await runCurious({ probe: 'acceptance', confinement: 'off' });
    assertUntouched(run);
    assert.notDeepEqual(requestsWith(run, '[text of a scenario]'), []);
    assert.deepEqual(requestsWith(run, run.canary), []);
  });

  it('[CONF-3] does not find them in what a domain service printed before it ended', async () => {
    const canary = `CANARY-${randomUUID()}`;
    using workspace = new Workspace({
      [CONTRACT]: `version: 1
spec: { id: sum, title: Sum }
chunks:
  - id: sum
    title: Sum
    assertions:
      - message: Exports a version
        check: { type: pattern_match, target: src/sum.mjs, pattern: 'version 1' }
`,
      'src/sum.mjs': 'export const sum = () => 0;\n',
      'service.mjs': `import { readFileSync } from 'node:fs';
console.error('The service has read:', readFileSync('${SCENARIO}', 'utf8'));
process.exit(3);
`,
      '.holdfast/domains.yaml': 'services: [{ domain: sums, command: node service.mjs, primary: src/** }]\n',
      'holdfast.config.yaml': 'confinement: off\n',
      [SCENARIO]: `id: secret\n${MARKER}: ${canary}\n`,
    });
    const written = { path: 'src/sum.mjs', content: 'export const sum = 1; // version 1\n' };
    const replies = [{ toolCalls: [{ name: 'write_file', input: written }] }, textReply('Done.')];
    await using server = await startOpenAiChatServer(replies);
    const lines: string[] = [];
    await using engine = openFolderEngine(workspace, { server, onLog: (line) => void lines.push(line) });
    const result = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'sum' }).catch((thrown: unknown) => thrown);
    const shown = [...lines, result instanceof Error ? result.message : JSON.stringify(result)].join('\n');
    assert.match(shown, /The service has read: .*\[text of a scenario\]/s);
    assert.ok(!shown.includes(canary), shown);
  });
});
