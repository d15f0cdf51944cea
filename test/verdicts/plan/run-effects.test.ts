import assert from 'node:assert/strict';
import type { PlanCheck } from '../../../src/verdicts/plan/check-plan.ts';
import { absent, checkChunks, chunk, exists, onlyFinding, type PlanSituation } from './planning.ts';

const writes = (id: string, path: string, more: Record<string, unknown> = {}): Record<string, unknown> =>
  chunk(id, { allowedFiles: [path], postconditions: [exists(path)], ...more });

/** A plan whose only finding is of the named rule. */
const plans: Readonly<Record<string, { chunks: readonly unknown[]; more?: Record<string, unknown> }>> = {
  R1: { chunks: [writes('one', 'a.ts', { preconditions: [exists('gone.ts')] })] },
  R2: {
    chunks: [writes('one', 'a.ts', { preconditions: [exists('b.ts'), absent('b.ts')] })],
  },
  R3: { chunks: [chunk('one', { allowedFiles: ['a.ts'], postconditions: [exists('a.ts'), exists('b.ts')] })] },
  R4: { chunks: [chunk('one', { allowedFiles: ['a.ts', 'b.ts'], postconditions: [exists('a.ts')] })] },
  R5: { chunks: [writes('one', 'a.ts', { acceptanceCommands: ['bash scripts/gone.sh'] })] },
  R6: {
    chunks: [writes('one', 'a.ts')],
    more: { verify: { command: 'make check', requires: [exists('gone.ts')] } },
  },
  R7: {
    chunks: [writes('one', 'a.ts', { acceptanceCommands: ['make check'] })],
    more: { verify: { command: 'make check' } },
  },
};

const situation: PlanSituation = { files: ['b.ts', 'Makefile'] };
const check = (rule: string, more: Record<string, unknown> = {}): Promise<PlanCheck> =>
  checkChunks(plans[rule]?.chunks ?? [], situation, { ...plans[rule]?.more, ...more });

