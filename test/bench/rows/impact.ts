import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { selectRandomExports } from '../compare/random-exports.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import type { ImpactAnswers } from '../impact/answers.ts';
import { runProgram, buildPrograms } from '../impact/programs.ts';
import { median, type BenchMeasurement } from '../row.ts';

const EXPORT_COUNT = 50;
const rounds = 3;

export const impact: BenchMeasurement = {
  title: `finding the uses of ${EXPORT_COUNT} exports in a new process, compared with the TypeScript language service`,
  async measure(say, { corpus }) {
    const { folder } = await openCorpus(corpus);
    const index = await ModuleIndex.build(new DiskTree(folder));
    const programs = await buildPrograms();
    const ours: ImpactAnswers[] = [];
    const theirs: ImpactAnswers[] = [];
    for (let round = 1; round <= rounds; round++) {
      const exports = selectRandomExports(index, EXPORT_COUNT, round);
      const peer = await runProgram(programs, 'language-service', folder, exports);
      const own = await runProgram(programs, 'ours', folder, exports);
      say(`language service: ${formatAnswers(peer)}`);
      say(`ours: ${formatAnswers(own)}; ${formatAgreement(own, peer)}`);
      ours.push(own);
      theirs.push(peer);
    }
    const row = (id: string, unit: 'ms' | 'bytes', of: (answers: ImpactAnswers) => number) => ({
      id: `${id}/language-service`,
      ours: median(ours.map(of)),
      peer: median(theirs.map(of)),
      unit,
    });
    return [
      row('impact', 'ms', ({ each }) => median(each)),
      row('impact-first', 'ms', ({ first }) => first),
      row('impact-memory', 'bytes', ({ memory }) => memory),
    ];
  },
};

function formatAnswers({ first, each, memory }: ImpactAnswers): string {
  return `first ${first.toFixed(0)} ms, then ${median(each).toFixed(2)} ms each, ${(memory / 1e6).toFixed(0)} MB`;
}

/** Formats recall and precision of the lines. `npm run bench -- --compare` explains the differences. */
function formatAgreement(own: ImpactAnswers, peer: ImpactAnswers): string {
  let both = 0;
  let found = 0;
  let expected = 0;
  for (const [at, places] of own.places.entries()) {
    const peerPlaces = new Set(peer.places[at]);
    both += places.filter((place) => peerPlaces.has(place)).length;
    found += places.length;
    expected += peerPlaces.size;
  }
  return `recall of lines ${(both / expected).toFixed(4)}, precision ${(both / found).toFixed(4)}`;
}
