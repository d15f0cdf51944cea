import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SampleCopy } from '../../scripts/sample.ts';
import type { Editor } from '../../vscode/runtime/editor.ts';
import { clearNotifications } from '../hands.ts';
import { screenshotFile } from '../screenshots.ts';

const file = 'src/server/routes.ts';

/** Files that re-export the routes, use the re-exported routes, and mention them in a contract. */
const addedFiles: Readonly<Record<string, string>> = {
  'src/server/index.ts': "export * from './routes.ts';\nexport { createService } from './server.ts';\n",
  'src/preview.ts': [
    "import { createService, serviceRoutes } from './server/index.ts';",
    "import { OrderStore } from './orders/store.ts';",
    '',
    '/** The service with an empty store, on a free port. */',
    'export const preview = () => createService(serviceRoutes(new OrderStore())).listen(0);',
    '',
  ].join('\n'),
  'src/smoke.ts': "import { preview } from './preview.ts';\n\npreview().close();\n",
  'routes.contract.yaml': `version: 1
spec: { id: routes, title: Routes }
chunks:
  - id: routes
    title: The routes of the service
    functions:
      - { name: serviceRoutes, file: ${file}, signature: '(store: OrderStore) => readonly Route[]' }
`,
};

/** Adds the files to a repository. */
async function addUses(sample: SampleCopy): Promise<void> {
  for (const [path, text] of Object.entries(addedFiles)) await writeFile(join(sample.folder, path), text);
  await sample.git('add', '--all');
  await sample.git('commit', '--quiet', '--message', 'A preview of the routes');
}

/** Edits a signature and follows its uses, until the edit is committed. */
export async function showsImpact(editor: Editor, sample: SampleCopy): Promise<void> {
  await addUses(sample);
  const text = await readFile(join(sample.folder, file), 'utf8');
  const { page } = editor;
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/violates the following Content Security Policy/.test(message.text())) violations.push(message.text());
  });
  const lens = page.locator('.codelens-decoration a', { hasText: / uses? in / });
  await editor.openFile(file);
  await page.locator('.tab.active', { hasText: 'routes.ts' }).waitFor();
  await editor.replaceText(file, text.replace('(store: OrderStore)', '(store: OrderStore, prefix: string)'));
  await lens.getByText('6 uses in 3 files · 1 contract · breaking').waitFor();
  await clearNotifications(editor);
  await editor.screenshot(screenshotFile('impact-lens'));

  await lens.first().click();
  const peek = page.locator('.peekview-widget');
  await peek.getByText(/Locations \(6\)/).waitFor();
  await peek.getByText('preview.ts').first().waitFor();
  await peek.locator('.preview .view-line', { hasText: 'serviceRoutes' }).first().waitFor();
  await editor.screenshot(screenshotFile('impact-peek'));
  await page.keyboard.press('Escape');
  await peek.waitFor({ state: 'detached' });

  await editor.runCommand('View: Toggle Primary Side Bar Visibility');
  await page.locator('.codelens-decoration a', { hasText: /^Impact$/ }).click();
  const panel = page.frameLocator('iframe.webview').frameLocator('iframe');
  await panel.getByRole('heading', { name: 'serviceRoutes' }).waitFor();
  await panel.getByText('6 uses in 3 files · 1 contract · breaking').waitFor();
  await panel.getByText(/the parameter "prefix" was added and is required/).waitFor();
  await panel.locator('[aria-description^="src/smoke.ts, level 3"]').waitFor();
  await editor.screenshot(screenshotFile('impact-panel'));

  await panel.locator('[aria-description^="src/server/routes.ts, this file"]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: /^preview\.ts/ }).waitFor();
  await panel.getByRole('combobox', { name: 'Export' }).selectOption('');
  await panel.getByRole('heading', { name: 'src/server/routes.ts' }).waitFor();
  await panel.getByRole('button', { name: 'serviceRoutes', exact: true }).click();
  await panel.getByRole('heading', { name: 'Uses 6' }).waitFor();

  await page.getByRole('tab', { name: /^routes\.ts/ }).click();
  await editor.save();
  await editor.reload();
  await page.locator('iframe.webview').waitFor();
  await panel.getByRole('heading', { name: 'serviceRoutes' }).waitFor();
  await panel.getByText('6 uses in 3 files · 1 contract · breaking').waitFor();
  await lens.first().waitFor();
  await sample.git('commit', '--quiet', '--all', '--message', 'Routes with a prefix');
  await lens.first().waitFor({ state: 'detached' });
  assert.deepEqual(violations, [], 'the panel follows its content security policy');
}

