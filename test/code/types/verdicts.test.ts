import assert from 'node:assert/strict';
import { createTypeTier } from '../../../src/code/types/create-type-tier.ts';
import type { TypeAnswer } from '../../../src/code/types/type-tier.ts';
import { DiskTree } from '../../../src/workspace/disk-tree.ts';
import { compilers, workspaceWith } from './compilers.ts';
import type { Outcome, Pair } from './pairs.ts';
import { signaturePairs } from './signature-pairs.ts';
import { typePairs } from './type-pairs.ts';

const strict = { strict: true, module: 'esnext', moduleResolution: 'bundler', target: 'es2022', jsx: 'preserve' };
const configurations = {
  'strict/tsconfig.json': { compilerOptions: { ...strict, types: [] } },
  'exact/tsconfig.json': { extends: '../strict/tsconfig.json', compilerOptions: { exactOptionalPropertyTypes: true } },
  'loose/tsconfig.json': { extends: '../strict/tsconfig.json', compilerOptions: { strictNullChecks: false } },
};

function fileOf(pair: Pair, kind: string, at: number): string {
  return `${pair.folder ?? 'strict'}/${kind}${at}${pair.extension ?? '.ts'}`;
}

function outcomeOf(answer: TypeAnswer): Outcome {
  if (answer.error !== undefined) return 'undecided';
  return answer.passed ? 'equal' : 'different';
}

for (const compiler of compilers) {
  describe(`Types, as ${compiler.title} understands them`, () => {
    const answers = { signatures: [] as readonly TypeAnswer[], types: [] as readonly TypeAnswer[] };

    before(async function () {
      this.timeout(180_000);
      const folder = await compiler.folder().catch((error: unknown) => {
        console.warn(`${compiler.title} is not at hand: ${String(error)}`);
        this.skip();
      });
      const files: Record<string, string> = {};
      for (const [name, content] of Object.entries(configurations)) files[name] = JSON.stringify(content);
      signaturePairs.forEach((pair, at) => (files[fileOf(pair, 'signature', at)] = pair.text));
      typePairs.forEach((pair, at) => (files[fileOf(pair, 'type', at)] = pair.text));
      await using workspace = await workspaceWith(files, folder);
      await using tier = await createTypeTier({ tree: new DiskTree(workspace.path), trusted: true });
      assert.match(tier.title, folder === undefined ? /of Holdfast$/ : /of the workspace$/);
      answers.signatures = await tier.signatures(
        signaturePairs.map((pair, at) => ({ ...pair, file: fileOf(pair, 'signature', at) })),
      );
      answers.types = await tier.types(typePairs.map((pair, at) => ({ ...pair, file: fileOf(pair, 'type', at) })));
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
  assert.notEqual(answer.actual, '');
  assert.notEqual(answer.expected, '');
  assert.doesNotMatch(answer.actual, /holdfast/i);
  if (pair.outcome === 'different') assert.notEqual(answer.actual, answer.expected);
}
