import { openEditor } from '../../vscode/runtime/editor.ts';
import { copySample } from '../../workshop/sample.ts';
import { median, type BenchMeasurement } from '../row.ts';

const limitMs = 60;
const windows = 5;

export const activation: BenchMeasurement = {
  title: "loading and activating the packaged extension, by VS Code's own account of its running extensions",
  async measure(say) {
    const figures: number[] = [];
    for (let window = 1; window <= windows; window++) {
      const took = await activationTime();
      figures.push(took);
      say(`window ${window}: ${took} ms`);
    }
    return [{ id: 'activation/limit', ours: median(figures), peer: limitMs, unit: 'ms' }];
  },
};

/** Opens a window on the sample, whose contract activates the extension, and reads how long that took. */
async function activationTime(): Promise<number> {
  await using sample = await copySample();
  await using editor = await openEditor({ workspace: sample.folder });
  await editor.page.getByText(/\d+\/3 chunks/).waitFor();
  await editor.runCommand('Developer: Show Running Extensions');
  const row = editor.page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'Holdfast' }).first();
  const text = (await row.filter({ hasText: /Activation: \d+ms/ }).textContent()) ?? '';
  const took = /Activation: (\d+)ms/.exec(text)?.[1];
  if (took === undefined) throw new Error(`VS Code does not say how long the activation took: ${text}`);
  return Number(took);
}
