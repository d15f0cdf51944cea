import type { ContractEdit } from '../contract/edit/contract-edit.ts';
import type { Chunk } from '../contract/model.ts';
import { seriesOf } from './chunk-series.ts';
import type { PlanFix } from './finding.ts';
import type { PlanShape } from './plan-facts.ts';

/** Each change of a text is read again before the next: more of them than this take too long. */
const MOST_EDITS = 200;

/** Puts a chunk before another, in a plan that goes by position. Where ids are numbered, they stay by position. */
export function moveBefore(shape: PlanShape, dependent: number, provider: number): PlanFix | undefined {
  const later = shape.chunks[dependent];
  const earlier = shape.chunks[provider];
  if (!later || !earlier || shape.order.declared || provider <= dependent) return undefined;
  // What nobody here can read would be lost on the way.
  if (shape.document.problems.some(({ path }) => path[0] === 'chunks' && path[1] === provider)) return undefined;
  const idAt = seriesOf(shape.chunks);
  if (idAt === 'broken') return undefined;
  const edits: ContractEdit[] = [
    { path: earlier.at, operation: 'remove' },
    ...insertion(shape, dependent, withoutDefaults(earlier.chunk)),
  ];
  for (let at = dependent; idAt && at <= provider; at++) edits.push({ path: ['chunks', at, 'id'], value: idAt(at) });
  return fixOf(`Move ${earlier.chunk.id} before ${later.chunk.id}${idAt ? ', and number them anew' : ''}`, edits);
}

/** A chunk that creates one file, put before the chunk that needs it. */
export function insertProvider(shape: PlanShape, dependent: number, path: string): PlanFix | undefined {
  const { chunks, order } = shape;
  const later = chunks[dependent];
  const idAt = seriesOf(chunks);
  if (!later || idAt === 'broken') return undefined;
  const id = idAt ? idAt(dependent) : freeId(shape, path);
  const edits = insertion(shape, dependent, {
    id,
    title: `Create ${path}`,
    description: `Create ${path}.`,
    allowedFiles: [path],
    postconditions: [{ kind: 'file_exists', path }],
  });
  if (idAt) edits.push(...renumbering(shape, dependent, idAt));
  if (order.declared) {
    edits.push({ path: ['chunks', dependent + 1, 'dependsOn', later.chunk.dependsOn.length], value: id });
  }
  return fixOf(`Add a chunk before ${later.chunk.id} that creates "${path}"`, edits);
}

function fixOf(title: string, edits: readonly ContractEdit[]): PlanFix | undefined {
  return edits.length > MOST_EDITS ? undefined : { title, edits };
}

/** A manifest has other names for keys: each is set by itself, so that it is written as the file writes it. */
function insertion({ document }: PlanShape, at: number, chunk: Readonly<Record<string, unknown>>): ContractEdit[] {
  const path = ['chunks', at];
  if (document.form !== 'manifest') return [{ path, operation: 'insert', value: chunk }];
  const { id, title, ...rest } = chunk;
  const keys = Object.entries(rest).map(([key, value]): ContractEdit => ({ path: [...path, key], value }));
  return [{ path, operation: 'insert', value: { id, title } }, ...keys];
}

/** The ids of what stands behind a chunk that was inserted, and of whoever depends on it. */
function renumbering({ chunks }: PlanShape, inserted: number, idAt: (position: number) => string): ContractEdit[] {
  const positions = new Map(chunks.map(({ chunk, position }) => [chunk.id, position]));
  return chunks.flatMap(({ chunk, position }) => {
    const at = ['chunks', position >= inserted ? position + 1 : position];
    const own: ContractEdit[] = position >= inserted ? [{ path: [...at, 'id'], value: idAt(position + 1) }] : [];
    const others = chunk.dependsOn.flatMap((id, index): ContractEdit[] => {
      const other = positions.get(id) ?? -1;
      return other >= inserted ? [{ path: [...at, 'dependsOn', index], value: idAt(other + 1) }] : [];
    });
    return [...own, ...others];
  });
}

function freeId({ chunks }: PlanShape, path: string): string {
  const stem = path
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
  const taken = new Set(chunks.map(({ chunk }) => chunk.id));
  const base = `create-${stem === '' ? 'file' : stem}`;
  // A number at the end would look like one of a series.
  let id = /\d$/.test(base) ? `${base}-file` : base;
  while (taken.has(id)) id = `${id}-too`;
  return id;
}

/** A chunk as a person would write it: without what is empty. */
function withoutDefaults(chunk: Chunk): Record<string, unknown> {
  const entries: [string, unknown][] = Object.entries(chunk);
  return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
