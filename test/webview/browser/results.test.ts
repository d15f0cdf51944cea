import assert from 'node:assert/strict';
import { startPageBrowser, type OpenPage, type PageBrowser } from './open-pages.ts';
import { resultsStates } from './results-states.ts';

describe('The results page in a browser', () => {
  let browser: PageBrowser;
  before(async () => {
    browser = await startPageBrowser();
  });
  after(() => browser[Symbol.asyncDispose]());

  it('[ENF-UI-2] shows failures first, and what passed after a click', async () => {
    const { page } = await openResults(browser, 'a check with failures', 900);
    const requirements = page.getByRole('region', { name: 'Requirements' });
    const [failed, passed] = [
      requirements.getByText('checkHealth takes options'),
      requirements.getByText('Must export ServiceHealth'),
    ];
    await failed.waitFor();
    assert.equal(await passed.isVisible(), false);
    await requirements.getByText('2 passed').click();
    await passed.waitFor();
    const [first, second] = [await failed.boundingBox(), await passed.boundingBox()];
    assert.ok(first && second && first.y < second.y);
    const commands = await page.getByRole('region', { name: 'Commands' }).locator('summary').allInnerTexts();
    assert.match(commands[0] ?? '', /failed with exit code 1/);
  });

  it('[EDIT-9] has a header of one line at 320 px, whose buttons keep their names', async () => {
    const { page } = await openResults(browser, 'five attempts that failed', 320);
    const header = await page.locator('header').boundingBox();
    assert.ok(header && header.height <= 40, `${header?.height} px`);
    await page.getByRole('button', { name: 'Open Changes' }).waitFor();
    await page.getByRole('button', { name: 'Validate', exact: true }).waitFor();
  });

  it('[EDIT-9] compares five attempts at 320 px in readable columns, next to the requirement', async () => {
    const { page } = await openResults(browser, 'five attempts that failed', 320);
    await page.getByRole('tab', { name: /^Compare/ }).click();
    const table = page.getByRole('table', { name: 'Comparison of the attempts' });
    for (const cell of await table.getByRole('columnheader', { name: /^Attempt/ }).all())
      assert.ok(((await cell.boundingBox())?.width ?? 0) >= 110);
    assert.match(await table.getByRole('rowheader').first().innerText(), /checkHealth takes options/);
    await table.getByRole('columnheader', { name: 'Attempt 5' }).scrollIntoViewIfNeeded();
    const row = await table.getByRole('rowheader').first().boundingBox();
    assert.ok(row && row.x >= 0 && row.x < 40, 'the requirement stays visible');
  });
});

async function openResults(browser: PageBrowser, state: string, width: number): Promise<OpenPage> {
  const open = await browser.load('results', { width, height: 800 });
  await open.setTheme('Dark Modern');
  await open.receive(resultsStates[state]);
  return open;
}