const PUBLIC_FILES: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify({ name: 'order-service', version: '1.0.0', type: 'module', exports: './src/index.ts' })}\n`,
  'src/index.ts': "export { serviceRoutes, serviceRoutes as routesOf } from './server/routes.ts';\n",
  '.changeset/config.json': '{}\n',
};

/** Breaks a public function: the lens, the panel in two themes, and the changeset that announces it. */
export async function showsPublicApi(editor: Editor, sample: SampleCopy): Promise<void> {
  for (const [path, content] of Object.entries(PUBLIC_FILES)) {
    await mkdir(dirname(join(sample.folder, path)), { recursive: true });
    await writeFile(join(sample.folder, path), content);
  }
  await sample.git('add', '--all');
  await sample.git('commit', '--quiet', '--message', 'A public package');
  const text = await readFile(join(sample.folder, file), 'utf8');
  const { page } = editor;
  await editor.openFile(file);
  const lens = page.locator('.codelens-decoration a', { hasText: / uses? in / });
  await editor.replaceText(file, text.replace('(store: OrderStore)', '(store: OrderStore, prefix?: string)'));
  await lens.getByText(/ · compatible · public API: minor version$/).waitFor();
  await editor.replaceText(file, text.replace('(store: OrderStore)', '(store: OrderStore, prefix: string)'));
  await lens.getByText(/ · breaking · public API: major version$/).waitFor();
  await page.locator('.codelens-decoration a', { hasText: /^Impact$/ }).click();
  const panel = page.frameLocator('iframe.webview').frameLocator('iframe');
  const names = 'order-service offers it as routesOf, serviceRoutes, so the change asks for a major version.';
  await panel.getByText(names).waitFor();
  const settings = join(sample.folder, '.vscode', 'settings.json');
  await mkdir(dirname(settings), { recursive: true });
  for (const theme of ['Light Modern', 'Dark Modern']) {
    await writeFile(settings, JSON.stringify({ 'workbench.colorTheme': theme }));
    await panel.locator(`body[data-vscode-theme-id="${theme}"]`).waitFor();
    await clearNotifications(editor);
    await editor.screenshot(screenshotFile(`public-api-${theme.replace(' ', '-').toLowerCase()}`));
  }
  await page.getByRole('tab', { name: /^routes\.ts/ }).click();
  await page.locator('.view-line', { hasText: 'export function serviceRoutes' }).click();
  const offer = page
    .locator('.action-widget, .monaco-menu')
    .getByText('Add a Changeset: major Version of order-service');
  await page.locator('[widgetid="LightBulbWidget"]').waitFor();
  await page.keyboard.press('ControlOrMeta+.');
  await offer.waitFor();
  await editor.screenshot(screenshotFile('public-api-action'));
  await offer.click();
  await page.locator('.tab.active', { hasText: 'service-routes-major.md' }).waitFor();
  await page.locator('.view-line', { hasText: 'order-service' }).waitFor();
  await editor.screenshot(screenshotFile('public-api-changeset'));
  assert.equal(
    await readFile(join(sample.folder, '.changeset/service-routes-major.md'), 'utf8'),
    '---\n\'order-service\': major\n---\n\n`serviceRoutes`: the parameter "prefix" was added and is required\n',
  );
}
