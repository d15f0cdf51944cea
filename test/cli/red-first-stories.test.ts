import assert from 'node:assert/strict';
import type { ContractEdit } from '../../src/contract/edit/contract-edit.ts';
import type { ChunkRunResult } from '../../src/run/report/run-result.ts';
import { applyFix } from '../../src/verdicts/plan/apply-fixes.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { textReply } from './support/health-check.ts';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const FILE = 'slug.contract.yaml';
const TEST = 'test/slug.test.js';
const BASE = {
  'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/text.js': 'export function shout(text) {\n  return text.toUpperCase();\n}\n',
  'test/text.test.js': `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { shout } from '../src/text.js';

it('shouts', () => assert.equal(shout('a'), 'A'));
`,
};
const STUB = { 'src/slug.js': "/** @param {string} text @returns {string} */\nexport const slugify = (text) => '';\n" };
const WORK = {
  'src/slug.js':
    "/** @param {string} text @returns {string} */\nexport const slugify = (text) => text.toLowerCase().replaceAll(' ', '-');\n",
};
const IDLE_TEST = { [TEST]: "import { it } from 'node:test';\n\nit('slugs titles', () => {});\n" };
const REAL_TEST = {
  [TEST]: `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { slugify } from '../src/slug.js';

it('slugs titles', () => assert.equal(slugify('A B'), 'a-b'));
`,
};

const contractOf = (chunk: string): string =>
  `version: 3\nspec: { id: slug, title: Slugs }\nchunks:\n  - id: slug\n    title: Slugs\n${chunk}`;
const WEAK = contractOf(
  '    description: "Add slugify(text: string): string in src/slug.js."\n    creates: [slugify]\n    allowedFiles: [src/slug.js]\n    maxAttempts: 1\n',
);
const TESTED = contractOf(
  `    creates: [slugify]\n    allowedFiles: [src/slug.js, ${TEST}]\n    acceptanceCommands: [node --test]\n    maxAttempts: 2\n`,
);

type Files = Readonly<Record<string, string>>;

/** Runs the chunk with a model that writes these files in its attempts. */
async function run(workspace: Workspace, ...attempts: readonly Files[]) {
  const replies = attempts.flatMap((files) => {
    const calls = Object.entries(files).map(([path, content]) => ({ name: 'write_file', input: { path, content } }));
    return [{ toolCalls: calls }, textReply('Done.')];
  });
  await using server = await startOpenAiChatServer(replies);
  const args = ['run', FILE, '--chunk', 'slug'];
  const environment = workspace.environment(server);
  const { code, stdout, stderr } = await callHoldfast(workspace.folder, args, environment);
  const prompts = server.requests.map(({ body }) => JSON.stringify(body));
  return { code, text: stdout, progress: stderr, prompts };
}

async function runForJson(workspace: Workspace, files: Files) {
  const calls = Object.entries(files).map(([path, content]) => ({ name: 'write_file', input: { path, content } }));
  await using server = await startOpenAiChatServer([{ toolCalls: calls }, textReply('Done.')]);
  const args = ['run', FILE, '--chunk', 'slug', '--format', 'json'];
  const { code, stdout } = await callHoldfast(workspace.folder, args, workspace.environment(server));
  return { code, result: JSON.parse(stdout) as ChunkRunResult };
}

async function checkPlan(workspace: Workspace): Promise<string> {
  return (await callHoldfast(workspace.folder, ['plan', 'check', FILE], workspace.environment())).stdout;
}

/** Applies the first fix that raises the strength until there is none. Returns their titles. */
async function applyFixes(workspace: Workspace): Promise<readonly string[]> {
  const titles: string[] = [];
  for (;;) {
    const args = ['plan', 'check', FILE, '--format', 'json'];
    const { stdout } = await callHoldfast(workspace.folder, args, workspace.environment());
    const { strengths } = JSON.parse(stdout) as {
      strengths: readonly { fixes: readonly { title: string; edits: readonly ContractEdit[] }[] }[];
    };
    const [fix] = strengths[0]?.fixes ?? [];
    if (fix === undefined) return titles;
    titles.push(fix.title);
    const text = applyFix(
      { file: FILE, text: workspace.read(FILE) },
      { action: { kind: 'remove-verify-command' }, edits: fix.edits },
    );
    assert.ok(text !== undefined, fix.title);
    workspace.write({ [FILE]: text });
  }
}

describe('a model that exports a stub', () => {
  it('[BITE-2] passes a weak contract, which says before what would raise its strength', async () => {
    using workspace = new Workspace(BASE);
    workspace.write({ [FILE]: WEAK });
    assert.equal(
      await checkPlan(workspace).then((text) => text.slice(text.indexOf('strength'))),
      `strength [slug] 1 of 1 requirements fail before the work
  to raise it: Accept by a test that must fail first: node --test ${TEST}
  to raise it: Require the signature of slugify: (text: string) => string
${FILE}: 0 errors, 1 warning
`,
    );
    const { code, progress } = await run(workspace, STUB);
    assert.equal(code, 0, progress);
    assert.match(progress, /1 of 1 requirements fail before the work\n/);
  });

  it('[BITE-1] [BITE-2] is refused by the same contract after the fixes, with what it lacks', async () => {
    using workspace = new Workspace(BASE);
    workspace.write({ [FILE]: WEAK });
    assert.deepEqual(await applyFixes(workspace), [
      `Accept by a test that must fail first: node --test ${TEST}`,
      'Require the signature of slugify: (text: string) => string',
    ]);
    assert.match(
      await checkPlan(workspace),
      /strength \[slug\] 3 of 3 requirements fail before the work \(1 by a command that must fail first\)\n✓/,
    );
    const stub = await run(workspace, STUB);
    assert.equal(stub.code, 1, stub.text);
    assert.match(stub.text, /acceptance.*node --test test\/slug\.test\.js/);
    const idle = await run(workspace, { ...STUB, ...IDLE_TEST });
    assert.equal(idle.code, 1, idle.text);
    assert.match(idle.text, /your tests pass without your change: slugs titles\./);
    const real = await run(workspace, { ...WORK, ...REAL_TEST });
    assert.equal(real.code, 0, real.text);
  });
});

