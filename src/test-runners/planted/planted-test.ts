import { testLanguageOf } from '../../protection/tests/test-languages.ts';
import { plantInGo } from './plant-in-go.ts';
import { plantInJavaScript } from './plant-in-javascript.ts';

/** A test file with a further test that must fail. */
export interface PlantedTest {
  /** The text of the file with the test. */
  readonly text: string;
  /** A part of the test's name that nothing else has. A runner that lists failed tests prints it. */
  readonly name: string;
  /** Whether the test fails by an assertion of the file's own library. Otherwise it throws. */
  readonly asserts: boolean;
}

export interface PlantOptions {
  /** Numbers from 0 to less than 1. They choose the place, the form and the name. */
  readonly random: () => number;
  /** Whether the test has to throw, whatever the file asserts with. */
  readonly throws?: boolean | undefined;
}

/**
 * Adds a test that must fail to a test file, in the style of the file: with its runner, its assertions, and a title that
 * resembles the others. Place, form and title are random, so that code under test cannot recognize the test. `undefined`
 * if the file has no test whose form can be repeated.
 */
export async function plantTest(file: string, text: string, options: PlantOptions): Promise<PlantedTest | undefined> {
  const language = testLanguageOf(file);
  if (language === undefined || !(await hasRunningTest(file, text))) return undefined;
  if (file.endsWith('.go')) return plantInGo(text, options);
  if (!file.endsWith('.py')) return plantInJavaScript(file, text, options);
  const { plantInPython } = await import('./plant-in-python.ts');
  return plantInPython(text, options);
}

/** Whether a runner runs a test of the file, and no test excludes the others. */
async function hasRunningTest(file: string, text: string): Promise<boolean> {
  const { tests = [] } = (await testLanguageOf(file)?.read(file, text)) ?? {};
  return tests.some(({ skip }) => skip === undefined) && !tests.some(({ only }) => only);
}

/** One of several values. */
export function pick<Value>(values: readonly [Value, ...Value[]], { random }: PlantOptions): Value {
  return values[Math.floor(random() * values.length)] ?? values[0];
}

/** Two different numbers that no test file is likely to contain. */
export function pickNumbers({ random }: PlantOptions): readonly [number, number] {
  const first = 1_000 + Math.floor(random() * 9_000);
  return [first, first + 1 + Math.floor(random() * 1_000)];
}
