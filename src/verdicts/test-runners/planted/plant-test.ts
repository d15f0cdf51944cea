import { isStackOverflow } from '../../../foundation/errors.ts';
import { testLanguageOf } from '../../protection/tests/test-languages.ts';
import { plantInGo } from './plant-in-go.ts';
import { plantInJavaScript } from './plant-in-javascript.ts';
import type { PlantedTest, PlantOptions } from './planted-test.ts';

/**
 * Adds a test that must fail to a test file, in the style of the file: with its runner, its assertions, and a title that
 * resembles the others. Place, form and title are random, so that code under test cannot recognize the test. `undefined`
 * if the file has no test whose form can be repeated, or is nested too deeply.
 */
export async function plantTest(file: string, text: string, options: PlantOptions): Promise<PlantedTest | undefined> {
  try {
    return (await hasRunningTest(file, text)) ? await plant(file, text, options) : undefined;
  } catch (thrown) {
    if (!isStackOverflow(thrown)) throw thrown;
    return undefined;
  }
}

async function plant(file: string, text: string, options: PlantOptions): Promise<PlantedTest | undefined> {
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
