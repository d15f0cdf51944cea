import { ModuleIndex } from '../../../src/code/module-index.ts';
import { DiskTree } from '../../../src/workspace/disk-tree.ts';
import { randomExports } from '../compare/random-exports.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import type { ImpactAnswers } from '../impact/answers.ts';
import { answersOf, buildPrograms } from '../impact/programs.ts';
import { median, type BenchMeasurement } from '../row.ts';

const asked = 50;
const rounds = 3;

export const impact: BenchMeasurement = {
  title: `who uses ${asked} exports of the corpus, beside the language service of TypeScript, each in fresh processes`,
  async measure(say, { corpus }) {
    const { folder } = await openCorpus(corpus);
    const index = await ModuleIndex.build(new DiskTree(folder));
    await buildPrograms();
    const ours: ImpactAnswers[] = [];
    const theirs: ImpactAnswers[] = [];
    for (let round = 1; round <= rounds; round++) {
      const exports = randomExports(index, asked, round);
      const peer = await answersOf('language-service', folder, exports);
      const own = await answersOf('ours', folder, exports);
      say(`language service: ${figures(peer)}`);
      say(`ours: ${figures(own)}; ${agreement(own, peer)}`);
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

function figures({ first, each, memory }: ImpactAnswers): string {
  return `first ${first.toFixed(0)} ms, then ${median(each).toFixed(2)} ms each, ${(memory / 1e6).toFixed(0)} MB`;
}

/** Recall and precision of the lines; `npm run bench -- --compare` explains each that differs. */
function agreement(ours: ImpactAnswers, theirs: ImpactAnswers): string {
  let both = 0;
  let found = 0;
  let expected = 0;
  for (const [at, places] of ours.places.entries()) {
    const peer = new Set(theirs.places[at]);
    both += places.filter((place) => peer.has(place)).length;
    found += places.length;
    expected += peer.size;
  }
  return `recall of lines ${(both / expected).toFixed(4)}, precision ${(both / found).toFixed(4)}`;
}
