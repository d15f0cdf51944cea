import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf } from '../../../src/code/language/source-language.ts';
import { loadTypeScript, parseScript, type TypeScript } from '../../../src/code/language/typescript-parser.ts';
import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { findUsesInScope } from '../../../src/code/impact/syntax/uses-in-scope.ts';
import { findUsesInTokens } from '../../../src/code/impact/tokens/token-uses.ts';
import { tokenize } from '../../../src/code/impact/tokens/tokenizer.ts';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import type { BenchMeasurement } from '../row.ts';

/** Every fifth file of the corpus is measured. */
const STEP = 5;

/** The target ratio is 1/3: a separate tokenizer is worth its code only if it is three times as fast as the parser. */
export const impactTokens: BenchMeasurement = {
  title: 'finding the uses of imported names in tokens, compared with the parser',
  async measure(say, { corpus }) {
    const { folder, files } = await openCorpus(corpus);
    const index = await ModuleIndex.build(new DiskTree(folder));
    const ts = await loadTypeScript();
    const times = { tokens: 0, parser: 0 };
    let queries = 0;
    let answered = 0;
    for (const file of files.filter((_, at) => at % STEP === 0)) {
      const language = languageOf(file);
      const names = importedNames(index, file);
      if ((language !== 'ts' && language !== 'tsx') || names.length === 0) continue;
      const text = readFileSync(join(folder, file), 'utf8');
      const fromTokens = measureTime(times, 'tokens', () => {
        const tokens = tokenize(text, language);
        return names.map((name) => tokens && findUsesInTokens(tokens, name));
      });
      const fromParser = measureTime(times, 'parser', () => usesByParser(ts, text, language, names));
      for (const [at, uses] of fromTokens.entries()) {
        queries++;
        if (uses === undefined) continue;
        answered++;
        if (String(uses) !== String(fromParser[at])) {
          throw new Error(`The uses of ${String(names[at])} in ${file} differ between the tokens and the parser.`);
        }
      }
    }
    say(`${queries} names, ${((answered / queries) * 100).toFixed(1)} % answered by the tokens, without a difference`);
    return [{ id: 'impact-tokens/parser', ours: times.tokens, peer: times.parser, unit: 'ms' }];
  },
};

function importedNames(index: ModuleIndex, file: string): readonly string[] {
  const imports = index.moduleOf(file)?.imports ?? [];
  return [...new Set(imports.filter(({ kind }) => kind !== 'reexport').flatMap(({ names }) => names))].map(
    ({ local }) => local,
  );
}

function usesByParser(
  ts: TypeScript,
  text: string,
  language: 'ts' | 'tsx',
  names: readonly string[],
): readonly (readonly number[])[] {
  const source = parseScript(ts, text, language);
  return names.map((name) => findUsesInScope(ts, source, name).map((node) => node.getStart(source)));
}

function measureTime<Result>(times: Record<string, number>, kind: string, work: () => Result): Result {
  const begun = performance.now();
  const result = work();
  times[kind] = (times[kind] ?? 0) + performance.now() - begun;
  return result;
}
