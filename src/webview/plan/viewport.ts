/** In CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

/** The part of a drawing that a window shows: a point (x, y) of the drawing is at (x * scale + left, y * scale + top). */
export interface Viewport {
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

const MIN_SCALE = 0.02;
const MAX_SCALE = 2;
/** The space around what is fitted or revealed, in CSS pixels of the window. */
const MARGIN = 16;

/** From this scale on, the text of a chunk can be read. */
export const READABLE_SCALE = 0.55;
/** The scale at which a plan opens that does not fit at a readable one. */
const START_SCALE = 0.85;

/** Shows the whole drawing in the middle of the window, not enlarged. */
export function fitDrawing(drawing: Size, window: Size): Viewport {
  const scale = clampScale(
    Math.min(1, (window.width - MARGIN) / drawing.width, (window.height - MARGIN) / drawing.height),
  );
  return {
    left: (window.width - drawing.width * scale) / 2,
    top: Math.max(0, (window.height - drawing.height * scale) / 2),
    scale,
  };
}

/** Shows the whole drawing if it is readable then, otherwise the chunk at a readable scale. */
export function openDrawing(drawing: Size, window: Size, chunk: Box | undefined): Viewport {
  const fitted = fitDrawing(drawing, window);
  if (fitted.scale >= READABLE_SCALE || !chunk) return fitted;
  const centered = centerOn(chunk, window, START_SCALE);
  // There is nothing above the first layer.
  return { ...centered, top: Math.min(MARGIN, centered.top) };
}

/** Shows a box in the middle of the window. */
export function centerOn({ x, y, width, height }: Box, window: Size, scale: number): Viewport {
  return {
    left: window.width / 2 - (x + width / 2) * scale,
    top: window.height / 2 - (y + height / 2) * scale,
    scale,
  };
}

/** Zooms by a factor around a point of the window. */
export function zoomAt({ left, top, scale }: Viewport, factor: number, at: { readonly x: number; readonly y: number }) {
  const zoomed = clampScale(scale * factor);
  const ratio = zoomed / scale;
  return { left: at.x - (at.x - left) * ratio, top: at.y - (at.y - top) * ratio, scale: zoomed };
}

/** Moves the viewport as little as needed to show a box. If it is too small to read, the box is centered and enlarged. */
export function reveal(viewport: Viewport, box: Box, window: Size): Viewport {
  if (viewport.scale < READABLE_SCALE) return centerOn(box, window, START_SCALE);
  const { left, top, scale } = viewport;
  const shift = (start: number, length: number, offset: number, available: number): number => {
    const from = start * scale + offset;
    const to = (start + length) * scale + offset;
    if (from < MARGIN) return MARGIN - from;
    return to > available - MARGIN ? available - MARGIN - to : 0;
  };
  return {
    left: left + shift(box.x, box.width, left, window.width),
    top: top + shift(box.y, box.height, top, window.height),
    scale,
  };
}

/** Keeps a part of the drawing in the window. */
export function keepInside(viewport: Viewport, drawing: Size, window: Size): Viewport {
  const { left, top, scale } = viewport;
  const clamp = (value: number, length: number, available: number): number => {
    const edge = Math.min(available / 2, 120);
    return Math.min(available - edge, Math.max(edge - length * scale, value));
  };
  return { left: clamp(left, drawing.width, window.width), top: clamp(top, drawing.height, window.height), scale };
}

/** The part of the drawing that is visible, in its own coordinates. */
export function visibleBox({ left, top, scale }: Viewport, window: Size): Box {
  return { x: -left / scale, y: -top / scale, width: window.width / scale, height: window.height / scale };
}

export function intersects(one: Box, other: Box): boolean {
  return (
    one.x <= other.x + other.width &&
    other.x <= one.x + one.width &&
    one.y <= other.y + other.height &&
    other.y <= one.y + one.height
  );
}

function clampScale(scale: number): number {
  return Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));
}
