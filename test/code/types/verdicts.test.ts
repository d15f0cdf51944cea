import assert from 'node:assert/strict';
import { createTypeChecker } from '../../../src/code/types/create-type-checker.ts';
import type { TypeAnswer } from '../../../src/code/types/queries/type-checker.ts';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { compilers, createWorkspace } from './compilers.ts';
import type { Outcome, Pair } from './pairs.ts';
import { javaScriptSignaturePairs, javaScriptTypePairs } from './javascript-pairs.ts';
import * as signatures from './signature-pairs.ts';
import * as types from './type-pairs.ts';

const signaturePairs = [...signatures.signaturePairs, ...javaScriptSignaturePairs];
const typePairs = [...types.typePairs, ...javaScriptTypePairs];

const strict = { strict: true, module: 'esnext', moduleResolution: 'bundler', target: 'es2022', jsx: 'preserve' };
const configurations = {
  'strict/tsconfig.json': { compilerOptions: { ...strict, types: [] } },
  'exact/tsconfig.json': { extends: '../strict/tsconfig.json', compilerOptions: { exactOptionalPropertyTypes: true } },
  'loose/tsconfig.json': { extends: '../strict/tsconfig.json', compilerOptions: { strictNullChecks: false } },
  'implicit/tsconfig.json': { extends: '../strict/tsconfig.json', compilerOptions: { noImplicitAny: false } },
};

function fileOf(pair: Pair, kind: string, at: number): string {
  return `${pair.folder ?? 'strict'}/${kind}${at}${pair.extension ?? '.ts'}`;
}

function outcomeOf(answer: TypeAnswer): Outcome {
  if (answer.error !== undefined) return 'undecided';
  return answer.passed ? 'equal' : 'different';
}

for (const compiler of compilers) {
  describe(`Type queries with ${compiler.title}`, () => {
    const answers = { signatures: [] as readonly TypeAnswer[], types: [] as readonly TypeAnswer[] };

    before(async function () {
      this.timeout(180_000);
      const folder = await compiler.folder().catch((error: unknown) => {
        console.warn(`${compiler.title} is not available: ${String(error)}`);
        this.skip();
      });
      const files: Record<string, string> = {};
      for (const [name, content] of Object.entries(configurations)) files[name] = JSON.stringify(content);
      signaturePairs.forEach((pair, at) => (files[fileOf(pair, 'signature', at)] = pair.text));
      typePairs.forEach((pair, at) => (files[fileOf(pair, 'type', at)] = pair.text));
      await using workspace = await createWorkspace(files, folder);
      await using checker = await createTypeChecker({ tree: new DiskTree(workspace.path), trusted: true });
      assert.match(checker.title, folder === undefined ? /of Holdfast$/ : /of the workspace$/);
      answers.signatures = await checker.checkSignatures(
        signaturePairs.map((pair, at) => ({ ...pair, file: fileOf(pair, 'signature', at) })),
      );
      answers.types = await checker.checkTypes(
        typePairs.map((pair, at) => ({ ...pair, file: fileOf(pair, 'type', at) })),
      );
    });

    signaturePairs.forEach((pair, at) => {
      it(`[ENF-VAL-5] ${pair.title}: ${oneLine(pair.text)} ~ ${oneLine(pair.expected)}: ${pair.outcome}`, () => {
        check(answers.signatures[at], pair);
      });
    });
    typePairs.forEach((pair, at) => {
      it(`[ENF-VAL-6] ${pair.title}: ${oneLine(pair.text)} ~ ${oneLine(pair.expected)}: ${pair.outcome}`, () => {
        check(answers.types[at], pair);
      });
    });
  });
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function check(answer: TypeAnswer | undefined, pair: Pair): void {
  assert.ok(answer);
  assert.equal(outcomeOf(answer), pair.outcome, JSON.stringify(answer));
  assert.equal(answer.passed, pair.outcome === 'equal');
  if (pair.outcome === 'undecided') return;
  assert.ok(answer.actual);
  assert.notEqual(answer.expected, '');
  assert.doesNotMatch(answer.actual, /holdfast/i);
  if (pair.outcome === 'different') assert.notEqual(answer.actual, answer.expected);
}