describe('the effect of plan findings on a run', () => {
  for (const [rule, effect] of Object.entries({
    R1: 'stop-chunk',
    R2: 'stop-chunk',
    R3: 'stop-chunk',
    R4: 'warn',
    R5: 'stop-chunk',
    R6: 'stop-run',
    R7: 'warn',
  })) {
    it(`[COMP-${rule}] an error of ${rule} has the effect ${effect}`, async () => {
      const finding = onlyFinding(await check(rule));
      assert.deepEqual([finding.rule, finding.severity, finding.runEffect], [rule, 'error', effect]);
    });

    it(`[COMP-${rule}] plan.allow overrides ${rule} by name and reports the finding`, async () => {
      const allowed = await check(rule, { plan: { allow: [rule] } });
      assert.equal(allowed.ok, true);
      assert.deepEqual(allowed.findings, []);
      assert.deepEqual(
        allowed.allowed.map((finding) => finding.rule),
        [rule],
      );
      const other = await check(rule, { plan: { allow: ['context-files'] } });
      assert.deepEqual([other.ok, other.allowed.length], [false, 0]);
    });
  }

  it('[COMP-R5] plan.allow of a chunk overrides a rule for that chunk only', async () => {
    const command = { acceptanceCommands: ['bash scripts/gone.sh'] };
    const result = await checkChunks([
      writes('one', 'a.ts', { ...command, plan: { allow: ['R5'] } }),
      writes('two', 'b.ts', command),
    ]);
    assert.deepEqual(
      [result.findings, result.allowed].map((list) => list.map((finding) => finding.chunk)),
      [['two'], ['one']],
    );
  });

  it('[COMP-STRUCT] plan.allow refuses the rules about the form of the file, and unknown rules', async () => {
    for (const rule of ['STRUCT', 'COND', 'R9']) {
      const result = await checkChunks([writes('one', 'a.ts')], {}, { plan: { allow: [rule] } });
      assert.equal(onlyFinding(result).rule, 'STRUCT');
    }
  });

  it('[DONE-2] [COMP-R1] R1 exempts what the chunk landed, warns of what is satisfied, and protects the rest', async () => {
    const work = (id: string, more: object = {}): object =>
      writes(id, `${id}.ts`, { preconditions: [absent(`${id}.ts`)], ...more });
    const commands = (...acceptanceCommands: readonly string[]): object => ({ acceptanceCommands });
    for (const [past, more, severity] of [
      ['landed', {}, undefined],
      ['unknown', {}, undefined],
      ['none', {}, 'error'],
      ['satisfied', {}, 'warning'],
      ['satisfied', commands('node check.mjs'), 'warning'],
      ['satisfied', commands('test -f made.ts'), 'warning'],
      ['satisfied', commands('test ! -e other.ts'), 'warning'],
      ['satisfied', commands('grep -q PRECIOUS made.ts'), 'warning'],
      ['satisfied', commands('true', 'test -f gone.ts'), 'error'],
      ['satisfied', commands('test -e gone.ts'), 'error'],
      ['satisfied', commands('test ! -f made.ts'), 'error'],
      ['satisfied', commands('grep -q WRONG made.ts'), 'error'],
      ['satisfied', commands('false'), 'error'],
      ['landed', commands('false'), undefined],
    ] as const) {
      const { findings, ok } = await checkChunks([work('made', more)], {
        texts: { 'made.ts': 'export const PRECIOUS = 1;\n', 'check.mjs': '' },
        kindOf: (path) => Promise.resolve(['made.ts', 'check.mjs'].includes(path) ? 'file' : undefined),
        readPastWork: () => Promise.resolve(past),
      });
      const found = findings.filter(({ rule }) => rule === 'R1');
      const what = `${past} ${JSON.stringify(more)}`;
      assert.deepEqual(
        found.map((finding) => finding.severity),
        severity === undefined ? [] : [severity],
        what,
      );
      assert.equal(ok, severity !== 'error', what);
      if (severity !== 'warning') continue;
      assert.match(found[0]?.message ?? '', /satisfies the chunk, but no record says/);
      assert.match(found[0]?.satisfiedBy ?? '', /holdfast record .* --chunk made.*--skip-satisfied/);
    }
  });

  it('[COMP-R6] a verify contract that a chunk may satisfy without a postcondition is a warning', async () => {
    const verify = { command: 'make check', requires: [exists('test/all.sh')] };
    for (const allowedFiles of [[], ['test/**'], ['test/all.sh']]) {
      const finding = onlyFinding(await checkChunks([chunk('one', { allowedFiles })], situation, { verify }));
      assert.deepEqual([finding.rule, finding.severity, finding.runEffect], ['R6', 'warning', 'warn']);
    }
  });

  it('[COMP-R1] an absent file that a chunk without an order creates first is reported', async () => {
    const finding = onlyFinding(
      await checkChunks([
        writes('base', 'base.ts'),
        writes('maker', 'made.ts', { dependsOn: ['base'] }),
        writes('user', 'used.ts', { dependsOn: ['base'], preconditions: [absent('made.ts')] }),
      ]),
    );
    assert.deepEqual([finding.rule, finding.chunk], ['R1', 'user']);
    assert.match(finding.message, /maker creates the file earlier/);
  });

  describe('a missing file of a command', () => {
    const commandFinding = async (
      commands: readonly string[],
      more: Record<string, unknown> = {},
      files: PlanSituation = {},
    ): Promise<readonly [string, string | undefined]> => {
      const chunks = [chunk('one', { allowedFiles: ['a.ts'], acceptanceCommands: commands })];
      const { severity, path } = onlyFinding(await checkChunks(chunks, files, more));
      return [severity, path];
    };

    it('[COMP-R5] is certain if no command that runs before can generate it', async () => {
      assert.deepEqual(await commandFinding(['node tools/run.js']), ['error', 'tools/run.js']);
      assert.deepEqual(await commandFinding(['npx vitest run', 'node tools/run.js']), ['error', 'tools/run.js']);
      const build = { build: { command: 'npx tsc --noEmit' } };
      assert.deepEqual(await commandFinding(['node tools/run.js'], build), ['error', 'tools/run.js']);
    });

    it('[COMP-R5] is a warning if a build, a setup or an earlier command can generate it', async () => {
      const expected = ['warning', 'tools/run.js'];
      const command = 'node tools/run.js';
      assert.deepEqual(await commandFinding([command], { build: { command: 'npx tsc' } }), expected);
      assert.deepEqual(await commandFinding([command], { attempt: { setup: 'make tools' } }), expected);
      assert.deepEqual(await commandFinding(['make tools', command]), expected);
      assert.deepEqual(await commandFinding([command], { verify: { command: 'make all' } }), expected);
    });

    it('[COMP-R5] is a warning if the same package script or its pre script can generate it', async () => {
      const scripts = {
        chained: 'tsc && node tools/run.js',
        test: 'node tools/run.js',
        pretest: 'tsc',
        sure: 'node tools/run.js',
      };
      const files = { texts: { 'package.json': JSON.stringify({ scripts }) } };
      assert.deepEqual(await commandFinding(['npm run chained'], {}, files), ['warning', 'tools/run.js']);
      assert.deepEqual(await commandFinding(['npm test'], {}, files), ['warning', 'tools/run.js']);
      assert.deepEqual(await commandFinding(['npm run sure'], {}, files), ['error', 'tools/run.js']);
    });

    it('[COMP-R5] is certain for a test or a script in source form, independent of earlier commands', async () => {
      const build = { build: { command: 'npm run build' } };
      const files = { texts: { 'package.json': JSON.stringify({ scripts: { build: 'tsc' } }) } };
      for (const [command, path] of [
        ['npx vitest run test/gone.test.ts', 'test/gone.test.ts'],
        ['bash scripts/gone.sh', 'scripts/gone.sh'],
        ['tsx scripts/gone.ts', 'scripts/gone.ts'],
        ['pytest tests/test_gone.py', 'tests/test_gone.py'],
      ] as const) {
        assert.deepEqual(await commandFinding([command], build, files), ['error', path]);
      }
    });

    it('[COMP-R5] is not reported if a .gitignore of any folder ignores it', async () => {
      const files = { texts: { 'packages/app/.gitignore': 'lib-out/\n' } };
      const chunks = [
        chunk('one', { allowedFiles: ['a.ts'], acceptanceCommands: ['node packages/app/lib-out/run.js'] }),
      ];
      assert.deepEqual((await checkChunks(chunks, files)).findings, []);
    });
  });
});
