/**
 * `npm run faults`: attacks the built command line with random faults, and prints what went wrong. Exits with 1 if a count
 * is not zero.
 *   npm run faults -- --seeds 2000           the seeds 1 to 2000 (default 100)
 *   npm run faults -- --seed 7               one seed, with details; --keep keeps its folders
 *   npm run faults -- --fault 'index lock'   with this fault in each attack; an unknown name lists all
 *   npm run faults -- --jobs 4               attacks in parallel (default: one for each core)
 *   npm run faults -- --program DIR/dist/cli.js    another build
 *   npm run faults -- --tests                ways to make the tests of wrong code pass, with each test runner
 *   npm run faults -- --tests mocha          with one of them. Without options, they follow the random faults.
 *   npm run faults -- --red-first            acceptance commands without the work, with each test runner
 */
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { attackSeeds } from '../faults/adversary/attack-seeds.ts';
import { FAULT_NAMES } from '../faults/adversary/faults/choose-faults.ts';
import { createTable, listFindings } from '../faults/adversary/report.ts';
import { runAttack, type AttackResult } from '../faults/adversary/run-attack.ts';
import { removeSites } from '../faults/adversary/site.ts';
import { runRedFirstMatrix } from '../faults/red-first/run-matrix.ts';
import { runMatrix } from '../faults/talked-down/run-matrix.ts';
import { distFolder } from './project.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'boolean', default: false },
    'red-first': { type: 'boolean', default: false },
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    fault: { type: 'string' },
    keep: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(availableParallelism()) },
    program: { type: 'string', default: join(distFolder, 'cli.js') },
  },
});
const program = resolve(values.program);
const results: AttackResult[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    removeSites();
    if (results.length > 0) console.log(`\n${createTable(results)}`);
    process.exit(130);
  });
}

if (values['red-first']) {
  process.exitCode = (await runRedFirstMatrix(positionals[0])) > 0 ? 1 : 0;
} else if (values.tests) {
  process.exitCode = (await runMatrix(positionals[0])) > 0 ? 1 : 0;
} else if (values.fault !== undefined && !FAULT_NAMES.includes(values.fault)) {
  console.log(FAULT_NAMES.join('\n'));
  process.exitCode = 2;
} else if (values.seed === undefined) {
  const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => Number(values.from) + index);
  await attackSeeds(
    program,
    seeds,
    Number(values.jobs),
    (result) => {
      results.push(result);
      if (result.findings.length > 0) console.log(listFindings(result));
      if (results.length % 50 === 0) console.error(`${results.length} of ${seeds.length}`);
    },
    values.fault,
  );
  console.log(`\n${createTable(results)}`);
  const isWithoutOptions = process.argv.length === 2;
  const landed = isWithoutOptions ? await runMatrix() : 0;
  process.exitCode = landed > 0 || results.some(({ findings }) => findings.length > 0) ? 1 : 0;
} else {
  const result = await runAttack(program, Number(values.seed), { isKept: values.keep, fault: values.fault });
  console.log(result.details.join('\n'));
  console.log(`\n${listFindings(result)}\n${(result.durationMs / 1000).toFixed(1)} s`);
  process.exitCode = result.findings.length > 0 ? 1 : 0;
}