describe('the strength of a contract', () => {
  it('[BITE-2] is printed where a contract is written and where an assertion is added', async () => {
    using workspace = new Workspace(BASE);
    const environment = workspace.environment();
    const task = ['--task', 'Add slugify(text: string): string in src/slug.js'];
    const written = await callHoldfast(workspace.folder, ['init', ...task], environment);
    assert.match(written.stdout, /^strength \[slugify\] 5 of 5 .* \(1 by a command that must fail first\)$/m);
    const [contract = ''] = workspace.git('ls-files', '--others', '--', '*.contract.yaml').split('\n');
    const values = ['--set', 'file=src/slug.js', '--set', 'name=slugify'];
    const args = ['assertion', 'add', contract, 'documented-function', ...values];
    const added = await callHoldfast(workspace.folder, args, environment);
    assert.match(added.stdout, /^strength \[slugify\] 6 of 6 /m, added.stdout + added.stderr);
  });

  it('[BITE-2] counts an acceptance command once, also if the contract lists it twice', async () => {
    using workspace = new Workspace(BASE);
    workspace.write({ [FILE]: TESTED.replace('[node --test]', '[node --test, node --test]') });
    assert.match(await checkPlan(workspace), /strength \[slug\] 2 of 2 requirements/);
  });
});

describe('a chunk that writes its own tests', () => {
  it('[BITE-1] is refused while they pass without it, and passes with red and green', async () => {
    using workspace = new Workspace(BASE);
    workspace.write({ [FILE]: TESTED });
    const { code, text, progress, prompts } = await run(
      workspace,
      { ...WORK, ...IDLE_TEST },
      { ...WORK, ...REAL_TEST },
    );
    assert.equal(code, 0, text);
    assert.match(progress, /attempt 1 of 2 .*failed.*your tests pass without your change: slugs titles/s);
    assert.match(prompts.at(-1) ?? '', /your tests pass without your change: slugs titles/);
    assert.match(text, /node --test: Red without the change \(missing: src\/slug\.js\), green with it\./);
  });

  it('[BITE-1] [BITE-2] has red, green and its strength in JSON', async () => {
    using workspace = new Workspace(BASE);
    workspace.write({ [FILE]: TESTED });
    const { code, result } = await runForJson(workspace, { ...WORK, ...REAL_TEST });
    assert.equal(code, 0, result.reason);
    const report = result.attempts[0]?.validation.commands.find(({ stage }) => stage === 'acceptance');
    assert.deepEqual([report?.passed, report?.redFirst?.outcome, report?.redFirst?.by], [true, 'red', 'missing-code']);
    assert.deepEqual(result.strength, {
      failing: 2,
      total: 2,
      requirements: [
        { message: 'Must create slugify', role: 'fails' },
        { message: 'node --test', role: 'first' },
      ],
    });
    const history = await callHoldfast(workspace.folder, ['history', '--format', 'json'], workspace.environment());
    assert.equal(history.code, 0);
  });
});

describe('a refactoring', () => {
  it('[BITE-1] [BITE-2] keeps its tests green: redFirst: false', async () => {
    const contract = contractOf(`    allowedFiles: [src/text.js]
    redFirst: false
    acceptanceCommands: [node --test]
    assertions:
      - { message: Still exports shout, check: { type: export_exists, target: shout, file: src/text.js } }
`);
    using workspace = new Workspace(BASE);
    workspace.write({ [FILE]: contract });
    const plan = await checkPlan(workspace);
    assert.match(plan, /strength \[slug\] its requirements protect what exists \(1\)\n✓/);
    // What protects the code holds before the work: the chunk is not done because of it.
    const replies = [{ toolCalls: [] }, textReply('Done.')];
    await using server = await startOpenAiChatServer(replies);
    const all = await callHoldfast(workspace.folder, ['run', FILE, '--all'], workspace.environment(server));
    assert.ok(server.requests.length > 0 && !all.stdout.includes('the tree satisfies'), all.stdout);
    const text =
      'const upper = (text) => text.toUpperCase();\n\nexport function shout(text) {\n  return upper(text);\n}\n';
    const { code, result } = await runForJson(workspace, { 'src/text.js': text });
    assert.deepEqual([code, result.status, result.planFindings], [0, 'pass', undefined], result.reason);
    assert.equal(
      result.attempts[0]?.validation.commands.find(({ stage }) => stage === 'acceptance')?.redFirst,
      undefined,
    );
  });
});
