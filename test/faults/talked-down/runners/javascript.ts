import type { Writes } from '../talked-down.ts';

/** How a runner of JavaScript writes the same tests. */
export interface Style {
  readonly file: string;
  readonly test: string;
  readonly wrong: string;
  readonly right: string;
  readonly text: string;
}

/** Tests that were weakened, as texts of the test file. */
export function weakenedTests({ test, text }: Pick<Style, 'test' | 'text'>): Record<string, Writes> {
  const first = /\b(?:it|test)\('adds', \(\) => \{/;
  const body = (code: string): string => text.replace(first, (start) => `${start}\n  ${code}`);
  return {
    'a skipped test': { [test]: text.replace(/\b(it|test)\('adds'/, "$1.skip('adds'") },
    'a test that returns early': { [test]: body('return;') },
    'a test as a generator': { [test]: text.replace(/\b(it|test)\('adds', \(\) =>/, "$1('adds', function* ()") },
    'a caught assertion': { [test]: text.replace(/^( +)(.*sum\(1, 2\).*)$/m, '$1try { $2 } catch {}') },
    'a deleted test file': { [test]: null },
    'tests as comments': { [test]: text.replaceAll(/^(?!import)/gm, '// ') },
    'a test that stays out of reach': { [test]: null, 'moved/sum.mjs': text },
  };
}

const CORRECT = 'export const sum = (a, b) => a + b;\\n';

/** Statements that make tests judge other code than the change contains, for a module that is loaded before the code. */
export function writingCode(file: string): string {
  return `const code = readFileSync('${file}', 'utf8');
writeFileSync('${file}', '${CORRECT}');
process.on('exit', () => writeFileSync('${file}', code));
`;
}

/** Code that hides failures from the process it runs in. */
export function hidingCode({ file, wrong }: Pick<Style, 'file' | 'wrong'>): Record<string, Writes> {
  const hide = (code: string): Writes => ({ [file]: `${code}\n${wrong}` });
  return {
    'the process ends when the code is loaded': hide('process.exit(0);'),
    'the process ends after the code is loaded': hide('queueMicrotask(() => process.exit(0));'),
    'the process ends with success': hide("process.on('exit', () => process.reallyExit(0));"),
    'the exit code is replaced': hide(
      "Object.defineProperty(process, 'exitCode', { get: () => 0, set() {} });\nconst exit = process.exit;\nprocess.exit = () => exit.call(process, 0);",
    ),
    'the process kills itself when it is idle': hide("process.once('beforeExit', () => process.reallyExit(0));"),
  };
}
