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
const SIGNATURE_CHECKS: ReadonlySet<string> = new Set(['signature_match', 'function_exists']);
/** The tier of results that the type checker decided. Only the type checker prints a whole signature. */
const TYPE_CHECKER_TIER = 3;
/** How a printed signature begins. Differences, such as a missing type parameter, are printed as sentences. */
const SIGNATURE_START = /^(?:(?:abstract )?new )?[(<{]/;

/** The name or signature of the code that a failed assertion could require instead; `undefined` if the result shows none. */
export function correctionOf(result: AssertionResult): Correction | undefined {
  const { passed, tier, error, actual, similar } = result;
  const { type, target, expected } = result.assertion.check;
  if (passed) return undefined;
  if (NAME_CHECKS.has(type) && typeof target === 'string' && similar !== undefined) {
    // The default export has no other name, and a member cannot be replaced by its owner.
    if (target === 'default' || target.includes('.') !== similar.includes('.')) return undefined;
    return { kind: 'name', from: target, to: similar };
  }
  if (!SIGNATURE_CHECKS.has(type) || typeof expected !== 'string') return undefined;
  if (tier !== TYPE_CHECKER_TIER || error !== undefined || actual === undefined) return undefined;
  // A shortened text is not the signature.
  if (!SIGNATURE_START.test(actual) || /[\r\n…]/.test(actual)) return undefined;
  return { kind: 'signature', from: expected, to: actual };
}
