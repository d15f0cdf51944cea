import { Workspace } from '../../cli/support/workspace.ts';
import { createLargeContract } from '../../contract/large-contract.ts';
import { openFolderEngine } from '../../run/support/folder-engine.ts';
import type { BenchMeasurement, BenchRow } from '../row.ts';
import { limitOfMachine } from '../../scripts/machine-speed.ts';

const SIZES = [5_000, 10_000, 20_000] as const;
/** Processor time for each chunk, with a margin of five. */
const LIMIT_MS_PER_CHUNK = 2;

export const largeContract: BenchMeasurement = {
  title: `check and plan rules of contracts of ${SIZES.join(', ')} chunks: processor time`,
  async measure(say) {
    const rows: BenchRow[] = [];
    for (const size of SIZES) {
      using workspace = new Workspace({ 'big.contract.yaml': createLargeContract(size) }, { git: false });
      const measured = { check: 0, plan: 0 };
      for (const kind of ['check', 'plan'] as const) {
        await using engine = openFolderEngine(workspace);
        const started = process.cpuUsage();
        if (kind === 'check') await engine.checks.check('big.contract.yaml');
        else await engine.plans.check('big.contract.yaml');
        const { user, system } = process.cpuUsage(started);
        measured[kind] = (user + system) / 1_000;
      }
      say(`${size} chunks: check ${measured.check.toFixed(0)} ms, plan ${measured.plan.toFixed(0)} ms`);
      const peer = limitOfMachine(size * LIMIT_MS_PER_CHUNK);
      rows.push({ id: `large-contract-${size}/machine`, ours: measured.check, peer, unit: 'ms' });
      rows.push({ id: `large-plan-${size}/machine`, ours: measured.plan, peer, unit: 'ms' });
    }
    return rows;
  },
};
