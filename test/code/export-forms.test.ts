import assert from 'node:assert/strict';
import { ModuleStore } from '../../src/code/index/module-store.ts';
import { languageOf } from '../../src/code/language/source-language.ts';
import { loadTypeScript } from '../../src/code/language/typescript-parser.ts';
import { Lexer } from '../../src/code/lexer/lexer.ts';
import { readLexedScript } from '../../src/code/lexer/read-lexed-script.ts';
import type { ExportKind, ModuleRecord } from '../../src/code/modules/module-record.ts';
import { readModule } from '../../src/code/modules/read-module.ts';
import { parseModule } from '../../src/code/parser/parse-module.ts';
import { exportForms } from './export-forms.ts';
import { flagsOfKind, findTypescriptExports } from './typescript-exports.ts';

const lexer = new Lexer();
const parser = await loadTypeScript();

function lex(file: string, text: string): ModuleRecord | undefined {
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

function parse(file: string, text: string): ModuleRecord {
  const record = readModule(file, text, (part, dialect) => parseModule(parser, part, dialect), 'parser');
  assert.ok(record !== undefined);
  return record;
}

const exportKinds: readonly ExportKind[] = [
  'class',
  'const',
  'enum',
  'function',
  'interface',
  'let',
  'namespace',
  'type',
  'unknown',
  'value',
  'var',
];

describe('Export forms', () => {
  it('[ENF-VAL-1] cover every export kind', () => {
    const kinds = exportForms.flatMap(({ file = 'a.ts', text }) => parse(file, text).exports.map(({ kind }) => kind));
    assert.deepEqual([...new Set(kinds)].sort(), exportKinds);
  });

  it('[ENF-VAL-1] cover texts that the lexer reads and texts that need the parser, in every dialect', () => {
    const dialects = (forms: typeof exportForms) =>
      [...new Set(forms.map(({ file = 'a.ts' }) => languageOf(file)))].sort();
    assert.deepEqual(dialects(exportForms.filter(({ needsParser }) => !needsParser)), ['js', 'ts', 'tsx']);
    assert.ok(exportForms.some(({ needsParser }) => needsParser));
  });

  for (const { file = 'a.ts', text, names, needsParser } of exportForms) {
    it(`[ENF-VAL-1] [ENF-VAL-2] ${file}: ${JSON.stringify(text)}`, () => {
      const byParser = parse(file, text);
      assert.deepEqual(byParser.exports.map(({ name }) => name).sort(), [...names].sort(), 'parser');
      const byLexer = lex(file, text);
      if (needsParser) assert.equal(byLexer, undefined, 'the lexer accepted the text');
      else assert.deepEqual({ ...byLexer, parsedBy: 'parser' }, byParser, 'lexer and parser disagree');
      assertAgreesWithTypescript(file, text, byParser);
      assertReferencedModulesAgree(file, text);
    });
  }
});

/** The referenced modules must be the same with and without a module record. */
function assertReferencedModulesAgree(file: string, text: string): void {
  const store = new ModuleStore();
  if (!store.lexText(file, text)) return;
  const referenced = store.modulesReferencedBy(file);
  assert.notEqual(store.get(file), undefined);
  assert.deepEqual(store.modulesReferencedBy(file), referenced);
}

function assertAgreesWithTypescript(file: string, text: string, module: ModuleRecord): void {
  const typescriptExports = findTypescriptExports(file, text.replace(/^\uFEFF/, ''));
  // For TypeScript, properties of an exported object are members of its type, but they can be imported by name.
  const hasExportAssignment = typescriptExports.some(({ name }) => name === 'export=');
  const ownExports = module.exports.filter(
    ({ name, kind }) => !hasExportAssignment || name === 'export=' || kind === 'type',
  );
  assert.deepEqual(
    ownExports.map(({ name }) => name).sort(),
    typescriptExports.map(({ name }) => name).sort(),
    'TypeScript disagrees',
  );
  for (const { name, flags, lines } of typescriptExports) {
    const record = ownExports.find((entry) => entry.name === name);
    assert.ok(record !== undefined);
    const expected = flagsOfKind[record.kind];
    if (expected !== undefined && record.from === undefined) {
      assert.ok(flags & expected, `TypeScript: ${name} is not a ${record.kind}`);
    }
    // TypeScript reports an export without a name at the start of its statement.
    const isNamed = name !== 'default' && name !== 'export=' && !/exports|defineProperty|\r(?!\n)/.test(text);
    if (isNamed) assert.ok(lines.includes(record.line), `${name} is at line ${record.line}, not at ${lines.join()}`);
  }
}
