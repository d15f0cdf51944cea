import type { ContractEdit } from '../../../contract/edit/contract-edit.ts';
import type { Chunk } from '../../../contract/model.ts';
import { readIdSeries } from '../facts/numbered-ids.ts';
import type { PlanShape } from '../facts/plan-facts.ts';
import type { PlanFix, PlanFixAction } from '../fix/plan-fix.ts';

/** A fix with more edits would take too long, because the text is parsed again after each edit. */
const MAX_EDITS = 200;

/**
 * A fix that moves the provider before the chunk that depends on it, in a plan that is ordered by position, and renumbers numbered ids.
 * `undefined` if the chunk cannot be moved.
 */
export function moveProviderBefore(shape: PlanShape, dependent: number, provider: number): PlanFix | undefined {
  const later = shape.chunks[dependent];
  const earlier = shape.chunks[provider];
  if (!later || !earlier || shape.order.declared || provider <= dependent) return undefined;
  // A move would lose the parts of the chunk that could not be read.
  if (shape.document.problems.some(({ path }) => path[0] === 'chunks' && path[1] === provider)) return undefined;
  const idAt = readIdSeries(shape.chunks);
  if (idAt === 'broken') return undefined;
  const edits: ContractEdit[] = [
    { path: earlier.at, operation: 'remove' },
    ...createInsertion(shape, dependent, removeEmptyKeys(earlier.chunk)),
  ];
  for (let at = dependent; idAt && at <= provider; at++) edits.push({ path: ['chunks', at, 'id'], value: idAt(at) });
  return createFix(
    { kind: 'move-chunk', chunk: earlier.chunk.id, before: later.chunk.id, renumbers: idAt !== undefined },
    edits,
  );
}

/** A fix that inserts, before the chunk that needs a file, a chunk that creates it; `undefined` if there is none. */
export function insertProvider(shape: PlanShape, dependent: number, path: string): PlanFix | undefined {
  const { chunks, order } = shape;
  const later = chunks[dependent];
  const idAt = readIdSeries(chunks);
  if (!later || idAt === 'broken') return undefined;
  const id = idAt ? idAt(dependent) : findFreeId(shape, path);
  const edits = createInsertion(shape, dependent, {
    id,
    title: `Create ${path}`,
    description: `Create ${path}.`,
    allowedFiles: [path],
    postconditions: [{ kind: 'file_exists', path }],
  });
  if (idAt) edits.push(...createRenumbering(shape, dependent, idAt));
  if (order.declared) {
    edits.push({ path: ['chunks', dependent + 1, 'dependsOn', later.chunk.dependsOn.length], value: id });
  }
  return createFix({ kind: 'insert-chunk', before: later.chunk.id, path }, edits);
}

function createFix(action: PlanFixAction, edits: readonly ContractEdit[]): PlanFix | undefined {
  return edits.length > MAX_EDITS ? undefined : { action, edits };
}

/** A manifest has other key names. Each key is set separately, so that the edit writes the manifest's name. */
function createInsertion(
  { document }: PlanShape,
  at: number,
  chunk: Readonly<Record<string, unknown>>,
): ContractEdit[] {
  const path = ['chunks', at];
  if (document.form !== 'manifest') return [{ path, operation: 'insert', value: chunk }];
  const { id, title, ...rest } = chunk;
  const keys = Object.entries(rest).map(([key, value]): ContractEdit => ({ path: [...path, key], value }));
  return [{ path, operation: 'insert', value: { id, title } }, ...keys];
}

/** Renumbers the chunks after an inserted one, and the references to them. */
function createRenumbering(
  { chunks }: PlanShape,
  inserted: number,
  idAt: (position: number) => string,
): ContractEdit[] {
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

function findFreeId({ chunks }: PlanShape, path: string): string {
  const stem = path
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
  const usedIds = new Set(chunks.map(({ chunk }) => chunk.id));
  const base = `create-${stem === '' ? 'file' : stem}`;
  // An id that ends in a number would look like part of a numbered series.
  let id = /\d$/.test(base) ? `${base}-file` : base;
  while (usedIds.has(id)) id = `${id}-too`;
  return id;
}

/** Removes the empty keys of a chunk, which a contract omits. */
function removeEmptyKeys(chunk: Chunk): Record<string, unknown> {
  const entries: [string, unknown][] = Object.entries(chunk);
  return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
