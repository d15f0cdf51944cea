import { HoldfastError } from '../../shared/errors.ts';

/** The names on the way that a JSON pointer (RFC 6901) describes; `#/a/b` is read as `/a/b`. */
export function pointerNames(pointer: string): readonly string[] {
  const plain = pointer.startsWith('#') ? pointer.slice(1) : pointer;
  if (plain === '') return [];
  if (!plain.startsWith('/')) {
    throw new HoldfastError('contract', `Failed to read the JSON pointer ${pointer}: it does not start with /`, {
      hint: 'Write it as /name/0/name.',
    });
  }
  return plain
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export type Pointed =
  | { readonly found: true; readonly value: unknown }
  /** `missing` is the pointer as far as its first name that is not there. */
  | { readonly found: false; readonly missing: string };

/** The value that a JSON pointer names. */
export function valueAt(data: unknown, pointer: string): Pointed {
  const names = pointerNames(pointer);
  let value = data;
  for (const [depth, name] of names.entries()) {
    const next = childOf(value, name);
    if (!next) return { found: false, missing: writtenPointer(names.slice(0, depth + 1)) };
    value = next.value;
  }
  return { found: true, value };
}

export function writtenPointer(names: readonly string[]): string {
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
