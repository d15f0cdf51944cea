import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { projectRoot } from '../../scripts/project.ts';
import { median, type BenchMeasurement } from '../row.ts';

const TASKS = 100;
const ROUNDS = 7;
const LIMIT = 3;

/** [PLANS-1] An import of 100 tasks takes at most three times as long as that of one task, in the same run. */
export const planImport: BenchMeasurement = {
  title: `"import" of a plan of ${TASKS} tasks as a process, compared with a plan of one task`,
  async measure(say) {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'holdfast-plans-')));
    try {
      await execa('git', ['init', '-q'], { cwd: folder });
      await writeFile(join(folder, 'many.md'), createPlan(TASKS));
      await writeFile(join(folder, 'one.md'), createPlan(1));
      const times = { many: [] as number[], one: [] as number[] };
      // The first process of each writes the cache of compiled code.
      for (let round = 0; round <= ROUNDS; round++) {
        for (const name of ['one', 'many'] as const) {
          const started = performance.now();
          const words = ['import', `${name}.md`, '--dry-run', '--format', 'json'];
          await execa(process.execPath, [join(projectRoot, 'dist', 'cli.js'), ...words], { cwd: folder });
          if (round > 0) times[name].push(performance.now() - started);
        }
      }
      const [many, one] = [median(times.many), median(times.one)];
      say(`${TASKS} tasks: ${many.toFixed(0)} ms, one task: ${one.toFixed(0)} ms, ${(many / one).toFixed(2)} times`);
      return [{ id: `plan-import-${TASKS}/${LIMIT}-times-one`, ours: many, peer: one * LIMIT, unit: 'ms' }];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

function createPlan(tasks: number): string {
  const sections = Array.from({ length: tasks }, (_, index) =>
    [
      `### Task ${index + 1}: Module ${index + 1}`,
      '',
      '**Files:**',
      `- Create: \`src/module-${index + 1}.ts\``,
      `- Test: \`test/module-${index + 1}.test.ts\``,
      '',
      '**Interfaces:**',
      ...(index === 0 ? [] : [`- Consumes: \`made${index}(value: number): number\` (Task ${index})`]),
      `- Produces: \`export function made${index + 1}(value: number): number\``,
      '',
      '- [ ] **Step 1: Write the failing test**',
      '',
      `Run: \`npx vitest run test/module-${index + 1}.test.ts\``,
      'Expected: FAIL',
      '',
      '- [ ] **Step 2: Implement it**',
      '',
      `Create \`src/module-${index + 1}.ts\`:`,
      '',
      '```ts',
      `export function made${index + 1}(value: number): number {`,
      '  return value;',
      '}',
      '```',
      '',
      `Run: \`npx vitest run test/module-${index + 1}.test.ts\``,
      'Expected: PASS',
      '',
      '```bash',
      `git add src/module-${index + 1}.ts test/module-${index + 1}.test.ts`,
      '```',
    ].join('\n'),
  );
  return `# Modules Implementation Plan\n\n> Use superpowers:executing-plans.\n\n${sections.join('\n\n')}\n`;
}
