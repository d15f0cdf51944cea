import * as z from 'zod';
import type { DataPath } from './document.ts';

/** Removes optional, default and similar wrappers from a schema. */
function unwrap(schema: unknown): unknown {
  let inner: unknown = schema;
  for (let depth = 0; depth < 20; depth++) {
    if (
      inner instanceof z.ZodOptional ||
      inner instanceof z.ZodNullable ||
      inner instanceof z.ZodDefault ||
      inner instanceof z.ZodPrefault ||
      inner instanceof z.ZodCatch ||
      inner instanceof z.ZodReadonly ||
      inner instanceof z.ZodNonOptional ||
      inner instanceof z.ZodLazy
    ) {
      inner = inner.unwrap();
    } else if (inner instanceof z.ZodPipe) inner = inner.in;
    else break;
  }
  return inner;
}

/** The schemas that can apply at a path: several for a union, none if the schema does not restrict the path. */
function schemasAt(schema: unknown, path: DataPath): readonly unknown[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodUnion) return inner.options.flatMap((option) => schemasAt(option, path));
  if (inner instanceof z.ZodIntersection)
    return [inner.def.left, inner.def.right].flatMap((side) => schemasAt(side, path));
  const [step, ...rest] = path;
  if (step === undefined) return [inner];
  if (inner instanceof z.ZodObject && typeof step === 'string') {
    const shape: Readonly<Record<string, unknown>> = inner.shape;
    return Object.hasOwn(shape, step) ? schemasAt(shape[step], rest) : [];
  }
  if (inner instanceof z.ZodArray) return schemasAt(inner.element, rest);
  if (inner instanceof z.ZodRecord) return schemasAt(inner.valueType, rest);
  return [];
}

/** The keys that a map at a path can have. */
export function knownKeysAt(schema: z.ZodType, path: DataPath): readonly string[] {
  const keys = schemasAt(schema, path).flatMap((candidate) =>
    candidate instanceof z.ZodObject ? Object.keys(candidate.shape) : [],
  );
  return [...new Set(keys)];
}

/** The description of the value at a path in the schema; `undefined` if there is none. */
export function descriptionAt(schema: z.ZodType, path: DataPath): string | undefined {
  const last = path.at(-1);
  const parents = schemasAt(schema, path.slice(0, -1));
  for (const parent of parents) {
    if (!(parent instanceof z.ZodObject) || typeof last !== 'string') continue;
    const shape: Readonly<Record<string, unknown>> = parent.shape;
    const property = shape[last];
    const inner = unwrap(property);
    const description =
      property instanceof z.ZodType
        ? (property.description ?? (inner instanceof z.ZodType ? inner.description : undefined))
        : undefined;
    if (description !== undefined) return description;
  }
  return undefined;
}
