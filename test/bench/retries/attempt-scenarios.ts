/** Tasks for a scripted model that makes the same mistakes with every setting of `attempts`. */
export interface AttemptScenario {
  readonly name: string;
  /** The modules of the task. Each is a file `src/<name>.mjs` with a function of the same name. */
  readonly modules: readonly string[];
  /** The modules that are wrong at first. Each attempt fixes the first one that is still wrong. */
  readonly mistakes: readonly string[];
  /** Files of the first attempt that the task must not have. */
  readonly strayFiles: readonly string[];
}

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `part${index}`);

export const attemptScenarios: readonly AttemptScenario[] = [
  { name: 'one file, one mistake', modules: names(1), mistakes: ['part0'], strayFiles: [] },
  { name: 'eight files, one mistake', modules: names(8), mistakes: ['part5'], strayFiles: [] },
  { name: 'eight files, two mistakes', modules: names(8), mistakes: ['part2', 'part6'], strayFiles: [] },
  {
    name: 'one file, four wrong files',
    modules: names(1),
    mistakes: [],
    strayFiles: ['src/wrong0.mjs', 'src/wrong1.mjs', 'src/wrong2.mjs', 'src/wrong3.mjs'],
  },
];

const LINES = 30;

/** A module of about thirty lines, whose function is wrong by one if `isWrong`. */
export function moduleText(name: string, isWrong: boolean): string {
  const steps = Array.from({ length: LINES }, (_, index) => `  const step${index} = value + ${index};\n`).join('');
  return `export function ${name}(value) {\n${steps}  return ${resultOf(isWrong)};\n}\n`;
}

export function resultOf(isWrong: boolean): string {
  return isWrong ? 'step1 + 1' : 'step1';
}

/** Fails for each wrong module, and for each stray file. */
export function testText({ modules, strayFiles }: AttemptScenario): string {
  const tests = modules.map(
    (name) => `it('${name}', async () => {
  const module = await import('../src/${name}.mjs');
  assert.equal(module.${name}(1), 2);
});
`,
  );
  return `import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { it } from 'node:test';
${tests.join('')}it('has no other file', () => {
  for (const file of ${JSON.stringify(strayFiles)}) assert.ok(!existsSync(file), file + ' must not exist');
});
`;
}
