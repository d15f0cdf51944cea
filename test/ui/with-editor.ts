import { join } from 'node:path';
import { openEditor, type Editor, type EditorOptions } from '../vscode/runtime/editor.ts';
import { cacheFolder } from '../workshop/project.ts';

/** A machine that is busy with other suites is slow; how long a whole test may take is mocha's to say. */
const stepLimitMs = 120_000;

let failures = 0;

/** Opens a window for a test and closes it afterwards. Where the test fails, a picture of the window is kept and named. */
export async function withEditor(options: EditorOptions, test: (editor: Editor) => Promise<void>): Promise<void> {
  await using editor = await openEditor(options);
  editor.page.setDefaultTimeout(stepLimitMs);
  try {
    await test(editor);
  } catch (thrown) {
    const picture = join(cacheFolder, 'screenshots', `failure-${process.pid}-${++failures}.png`);
    await editor.screenshot(picture);
    throw new Error(`${thrown instanceof Error ? thrown.message : String(thrown)}\nThe window: ${picture}`, {
      cause: thrown,
    });
  }
}
