import type { Check, Gate } from '../../../contract/model.ts';

/** Texts that have nothing in common. A pattern that matches all of them matches everything. */
const SAMPLES = ['', 'q', '\n', '~ 7', '\u00df)'];
/** Types that every value satisfies, without spaces. */
const ANY_TYPE = /^(?:any|unknown|object|\{\}|Function|Record<string,(?:any|unknown)>)$/;
/** Signatures that every function satisfies, without spaces. */
const ANY_SIGNATURE = /^(?:any|unknown|Function|\(\.\.\.\w+:(?:any|unknown)(?:\[\])?\)(?:=>|:)(?:any|unknown))$/;
/** Commands that succeed in any tree. */
const ALWAYS_PASSES = /^(?:true|:|echo(?:\s.*)?|exit 0)$/;

/** [BITE-2] Why a check holds in nearly any tree, as the end of a sentence; `undefined` if that is not certain. */
export function whyCheckAlwaysHolds(check: Check): string | undefined {
  const { type } = check;
  if (check['count'] !== undefined) return undefined;
  if (type === 'pattern_match' && check['not'] !== true) {
    return matchesEverything(check['pattern'], check['flags']) ? 'its pattern matches every text' : undefined;
  }
  if (type === 'signature_match' || type === 'function_exists') {
    return isText(check['expected'], ANY_SIGNATURE) ? 'every function has the expected signature' : undefined;
  }
  if (type === 'type_matches') {
    return isText(check['expected'], ANY_TYPE) ? 'every type has the expected shape' : undefined;
  }
  if (type === 'schema_match') return acceptsEverything(check['schema']) ? 'its schema accepts every value' : undefined;
  return undefined;
}

/** [BITE-2] Whether nothing in a gate can fail: it only suggests, or its command always passes. */
export function canGateNeverFail({ assertions, command, tests, review, judge }: Gate): boolean {
  if (tests !== undefined || (review ?? false) !== false || (judge ?? false) !== false) return false;
  if (command !== undefined && !ALWAYS_PASSES.test(command.trim())) return false;
  const canFail = (assertions ?? []).some(
    ({ type, check }) => type === 'assert' && whyCheckAlwaysHolds(check) === undefined,
  );
  return !canFail && (command !== undefined || assertions !== undefined);
}

function isText(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value.replaceAll(/\s+/g, ''));
}

function matchesEverything(pattern: unknown, flags: unknown): boolean {
  // What a lookaround sees, the samples may not have.
  if (typeof pattern !== 'string' || /\(\?<?[=!]/.test(pattern)) return false;
  try {
    const expression = new RegExp(pattern, typeof flags === 'string' ? flags : '');
    return SAMPLES.every((sample) => sample.search(expression) >= 0);
  } catch (thrown) {
    // Another rule reports a pattern that is not valid.
    if (thrown instanceof SyntaxError) return false;
    throw thrown;
  }
}

function acceptsEverything(schema: unknown): boolean {
  if (schema === true) return true;
  return (
    typeof schema === 'object' &&
    schema !== null &&
    Object.keys(schema).every((key) => /^(?:\$(?:schema|id|comment|defs|anchor)|title|description)$/.test(key))
  );
}
