import { writeFile } from 'node:fs/promises';
import type { Frame, Page } from 'playwright-core';
import { slowness } from '../../scripts/machine-speed.ts';

export interface StillPictureOptions {
  /** Whether work may be shown, because the picture is about it. Default: false. */
  readonly whileRunning?: boolean;
  /** How long to wait until nothing moves, in milliseconds. */
  readonly limitMs?: number;
}

const LIMIT_MS = 30_000 * slowness();

/**
 * Writes a PNG of a window in which nothing moves and nothing is busy: two pictures in a row are equal.
 *
 * @throws Error that names what moves or is busy, if that does not end in time
 */
export async function takeStillPicture(
  page: Page,
  path: string,
  { whileRunning = false, limitMs = LIMIT_MS }: StillPictureOptions = {},
): Promise<void> {
  const deadline = performance.now() + limitMs;
  let previous: Buffer | undefined;
  const listAll = async (): Promise<readonly string[]> =>
    (await Promise.all(page.frames().map((frame) => listMotion(frame, whileRunning)))).flat();
  for (;;) {
    await hideTooltip(page);
    const before = await listAll();
    const picture = await page.screenshot();
    const moving = [...before, ...(await listAll())];
    if (moving.length === 0 && previous?.equals(picture) === true) return writeFile(path, picture);
    if (performance.now() > deadline) {
      const reason = moving.length === 0 ? 'two pictures in a row differ' : [...new Set(moving)].join(', ');
      throw new Error(`The picture ${path} would show something that moves or is busy: ${reason}`);
    }
    previous = moving.length === 0 ? picture : undefined;
  }
}

/** Moves the pointer from what it happens to be over to an empty place of the status bar. Hovers of the text stay. */
async function hideTooltip(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  if (await page.locator('.workbench-hover-container').first().isVisible())
    await page.mouse.move(width / 2, height - 8);
}

/** What moves or is busy in a frame. A frame that is gone by now has nothing. */
async function listMotion(frame: Frame, whileRunning: boolean): Promise<readonly string[]> {
  return frame
    .evaluate((mayBeBusy) => {
      const isVisible = (element: Element): boolean =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      const animations = document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().duration !== 0)
        .map((animation) => {
          const { target } = animation.effect as KeyframeEffect;
          return `an animation of ${target?.className ?? 'an element'}`;
        });
      const busy = mayBeBusy
        ? []
        : [
            ...document.querySelectorAll(
              '.monaco-progress-container.active, .codicon-modifier-spin, .codicon-tree-item-loading',
            ),
          ].filter(isVisible);
      return [...animations, ...busy.map((element) => `busy: ${element.className}`)];
    }, whileRunning)
    .catch(() => []);
}
