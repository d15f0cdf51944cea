import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { decode } from 'fast-png';
import { encode, type UnencodedFrame } from 'modern-gif';
import type { Editor } from '../vscode/runtime/editor.ts';
import { screenshotFile } from './screenshots.ts';

/** An animation of a window, for the documentation. It is recorded only with UPDATE_SCREENSHOTS=1. */
export class Animation {
  readonly #frames: UnencodedFrame[] = [];

  /** Adds the current window as a frame. @param milliseconds how long it is shown */
  async show(editor: Editor, milliseconds: number): Promise<void> {
    if (!process.env.UPDATE_SCREENSHOTS) return;
    const { width, height, channels, data } = decode(await editor.page.screenshot());
    const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
    for (let pixel = 0; pixel < width * height; pixel++) {
      for (let color = 0; color < 3; color++) pixels[pixel * 4 + color] = data[pixel * channels + color] ?? 0;
    }
    this.#frames.push({ data: pixels, width, height, delay: milliseconds });
  }

  /** Writes the GIF next to the screenshots. */
  async write(name: string): Promise<void> {
    const [first] = this.#frames;
    if (!first) return;
    const { width = 0, height = 0 } = first;
    const file = screenshotFile(name, 'gif');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, new Uint8Array(await encode({ width, height, frames: this.#frames, maxColors: 128 })));
  }
}
