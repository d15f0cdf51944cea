import assert from 'node:assert/strict';
import { Lexer } from '../../src/code/lexer/lexer.ts';
import { readLexedScript } from '../../src/code/lexer/lexed-script.ts';
import type { ModuleRecord } from '../../src/code/module-record.ts';
import { ModuleStore } from '../../src/code/module-store.ts';
import { parseModule } from '../../src/code/parse-module.ts';
import { readModule } from '../../src/code/read-module.ts';
import { loadTypeScript } from '../../src/code/typescript-parser.ts';
import { exportForms } from './export-forms.ts';
import { flagsOfKind, typescriptExports } from './typescript-exports.ts';

const lexer = new Lexer();
const parser = await loadTypeScript();

function lexed(file: string, text: string): ModuleRecord | undefined {
  return readModule(
    file,
    text,
    (part, dialect) => {
      const script = lexer.lexText(file, part, dialect);
      return script && readLexedScript(script);
    },
    'lexer',
  );
}

function parsed(file: string, text: string): ModuleRecord {
  const record = readModule(file, text, (part, dialect) => parseModule(parser, part, dialect), 'parser');
  assert.ok(record !== undefined);
  return record;
}

describe('The forms of an export', () => {
  it('[ENF-VAL-1] are at least 150', () => assert.ok(exportForms.length >= 150, String(exportForms.length)));

  for (const { file = 'a.ts', text, names, doubtful } of exportForms) {
    it(`[ENF-VAL-1] [ENF-VAL-2] ${file}: ${JSON.stringify(text)}`, () => {
      const byParser = parsed(file, text);
      assert.deepEqual(byParser.exports.map(({ name }) => name).sort(), [...names].sort(), 'parser');
      const byLexer = lexed(file, text);
      if (doubtful) assert.equal(byLexer, undefined, 'the lexer is not in doubt');
      else assert.deepEqual({ ...byLexer, parsedBy: 'parser' }, byParser, 'lexer and parser disagree');
      assertAgreesWithTypescript(file, text, byParser);
      assertLinksAgree(file, text);
    });
  }
});

/** The modules that a script names are the same, whether they are read from its record or past it. */
function assertLinksAgree(file: string, text: string): void {
  const store = new ModuleStore();
  if (!store.lexText(file, text)) return;
  const named = store.modulesNamedBy(file);
  assert.notEqual(store.get(file), undefined);
  assert.deepEqual(store.modulesNamedBy(file), named);
}

function assertAgreesWithTypescript(file: string, text: string, record: ModuleRecord): void {
  const theirs = typescriptExports(file, text.replace(/^\uFEFF/, ''));
  // What an object that is given whole holds is its type's affair for TypeScript, and importable all the same.
  const isWhole = theirs.some(({ name }) => name === 'export=');
  const ours = record.exports.filter(({ name, kind }) => !isWhole || name === 'export=' || kind === 'type');
  assert.deepEqual(ours.map(({ name }) => name).sort(), theirs.map(({ name }) => name).sort(), 'TypeScript disagrees');
  for (const { name, flags, lines } of theirs) {
    const own = ours.find((entry) => entry.name === name);
    assert.ok(own !== undefined);
    const expected = flagsOfKind[own.kind];
    if (expected !== undefined && own.from === undefined) {
      assert.ok(flags & expected, `${name} is no ${own.kind} for TypeScript`);
    }
    // TypeScript places an export without a name at the start of its statement.
    const isNamed = name !== 'default' && name !== 'export=' && !/exports|defineProperty|\r(?!\n)/.test(text);
    if (isNamed) assert.ok(lines.includes(own.line), `${name} is at line ${own.line}, not at ${lines.join()}`);
  }
}
