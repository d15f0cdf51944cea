import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { XMLParser } from 'fast-xml-parser';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const contract = `version: 2
spec: { id: names, title: Names, description: The names. }
chunks:
  - id: name
    title: Name, "quoted" & <marked>
    description: A name.
    allowedFiles: ['src/name.ts']
    assertions:
      - message: "Must export: a name, 100%"
        check: { type: export_exists, target: name, file: src/name.ts }
      - type: suggest
        message: Should have a comment
        check: { type: pattern_match, target: src/name.ts, pattern: '^//' }
  - id: later
    title: Later
    description: Not yet.
    allowedFiles: ['src/later.ts']
    assertions:
      - message: Must export later
        check: { type: export_exists, target: later, file: src/later.ts }
`;
const files = { 'names.contract.yaml': contract, 'src/name.ts': 'export const name = 1;\n' };

describe('holdfast check --staged', () => {
  it('[AGENT-6] judges the staged content of a partially staged file, and the staged contract', async () => {
    using workspace = new Workspace(files);
    workspace.write({ 'src/name.ts': 'export const other = 1;\n' });
    workspace.git('add', '-A');
    workspace.write({ 'src/name.ts': 'export const name = 1;\n', 'names.contract.yaml': 'broken: [\n' });
    const before = workspace.state();
    const args = ['check', '--staged', '--chunk', 'name', '--format', 'json'];
    const staged = await callHoldfast(workspace.folder, args, workspace.environment());
    assert.equal(staged.code, 1, staged.stderr);
    const report = JSON.parse(staged.stdout) as { contracts: { chunks: { id: string; verdict: string }[] }[] };
    assert.deepEqual(
      report.contracts[0]?.chunks.map(({ id, verdict }) => [id, verdict]),
      [['name', 'unsatisfied']],
    );
    assert.deepEqual(workspace.state(), before);
    workspace.git('add', 'src/name.ts');
    const fixed = await callHoldfast(workspace.folder, args, workspace.environment());
    assert.equal(fixed.code, 0, fixed.stdout);
  });
});

describe('holdfast check --since', () => {
  it('[AGENT-6] passes for a change that keeps to its terms, although other chunks are not done', async () => {
    using workspace = new Workspace(files);
    workspace.git('switch', '-qc', 'work');
    workspace.write({ 'src/name.ts': '// The name.\nexport const name = 2;\n' });
    workspace.git('commit', '-qam', 'change');
    const run = await callHoldfast(workspace.folder, ['check', '--since', 'main'], workspace.environment());
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.match(run.stdout, /^OK: 1 affected chunk, 0 failed; 1 changed file since [0-9a-f]{12}$/m);
  });

  it('[AGENT-6] judges the index with --staged, so that a commit hook can call it', async () => {
    using workspace = new Workspace(files);
    workspace.write({ 'src/name.ts': 'export const other = 1;\n' });
    const args = ['check', '--staged', '--since', 'HEAD'];
    const unstaged = await callHoldfast(workspace.folder, args, workspace.environment());
    assert.equal(unstaged.code, 0, unstaged.stdout);
    assert.match(unstaged.stdout, /warning No file differs from the base/);
    workspace.git('add', '-A');
    const staged = await callHoldfast(workspace.folder, args, workspace.environment());
    assert.equal(staged.code, 1);
    assert.match(staged.stdout, /Must export: a name/);
  });

  it('[AGENT-6] reports with the active chunk, and exits with 2 for wrong flags and an unknown revision', async () => {
    using workspace = new Workspace(files);
    workspace.write({ 'src/later.ts': 'export const later = 1;\n', 'src/more.ts': 'export {};\n' });
    const args = ['check', '--since', 'HEAD', '--chunk', 'later', '--format', 'json'];
    const run = await callHoldfast(workspace.folder, args, workspace.environment());
    const { changes } = JSON.parse(run.stdout) as {
      changes: { ok: boolean; chunks: Record<string, unknown>[]; findings: Record<string, unknown>[] }[];
    };
    assert.equal(run.code, 1);
    assert.deepEqual(
      changes[0]?.findings.map(({ kind, file }) => [kind, file]),
      [['outside-files', 'src/more.ts']],
    );
    const text = await callHoldfast(workspace.folder, args.slice(0, -2), workspace.environment());
    assert.match(
      text.stdout,
      /If a person has decided this: --may-change files, or HOLDFAST_MAY_CHANGE="files" for a commit hook/,
    );
    assert.deepEqual(
      changes[0].chunks.map(({ id, relation, verdict, fails }) => [id, relation, verdict, fails]),
      [['later', 'active', 'satisfied', false]],
    );
    const allowed = await callHoldfast(workspace.folder, [...args, '--may-change', 'files'], workspace.environment());
    assert.equal(allowed.code, 0, allowed.stdout);
    for (const wrong of [
      ['--since', 'nowhere'],
      ['--may-change', 'tests'],
      ['--since', 'HEAD', '--chunk', 'none'],
    ]) {
      const failed = await callHoldfast(workspace.folder, ['check', ...wrong], workspace.environment());
      assert.equal(failed.code, 2, failed.stdout);
    }
  });
});

