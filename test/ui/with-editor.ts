import { openEditor, type Editor, type EditorOptions } from '../vscode/runtime/editor.ts';
import { errorWithScreenshot } from '../vscode/runtime/failure-screenshot.ts';
import { clearNotifications } from './hands.ts';
import { slowness } from '../scripts/machine-speed.ts';

/** The time limit of one step. It is long because other suites may run at the same time. */
const stepLimitMs = 120_000 * slowness();

/** Opens a window for a test and closes it afterwards. If the test fails, a screenshot is kept and named in the error. */
export async function withEditor(options: EditorOptions, test: (editor: Editor) => Promise<void>): Promise<void> {
  await using editor = await openPatientEditor(options);
  await runTest(editor, () => test(editor));
}

interface SharedWorkspace {
  readonly options: EditorOptions;
  /** Restores the files before each test, if tests change the same ones. */
  reset?(): Promise<unknown>;
}

/**
 * One window for all tests of the enclosing `describe`, because opening a window takes longer than most tests. Each test
 * starts without open editors, panel and notifications, and changes only files that no other test uses, or that are reset. A test that fails
 * closes the window and deletes its workspace, so that its retry and the next test start from new ones.
 * @param open creates the workspace. Everything that it adds to the stack is disposed after the window.
 */
export function shareEditor<Workspace extends SharedWorkspace>(
  open: (stack: AsyncDisposableStack) => Promise<Workspace>,
): (test: (editor: Editor, workspace: Workspace) => Promise<void>) => Promise<void> {
  let shared:
    { readonly editor: Editor; readonly workspace: Workspace; readonly stack: AsyncDisposableStack } | undefined;
  const close = async (): Promise<void> => {
    const { stack } = shared ?? {};
    shared = undefined;
    await stack?.disposeAsync();
  };
  after(close);
  return async (test) => {
    if (shared === undefined) {
      await using stack = new AsyncDisposableStack();
      const workspace = await open(stack);
      const editor = stack.use(await openPatientEditor(workspace.options));
      shared = { editor, workspace, stack: stack.move() };
    }
    const { editor, workspace } = shared;
    try {
      await runTest(editor, async () => {
        await workspace.reset?.();
        await test(editor, workspace);
        await tidyUp(editor);
      });
    } catch (thrown) {
      await close();
      throw thrown;
    }
  };
}

async function openPatientEditor(options: EditorOptions): Promise<Editor> {
  const editor = await openEditor(options);
  editor.page.setDefaultTimeout(stepLimitMs);
  return editor;
}

async function runTest(editor: Editor, test: () => Promise<void>): Promise<void> {
  try {
    await test();
  } catch (thrown) {
    throw await errorWithScreenshot(editor.page, thrown);
  }
}

/** Closes what a test has opened, without saving it, and shows the explorer as in a new window. */
async function tidyUp(editor: Editor): Promise<void> {
  const { page } = editor;
  await clearNotifications(editor);
  if (await page.locator('.part.panel').isVisible()) await editor.runCommand('View: Toggle Panel Visibility');
  await editor.runCommand('View: Show Explorer');
  await editor.runCommand('View: Close All Editors');
  const unsaved = page.locator('.monaco-dialog-box').getByRole('button', { name: "Don't Save" });
  const nothing = page.locator('.editor-group-container.empty').first();
  await unsaved.or(nothing).first().waitFor();
  if (await unsaved.isVisible()) await unsaved.click();
  await nothing.waitFor();
}
