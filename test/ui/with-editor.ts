import { openEditor, type Editor, type EditorOptions } from '../vscode/runtime/editor.ts';
import { errorWithScreenshot } from '../vscode/runtime/failure-screenshot.ts';

/** The time limit of one step. It is long because other suites may run at the same time. */
const stepLimitMs = 120_000;

/** Opens a window for a test and closes it afterwards. If the test fails, a screenshot is kept and named in the error. */
export async function withEditor(options: EditorOptions, test: (editor: Editor) => Promise<void>): Promise<void> {
  await using editor = await openEditor(options);
  editor.page.setDefaultTimeout(stepLimitMs);
  try {
    await test(editor);
  } catch (thrown) {
    throw await errorWithScreenshot(editor.page, thrown);
  }
}
