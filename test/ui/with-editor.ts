import { join } from 'node:path';
import { openEditor, type Editor, type EditorOptions } from '../vscode/runtime/editor.ts';
import { cacheFolder } from '../workshop/project.ts';

let failures = 0;

/** Opens a window for a test and closes it afterwards. Where the test fails, a picture of the window is kept and named. */
export async function withEditor(options: EditorOptions, test: (editor: Editor) => Promise<void>): Promise<void> {
  await using editor = await openEditor(options);
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
