import { copyCorpus } from '../corpus/corpus-repository.ts';
import { median, type BenchMeasurement } from '../row.ts';

const ROUNDS = 5;
const PACKAGE = 'packages/rxjs';

export const apiSince: BenchMeasurement = {
  title:
    '"api --since" and "check --since" of a package with a changed public interface as processes, compared with "tsc --noEmit" of the package',
  async measure(say) {
    await using copy = await copyCorpus('small');
    const entries = { '.': './src/index.ts', './operators': './src/operators/index.ts' };
    await copy.write(`${PACKAGE}/package.json`, JSON.stringify({ name: 'rxjs', version: '7.8.2', exports: entries }));
    await copy.commit();
    // Most modules use it.
    await copy.edit(`${PACKAGE}/src/internal/types.ts`, (text) =>
      text.replace('export interface Unsubscribable {', '$&\n  readonly changedByBench?: true;'),
    );
    const measured = { api: [] as number[], check: [] as number[], tsc: [] as number[] };
    // The first process of each writes the cache of compiled code.
    for (let round = 0; round <= ROUNDS; round++) {
      const api = await copy.run('api', '--since', 'HEAD');
      const check = await copy.run('check', '--since', 'HEAD');
      const tsc = await copy.compile();
      say(`api ${api.toFixed(0)} ms, check ${check.toFixed(0)} ms, tsc ${tsc.toFixed(0)} ms`);
      if (round === 0) continue;
      measured.api.push(api);
      measured.check.push(check);
      measured.tsc.push(tsc);
    }
    const tsc = median(measured.tsc);
    return [
      { id: 'api-since/tsc', ours: median(measured.api), peer: tsc, unit: 'ms' },
      { id: 'check-since-api/tsc', ours: median(measured.check), peer: tsc, unit: 'ms' },
    ];
  },
};