describe('holdfast check --since in unusual places', () => {
  const run = (folder: string, workspace: Workspace, ...args: string[]) =>
    callHoldfast(folder, ['check', ...args], workspace.environment());

  it('[AGENT-6] fails in a folder, or for a path, without a contract in a repository that has some', async () => {
    using workspace = new Workspace({ ...files, 'docs/a.md': 'a\n' });
    const below = await run(join(workspace.folder, 'src'), workspace, '--since', 'HEAD');
    assert.equal(below.code, 2, below.stdout);
    assert.match(below.stderr, /the workspace folder src\/ has no contract/);
    const named = await run(workspace.folder, workspace, '--since', 'HEAD', 'docs');
    assert.equal(named.code, 2, named.stdout);
    assert.match(named.stderr, /No contract found in docs/);
    using plain = new Workspace({ 'src/name.ts': 'export const name = 1;\n' });
    plain.write({ 'src/name.ts': 'export const other = 1;\n' });
    const top = await run(plain.folder, plain, '--since', 'HEAD');
    assert.equal(top.code, 0, top.stderr);
    assert.doesNotMatch(top.stdout, /contract/i);
    assert.equal((await run(plain.folder, plain, '--since', 'HEAD', '--strict')).code, 0);
    const part = await run(join(plain.folder, 'src'), plain, '--since', 'HEAD');
    assert.equal(part.code, 0, part.stderr);
    const without = await run(plain.folder, plain);
    assert.equal(without.code, 2, without.stdout);
    assert.match(without.stderr, /"holdfast check --since main" judges what a change breaks/);
  });

  it('[CHANGE-1] fails if the change removes every contract, also if it may change its terms', async () => {
    using workspace = new Workspace(files);
    workspace.git('rm', '-q', 'names.contract.yaml');
    const removed = await run(workspace.folder, workspace, '--since', 'HEAD', '--may-change', 'terms');
    assert.equal(removed.code, 1, removed.stdout);
    assert.match(removed.stdout, /error Keep a contract: the base has \S+, and the result has none/);
  });

  it('[AGENT-6] says how to fetch the history if a shallow clone lacks the base', async () => {
    using workspace = new Workspace(files);
    workspace.git('switch', '-qc', 'work');
    workspace.write({ 'src/name.ts': 'export const other = 1;\n' });
    workspace.git('commit', '-qam', 'change');
    workspace.git('switch', '-q', 'main');
    workspace.write({ 'README.md': 'Names\n' });
    workspace.git('add', '-A');
    workspace.git('commit', '-qm', 'readme');
    const clone = join(workspace.folder, '..', 'clone');
    workspace.git('clone', '-q', '--depth=1', '--branch=work', `file://${workspace.folder}`, clone);
    const absent = await run(clone, workspace, '--since', 'origin/main');
    assert.equal(absent.code, 2);
    assert.match(absent.stderr, /"origin\/main": no commit has this name[\s\S]*shallow[\s\S]*fetch-depth: 0/);
    workspace.git('-C', clone, 'fetch', '-q', '--depth=1', 'origin', 'main:refs/remotes/origin/main');
    const unrelated = await run(clone, workspace, '--since', 'origin/main');
    assert.equal(unrelated.code, 2);
    assert.match(unrelated.stderr, /no common ancestor[\s\S]*shallow[\s\S]*fetch-depth: 0/);
    workspace.git('-C', clone, 'fetch', '-q', '--unshallow', 'origin');
    assert.equal((await run(clone, workspace, '--since', 'origin/main')).code, 1, 'the change breaks the name');
  });

  it('[AGENT-6] judges a linked worktree, a detached commit and a first commit', async () => {
    using workspace = new Workspace(files);
    const linked = join(workspace.folder, '..', 'linked');
    workspace.git('worktree', 'add', '-q', '--detach', linked);
    writeFileSync(join(linked, 'src/name.ts'), 'export const other = 1;\n');
    assert.equal((await run(linked, workspace, '--since', 'main')).code, 1);
    workspace.git('-C', linked, 'commit', '-qam', 'change');
    assert.equal((await run(linked, workspace, '--since', 'main')).code, 1);
    assert.equal((await run(workspace.folder, workspace, '--since', 'main')).code, 0);
    using unborn = new Workspace({ ...files, 'README.md': 'Names\n' });
    unborn.git('update-ref', '-d', 'HEAD');
    const first = await run(unborn.folder, unborn, '--staged', '--since', 'HEAD');
    assert.equal(first.code, 0, first.stdout);
    unborn.write({ 'src/name.ts': 'export const other = 1;\n' });
    unborn.git('add', '-A');
    assert.equal((await run(unborn.folder, unborn, '--staged', '--since', 'HEAD')).code, 1, 'the name is missing');
  });
});

