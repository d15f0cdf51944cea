import assert from 'node:assert/strict';
import { startPageBrowser, type OpenPage, type PageBrowser } from './open-pages.ts';
import { createWidePlan } from './plans.ts';

const memory = { folder: 'file:///workspace', contract: 'reports.contract.yaml' };

describe('The plan graph in a browser', () => {
  let browser: PageBrowser;
  before(async () => {
    browser = await startPageBrowser();
  });
  after(() => browser[Symbol.asyncDispose]());

  it('[COMP-EDITOR] zooms with buttons, keys and the wheel, and draws only what is visible of 1,000 chunks', async () => {
    const open = await openPlan(browser, 1_000);
    const { page } = open;
    const chunks = page.locator('holdfast-plan-graph .chunk');
    const scale = page.locator('holdfast-plan-graph .scale');
    assert.equal(await scale.innerText(), '85 %');
    const shown = await chunks.count();
    assert.ok(shown > 2 && shown < 60, `${shown} chunks are elements`);
    await page.getByRole('button', { name: 'Zoom In (+)' }).click();
    await scale.getByText('106 %').waitFor();
    await page.keyboard.press('-');
    await scale.getByText('85 %').waitFor();
    await page.mouse.move(300, 400);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await scale.getByText('109 %').waitFor();
    await page.keyboard.press('0');
    await scale.getByText(/^\d %$/).waitFor();
    assert.equal(await chunks.count(), 1, 'from afar, only the chunk at the tab stop is an element');
    assert.deepEqual(open.errors, []);
  });

  it('[COMP-EDITOR] pans by drag, wheel, minimap, and by arrow keys while nothing is focused', async () => {
    const open = await openPlan(browser, 40);
    const { page } = open;
    let last = await readTransform(open);
    const expectMove = async (what: string): Promise<void> => {
      const now = await readTransform(open);
      assert.notEqual(now, last, what);
      last = now;
    };
    await page.keyboard.press('ArrowDown');
    await expectMove('arrow key');
    await page.mouse.move(300, 300);
    await page.mouse.wheel(0, 80);
    await expectMove('wheel');
    const chunk = page.locator('.chunk').nth(2);
    await chunk.hover();
    await page.mouse.down();
    await page.mouse.move(250, 250, { steps: 3 });
    await page.mouse.up();
    await expectMove('drag');
    assert.deepEqual(await open.sent(), [], 'the end of a drag opens no chunk');
    await page.locator('.minimap').click({ position: { x: 10, y: 60 } });
    await expectMove('minimap');
    const small = await openPlan(browser, 20);
    assert.equal(await small.page.locator('.minimap').count(), 0, 'a plan of 20 chunks needs no minimap');
  });

  it('[COMP-EDITOR] the focused chunk is always visible, and Enter opens it in the contract', async () => {
    const open = await openPlan(browser, 1_000);
    const { page } = open;
    await page.locator('.chunk').first().focus();
    for (const key of [
      'ArrowDown',
      'ArrowDown',
      'ArrowRight',
      'ArrowDown',
      'ArrowDown',
      'ArrowLeft',
      'End',
      'ArrowUp',
    ]) {
      await page.keyboard.press(key);
      const focused = page.locator('.chunk:focus');
      await focused.and(page.locator('[aria-current=true]')).waitFor();
      // The details below the graph change its size, which takes another frame.
      await page.waitForFunction(() => {
        const graph = document.querySelector('holdfast-plan')?.shadowRoot?.querySelector('holdfast-plan-graph');
        const window = graph?.getBoundingClientRect();
        const chunk = graph?.shadowRoot?.activeElement?.getBoundingClientRect();
        if (!window || !chunk) return false;
        const isInside = chunk.left >= window.left && chunk.right <= window.right;
        return isInside && chunk.top >= window.top && chunk.bottom <= window.bottom;
      });
    }
    await page.keyboard.press('Enter');
    const [message] = await open.sent();
    assert.equal((message as { readonly type: string }).type, 'open-location');
  });

  it('[COMP-EDITOR] the list shows the same chunks, and a selected one is shown in the graph', async () => {
    const open = await openPlan(browser, 300);
    const { page } = open;
    await page.getByRole('button', { name: 'List' }).click();
    assert.equal(
      await page
        .getByRole('listitem')
        .getByRole('button', { name: /^Chunk \d+ of/ })
        .count(),
      300,
    );
    await page.getByRole('button', { name: /^Chunk 217 of/ }).focus();
    await page.getByRole('button', { name: 'Graph' }).click();
    await page.locator('.chunk[aria-current=true]', { hasText: 'Chunk 217 of' }).waitFor();
  });

  it('[EDIT-9] nothing turns if the system or the editor asks for reduced motion', async () => {
    const open = await openPlan(browser, 7);
    const turning = open.page.locator('vscode-icon[turning]');
    const countAnimations = (icon: Element): number => icon.getAnimations().length;
    assert.equal(await turning.first().evaluate(countAnimations), 1);
    await open.page.evaluate(() => document.body.classList.add('vscode-reduce-motion'));
    await open.receive({ type: 'show', memory, view: { ...createWidePlan(7), title: 'Again' } });
    assert.equal(await turning.count(), 0);
  });
});

async function openPlan(browser: PageBrowser, count: number): Promise<OpenPage> {
  const open = await browser.load('plan', { width: 900, height: 800 });
  await open.setTheme('Dark Modern');
  await open.receive({ type: 'show', memory, view: createWidePlan(count) });
  await open.page.locator('.chunk').first().waitFor();
  return open;
}

async function readTransform({ page }: OpenPage): Promise<string | null> {
  await page.evaluate(() => new Promise(requestAnimationFrame));
  return page.locator('holdfast-plan-graph .drawing > g').getAttribute('transform');
}
