import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copySample, type SampleCopy } from '../scripts/sample.ts';
import { clearNotifications, findResultsPanel } from './hands.ts';
import { screenshotFile } from './screenshots.ts';
import { withEditor } from './with-editor.ts';

const contract = 'tidy.contract.yaml';
const message = 'The store prints nothing';

/** The validator of docs/validators.md, and a contract that uses it. */
const files: Readonly<Record<string, string>> = {
  '.holdfast/validators/no-debug-output.mjs': `export default {
  type: 'no-debug-output',
  supportedResourceTypes: ['file'],
  supports: (resource) => /\\.[jt]sx?$/.test(resource.location ?? ''),

  async validate(resource, assertion, context) {
    const started = performance.now();
    const text = (await context.readText(resource.location)) ?? '';
    const line = text.split('\\n').findIndex((each) => each.includes('console.log')) + 1;
    return {
      validator: 'no-debug-output',
      resource,
      assertion,
      duration: performance.now() - started,
      passed: line === 0,
      expected: 'no console.log',
      actual: line === 0 ? 'none' : \`console.log at line \${line}\`,
      location: line === 0 ? undefined : { file: resource.location, line, column: 1 },
    };
  },
};
`,
  [contract]: `version: 1
spec: { id: tidy, title: A tidy service }
chunks:
  - id: quiet
    title: A quiet store
    assertions:
      - message: ${message}
        check: { type: custom, validator: no-debug-output, target: src/orders/quiet-store.ts }
      - message: The store keeps orders
        check: { type: export_exists, target: QuietStore, file: src/orders/quiet-store.ts }
`,
  'src/orders/quiet-store.ts': `export class QuietStore {
  add(article: string): void {
    console.log('adding', article);
  }
}
`,
};

async function createSampleWithValidator(): Promise<SampleCopy> {
  const sample = await copySample();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(sample.folder, path)), { recursive: true });
    await writeFile(join(sample.folder, path), text);
  }
  await sample.git('add', '--all');
  await sample.git('commit', '--quiet', '--message', 'Add a validator');
  return sample;
}

describe('A validator of the workspace', () => {
  it('[ENF-PLUG-4] fails its assertion with its message at its location, and passes after the fix', async () => {
    await using sample = await createSampleWithValidator();
    // No run has done this chunk, so that its assertion is not listed by default.
    const severity = { notStarted: 'warning' };
    const settings = {
      'files.autoSave': 'off',
      'editor.autoIndent': 'none',
      'holdfast.diagnostics.severity': severity,
    };
    await withEditor({ workspace: sample.folder, settings }, async (editor) => {
      const { page } = editor;
      await editor.openFile('quiet-store.ts');
      await editor.runCommand('View: Toggle Problems');
      await page.getByPlaceholder(/^Filter/).fill(message);
      const failing = page.locator('.markers-panel .monaco-list-row', { hasText: message });
      await failing.first().waitFor();
      await page.locator('.markers-panel .monaco-list-row', { hasText: 'console.log at line 3' }).first().waitFor();
      await editor.openFile(contract);
      await page.getByText('○ 1/2').first().waitFor();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('validator-failed'));

      await editor.replaceText('quiet-store.ts', 'export class QuietStore {}\n');
      await failing.first().waitFor({ state: 'hidden' });
      await editor.openFile(contract);
      await page.getByText('✓ 2/2').first().waitFor();
    });
  });

  it('[ENF-PLUG-4] is not loaded in a restricted workspace, and the reason is shown', async () => {
    await using sample = await createSampleWithValidator();
    await writeFile(
      join(sample.folder, '.holdfast/validators/harmful.mjs'),
      "import { writeFileSync } from 'node:fs';\nwriteFileSync(new URL('../../loaded.txt', import.meta.url), 'loaded');\n",
    );
    await withEditor({ workspace: sample.folder, trust: false }, async (editor) => {
      const { page } = editor;
      await editor.openFile(contract);
      await page.getByText('○ 1/2').first().waitFor();
      await editor.runCommand('Holdfast: Validate');
      const panel = findResultsPanel(editor);
      await panel.getByText(/^Restricted mode: only checks that read files ran/).waitFor();
      await panel.getByText(/the validator no-debug-output is code/).waitFor();
      await editor.screenshot(screenshotFile('validator-restricted'));
      assert.match(await sample.git('status', '--porcelain'), /^\?\? \.holdfast\/validators\/harmful\.mjs$/);
    });
  });
});
