import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findApiBreaks } from '../../../src/run/change/api-breaks.ts';
import { CommittedTree } from '../../../src/run/change/committed-tree.ts';
import { readEarlierFiles } from '../../../src/run/change/earlier-files.ts';
import { createAnalysis } from '../../../src/verdicts/analysis/in-process-analysis.ts';
import { openRepository } from '../../../src/workspace/open-repository.ts';

/**
 * Judges the last first-parent changes of clones of public repositories as `check --since <parent>` judges their public API.
 * Changes the work tree of the clones. `node test/bench/api-releases/changes.ts <output.jsonl> <count> <clone …>`
 */
const [output = '', count = '100', ...clones] = process.argv.slice(2);
const { signal } = new AbortController();

for (const folder of clones) {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 }).trim();
  const storage = mkdtempSync(join(tmpdir(), 'holdfast-api-changes-'));
  const repository = await openRepository({ folder, storage });
  const analysis = createAnalysis({ environment: () => undefined });
  const commits = git('log', '--first-parent', '--format=%H', `-${count}`, 'origin/HEAD').split('\n');
  for (const commit of commits) {
    const start = performance.now();
    git('checkout', '-q', '-f', commit);
    git('clean', '-qfd');
    await analysis.filesChanged(repository.folder, 'all');
    const base = new CommittedTree({ repository, commit: `${commit}^1`, signal });
    const head = new CommittedTree({ repository, commit, signal });
    const changes = await repository.listChanges(git('rev-parse', `${commit}^1`), commit, signal);
    const earlier = await readEarlierFiles({ base, changes });
    const openHead = () => Promise.resolve({ tree: { root: repository.folder } });
    const judged = { services: { analysis }, repository, base, head, signal };
    const { findings, facts } = await findApiBreaks(judged, earlier, { trees: { openHead }, title: undefined });
    const milliseconds = Math.round(performance.now() - start);
    const row = { folder, commit, title: git('log', '-1', '--format=%s'), milliseconds, findings, facts };
    appendFileSync(output, `${JSON.stringify(row)}\n`);
  }
  await analysis[Symbol.asyncDispose]();
}
