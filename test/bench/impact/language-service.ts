// Prints the uses of exports that the TypeScript language service finds. Started by `runProgram`.
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { createLanguageService, toTreePath } from '../compare/compared-program.ts';
import { queriedExportsSchema, peakMemory, type ImpactAnswers } from './answers.ts';

const root = process.argv[2] ?? '';
const exports = queriedExportsSchema.parse(await json(process.stdin));
const started = performance.now();
const files = (await new DiskTree(root).listFiles()).filter((file) => /\.[mc]?[jt]sx?$/.test(file));
const service = createLanguageService({ root, files });
let first = 0;
const laterTimes: number[] = [];
const uses: string[][] = [];
for (const { file, line, column } of exports) {
  const from = performance.now();
  const program = service.getProgram();
  const path = join(root, file);
  const position = program?.getSourceFile(path)?.getPositionOfLineAndCharacter(line - 1, column - 1) ?? 0;
  const found = (service.findReferences(path, position) ?? []).flatMap(({ references }) => references);
  const lines = found
    .filter(({ fileName, textSpan }) => fileName !== path || textSpan.start !== position)
    .map(({ fileName, textSpan }) => {
      const start = program?.getSourceFile(fileName)?.getLineAndCharacterOfPosition(textSpan.start);
      return `${toTreePath(root, fileName)}:${(start?.line ?? 0) + 1}`;
    });
  if (first === 0) first = performance.now() - started;
  else laterTimes.push(performance.now() - from);
  uses.push([...new Set(lines)]);
}
const answers: ImpactAnswers = { first, each: laterTimes, memory: peakMemory(), places: uses };
console.log(JSON.stringify(answers));
service.dispose();
