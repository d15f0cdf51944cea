import assert from 'node:assert/strict';
import { gateSchema } from '../../../src/contract/model.ts';
import { applyFix } from '../../../src/verdicts/plan/apply-fixes.ts';
import type { PlanFinding } from '../../../src/verdicts/plan/findings/finding.ts';
import { checkWholeText, chunk, contract, exists, type PlanSituation } from './planning.ts';

interface Case {
  readonly chunks?: readonly unknown[];
  readonly more?: Record<string, unknown>;
  readonly situation?: PlanSituation;
}

const types = chunk('types', {
  allowedFiles: ['src/types.ts'],
  creates: ['Report'],
  assertions: [{ message: 'Must export Report', check: { type: 'export_exists', target: 'Report' } }],
});

async function find({ chunks = [types], more, situation }: Case): Promise<readonly PlanFinding[]> {
  const check = await checkWholeText('plan.contract.json', contract(chunks, more), situation);
  assert.equal(
    check.ok,
    check.findings.every(({ severity }) => severity === 'warning'),
  );
  return check.findings.filter(({ rule }) => rule === 'behavior-check');
}

const packageJson = (scripts: Record<string, string>): PlanSituation => ({
  texts: { 'package.json': JSON.stringify({ scripts }) },
});

const withAssertion = (check: Record<string, unknown>, type = 'assert'): Case => ({
  chunks: [chunk('one', { assertions: [{ type, message: 'Must hold', check }] })],
});

