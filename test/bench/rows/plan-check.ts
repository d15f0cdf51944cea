import { CHECKS } from '../../../src/verdicts/checks/definitions/check-table.ts';
import { readContract } from '../../../src/contract/read/read-contract.ts';
import type { ContractDocument } from '../../../src/contract/document.ts';
import { checkPlan } from '../../../src/verdicts/plan/check-plan.ts';
import { median, type BenchMeasurement, type BenchRow } from '../row.ts';
import { limitOfMachine } from '../../scripts/machine-speed.ts';

const TREE_FILES = 50_000;
const SIZES = [10, 100, 1_000, 10_000] as const;
/** The limit in milliseconds for a plan of 1,000 chunks; proportional for other sizes. */
const LIMIT = 1_000;
const SHOWN_SIZE = 1_000;

export const planCheck: BenchMeasurement = {
  title: `plans of 10 to 10,000 chunks, checked over a tree of ${TREE_FILES} files`,
  async measure(say) {
    const files = new Set(
      Array.from({ length: TREE_FILES }, (_, index) => `tree/part-${index % 500}/file-${index}.ts`),
    );
    const rows: BenchRow[] = [];
    for (const size of SIZES) {
      const document = createPlan(size);
      const times: number[] = [];
      for (let round = 0; round < (size > SHOWN_SIZE ? 3 : 5); round++) {
        const started = performance.now();
        const { findings } = await checkPlan({
          document,
          files,
          readText: () => Promise.resolve('{"scripts":{"build":"tsc"}}'),
        });
        times.push(performance.now() - started);
        const [finding] = findings;
        if (finding) throw new Error(`The measured plan has a finding: ${finding.rule} ${finding.message}`);
      }
      const ours = median(times);
      say(`${size} chunks: ${ours.toFixed(1)} ms, ${((ours / size) * 1_000).toFixed(0)} µs a chunk`);
      rows.push({
        id: `plan-check-${size}/machine`,
        ours,
        peer: limitOfMachine(Math.max(LIMIT / 10, (LIMIT * size) / SHOWN_SIZE)),
        unit: 'ms',
      });
    }
    return rows;
  },
};

/** Chunks that depend on each other, with every kind of entry that the rules read. */
function createPlan(size: number): ContractDocument {
  const chunks = Array.from({ length: size }, (_, index) => {
    const own = [`src/made-${index}.ts`, `test/made-${index}.test.ts`];
    const before = index === 0 ? undefined : `src/made-${index - 1}.ts`;
    return {
      id: `chunk-${index + 1}`,
      title: `Chunk ${index + 1}`,
      dependsOn: index === 0 ? [] : [`chunk-${index}`, `chunk-${Math.floor(index / 2) + (index > 1 ? 0 : 1)}`],
      consumes: index === 0 ? [] : [`made${index - 1}()`],
      creates: [`made${index}()`],
      preconditions: [
        { kind: 'file_exists', path: before ?? `tree/part-${index % 500}/file-${index}.ts` },
        { kind: 'file_absent', path: own[0] },
      ],
      postconditions: own.map((path) => ({ kind: 'file_exists', path })),
      allowedFiles: own,
      contextFiles: [`tree/part-${index % 500}/file-${index}.ts`, ...own],
      acceptanceCommands: [`npx vitest run ${own[1] ?? ''}`, `node ${own[0] ?? ''}`, 'npx tsc --noEmit'],
    };
  });
  const contract = { spec: { id: 'plan', title: 'A plan' }, build: { command: 'npm run build' }, chunks };
  return readContract({ file: 'plan.contract.json', text: JSON.stringify(contract), checks: CHECKS });
}
