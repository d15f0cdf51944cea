// Run by answersOf: tells the uses of exports as the analysis does.
import { json } from 'node:stream/consumers';
import { createAnalysis } from '../../../src/analysis/analysis.ts';
import { askedExports, memoryHeld, type ImpactAnswers } from './answers.ts';

const root = process.argv[2] ?? '';
const exports = askedExports.parse(await json(process.stdin));
const started = performance.now();
await using analysis = createAnalysis({ environment: () => undefined });
let first = 0;
const each: number[] = [];
const places: string[][] = [];
for (const { file, name } of exports) {
  const from = performance.now();
  const { functionsAffected, typesAffected } = await analysis.impact(root, { file, exportName: name });
  if (first === 0) first = performance.now() - started;
  else each.push(performance.now() - from);
  const uses = functionsAffected[0]?.callers ?? typesAffected[0]?.usages ?? [];
  places.push([...new Set(uses.map((place) => `${place.file}:${place.line}`))]);
}
const found: ImpactAnswers = { first, each, memory: memoryHeld(), places };
console.log(JSON.stringify(found));
