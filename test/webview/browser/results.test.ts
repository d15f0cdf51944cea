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

  it('[EDIT-9] has the title and the actions in one line at 320 px, whose buttons keep their names, and the verdict below', async () => {
    const { page } = await openResults(browser, 'five attempts that failed', 320);
    const header = await page.locator('header').boundingBox();
    assert.ok(header && header.height <= 75, `${header?.height} px`);
    const [title, actions] = [page.getByRole('heading', { level: 1 }), page.locator('header .actions')];
    const [titleBox, actionsBox] = [await title.boundingBox(), await actions.boundingBox()];
    assert.ok(titleBox && actionsBox && Math.abs(titleBox.y - actionsBox.y) < 10);
    await page.getByRole('status').getByText('Failed', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Open Changes' }).waitFor();
    await page.getByRole('button', { name: 'Validate', exact: true }).waitFor();
  });

  it('[EDIT-4] shows a result of one change as a verdict and four actions, one of which accepts', async () => {
    for (const width of [320, 600, 1000]) {
      const { page } = await openResults(browser, 'a result of one file', width);
      const names = await page
        .locator('header .actions vscode-button')
        .evaluateAll((buttons) => buttons.map((button) => button.textContent.trim()));
      assert.deepEqual(names, ['Accept and Commit', 'Open Changes', 'Try Again, But…', 'Discard'], `${width} px`);
      const verdict = await page.locator('header .subject').innerText();
      assert.match(verdict, /^Passed, waiting for your review\s+2\/2 requirements · build passed · attempt 2 of 3$/);
      // Everything that holds is folded, and the change is shown in the diff editor alone.
      assert.equal(await page.getByRole('region', { name: 'Requirements' }).isVisible(), false);
      assert.equal(await page.getByRole('region', { name: 'Changes', exact: true }).count(), 0);
      const buttons = await page.getByRole('button').allInnerTexts();
      assert.deepEqual(
        buttons.map((text) => text.trim()).filter((text) => /^(?:Accept|Reject|Undo)\b/.test(text)),
        ['Accept and Commit'],
        'a single change is decided as a whole',
      );
    }
  });

  it('[EDIT-4] has the other ways to accept in a menu, also by keyboard', async () => {
    const { page, sent } = await openResults(browser, 'a result of one file', 600);
    const items = page.getByRole('menuitem');
    assert.equal(await items.count(), 0, 'the menu is closed');
    await page.getByRole('button', { name: 'More ways to accept' }).press('Enter');
    await items.first().waitFor();
    assert.deepEqual(
      (await items.allInnerTexts()).map((text) => text.trim()),
      ['Accept without Commit', 'Apply Without Landing'],
    );
    await items.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await items.first().waitFor({ state: 'detached' });
    assert.partialDeepStrictEqual((await sent()).at(-1), { type: 'act', action: 'apply' });
  });

  it('[EDIT-4] decides on each file of a result with several changes by one button', async () => {
    const { page, sent } = await openResults(browser, 'a result of several files', 600);
    const files = page.getByRole('region', { name: 'Changed files' });
    assert.deepEqual(await files.getByRole('button', { name: /^(?:Reject|Undo|Accept)/ }).allInnerTexts(), [
      'Undo',
      'Undo',
      'Reject',
    ]);
    await files.getByRole('button', { name: 'Reject docs/health.png' }).click();
    assert.partialDeepStrictEqual((await sent()).at(-1), { path: 'docs/health.png', action: 'rejected' });
  });

  it('[ENF-UI-2] has a clock while a run is active, and none after it', async () => {
    const { page } = await openResults(browser, 'a running attempt', 600);
    assert.match(await page.getByRole('timer', { name: 'Elapsed time' }).innerText(), /^\d+:\d\d$/);
    const ended = await openResults(browser, 'five attempts that failed', 600);
    assert.equal(await ended.page.getByRole('timer').count(), 0);
  });

  it('[ENF-UI-2] shows a problem as an error only where the attempt failed', async () => {
    for (const [state, icon] of [
      ['a run that had nothing to change', 'info'],
      ['five attempts that failed', 'error'],
    ] as const) {
      const { page } = await openResults(browser, state, 600);
      const problem = page.getByRole('region', { name: 'Problems' }).getByRole('listitem').first();
      assert.equal(await problem.locator('vscode-icon').getAttribute('name'), icon, state);
    }
  });

  it('[EDIT-1] leaves out counts of what does not exist', async () => {
    const { page } = await openResults(browser, 'a check that is met', 600);
    assert.doesNotMatch(await page.locator('main').innerText(), /0\/0|unknown/);
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
