/** In CSS pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a chunk or a point of an edge is. */
export interface RoutePlace {
  readonly box: Point & { readonly width: number; readonly height: number };
  readonly layerTop: number;
  readonly layerBottom: number;
  /** Whether no chunk of its layer is above or below it. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Identifies the column of the plan, by its left side. */
  readonly column: number;
  /** The middle between this column and the one before. */
  readonly gutter: number;
}

export interface Route {
  /** The data of an SVG path. */
  readonly path: string;
  /** The corners of the smallest rectangle that contains the path. */
  readonly from: Point;
  readonly to: Point;
  readonly labelAt: Point | undefined;
}

const NOWHERE: Route = { path: '', from: { x: 0, y: 0 }, to: { x: 0, y: 0 }, labelAt: undefined };

/** The distance between a chunk and the lines that pass it. */
const SIDE = 14;
/** The radius of a corner. */
const CORNER = 10;
/** How far a line bends around the chunks between its ends, at least and at most. */
const BOW = { min: 24, max: 90 } as const;

/**
 * Connects two chunks through the points between them. Lines bend in the gaps between layers only. In a layer with several
 * rows they pass the chunks at their sides.
 *
 * @param points `undefined` for an edge that passes many layers without points
 * @param isUpward whether the edge closes a cycle, so that its end is above its start
 */
export function createRoute(
  start: RoutePlace | undefined,
  end: RoutePlace | undefined,
  points: readonly RoutePlace[] | undefined,
  isUpward: boolean,
): Route {
  if (!start || !end || start === end) return NOWHERE;
  const line = new Line();
  if (isUpward) {
    line.move({ x: center(start), y: start.box.y });
    line.curve({ x: center(end), y: end.box.y + end.box.height });
    return line.finish(undefined);
  }
  if (points === undefined && start.column === end.column && Math.abs(center(end) - center(start)) < start.box.width) {
    line.move({ x: start.box.x + start.box.width, y: start.box.y + start.box.height / 2 });
    line.arc({ x: end.box.x + end.box.width, y: end.box.y + end.box.height / 2 });
    return line.finish(undefined);
  }
  leave(line, start);
  let before = start;
  for (const point of points ?? []) {
    advance(line, before, point, point.box.x);
    line.straight({ x: point.box.x, y: point.layerBottom });
    before = point;
  }
  enter(line, before, end);
  const [first] = points ?? [];
  return line.finish(first && { x: first.box.x, y: first.box.y + first.box.height / 2 });
}

function leave(line: Line, { box, isLast, layerBottom }: RoutePlace): void {
  if (isLast) {
    line.move({ x: box.x + box.width / 2, y: box.y + box.height });
    return;
  }
  const y = box.y + box.height / 2;
  const right = box.x + box.width;
  line.move({ x: right, y });
  line.corner({ x: right + SIDE, y }, { x: right + SIDE, y: y + CORNER });
  line.straight({ x: right + SIDE, y: layerBottom });
}

function enter(line: Line, before: RoutePlace, end: RoutePlace): void {
  const { box, isFirst } = end;
  if (isFirst) {
    advance(line, before, end, box.x + box.width / 2);
    return;
  }
  const x = box.x - SIDE;
  const y = box.y + box.height / 2;
  advance(line, before, end, x);
  line.straight({ x, y: y - CORNER });
  line.corner({ x, y }, { x: box.x, y });
}

/** Continues to the top of another layer, which may be in the next column. */
function advance(line: Line, before: RoutePlace, { column, gutter, layerTop }: RoutePlace, x: number): void {
  if (before.column !== column) {
    line.straight({ x: line.end.x, y: line.end.y + SIDE });
    line.straight({ x: gutter, y: line.end.y });
    line.straight({ x: gutter, y: layerTop - SIDE / 2 });
    line.straight({ x, y: layerTop - SIDE / 2 });
    line.straight({ x, y: layerTop });
  } else line.curve({ x, y: layerTop });
}

function center({ box }: RoutePlace): number {
  return box.x + box.width / 2;
}

/** Builds the data of a path and its extent. */
class Line {
  end: Point = { x: 0, y: 0 };
  #parts: string[] = [];
  #left = Infinity;
  #right = -Infinity;
  #top = Infinity;
  #bottom = -Infinity;

  move(to: Point): void {
    this.#add(`M${format(to)}`, to);
  }

  straight(to: Point): void {
    if (to.x !== this.end.x || to.y !== this.end.y) this.#add(`L${format(to)}`, to);
  }

  /** Leaves and arrives vertically. */
  curve(to: Point): void {
    const middle = (this.end.y + to.y) / 2;
    if (to.x === this.end.x) this.straight(to);
    else this.#add(`C${format({ x: this.end.x, y: middle })} ${format({ x: to.x, y: middle })} ${format(to)}`, to);
  }

  /** Goes around what is between, on the right. */
  arc(to: Point): void {
    const bow = Math.min(BOW.max, BOW.min + Math.abs(to.y - this.end.y) / 12);
    const x = Math.max(this.end.x, to.x) + bow;
    this.#right = Math.max(this.#right, x);
    this.#add(`C${format({ x, y: this.end.y })} ${format({ x, y: to.y })} ${format(to)}`, to);
  }

  corner(at: Point, to: Point): void {
    this.#add(`Q${format(at)} ${format(to)}`, to);
  }

  finish(labelAt: Point | undefined): Route {
    return {
      path: this.#parts.join(' '),
      from: { x: this.#left, y: this.#top },
      to: { x: this.#right, y: this.#bottom },
      labelAt,
    };
  }

  #add(part: string, to: Point): void {
    this.#parts.push(part);
    this.end = to;
    this.#left = Math.min(this.#left, to.x);
    this.#right = Math.max(this.#right, to.x);
    this.#top = Math.min(this.#top, to.y);
    this.#bottom = Math.max(this.#bottom, to.y);
  }
}

function format({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`;
}
