import { compileErrors } from './compile-errors.ts';
import { testFailures } from './test-failures.ts';

/** A change that a scripted model makes, and the lines that the tools report. */
export interface FailingProgram {
  /** The id of its chunk. */
  readonly id: string;
  /** The files that the model writes. */
  readonly files: Readonly<Record<string, string>>;
  /** The files that exist before. */
  readonly existing: Readonly<Record<string, string>>;
  readonly command: 'compile' | 'test';
  /** The lines that the output points at. */
  readonly errors: readonly { readonly path: string; readonly line: number }[];
}

const MARK = /[ ]*\/\/ !$/;
const FILLER_FUNCTIONS = 4;

/** Every program, compile errors first. */
export function createFailingPrograms(): readonly FailingProgram[] {
  return [...createCompileErrors(), ...createTestFailures(), createErrorsInTwoFiles()];
}

/** A long module with many errors: not everything fits into the budget of a prompt. */
export function createLongProgram(errorCount: number): FailingProgram {
  const body = Array.from(
    { length: errorCount },
    (_, index) => `${createFiller(`part${index}`)}
export const value${index}: string = part${index}0(${index}); // !
`,
  );
  return createCompileProgram(`long-${errorCount}`, body.join('\n'));
}

function createCompileErrors(): FailingProgram[] {
  return Object.entries(compileErrors).map(([name, snippet]) => createCompileProgram(name, surround(snippet)));
}

function createCompileProgram(name: string, marked: string): FailingProgram {
  const path = `src/${name}.ts`;
  return {
    id: name,
    files: { [path]: withoutMarks(marked) },
    existing: {},
    command: 'compile',
    errors: findMarks(path, marked),
  };
}

function createTestFailures(): FailingProgram[] {
  return Object.entries(testFailures).map(([name, { module, test }]) => {
    const path = `src/tested-${name}.ts`;
    const testPath = `test/tested-${name}.test.ts`;
    const marked = surround(module);
    const markedTest = `import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as subject from '../${path}';

${test}
`;
    return {
      id: `tested-${name}`,
      files: { [path]: withoutMarks(marked) },
      existing: { [testPath]: withoutMarks(markedTest) },
      command: 'test' as const,
      errors: [...findMarks(path, marked), ...findMarks(testPath, markedTest)],
    };
  });
}

/** One file declares what another file uses wrongly. */
function createErrorsInTwoFiles(): FailingProgram {
  const parts = {
    'src/two-files.ts': surround('export const limit: number = "ten"; // !'),
    'src/two-files-user.ts': surround(`import { limit } from './two-files.ts';
export const upper = limit.toUpperCase(); // !`),
  };
  const entries = Object.entries(parts);
  return {
    id: 'two-files',
    files: Object.fromEntries(entries.map(([path, marked]) => [path, withoutMarks(marked)])),
    existing: {},
    command: 'compile',
    errors: entries.flatMap(([path, marked]) => findMarks(path, marked)),
  };
}

/** Puts a snippet into the middle of a module. Its imports stay valid there. */
function surround(snippet: string): string {
  return `${createFiller('before')}\n${snippet}\n\n${createFiller('after')}`;
}

function createFiller(prefix: string): string {
  return Array.from(
    { length: FILLER_FUNCTIONS },
    (_, index) => `export function ${prefix}${index}(value: number): number {
  const scaled = value * ${index + 2};
  return scaled + ${index};
}
`,
  ).join('');
}

function withoutMarks(marked: string): string {
  return marked.replaceAll(new RegExp(MARK, 'gm'), '');
}

function findMarks(path: string, marked: string): { path: string; line: number }[] {
  return marked.split('\n').flatMap((text, index) => (MARK.test(text) ? [{ path, line: index + 1 }] : []));
}
