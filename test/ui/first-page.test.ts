import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { marked } from 'marked';
import { chromium, type Page } from 'playwright-core';
import { runHoldfast } from '../cli/support/holdfast.ts';
import { Workspace } from '../cli/support/workspace.ts';
import { chromiumArguments, findChromium } from '../vscode/runtime/chromium.ts';
import { takeStillPicture } from '../vscode/runtime/still-picture.ts';
import { screenshotFile } from './screenshots.ts';

const files = {
  'package.json': '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/price.ts': `/** The price with tax, in cents. */
export function priceWithTax(cents: number, rate: number): number {
  return Math.round(cents * (1 + rate));
}
`,
  'src/invoice.ts': `import { priceWithTax } from './price.ts';

export const totalOf = (items: readonly number[]): number =>
  items.reduce((sum, cents) => sum + priceWithTax(cents, 0.19), 0);
`,
  'test/price.test.ts': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { priceWithTax } from '../src/price.ts';

test('rounds to whole cents', () => {
  assert.equal(priceWithTax(199, 0.19), 237);
});
`,
};

/** What an agent does that renames a function, skips its test, and ends. */
function breakIt(workspace: Workspace): void {
  const { 'src/price.ts': price, 'test/price.test.ts': test } = files;
  workspace.write({
    'src/price.ts': price.replace('priceWithTax', 'priceIncludingTax'),
    'test/price.test.ts': test.replaceAll('priceWithTax', 'priceIncludingTax').replace("test('", "test.skip('"),
  });
}

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A page of the size of its content, with a text in it. */
async function picture(name: string, html: string, width: number): Promise<void> {
  const executablePath = await findChromium(() => undefined);
  const browser = await chromium.launch({ executablePath, args: [...chromiumArguments()] });
  try {
    const page = await browser.newPage({ viewport: { width, height: 200 }, reducedMotion: 'reduce' });
    await page.setContent(html);
    await fit(page, width);
    const file = screenshotFile(name);
    await mkdir(dirname(file), { recursive: true });
    await takeStillPicture(page, file);
  } finally {
    await browser.close();
  }
}

async function fit(page: Page, width: number): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
}

describe('the pictures of the first page', () => {
  it('[CHANGE-7] show what an agent gets that wants to end', async () => {
    using workspace = new Workspace(files);
    const variables = workspace.environment();
    await runHoldfast(workspace.folder, ['init', '--from', 'src/price.ts'], variables);
    workspace.git('add', '-A');
    workspace.git('commit', '-qm', 'a contract');
    const hook = (event: string, name: string) => {
      const input = { session_id: 'one', hook_event_name: name, cwd: workspace.folder };
      return runHoldfast(workspace.folder, ['hook', event], variables, JSON.stringify(input));
    };
    await hook('session-start', 'SessionStart');
    breakIt(workspace);
    const { code, stderr } = await hook('stop', 'Stop');
    assert.equal(code, 2, stderr);
    const answer = stderr.slice(stderr.indexOf('Holdfast:')).trim();
    assert.match(answer, /^Holdfast: the work is not done\. 3 violations/);
    const colored = escapeHtml(answer)
      .replace(/^Holdfast:.*$/m, '<b class="no">$&</b>')
      .replaceAll(/^- .*$/gm, '<span class="what">$&</span>');
    await picture('agent-refused', terminalPage(colored), 1000);
  });

  it('[CHANGE-7] show the comment on a pull request', async () => {
    using workspace = new Workspace(files);
    workspace.git('switch', '-qc', 'work');
    breakIt(workspace);
    workspace.git('commit', '-qam', 'rename it');
    const { stdout } = await runHoldfast(
      workspace.folder,
      ['check', '--since', 'main', '--format', 'markdown'],
      workspace.environment(),
    );
    assert.match(stdout, /^## Holdfast: ❌ the check failed/);
    await picture('pull-request-comment', commentPage(await marked(stdout)), 1000);
  });
});

function terminalPage(content: string): string {
  return `<style>
    body { margin: 0; background: #1b1f24; color: #d5dbe1; font: 14px/1.5 'DejaVu Sans Mono', monospace; }
    header { padding: 8px 16px; background: #2b323a; color: #9aa4af; font-size: 13px; }
    pre { margin: 0; padding: 16px; white-space: pre-wrap; font: inherit; }
    .no { color: #ff7b72; } .what { color: #ffffff; }
  </style><header>The agent wants to end. It reads, and has to continue:</header><pre>${content}</pre>`;
}

/** The symbols of the report in characters that every machine has a font for. */
const SYMBOLS = {
  '❌': ['✘', '#cf222e'],
  '✅': ['✔', '#1a7f37'],
  '⚠️': ['⚠', '#9a6700'],
  ℹ️: ['ℹ', '#0969da'],
} as const;

/** In the style of a comment on GitHub. */
function commentPage(report: string): string {
  const content = Object.entries(SYMBOLS).reduce(
    (text, [symbol, [character, color]]) =>
      text.replaceAll(symbol, `<span style="color: ${color}">${character}</span>`),
    report,
  );
  return `<style>
    body { margin: 0; padding: 16px; background: #ffffff; color: #1f2328; font: 14px/1.5 'DejaVu Sans', sans-serif; }
    article { border: 1px solid #d0d7de; border-radius: 6px; }
    header { padding: 8px 16px; background: #f6f8fa; border-bottom: 1px solid #d0d7de; color: #59636e; }
    main { padding: 4px 16px 12px; }
    h2 { font-size: 21px; border-bottom: 1px solid #d0d7de; padding-bottom: 6px; }
    table { border-collapse: collapse; } th, td { border: 1px solid #d0d7de; padding: 6px 13px; text-align: left; }
    summary { padding: 8px 0; }
  </style><article><header><b>github-actions</b> bot commented</header><main>${content}</main></article>`;
}