describe('holdfast check of several workspace folders', () => {
  it('[AGENT-6] judges the contracts below a folder in the folder of their configuration', async () => {
    const inFolders = ['one', 'two'].flatMap((name) => [
      ...Object.entries(files).map(([file, text]) => [`${name}/${file}`, text.replace('id: names', `id: ${name}`)]),
      [`${name}/holdfast.config.yaml`, '{}\n'],
    ]);
    using workspace = new Workspace(Object.fromEntries(inFolders) as Record<string, string>);
    const run = (...args: string[]) => callHoldfast(workspace.folder, ['check', ...args], workspace.environment());
    const check = async (...args: string[]): Promise<number | null> => (await run(...args)).code;
    assert.equal(await check('--chunk', 'name'), 0);
    assert.equal(await check('--since', 'HEAD'), 0);
    for (const name of ['one', 'two']) workspace.write({ [`${name}/src/name.ts`]: 'export const name = 2;\n' });
    const strict = await run('--since', 'HEAD', '--strict');
    assert.equal(strict.code, 0, strict.stdout);
    assert.match(
      strict.stdout,
      /^OK: 2 changed files in \.\/ since .*\nOK: 1 affected chunk, 0 failed; 1 changed file in one\/ since /,
    );
    for (const [list, args] of [
      ['contracts', []],
      ['changes', ['--since', 'HEAD']],
    ] as const) {
      const report = JSON.parse((await run(...args, '--format', 'json')).stdout) as Record<
        string,
        { folder: string }[]
      >;
      assert.deepEqual(
        report[list]?.map(({ folder }) => folder).filter((folder) => folder !== ''),
        ['one/', 'two/'],
      );
    }
    workspace.write({ 'two/src/name.ts': 'export const other = 1;\n' });
    assert.equal(await check('--chunk', 'name'), 1);
    assert.equal(await check('--since', 'HEAD'), 1);
    workspace.git('checkout', '-q', '.');
    rmSync(join(workspace.folder, 'two/names.contract.yaml'));
    assert.equal(await check('--since', 'HEAD'), 1, 'the folder above reports the deleted contract');
  });
});

