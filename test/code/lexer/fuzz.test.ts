import assert from 'node:assert/strict';
import fc from 'fast-check';
import ts from 'typescript';
import { Lexer } from '../../../src/code/lexer/lexer.ts';
import { readLexedScript } from '../../../src/code/lexer/read-lexed-script.ts';
import { ModuleStore } from '../../../src/code/index/module-store.ts';
import { parseModule } from '../../../src/code/parser/parse-module.ts';
import { readModule } from '../../../src/code/modules/read-module.ts';
import { loadTypeScript } from '../../../src/code/language/typescript-parser.ts';
import { generatedSources } from './generated-sources.ts';
import '../../random-seed.ts';

const lexer = new Lexer();
const parser = await loadTypeScript();
const runs = Number(process.env['HOLDFAST_FUZZ_RUNS'] ?? 1500);
const seed = process.env['HOLDFAST_FUZZ_SEED'];

/** `maxParserShare` is little more than the measured share: real sources contain far fewer of these ambiguities. */
const languages = [
  { file: 'a.ts', hasTypes: true, hasJsx: false, maxParserShare: 0.1 },
  { file: 'a.tsx', hasTypes: true, hasJsx: true, maxParserShare: 0.17 },
  { file: 'a.js', hasTypes: false, hasJsx: true, maxParserShare: 0.15 },
];

describe('The lexer, on generated sources', () => {
  for (const { file, maxParserShare, ...language } of languages) {
    it(`[ENF-VAL-1] [ENF-VAL-2] reads ${file} as TypeScript does, or leaves it to the parser`, function () {
      this.timeout(0);
      let compared = 0;
      let parserNeeded = 0;
      fc.assert(
        fc.property(generatedSources(language), (text) => {
          if (hasSyntaxErrors(file, text)) return;
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
          if (lexed === undefined) parserNeeded++;
          else
            assert.deepEqual(
              lexed,
              readModule(file, text, (part, dialect) => parseModule(parser, part, dialect), 'parser'),
            );
          const store = new ModuleStore();
          if (!store.lexText(file, text)) return;
          const named = store.modulesReferencedBy(file);
          store.get(file);
          assert.deepEqual(store.modulesReferencedBy(file), named);
        }),
        { numRuns: runs, ...(seed !== undefined && { seed: Number(seed) }) },
      );
      assert.ok(compared > runs / 2, `Only ${compared} of ${runs} sources had no syntax error.`);
      const share = parserNeeded / compared;
      assert.ok(share <= maxParserShare, `The lexer left ${(share * 100).toFixed(1)} % of the sources to the parser.`);
    });
  }
});

/** Parsers recover from syntax errors in different ways. */
function hasSyntaxErrors(file: string, text: string): boolean {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext);
  return (source as ts.SourceFile & { readonly parseDiagnostics: readonly unknown[] }).parseDiagnostics.length > 0;
}
