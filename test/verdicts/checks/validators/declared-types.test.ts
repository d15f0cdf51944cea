import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../../../..');

/** The types in docs/validators.md, and the files in src/ that declare them. */
const SOURCES = {
  Validator: 'verdicts/checks/interfaces/validator.ts',
  Resource: 'contract/model.ts',
  Assertion: 'contract/model.ts',
  ValidationContext: 'verdicts/checks/interfaces/validator.ts',
  ValidationResult: 'verdicts/checks/interfaces/validator.ts',
  ProtocolAdapter: 'verdicts/checks/interfaces/validator.ts',
  HoldfastApi: 'extension/api/holdfast-api.ts',
} as const;

const names = Object.keys(SOURCES) as readonly (keyof typeof SOURCES)[];

async function documentedTypes(): Promise<string> {
  const page = await readFile(join(ROOT, 'docs/validators.md'), 'utf8');
  const [, documented] = /<!-- declarations -->\s*```ts\r?\n([^]*?)```/.exec(page) ?? [];
  assert.ok(documented);
  return documented;
}

/** The TypeScript errors of a text in the root folder of the project. */
function typeErrors(text: string): readonly string[] {
  const virtual = join(ROOT, 'shown-declarations.ts').replaceAll('\\', '/');
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  // The documentation must suit users with and without exactOptionalPropertyTypes.
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...config.compilerOptions, noUnusedLocals: false, exactOptionalPropertyTypes: false },
    ROOT,
  );
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

/** Compares a documented type with its source: both have the same keys and are assignable to each other. */
function comparison(name: keyof typeof SOURCES): string {
  return `
export const keysOf${name}: Same<keyof ${name}, keyof Its${name}> = true;
export const shown${name} = (value: ${name}): Its${name} => value;
export const its${name} = (value: Its${name}): ${name} => value;
`;
}

describe('The types in docs/validators.md', () => {
  it('[ENF-PLUG-1] [ENF-PLUG-4] are the types of the source', async function () {
    this.timeout(60_000);
    const imports = names.map((name) => `import type { ${name} as Its${name} } from './src/${SOURCES[name]}';`);
    const same =
      'type Same<One, Other> = [One, Other] extends [Other, One] ? true : { onlyOne: Exclude<One, Other>; onlyOther: Exclude<Other, One> };';
    const documented = await documentedTypes();
    const text = [...imports, documented, same, ...names.map(comparison)].join('\n');
    assert.deepEqual(typeErrors(text), []);
    assert.notDeepEqual(typeErrors(text.replace('stepOutput(id: string)', 'stepOutput(id: number)')), []);
    assert.notDeepEqual(typeErrors(text.replace('readonly tier?: 1 | 2 | 3;', '')), []);
  });
});
