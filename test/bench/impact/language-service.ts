// Run by answersOf: tells the uses of exports as the language service of TypeScript does.
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { DiskTree } from '../../../src/workspace/disk-tree.ts';
import { languageServiceOf, pathInTree } from '../compare/compared-program.ts';
import { askedExports, memoryHeld, type ImpactAnswers } from './answers.ts';

const root = process.argv[2] ?? '';
const exports = askedExports.parse(await json(process.stdin));
const started = performance.now();
const files = (await new DiskTree(root).listFiles()).filter((file) => /\.[mc]?[jt]sx?$/.test(file));
const service = languageServiceOf({ root, files });
let first = 0;
const each: number[] = [];
const places: string[][] = [];
for (const { file, line, column } of exports) {
  const from = performance.now();
  const program = service.getProgram();
  const path = join(root, file);
  const position = program?.getSourceFile(path)?.getPositionOfLineAndCharacter(line - 1, column - 1) ?? 0;
  const found = (service.findReferences(path, position) ?? []).flatMap(({ references }) => references);
  const lines = found
    .filter(({ fileName, textSpan }) => fileName !== path || textSpan.start !== position)
    .map(({ fileName, textSpan }) => {
      const place = program?.getSourceFile(fileName)?.getLineAndCharacterOfPosition(textSpan.start);
      return `${pathInTree(root, fileName)}:${(place?.line ?? 0) + 1}`;
    });
  if (first === 0) first = performance.now() - started;
  else each.push(performance.now() - from);
  places.push([...new Set(lines)]);
}
const answers: ImpactAnswers = { first, each, memory: memoryHeld(), places };
console.log(JSON.stringify(answers));
service.dispose();
