import type { Chunk, Condition } from '../contract/model.ts';
import type { ContractEdit } from '../contract/edit/contract-edit.ts';
import type { PlanFix } from './finding.ts';
import type { PlannedChunk, PlanShape } from './plan-facts.ts';

/** Adds a condition to a chunk's list. */
export function addPostcondition({ chunk, at }: PlannedChunk, condition: Condition): ContractEdit {
  return { path: [...at, 'postconditions', chunk.postconditions.length], value: condition };
}

export function addAllowedFile({ chunk, at }: PlannedChunk, path: string): ContractEdit {
  return { path: [...at, 'allowedFiles', chunk.allowedFiles.length], value: path };
}

/** Lets a chunk write a file, where it may not yet, and has it promise the file. */
export function haveCreate(planned: PlannedChunk, path: string): PlanFix {
  const edits: ContractEdit[] = planned.allowed.allows(path) ? [] : [addAllowedFile(planned, path)];
  edits.push(addPostcondition(planned, { kind: 'file_exists', path }));
  return { title: `Have ${planned.chunk.id} create "${path}"`, edits };
}

/** Has one chunk wait for another; undefined where the plan goes by position, or a circle would come of it. */
export function dependOn(shape: PlanShape, dependent: number, provider: number): PlanFix | undefined {
  const later = shape.chunks[dependent];
  const earlier = shape.chunks[provider];
  if (!later || !earlier || !shape.order.declared || dependent === provider) return undefined;
  if (shape.order.isBefore(dependent, provider)) return undefined;
  return {
    title: `Add "${earlier.chunk.id}" to ${shape.words.dependsOn} of ${later.chunk.id}`,
    edits: [{ path: [...later.at, 'dependsOn', later.chunk.dependsOn.length], value: earlier.chunk.id }],
  };
}

/**
 * Puts a chunk before another, in a plan that goes by position. A whole chunk can be written anew in our own form only:
 * in a manifest its keys have other names.
 */
export function moveBefore(shape: PlanShape, dependent: number, provider: number): PlanFix | undefined {
  const later = shape.chunks[dependent];
  const earlier = shape.chunks[provider];
  if (!later || !earlier || shape.order.declared || shape.document.form === 'manifest') return undefined;
  if (provider <= dependent || numberOf(earlier.chunk.id) !== undefined) return undefined;
  return {
    title: `Move ${earlier.chunk.id} before ${later.chunk.id}`,
    edits: [
      { path: earlier.at, operation: 'remove' },
      { path: later.at, operation: 'insert', value: withoutDefaults(earlier.chunk) },
    ],
  };
}

/** A chunk that creates one file, put before the chunk that needs it. */
export function insertProvider(shape: PlanShape, dependent: number, path: string): PlanFix | undefined {
  const later = shape.chunks[dependent];
  if (!later || shape.document.form === 'manifest' || numberOf(later.chunk.id) !== undefined) return undefined;
  const id = freeId(shape, path);
  const provider = {
    id,
    title: `Create ${path}`,
    description: `Create ${path}.`,
    allowedFiles: [path],
    postconditions: [{ kind: 'file_exists', path }],
  };
  const edits: ContractEdit[] = [{ path: later.at, operation: 'insert', value: provider }];
  if (shape.order.declared) {
    const at = ['chunks', later.position + 1, 'dependsOn', later.chunk.dependsOn.length];
    edits.push({ path: at, value: id });
  }
  return { title: `Add a chunk before ${later.chunk.id} that creates "${path}"`, edits };
}

function freeId(shape: PlanShape, path: string): string {
  const stem = path
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
  const taken = new Set(shape.chunks.map(({ chunk }) => chunk.id));
  const base = `create-${stem === '' ? 'file' : stem}`;
  // A number at the end would look like one of a series.
  let id = /\d$/.test(base) ? `${base}-file` : base;
  while (taken.has(id)) id = `${id}-too`;
  return id;
}

/** What precedes the number at the end of an id, and the number; undefined where there is none. */
export function numberOf(id: string): { readonly prefix: string; readonly digits: string } | undefined {
  const match = /^(.*?)(\d+)$/.exec(id);
  return match ? { prefix: match[1] ?? '', digits: match[2] ?? '' } : undefined;
}

/** A chunk as a person would write it: without what is empty. */
function withoutDefaults(chunk: Chunk): Record<string, unknown> {
  const entries: [string, unknown][] = Object.entries(chunk);
  return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
