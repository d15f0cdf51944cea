import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../../..');

/** The types that docs/validators.md shows, and where each has its source. */
const SOURCES = {
  Validator: 'checks/validators/validator.ts',
  Resource: 'contract/model.ts',
  Assertion: 'contract/model.ts',
  ValidationContext: 'checks/validators/validator.ts',
  ValidationResult: 'checks/validators/validator.ts',
  ProtocolAdapter: 'checks/validators/protocol-adapter.ts',
  HoldfastApi: 'extension/api/holdfast-api.ts',
} as const;

const names = Object.keys(SOURCES) as readonly (keyof typeof SOURCES)[];

async function shownDeclarations(): Promise<string> {
  const page = await readFile(join(ROOT, 'docs/validators.md'), 'utf8');
  const [, shown] = /<!-- declarations -->\s*```ts\r?\n([^]*?)```/.exec(page) ?? [];
  assert.ok(shown);
  return shown;
}

/** What TypeScript has against a text that stands in the root of the project. */
function complaintsAbout(text: string): readonly string[] {
  const virtual = join(ROOT, 'shown-declarations.ts').replaceAll('\\', '/');
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, noUnusedLocals: false }, ROOT);
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, ...rest) =>
    file === virtual ? ts.createSourceFile(file, text, ts.ScriptTarget.Latest) : read(file, ...rest);
  const program = ts.createProgram([virtual], options, host);
  const source = program.getSourceFile(virtual);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
    ({ messageText, start = 0 }) => {
      const line = text.slice(text.lastIndexOf('\n', start) + 1, text.indexOf('\n', start));
      return `${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    },
  );
}

/** Holds each shown type to its source: the same keys, and each may stand in the place of the other. */
function comparison(name: keyof typeof SOURCES): string {
  return `
export const keysOf${name}: Same<keyof ${name}, keyof Its${name}> = true;
export const shown${name} = (given: ${name}): Its${name} => given;
export const its${name} = (given: Its${name}): ${name} => given;
`;
}

describe('The types that docs/validators.md shows', () => {
  it('[ENF-PLUG-1] [ENF-PLUG-4] are those of the source', async function () {
    this.timeout(60_000);
    const imports = names.map((name) => `import type { ${name} as Its${name} } from './src/${SOURCES[name]}';`);
    const same =
      'type Same<One, Other> = [One, Other] extends [Other, One] ? true : { onlyOne: Exclude<One, Other>; onlyOther: Exclude<Other, One> };';
    const shown = await shownDeclarations();
    const text = [...imports, shown, same, ...names.map(comparison)].join('\n');
    assert.deepEqual(complaintsAbout(text), []);
    assert.notDeepEqual(complaintsAbout(text.replace('stepOutput(id: string)', 'stepOutput(id: number)')), []);
    assert.notDeepEqual(complaintsAbout(text.replace('readonly tier?: 1 | 2 | 3;', '')), []);
  });
});