describe('plan rule behavior-check', () => {
  it('[COMP-EDITOR] warns about a contract that checks only exports, at its title, without any effect on a run', async () => {
    const findings = await find({});
    assert.deepEqual(
      findings.map(({ chunk: id, severity, runEffect, at }) => [id, severity, runEffect, at.join('.')]),
      [[undefined, 'warning', 'none', 'spec.title']],
    );
    assert.match(findings[0]!.message, /^Nothing in this contract checks what the code does\. An attempt can pass/);
  });

  it('[EDIT-3] proposes the test command of the repository, as a choice that "fix all" never applies', async () => {
    const findTestCommand = (): Promise<string> => Promise.resolve('npm test');
    const [finding] = await find({ situation: { findTestCommand } });
    assert.match(finding!.satisfiedBy ?? '', /that runs the tests \(npm test\)/);
    assert.equal(finding!.fix, undefined);
    const document = { file: 'plan.contract.json', text: contract([types]) };
    const fixed = applyFix(document, finding!.choices![0]!);
    assert.deepEqual((JSON.parse(fixed!) as { verify?: unknown }).verify, { command: 'npm test' });
  });

  it('[EDIT-3] proposes no test command that only lints', async () => {
    const { texts } = packageJson({ test: 'eslint .' });
    const findTestCommand = (): Promise<string> => Promise.resolve('npm test');
    const [finding] = await find({ situation: { texts: texts ?? {}, findTestCommand } });
    assert.equal(finding!.choices, undefined);
  });

  it('[COMP-EDITOR] can be allowed by name, and is then reported as allowed', async () => {
    const check = await checkWholeText('p.contract.json', contract([types], { plan: { allow: ['behavior-check'] } }));
    assert.deepEqual(check.findings, []);
    assert.deepEqual(
      check.allowed.map(({ rule }) => rule),
      ['behavior-check'],
    );
  });

  describe('a contract that may check behavior has no warning', () => {
    const gate = { id: 'sound', enforcementMode: 'blocking' };
    const shared = gateSchema.parse({ ...gate, command: 'npm test' });
    const cases: Readonly<Record<string, Case>> = {
      'a verify command': { more: { verify: { command: 'npm test' } } },
      'a verify command that a chunk makes possible': {
        chunks: [chunk('one', { allowedFiles: ['a.test.ts'], postconditions: [exists('a.test.ts')] })],
        more: { verify: { command: 'npm test', requires: [exists('a.test.ts')] } },
      },
      'an acceptance command of one chunk': { chunks: [types, chunk('b', { acceptanceCommands: ['node check.mjs'] })] },
      'a build that runs tests': {
        more: { build: { command: 'npm run build' } },
        situation: packageJson({ build: 'tsc && vitest run' }),
      },
      'a build whose script runs an unknown script': {
        more: { build: { command: 'npm run build' } },
        situation: packageJson({ build: 'npm run compile', compile: 'tsc && ./tools/all.sh' }),
      },
      'a build with a post script': {
        more: { build: { command: 'npm run build' } },
        situation: packageJson({ build: 'tsc', postbuild: 'npm test' }),
      },
      'a build with shell syntax': {
        more: { build: { command: 'npm run build' } },
        situation: packageJson({ build: 'tsc; vitest run' }),
      },
      'a build that cannot be read': { more: { build: { command: 'make' } } },
      'a build whose name names tests': { more: { build: { command: 'npm run build-and-test' } } },
      'a step': { more: { steps: [{ id: 'version', command: 'node cli.js --version' }] } },
      'a gate with a command': { more: { gates: [{ ...gate, command: 'npm test' }] } },
      'a gate that runs affected tests': { more: { gates: [{ ...gate, tests: 'affected' }] } },
      'a gate with a command in a gate file': {
        chunks: [chunk('one', { gates: ['sound'] })],
        situation: { sharedGates: [shared] },
      },
      'a gate that a person judges': { more: { gates: [{ ...gate, judge: 'person' }] } },
      'a gate with an assertion on a request': {
        more: {
          gates: [
            {
              ...gate,
              assertions: [{ message: 'Up', check: { type: 'http_status', target: 'http://localhost:1/a' } }],
            },
          ],
        },
      },
      'an assertion on a request': withAssertion({ type: 'http_status', target: 'http://localhost:1/a' }),
      'an assertion on a served URL': withAssertion({ type: 'exists', target: 'http://localhost:1/a' }),
      'an assertion by a custom validator': withAssertion({ type: 'custom', target: 'behaves' }),
    };
    for (const [title, situation] of Object.entries(cases)) {
      it(`[COMP-EDITOR] ${title}`, async () => assert.deepEqual(await find(situation), []));
    }
  });

  describe('a contract whose parts run nothing has the warning', () => {
    const cases: Readonly<Record<string, Case>> = {
      'a build that compiles': {
        more: { build: { command: 'npm run build' } },
        situation: packageJson({ build: 'npm run clean && tsc -p . && node scripts/build.mjs', clean: 'rimraf dist' }),
      },
      'a build of an unknown package.json': {
        chunks: [chunk('one')],
        more: { build: { command: 'npm run build' } },
        situation: { texts: { 'package.json': '{}' } },
      },
      'a verify command that only checks types': { more: { verify: { command: 'npx tsc --noEmit' } } },
      'a test script that only lints': {
        more: { verify: { command: 'npm test' } },
        situation: packageJson({ test: 'eslint .' }),
      },
      'a gate that lints': { more: { gates: [{ id: 'a', enforcementMode: 'blocking', command: 'npx eslint src' }] } },
      'a gate that a model judges': {
        more: { gates: [{ id: 'a', enforcementMode: 'blocking', criteria: ['It works.'] }] },
      },
      'acceptance commands that look at files': {
        chunks: [
          chunk('one', { acceptanceCommands: ['test -f a.ts', 'node --check a.js', 'python -m py_compile a.py'] }),
        ],
      },
      'a suggestion': withAssertion({ type: 'http_status', target: 'http://localhost:1/a' }, 'suggest'),
    };
    for (const [title, situation] of Object.entries(cases)) {
      it(`[COMP-EDITOR] ${title}`, async () => assert.equal((await find(situation)).length, 1));
    }
    it('[COMP-EDITOR] names why the commands do not count', async () => {
      const [finding] = await find({ more: { build: { command: 'npx tsc' } } });
      assert.match(finding!.message, /Its commands only compile, lint, format or look at files\./);
    });
  });

  describe('manifests', () => {
    const order = { id: 'WO-01', title: 'One', allowed_files: ['a.py'], postconditions: [exists('a.py')] };
    const manifest = (more: Record<string, unknown> = {}): string =>
      JSON.stringify({ id: 'plan', work_orders: [{ ...order, ...more }] });
    const count = async (text: string, files: readonly string[] = []): Promise<number> => {
      const { findings } = await checkWholeText('plan.manifest.json', text, { files });
      return findings.filter(({ rule }) => rule === 'behavior-check').length;
    };

    it('[COMP-COMPAT] warns only if there is neither an acceptance command nor a verify script', async () => {
      assert.equal(await count(manifest()), 1);
      assert.equal(await count(manifest({ acceptance_commands: ['python -c "import a"'] })), 0);
      assert.equal(await count(manifest(), ['scripts/verify.sh']), 0);
    });

    it('[COMP-COMPAT] does not warn about a manifest without conditions', async () => {
      assert.equal(await count(manifest({ postconditions: [] })), 0);
    });
  });
});
