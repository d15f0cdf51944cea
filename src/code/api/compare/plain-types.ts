import type { ApiType } from '../model/api-type.ts';
import { printType } from '../model/print-type.ts';
import { DIFFERENT, UNKNOWN, type ApiTypeRelation } from './type-relation.ts';

const PRIMITIVES: ReadonlySet<string> = new Set('string number bigint boolean symbol undefined null void'.split(' '));

/** Types of the standard library whose values are objects. */
const OBJECTS: ReadonlySet<string> = new Set(
  `Promise Map Set WeakMap WeakSet Date RegExp Error Array ReadonlyArray ReadonlyMap ReadonlySet Uint8Array ArrayBuffer Buffer
  URL URLSearchParams Iterator Generator AsyncGenerator AbortSignal AbortController Response Request Headers`.split(
    /\s+/,
  ),
);

/**
 * Relates types of which one is a keyword or a literal, or whose kinds decide it. `undefined` if their parts have to be
 * compared. The types must differ.
 */
export function relatePlainTypes(before: ApiType, after: ApiType): ApiTypeRelation | undefined {
  const [earlier, later] = [textOf(before), textOf(after)];
  const top = relateTopTypes(earlier, later);
  if (top !== undefined) return top;
  if (isWrapped(before, after) || isWrapped(after, before)) return DIFFERENT;
  if (before.kind === 'union' || after.kind === 'union') return undefined;
  if (before.kind === 'text' && after.kind === 'text') return relateTexts(before, after);
  const [plain, other] = before.kind === 'text' ? [before, after] : [after, before];
  return plain.kind === 'text' && baseOf(plain) !== undefined && isObject(other) ? DIFFERENT : undefined;
}

function relateTopTypes(earlier: string | undefined, later: string | undefined): ApiTypeRelation | undefined {
  // Everything can be done with a value of type `any`, also what a later type does not allow.
  if (earlier === 'any') return UNKNOWN;
  if (later === 'any') return { accepts: true, provides: true };
  if (later === 'unknown') return { accepts: true, provides: false };
  if (earlier === 'unknown') return { accepts: false, provides: true };
  if (later === 'never') return { accepts: false, provides: true };
  if (earlier === 'never') return { accepts: true, provides: false };
  return undefined;
}

type TextType = Extract<ApiType, { kind: 'text' }>;

function relateTexts(earlier: TextType, later: TextType): ApiTypeRelation {
  if (earlier.text === 'undefined' && later.text === 'void') return { accepts: true, provides: false };
  if (earlier.text === 'void' && later.text === 'undefined') return { accepts: false, provides: true };
  const baseBefore = baseOf(earlier);
  const baseAfter = baseOf(later);
  if (baseBefore === undefined || baseAfter === undefined) return UNKNOWN;
  if (baseBefore !== baseAfter) return DIFFERENT;
  if (earlier.literal === undefined) return { accepts: false, provides: true };
  return later.literal === undefined ? { accepts: true, provides: false } : DIFFERENT;
}

/** The keyword of a literal; `undefined` for `object`, `this` and members of enums. */
function baseOf({ text, literal }: TextType): string | undefined {
  return literal?.type ?? (PRIMITIVES.has(text) ? text : undefined);
}

function isObject(type: ApiType): boolean {
  switch (type.kind) {
    case 'array':
    case 'tuple':
    case 'function':
      return true;
    case 'object':
      return type.members.some(({ name }) => !(name in String.prototype) && !(name in Number.prototype));
    case 'reference':
      return type.origin === 'elsewhere' && OBJECTS.has(type.name);
    default:
      return false;
  }
}

/** Whether one type is a promise or an array of the other one. */
function isWrapped(outer: ApiType, inner: ApiType): boolean {
  const parts =
    outer.kind === 'array' ? [outer.element] : outer.kind === 'reference' && outer.name === 'Promise' ? outer.args : [];
  const [part] = parts;
  return part !== undefined && printType(part) === printType(inner) && !['any', 'unknown'].includes(printType(inner));
}

function textOf(type: ApiType): string | undefined {
  return type.kind === 'text' ? type.text : undefined;
}
