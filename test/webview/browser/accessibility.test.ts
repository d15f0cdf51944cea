import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PageName } from '../../../src/extension/webviews/webview-html.ts';
import { projectRoot } from '../../scripts/project.ts';
import { findViolations } from './axe.ts';
import { startPageBrowser, type OpenPage, type PageBrowser } from './open-pages.ts';
import { PAGE_STATES, type PageState } from './page-states.ts';
import { THEME_IDS } from './themes.ts';

/** A narrow side bar, half of an editor, and a panel that shows the texts that a narrow page leaves out, in CSS pixels. */
const WIDTHS = [320, 600, 1000] as const;
const [NARROW, , WIDE] = WIDTHS;

/** The panels in which a person decides. Their colors are tested at each width, too. */
const DECIDING: readonly PageName[] = ['results', 'review'];

const [firstTheme, ...furtherThemes] = THEME_IDS;

describe('The panels in all themes', () => {
  let browser: PageBrowser;
  before(async () => {
    // Each page is loaded for a second. To optimize the code of axe-core takes longer than it saves.
    browser = await startPageBrowser(['--js-flags=--max-optimized-bytecode-size=0']);
  });
  after(() => browser[Symbol.asyncDispose]());

  it('[EDIT-9] every folder of src/webview with a page has states that are tested', () => {
    const folder = join(projectRoot, 'src', 'webview');
    const pages = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'main.ts')));
    assert.deepEqual(Object.keys(PAGE_STATES).sort(), pages.sort());
    for (const [name, states] of Object.entries(PAGE_STATES)) assert.ok(states.length > 0, name);
  });

  it('[EDIT-9] a fault that axe-core knows is found, also inside of the page', async () => {
    const open = await openState(browser, 'review', { name: 'nothing', messages: [] }, WIDE);
    await open.page.locator('holdfast-review').evaluate((page) => {
      page.shadowRoot?.querySelector('main')?.insertAdjacentHTML('beforeend', '<h4>Faint</h4><button></button>');
      const faint = page.shadowRoot?.querySelector('h4');
      if (faint) faint.style.opacity = '0.3';
    });
    const rules = (await findViolations(open.page)).map((violation) => violation.split(' · ')[0]);
    assert.ok(
      ['button-name', 'heading-order', 'color-contrast'].every((rule) => rules.includes(rule)),
      rules.join(', '),
    );
  });

  for (const [name, states] of Object.entries(PAGE_STATES) as [PageName, readonly PageState[]][]) {
    for (const state of states) {
      it(`[EDIT-9] ${name}: ${state.name} has no axe-core violation`, async () => {
        const open = await openState(browser, name, state, NARROW);
        // axe-core itself sets styles that the content security policy blocks.
        const violations = [...open.errors];
        for (const width of WIDTHS) {
          await open.page.setViewportSize({ width, height: 800 });
          const found = [...(await findViolations(open.page)), ...(await findOverflow(open))];
          violations.push(...found.map((violation) => `${firstTheme}, ${width} px: ${violation}`));
        }
        for (const theme of furtherThemes) {
          await open.setTheme(theme);
          for (const width of DECIDING.includes(name) ? WIDTHS : [WIDE]) {
            await open.page.setViewportSize({ width, height: 800 });
            // Rules about names, roles and structure do not depend on the theme.
            const found = [...(await findViolations(open.page, 'colors')), ...(await findOverflow(open))];
            violations.push(...found.map((violation) => `${theme}, ${width} px: ${violation}`));
          }
        }
        assert.deepEqual(violations, []);
      });
    }
  }
});

/** Opens a page and brings it to a state. Fails if the page shows nothing. */
async function openState(browser: PageBrowser, name: PageName, state: PageState, width: number): Promise<OpenPage> {
  const open = await browser.load(name, { width, height: 800 });
  await open.setTheme(firstTheme);
  await open.receive(...state.messages);
  await state.act?.(open);
  const text = await open.page.locator(`holdfast-${name} main`).innerText();
  if (state.messages.length > 0) {
    assert.ok(text.trim().length > 20 && !text.includes('Loading …'), `The page shows nothing but "${text}".`);
  }
  return open;
}

/** The page itself never scrolls sideways: wide tables and drawings scroll inside of it. */
async function findOverflow({ page }: OpenPage): Promise<readonly string[]> {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  return scroll > client ? [`the content is ${scroll} px wide`] : [];
}
