/** Random attacks on the built command line. `npm run faults` runs more of them, also in the full run. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { distFolder } from '../scripts/project.ts';
import { FAULT_KINDS } from './adversary/attack.ts';
import { attackSeeds } from './adversary/attack-seeds.ts';
import { FINDING_KINDS } from './adversary/oracle/finding.ts';
import { listFindings } from './adversary/report.ts';
import { runAttack } from './adversary/run-attack.ts';

/** Attacks with each kind of fault, of which one kills a landing and one answers with the key. */
const SEEDS = [1, 12, 19];

describe('The adversary', () => {
  it('[TRUST-1] [TRUST-3] [TRUST-5] [TRUST-7] finds no false pass, loss, leak, hang or orphaned process', async () => {
    const results = await attackSeeds(join(distFolder, 'cli.js'), SEEDS, 2);
    const kinds = new Set(results.flatMap(({ faults }) => faults.map(({ kind }) => kind)));
    assert.deepEqual([...kinds].sort(), [...FAULT_KINDS].sort());
    const failed = results.filter(({ findings }) => findings.length > 0);
    assert.deepEqual(failed.map(listFindings), [], 'npm run faults -- --seed <seed> repeats an attack');
  });

  for (const kind of FINDING_KINDS) {
    it(`detects a program with this fault: ${kind}`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'holdfast-dishonest-'));
      try {
        const program = join(folder, 'program.mjs');
        const module = new URL('adversary/dishonest-program.ts', import.meta.url).href;
        writeFileSync(program, `import { deceive } from '${module}';\ndeceive('${kind}');\n`);
        const { findings } = await runAttack(program, 1, { isWithoutFaults: true, limitMs: 3_000 });
        assert.ok(
          findings.some((finding) => finding.kind === kind),
          JSON.stringify(findings),
        );
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
});
