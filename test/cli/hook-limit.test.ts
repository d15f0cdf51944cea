import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AGENT_CLIENTS, type AgentClientId } from '../../src/hooks/clients/agent-client.ts';
import { findSandbox } from '../../src/workspace/confinement/find-sandbox.ts';
import { isFullRun, itInFullRun } from '../scripts/full-run.ts';
import { slowness } from '../scripts/machine-speed.ts';
import { runHoldfast, type ProcessResult } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const SLUG = `  - id: slug
    title: Slug
    allowedFiles: [src/slug.ts]
    functions:
      - { name: slugify, file: src/slug.ts, signature: '(path: string) => string' }
    assertions:
      - { type: assert, message: Must export limit, check: { type: export_exists, target: limit, file: src/slug.ts } }
`;

function createFiles(more = ''): Record<string, string> {
  return {
    'slug.contract.yaml': `version: 2\nspec: { id: slug, title: Slugs }\nchunks:\n${SLUG}${more}`,
    'package.json': '{ "name": "slugs", "type": "module" }\n',
    'src/index.ts': 'export const version = 1;\n',
  };
}

/** Sixty template literals of 10,000 texts each: the type checker needs minutes. */
const HEAVY = [
  "type D = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';",
  ...Array.from({ length: 60 }, (_, index) => {
    const text = `type T${index} = \`\${D}\${D}\${D}\${D}${index}x\`;`;
    return `${text}\ntype U${index} = T${index} extends \`\${infer A}\${infer B}\` ? \`\${A}\${B}\${D}\` : never;`;
  }),
  `export function slugify(path: string, more?: ${Array.from({ length: 60 }, (_, index) => `U${index}`).join(' | ')}): string {`,
  '  return path + String(more);',
  '}',
  '',
].join('\n');

/** The judgement of the start has to end in this time. */
const SECONDS = 3 * slowness();

interface StopOptions {
  readonly client?: AgentClientId;
  readonly seconds?: number;
  readonly args?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

async function start(workspace: Workspace): Promise<void> {
  const run = await hook(workspace, ['session-start']);
  assert.equal(run.code, 0, run.stderr);
}

function stop(
  workspace: Workspace,
  { client = 'codex', seconds = SECONDS, args = [], environment = {} }: StopOptions = {},
): Promise<ProcessResult> {
  return hook(workspace, ['stop', '--client', client, '--timeout', String(seconds), ...args], environment);
}

function hook(
  workspace: Workspace,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<ProcessResult> {
  const input = JSON.stringify({ session_id: 's', cwd: workspace.folder });
  return runHoldfast(workspace.folder, ['hook', ...args], { ...workspace.environment(), ...environment }, input);
}

/** Code that the processes of a hook load first, as NODE_OPTIONS. `report` is what they tell the watching process. */
class LoadedCode implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'holdfast-loaded-'));
  readonly environment: NodeJS.ProcessEnv;

  constructor(code: string) {
    const file = join(this.#folder, 'loaded.mjs');
    const lines = [
      "import fs from 'node:fs';",
      "import { syncBuiltinESMExports } from 'node:module';",
      'const { role } = JSON.parse(process.env.HOLDFAST_HOOK_TASK ?? "{}");',
      'const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
      code,
    ];
    writeFileSync(file, lines.join('\n'));
    this.environment = { NODE_OPTIONS: `--import=${pathToFileURL(file).href}` };
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true });
  }
}

/** Blocks the main thread as soon as a violation is reported. */
const BLOCK_AFTER_VIOLATION = `
const { writeSync } = fs;
fs.writeSync = (descriptor, ...rest) => {
  const written = writeSync(descriptor, ...rest);
  if (role === 'answer' && descriptor === 3 && String(rest[0]).includes('Must export limit')) block();
  return written;
};
syncBuiltinESMExports();`;

/** The reason of a refusal in the dialect of each client. */
const REASONS: Readonly<Record<AgentClientId, (run: ProcessResult) => string>> = {
  ...{ claude: ofExitCode, codex: ofExitCode, gemini: ofExitCode, qwen: ofExitCode, opencode: ofExitCode },
  copilot: ofJson,
  vscode: ofJson,
  cursor: ({ code, stdout }) => {
    assert.equal(code, 0);
    return (JSON.parse(stdout) as { followup_message: string }).followup_message;
  },
};

