import assert from 'node:assert/strict';
import { CHUNK, layoutPlan, type LayoutChunk } from '../../../src/webview/plan/plan-layout.ts';
import { findNextChunk } from '../../../src/webview/plan/plan-keys.ts';
import {
  fitDrawing,
  keepInside,
  openDrawing,
  READABLE_SCALE,
  reveal,
  visibleBox,
  zoomAt,
} from '../../../src/webview/plan/viewport.ts';
import { createDeepPlan, createWidePlan } from '../browser/plans.ts';

const window = { width: 900, height: 600 };

describe('the layout of a large plan', () => {
  for (const [name, create] of [
    ['wide', createWidePlan],
    ['deep', createDeepPlan],
  ] as const) {
    it(`[COMP-EDITOR] a ${name} plan of 1,000 chunks has about the shape of a window, and no chunks overlap`, () => {
      const { edges } = create(1_000);
      const { chunks, width, height } = layoutPlan(1_000, edges);
      assert.equal(new Set(chunks.map(({ position }) => position)).size, 1_000);
      assert.ok(width / height < 8 && height / width < 4, `${width} x ${height}`);
      assert.equal(countOverlaps(chunks), 0);
      for (const { x, y } of chunks)
        assert.ok(x >= 0 && y >= 0 && x + CHUNK.width <= width && y + CHUNK.height <= height);
      const rows = new Map(chunks.map(({ position, row }) => [position, row]));
      for (const { from, to } of edges) assert.ok((rows.get(from) ?? 0) < (rows.get(to) ?? 0), `${from} above ${to}`);
    });
  }

  it('[COMP-EDITOR] every line starts and ends at its chunks, also in rows and columns', () => {
    for (const { edges } of [createWidePlan(300), createDeepPlan(300)]) {
      const layout = layoutPlan(300, edges);
      const chunks = new Map(layout.chunks.map((chunk) => [chunk.position, chunk]));
      for (const { edge, path } of layout.edges) {
        const numbers = (path.match(/-?[\d.]+/g) ?? []).map(Number);
        assert.ok(touches(chunks.get(edge.from), numbers.slice(0, 2)), `start of ${path}`);
        assert.ok(touches(chunks.get(edge.to), numbers.slice(-2)), `end of ${path}`);
      }
    }
  });

  it('[COMP-EDITOR] arrow keys reach every row of a layer that is broken into rows', () => {
    const { chunks } = layoutPlan(100, []);
    const rows = new Set<number>();
    for (let position = chunks[0]?.position; position !== undefined;) {
      const current: number = position;
      rows.add(chunks.find((chunk) => chunk.position === current)?.row ?? -1);
      position = findNextChunk(chunks, current, 'ArrowDown');
    }
    assert.deepEqual([...rows], [...new Set(chunks.map(({ row }) => row))]);
    assert.ok(rows.size > 4);
  });
});

describe('the visible part of a plan', () => {
  const drawing = { width: 4_000, height: 2_000 };

  it('[COMP-EDITOR] fits the whole drawing, and does not enlarge a small one', () => {
    const fitted = fitDrawing(drawing, window);
    const visible = visibleBox(fitted, window);
    assert.ok(
      visible.x <= 0 && visible.y <= 0 && visible.x + visible.width >= 4_000 && visible.y + visible.height >= 2_000,
    );
    assert.equal(fitDrawing({ width: 100, height: 100 }, window).scale, 1);
  });

  it('[COMP-EDITOR] opens at a readable scale, at the top if the first chunk is there', () => {
    assert.ok(fitDrawing(drawing, window).scale < READABLE_SCALE);
    const opened = openDrawing(drawing, window, { x: 2_000, y: 12, ...CHUNK });
    const visible = visibleBox(opened, window);
    assert.ok(opened.scale >= READABLE_SCALE);
    assert.ok(visible.y > -40 && visible.y < 12, `${visible.y}`);
    assert.ok(visible.x < 2_000 && visible.x + visible.width > 2_000 + CHUNK.width);
  });

  it('[COMP-EDITOR] zooms around a point, within limits, and reveals a chunk with the smallest move', () => {
    const start = { left: -100, top: -50, scale: 1 };
    const at = { x: 300, y: 200 };
    const zoomed = zoomAt(start, 1.5, at);
    assert.equal((at.x - zoomed.left) / zoomed.scale, (at.x - start.left) / start.scale);
    assert.equal((at.y - zoomed.top) / zoomed.scale, (at.y - start.top) / start.scale);
    assert.equal(zoomAt(start, 1_000, at).scale, zoomAt(start, 2_000, at).scale);
    const inside = { x: 300, y: 200, ...CHUNK };
    assert.deepEqual(reveal(start, inside, window), start);
    const right = reveal(start, { x: 1_500, y: 200, ...CHUNK }, window);
    assert.equal(right.top, start.top);
    assert.ok(1_500 + CHUNK.width + right.left <= window.width);
    assert.ok(
      reveal({ ...start, scale: 0.1 }, inside, window).scale >= READABLE_SCALE,
      'a chunk too small to read is enlarged',
    );
    const kept = keepInside({ left: 9_000, top: -9_000, scale: 1 }, drawing, window);
    assert.ok(kept.left < window.width && kept.top > -drawing.height);
  });
});

function countOverlaps(chunks: readonly LayoutChunk[]): number {
  const overlaps = chunks.flatMap((one, index) =>
    chunks
      .slice(index + 1)
      .filter(({ x, y }) => Math.abs(one.x - x) < CHUNK.width && Math.abs(one.y - y) < CHUNK.height),
  );
  return overlaps.length;
}

/** Whether a point is on the border of a chunk. */
function touches(chunk: LayoutChunk | undefined, [x = NaN, y = NaN]: readonly number[]): boolean {
  if (!chunk) return false;
  const [right, bottom] = [chunk.x + CHUNK.width, chunk.y + CHUNK.height];
  const near = (one: number, other: number): boolean => Math.abs(one - other) < 0.2;
  const isWithin = x > chunk.x - 0.2 && x < right + 0.2 && y > chunk.y - 0.2 && y < bottom + 0.2;
  return isWithin && (near(x, chunk.x) || near(x, right) || near(y, chunk.y) || near(y, bottom));
}
