import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from '../vscode/runtime/chromium.ts';
import { takeStillPicture } from '../vscode/runtime/still-picture.ts';
import { temporaryFolder } from '../workspace/support/temporary.ts';

const MOVING = {
  'a fade': '<style>@keyframes f { from { opacity: 0 } } p { animation: f 1s infinite }</style><p>text</p>',
  'a progress bar': '<div class="monaco-progress-container active">…</div>',
  'a spinning icon of the status bar': '<footer class="statusbar"><i class="codicon-modifier-spin">o</i></footer>',
  'a text that changes':
    '<p></p><script>setInterval(() => { document.querySelector("p").textContent = performance.now() }, 1)</script>',
};

describe('a picture of the documentation', () => {
  it('[CHANGE-7] is not taken while something moves or is busy', async () => {
    await using home = await temporaryFolder();
    const executablePath = await findChromium(() => undefined);
    const browser = await chromium.launch({ executablePath, args: [...chromiumArguments()] });
    try {
      for (const [name, content] of Object.entries(MOVING)) {
        // A timer of one text must not change the next one.
        const page = await browser.newPage();
        await page.setContent(content);
        const file = home.at(`${name}.png`);
        await assert.rejects(takeStillPicture(page, file, { limitMs: 300 }), /moves or is busy/, name);
        assert.equal(existsSync(file), false, name);
        // The same in a frame, as the panels of the editor are.
        const outer = await browser.newPage();
        await outer.setContent('<iframe></iframe>');
        await outer.frames()[1]?.setContent(content);
        await assert.rejects(takeStillPicture(outer, file, { limitMs: 300 }), /moves or is busy/, name);
      }
      const page = await browser.newPage();
      await page.setContent('<p>text</p><div class="monaco-progress-container">…</div>');
      await takeStillPicture(page, home.at('still.png'));
      await page.setContent('<div class="monaco-progress-container active">…</div>');
      await takeStillPicture(page, home.at('running.png'), { whileRunning: true });
      assert.ok(existsSync(home.at('still.png')) && existsSync(home.at('running.png')));
    } finally {
      await browser.close();
    }
  });
});