function ofExitCode({ code, stdout, stderr }: ProcessResult): string {
  assert.deepEqual([code, stdout], [2, '']);
  return stderr;
}

function ofJson({ code, stdout }: ProcessResult): string {
  assert.equal(code, 0);
  const { decision, reason } = JSON.parse(stdout) as { decision: string; reason: string };
  assert.equal(decision, 'block');
  return reason;
}

// Each waits for the end of the time. With heavy types, the type checker works until then, so those take more than 5 s.
describe('the end of a session whose judgement runs out of time', () => {
  // The other dialects are proven without a process.
  for (const client of isFullRun ? AGENT_CLIENTS : (['codex', 'vscode', 'cursor'] as const)) {
    it(`[AGENT-1] [CONF-4] is refused with what is decided, for ${client}, if the main thread is blocked`, async () => {
      using workspace = new Workspace(createFiles());
      using loaded = new LoadedCode(BLOCK_AFTER_VIOLATION);
      await start(workspace);
      workspace.write({ 'src/slug.ts': 'export function slugify(path: string): string {\n  return path;\n}\n' });
      const reason = REASONS[client](await stop(workspace, { client, environment: loaded.environment }));
      assert.match(
        reason,
        /^Holdfast: the work is not done\. 1 violation \(refusal 1 of 5\):\n\n- .*Must export limit/,
      );
      assert.match(reason, /The judgement took longer than .* Not judged completely: slug\.contract\.yaml#slug\./);
    });
  }

  it('[AGENT-1] [CONF-4] is refused for heavy types, with what other checks found, up to --max-blocks', async () => {
    using workspace = new Workspace(createFiles());
    await start(workspace);
    workspace.write({ 'src/slug.ts': HEAVY });
    const begun = performance.now();
    const refused = await stop(workspace, { args: ['--max-blocks', '1'] });
    assert.equal(refused.code, 2, refused.stderr);
    assert.ok(performance.now() - begun < SECONDS * 3_000);
    assert.match(refused.stderr, /1 violation \(refusal 1 of 1\):\n\n- .*Must export limit/);
    const released = await stop(workspace, { args: ['--max-blocks', '1'] });
    assert.equal(released.code, 0);
    assert.match(released.stderr, /The end was refused 1 time\. The agent may end now\.[\s\S]*Must export limit/);
  });

  it('[AGENT-1] [CONF-4] is not refused if the start of the session alone is as slow, and says so', async () => {
    using workspace = new Workspace({ ...createFiles(), 'src/slug.ts': HEAVY });
    await start(workspace);
    workspace.write({ 'src/slug.ts': `${HEAVY}// changed\n` });
    const run = await stop(workspace);
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stderr, /not refused, because the start of the session alone could not be judged in that time/);
    assert.match(run.stderr, /Must export limit/, 'the person learns what is wrong');
  });

  it('[AGENT-1] [CONF-4] is refused for a command that does not end, with what files show', async function () {
    if ('reason' in (await findSandbox())) this.skip();
    const files = createFiles();
    // The command ends at the start of the session only.
    const command = 'node -e "if (fs.existsSync(\'src/slug.ts\')) setInterval(() => {}, 1000)"';
    const contract = `${files['slug.contract.yaml']}    acceptanceCommands: ['${command.replaceAll("'", "''")}']\n`;
    using workspace = new Workspace({ ...files, 'slug.contract.yaml': contract });
    await start(workspace);
    workspace.write({ 'src/slug.ts': 'export function slugify(path: string): string {\n  return path;\n}\n' });
    // A full check of the base in a sandbox takes longer.
    const run = await stop(workspace, { seconds: 3 * SECONDS, args: ['--run-commands'] });
    assert.equal(run.code, 2, run.stderr);
    assert.match(run.stderr, /- .*Must export limit/);
    assert.match(run.stderr, /took longer than/);
  });

  // 30,000 files take git several seconds.
  itInFullRun('[AGENT-1] [CONF-4] is refused for many files', async () => {
    using workspace = new Workspace(createFiles());
    await start(workspace);
    workspace.write(
      Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`junk/f${n}.ts`, `export const v${n} = 1;\n`])),
    );
    workspace.write({ 'src/slug.ts': HEAVY });
    const run = await stop(workspace, { seconds: 5 * SECONDS });
    assert.equal(run.code, 2, run.stderr);
  });
});
