import assert from 'node:assert/strict';
import { join, relative, sep } from 'node:path';
import ts from 'typescript';
import { createAnalysis } from '../../../src/analysis/analysis.ts';
import { generateRepository } from '../generated-repository.ts';
import { median, type BenchMeasurement } from '../row.ts';

const modules = 2_000;
const asked = 50;

const options: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  noEmit: true,
  types: [],
};

interface Answers {
  /** From nothing to the first answer. */
  readonly first: number;
  readonly each: readonly number[];
  /** `file:line` of the places of each symbol, without its declaration. */
  readonly places: readonly (readonly string[])[];
}

export const impact: BenchMeasurement = {
  title: 'who uses 50 exports, in a repository of 2,000 files, beside the language service of TypeScript',
  async measure(say) {
    await using repository = await generateRepository(modules, {});
    const numbers = Array.from({ length: asked }, (_, at) => Math.floor((at * modules) / asked));
    const peer = measurePeer(repository.folder, numbers);
    say(`language service: first ${peer.first.toFixed(0)} ms, then ${median(peer.each).toFixed(2)} ms each`);
    const ours = await measureOurs(repository.folder, numbers);
    say(`ours: first ${ours.first.toFixed(0)} ms, then ${median(ours.each).toFixed(3)} ms each`);
    assert.deepEqual(ours.places, peer.places, 'both find the same places');
    return [
      { id: 'impact/language-service', ours: median(ours.each), peer: median(peer.each), unit: 'ms' },
      { id: 'impact-first/language-service', ours: ours.first, peer: peer.first, unit: 'ms' },
    ];
  },
};

function fileOf(number: number): string {
  return `src/part${Math.floor(number / 50)}/module${number}.ts`;
}

async function measureOurs(root: string, numbers: readonly number[]): Promise<Answers> {
  const started = performance.now();
  await using analysis = createAnalysis({ environment: () => undefined });
  let first = 0;
  const each: number[] = [];
  const places: string[][] = [];
  for (const number of numbers) {
    const from = performance.now();
    const found = await analysis.impact(root, { file: fileOf(number), exportName: `value${number}` });
    if (first === 0) first = performance.now() - started;
    else each.push(performance.now() - from);
    const callers = found.functionsAffected[0]?.callers ?? [];
    places.push([...new Set(callers.map(({ file, line }) => `${file}:${line}`))].sort());
  }
  return { first, each, places };
}

function measurePeer(root: string, numbers: readonly number[]): Answers {
  const started = performance.now();
  const files = Array.from({ length: modules }, (_, number) => join(root, fileOf(number)));
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (wanted) => ts.getDefaultLibFilePath(wanted),
    getScriptFileNames: () => files,
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const text = ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    fileExists: (file) => ts.sys.fileExists(file),
    readFile: (file) => ts.sys.readFile(file),
    directoryExists: (folder) => ts.sys.directoryExists(folder),
  });
  let first = 0;
  const each: number[] = [];
  const places: string[][] = [];
  for (const number of numbers) {
    const from = performance.now();
    places.push(referencesOf(service, root, number));
    if (first === 0) first = performance.now() - started;
    else each.push(performance.now() - from);
  }
  service.dispose();
  return { first, each, places };
}

function referencesOf(service: ts.LanguageService, root: string, number: number): string[] {
  const file = join(root, fileOf(number));
  const program = service.getProgram();
  const position = program?.getSourceFile(file)?.text.indexOf(`value${number}:`) ?? 0;
  const found = (service.findReferences(file, position) ?? []).flatMap(({ references }) => references);
  const lines = found
    .filter(({ isDefinition, fileName }) => !(isDefinition === true && fileName === file))
    .map(({ fileName, textSpan }) => {
      const place = program?.getSourceFile(fileName)?.getLineAndCharacterOfPosition(textSpan.start);
      return `${relative(root, fileName).split(sep).join('/')}:${(place?.line ?? 0) + 1}`;
    });
  return [...new Set(lines)].sort();
}
