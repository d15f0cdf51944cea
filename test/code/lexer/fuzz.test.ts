import assert from 'node:assert/strict';
import fc from 'fast-check';
import ts from 'typescript';
import { Lexer } from '../../../src/code/lexer/lexer.ts';
import { readLexedScript } from '../../../src/code/lexer/lexed-script.ts';
import { ModuleStore } from '../../../src/code/module-store.ts';
import { parseModule } from '../../../src/code/parse-module.ts';
import { readModule } from '../../../src/code/read-module.ts';
import { loadTypeScript } from '../../../src/code/typescript-parser.ts';
import { generatedSources } from './generated-sources.ts';
import '../../random-seed.ts';

const lexer = new Lexer();
const parser = await loadTypeScript();
const runs = Number(process.env['HOLDFAST_FUZZ_RUNS'] ?? 1500);
const seed = process.env['HOLDFAST_FUZZ_SEED'];

const languages = [
  { file: 'a.ts', hasTypes: true, hasJsx: false },
  { file: 'a.tsx', hasTypes: true, hasJsx: true },
  { file: 'a.js', hasTypes: false, hasJsx: true },
];

describe('The lexer, on generated sources', () => {
  for (const { file, ...language } of languages) {
    it(`[ENF-VAL-1] [ENF-VAL-2] reads ${file} as TypeScript does, or is in doubt`, function () {
      this.timeout(0);
      let compared = 0;
      let doubts = 0;
      fc.assert(
        fc.property(generatedSources(language), (text) => {
          if (hasMistakes(file, text)) return;
          const lexed = readModule(
            file,
            text,
            (part, dialect) => {
              const script = lexer.lexText(file, part, dialect);
              return script && readLexedScript(script);
            },
            'parser',
          );
          compared++;
          if (lexed === undefined) doubts++;
          else
            assert.deepEqual(
              lexed,
              readModule(file, text, (part, dialect) => parseModule(parser, part, dialect), 'parser'),
            );
          const store = new ModuleStore();
          if (!store.lexText(file, text)) return;
          const named = store.modulesNamedBy(file);
          store.get(file);
          assert.deepEqual(store.modulesNamedBy(file), named);
        }),
        { numRuns: runs, ...(seed !== undefined && { seed: Number(seed) }) },
      );
      assert.ok(compared > runs / 4, `only ${compared} of ${runs} sources were without mistakes`);
      assert.ok(doubts < compared / 2, `the lexer was in doubt about ${doubts} of ${compared}`);
    });
  }
});

/** Sources that no parser accepts may be read in more than one way. */
function hasMistakes(file: string, text: string): boolean {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext);
  return (source as ts.SourceFile & { readonly parseDiagnostics: readonly unknown[] }).parseDiagnostics.length > 0;
}