describe('the formats of holdfast check', () => {
  /** A repository whose workspace folder is not its top level, with a broken file and a name that needs escaping. */
  function createWorkspace(): Workspace {
    const inFolder = Object.fromEntries(Object.entries(files).map(([file, text]) => [`packages/a, b/${file}`, text]));
    const workspace = new Workspace({ ...inFolder, 'packages/a, b/holdfast.config.yaml': '{}\n' });
    workspace.write({
      'packages/a, b/src/name.ts': 'export const other = 1;\n',
      'packages/a, b/src/x.ts': 'export const x = (;\n',
    });
    return workspace;
  }

  async function check(workspace: Workspace, ...args: string[]): Promise<string> {
    const run = await callHoldfast(`${workspace.folder}/packages/a, b`, ['check', ...args], workspace.environment());
    assert.equal(run.code, 1, run.stderr);
    return run.stdout;
  }

  it('[AGENT-7] print SARIF that is valid against its schema, with the same issues as the JSON report', async () => {
    using workspace = createWorkspace();
    const require = createRequire(import.meta.url);
    const path = require.resolve('@microsoft/jest-sarif').replace(/index\.js$/, 'schemas/sarif-2.1.0-rtm.5.json');
    const { $schema, id, ...schema } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    assert.ok($schema !== undefined && id !== undefined);
    const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false, unicodeRegExp: false }).compile(
      schema,
    );
    for (const args of [[], ['--since', 'HEAD'], ['--staged'], ['--chunk', 'name', '--strict']]) {
      const log = JSON.parse(await check(workspace, ...args, '--format', 'sarif')) as {
        runs: {
          tool: { driver: { rules: { fullDescription?: { text: string }; help?: { text: string } }[] } };
          results: { ruleId: string; level: string; locations: unknown[] }[];
        }[];
      };
      for (const rule of log.runs[0]?.tool.driver.rules ?? []) {
        assert.ok(rule.fullDescription?.text && rule.help?.text, 'GitHub requires both');
      }
      assert.ok(validate(log), JSON.stringify(validate.errors?.slice(0, 3)));
      const results = log.runs[0]?.results ?? [];
      if (args[0] !== '--since') continue;
      assert.deepEqual(
        results.map(({ ruleId, level }) => `${ruleId} ${level}`),
        ['change/syntax-error error', 'assert/export_exists error', 'suggest/pattern_match warning'],
      );
      assert.deepEqual(results[0]?.locations, [
        {
          physicalLocation: {
            artifactLocation: { uri: 'packages/a%2C%20b/src/x.ts', uriBaseId: 'SRCROOT' },
            region: { startLine: 1, startColumn: 19 },
          },
        },
      ]);
    }
    assert.equal(validate({ version: '2.1.0', runs: [{}] }), false, 'the schema is applied');
  });

  it('[AGENT-7] print JUnit that an XML parser reads, with a case for each chunk', async () => {
    using workspace = createWorkspace();
    const xml = await check(workspace, '--since', 'HEAD', '--format', 'junit');
    const parser = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '',
      isArray: (name) => /^test(?:suite|case)$/.test(name),
    });
    const parsed = parser.parse(xml) as {
      testsuites: {
        tests: string;
        failures: string;
        testsuite: { name: string; testcase: { name: string; failure?: { message: string } }[] }[];
      };
    };
    const report = parsed.testsuites;
    assert.deepEqual([report.tests, report.failures], ['3', '2']);
    const [change, names] = report.testsuite;
    assert.equal(change?.name, 'The change');
    assert.match(change.testcase[0]?.failure?.message ?? '', /Fix the syntax error/);
    assert.equal(names?.name, 'packages/a, b/names.contract.yaml');
    assert.deepEqual(
      Object.keys(report),
      ['testsuite', 'name', 'tests', 'failures', 'errors'],
      'as junit-10.xsd allows',
    );
    for (const suite of report.testsuite) {
      assert.deepEqual(Object.keys(suite), ['testcase', 'name', 'tests', 'failures', 'errors', 'skipped']);
    }
    const chunk = names.testcase.find(({ name }) => name.startsWith('name:'));
    assert.equal(chunk?.name, 'name: Name, "quoted" & <marked>');
    assert.equal(chunk.failure?.message, 'Must export: a name, 100%');
  });

  it('[AGENT-7] print escaped workflow commands, one for each line', async () => {
    using workspace = createWorkspace();
    const lines = (await check(workspace, '--since', 'HEAD', '--format', 'github')).trimEnd().split('\n');
    assert.equal(lines.length, 3);
    assert.match(
      lines[0] ?? '',
      /^::error file=packages\/a%2C b\/src\/x\.ts,line=1,col=19,title=Holdfast \(change\/syntax-error\)::/,
    );
    assert.match(
      lines[1] ?? '',
      /,title=Holdfast name \(assert\/export_exists\)::Must export: a name, 100%25%0AExpected: /,
    );
    assert.match(lines[2] ?? '', /^::warning /);
  });

  it('[AGENT-7] print Markdown with the verdict of each chunk', async () => {
    using workspace = createWorkspace();
    const text = await check(workspace, '--format', 'markdown');
    assert.match(text, /^## Holdfast: ❌ the check failed$/m);
    assert.match(text, /^0 of 2 chunks satisfied; 2 errors and 1 warning\.$/m);
    assert.match(text, /^\| packages\/a, b\/names\\\.contract\\\.yaml \| name \| ❌ unsatisfied \|$/m);
    assert.match(text, /\| ❌ \| .* \| Must export: a name, 100%<br>Expected/);
  });
});
