// Prints the uses of exports that the analysis finds. Started by `runProgram`.
import { json } from 'node:stream/consumers';
import { createAnalysis } from '../../../src/verdicts/analysis/in-process-analysis.ts';
import { queriedExportsSchema, peakMemory, type ImpactAnswers } from './answers.ts';

const root = process.argv[2] ?? '';
const exports = queriedExportsSchema.parse(await json(process.stdin));
const started = performance.now();
await using analysis = createAnalysis({ environment: () => undefined });
let first = 0;
const laterTimes: number[] = [];
const usesByExport: string[][] = [];
for (const { file, name } of exports) {
  const from = performance.now();
  const { functionsAffected, typesAffected } = await analysis.impact(root, { file, exportName: name });
  if (first === 0) first = performance.now() - started;
  else laterTimes.push(performance.now() - from);
  const uses = functionsAffected[0]?.callers ?? typesAffected[0]?.usages ?? [];
  usesByExport.push([...new Set(uses.map((place) => `${place.file}:${place.line}`))]);
}
const found: ImpactAnswers = { first, each: laterTimes, memory: peakMemory(), places: usesByExport };
console.log(JSON.stringify(found));
