import assert from 'node:assert/strict';
import fc from 'fast-check';
import ts from 'typescript';
import { loadTypeScript, parseScript } from '../../../../src/code/language/typescript-parser.ts';
import type { Dialect } from '../../../../src/code/language/source-language.ts';
import { findMemberUses } from '../../../../src/code/impact/syntax/member-uses.ts';
import { findUsesInScope } from '../../../../src/code/impact/syntax/uses-in-scope.ts';
import { findMemberUsesInTokens, findUsesInTokens } from '../../../../src/code/impact/tokens/token-uses.ts';
import { tokenize } from '../../../../src/code/impact/tokens/tokenizer.ts';
import { generatedSources } from '../../lexer/generated-sources.ts';
import { generateScopes } from './generated-scopes.ts';
import '../../../random-seed.ts';

const parser = await loadTypeScript();
const runs = Number(process.env['HOLDFAST_FUZZ_RUNS'] ?? 700);

const languages = [
  { dialect: 'ts', hasTypes: true, hasJsx: false },
  { dialect: 'tsx', hasTypes: true, hasJsx: true },
  { dialect: 'js', hasTypes: false, hasJsx: true },
] as const;

const sources = [
  { title: 'sources that declare the same names in many scopes', generate: generateScopes, names: ['a', 'b', 'A'] },
  {
    title: 'sources that are hard to tokenize',
    generate: generatedSources,
    names: ['a', 'b', 'A', '$d', 'U', 'inner'],
  },
];

describe('Uses found in tokens', () => {
  it('[ENF-IMPACT-2] are left to the parser if a method without a return type looks like a call', () => {
    const ambiguous = [
      'type F = () => { a(b) };',
      'type F = new <T>(c: T) => { c: string; a(b) };',
      'type F<T = () => { a(b) }> = T;',
      'type F = [() => { a(b) }] | Map<string, () => { a(b) }>;',
      'declare const f: () => { a(b) };',
      'const f = c as () => { a(b) };',
      'interface I {\n  c: string\n  a(b)\n}',
    ];
    const calls = [
      'const f = () => { a(b) };',
      'f(1, async () => { a(b); });',
      'f({ c: () => { a(b); }, d: [(e) => { a(b); }] });',
      'const f = (c): void => { a(b); };',
    ];
    for (const text of ambiguous) assert.equal(findTokenUses(text, 'a'), undefined, text);
    for (const text of ambiguous) assert.equal(findTokenUses(text, 'b'), undefined, text);
    for (const text of calls) assert.equal(findTokenUses(text, 'a')?.length, text.split('a(b)').length - 1, text);
  });

  it('[ENF-IMPACT-2] include the types of the last members of a type', () => {
    const used = [
      'let f: { b: string; c: a };',
      'interface I {\n  b: string\n  c: a\n}',
      'interface I { b?: string; c?: a }',
    ];
    for (const text of used) assert.deepEqual(findTokenUses(text, 'a'), [text.lastIndexOf('a')], text);
  });

  it('[ENF-IMPACT-2] are left to the parser if a colon or a slash has several meanings', () => {
    assert.equal(findTokenUses('switch (b) { case c, a: d(); }', 'a'), undefined);
    assert.equal(findTokenUses('const d = b ? a = (c) : a => 1;', 'a'), undefined);
    assert.equal(tokenize('import b = c.d\n/a/.exec(e);', 'ts'), undefined);
  });

  for (const { title, generate, names } of sources) {
    for (const { dialect, ...language } of languages) {
      it(`[ENF-IMPACT-2] equal the uses that the parser finds, in ${title} (${dialect})`, function () {
        this.timeout(0);
        let queries = 0;
        let answered = 0;
        fc.assert(
          fc.property(generate(language), (text) => {
            if (hasSyntaxErrors(dialect, text)) return;
            const tokens = tokenize(text, dialect);
            const source = parseScript(parser, text, dialect);
            for (const name of names) {
              queries++;
              const uses = tokens && findUsesInTokens(tokens, name);
              const nodes = findUsesInScope(parser, source, name);
              if (uses !== undefined) {
                answered++;
                assert.deepEqual(sortUnique(uses), getOffsets(source, nodes), `uses of ${name}`);
              }
              for (const path of [['a'], ['b', 'A']]) {
                const members = tokens && findMemberUsesInTokens(tokens, name, path);
                if (members === undefined) continue;
                const expected = nodes.flatMap((node) => findMemberUses(parser, node, path));
                assert.deepEqual(
                  sortUnique(members),
                  getOffsets(source, expected),
                  `uses of ${name}.${path.join('.')}`,
                );
              }
            }
          }),
          { numRuns: runs },
        );
        assert.ok(queries > runs / 2, `Only ${queries} queries had a source without syntax errors.`);
        assert.ok(answered > queries / 2, `The tokens answered only ${answered} of ${queries} queries.`);
      });
    }
  }
});

function findTokenUses(text: string, name: string): readonly number[] | undefined {
  const tokens = tokenize(text, 'ts');
  assert.ok(tokens, text);
  return findUsesInTokens(tokens, name);
}

function sortUnique(values: readonly number[]): readonly number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

function getOffsets(
  source: ReturnType<typeof parseScript>,
  nodes: readonly ReturnType<typeof findMemberUses>[number][],
) {
  return sortUnique(nodes.map((node) => node.getStart(source)));
}

/** Sources with syntax errors are skipped: the tokens and the parser recover from errors in different ways. */
function hasSyntaxErrors(dialect: Dialect, text: string): boolean {
  const source = ts.createSourceFile(`a.${dialect}`, text, ts.ScriptTarget.ESNext);
  return (source as ts.SourceFile & { readonly parseDiagnostics: readonly unknown[] }).parseDiagnostics.length > 0;
}
