import type { AssertionResult } from '../checks/interfaces/result.ts';

/** What the contract would state if it followed the code. */
export type Correction =
  /** The name of a similar declaration. */
  | { readonly kind: 'name'; readonly from: string; readonly to: string }
  /** The signature of the declaration. */
  | { readonly kind: 'signature'; readonly from: string; readonly to: string };

const NAME_CHECKS: ReadonlySet<string> = new Set([
  'export_exists',
  'creates',
  'function_exists',
  'signature_match',
  'type_matches',
]);
/** The checks that can expect a signature. */
export const SIGNATURE_CHECKS: ReadonlySet<string> = new Set(['signature_match', 'function_exists']);

/** The name or signature of the code that a failed assertion could require instead; `undefined` if the result shows none. */
export function correctionOf(result: AssertionResult): Correction | undefined {
  const { passed, signature, similar } = result;
  const { type, target, expected } = result.assertion.check;
  if (passed) return undefined;
  if (NAME_CHECKS.has(type) && typeof target === 'string' && similar !== undefined) {
    // The default export has no other name, and a member cannot be replaced by its owner.
    if (target === 'default' || target.includes('.') !== similar.includes('.')) return undefined;
    return { kind: 'name', from: target, to: similar };
  }
  if (!SIGNATURE_CHECKS.has(type) || typeof expected !== 'string' || signature === undefined) return undefined;
  return { kind: 'signature', from: expected, to: signature };
}
