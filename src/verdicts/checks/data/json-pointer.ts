import { HoldfastError } from '../../../foundation/errors.ts';

/** The names of a JSON pointer (RFC 6901). `#/a/b` is read as `/a/b`. */
export function parsePointer(pointer: string): readonly string[] {
  const path = pointer.startsWith('#') ? pointer.slice(1) : pointer;
  if (path === '') return [];
  if (!path.startsWith('/')) {
    throw new HoldfastError('contract', `Failed to read the JSON pointer ${pointer}: it does not start with /`, {
      hint: 'Write a pointer such as /users/0/name.',
    });
  }
  return path
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a JSON pointer, or the reason why there is none. */
export type PointerTarget =
  | { readonly found: true; readonly value: unknown }
  /** `missing` is the pointer up to the first name that does not exist. */
  | { readonly found: false; readonly missing: string };

/** The value that a JSON pointer refers to. */
export function valueAt(data: unknown, pointer: string): PointerTarget {
  const names = parsePointer(pointer);
  let value = data;
  for (const [depth, name] of names.entries()) {
    const next = childOf(value, name);
    if (!next) return { found: false, missing: formatPointer(names.slice(0, depth + 1)) };
    value = next.value;
  }
  return { found: true, value };
}

export function formatPointer(names: readonly string[]): string {
  return names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function childOf(value: unknown, name: string): { value: unknown } | undefined {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return /^(?:0|[1-9]\d*)$/.test(name) && Number(name) < items.length ? { value: items[Number(name)] } : undefined;
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return { value: (value as Readonly<Record<string, unknown>>)[name] };
}
