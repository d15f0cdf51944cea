import type { Check, Gate } from '../../../contract/model.ts';

/** Commands that succeed in any tree. */
const ALWAYS_PASSES = /^(?:true|:|exit 0|echo(?:[ \t]+(?:[\w.,:-]+|'[^'\n]*'|"[\w \t.,:'-]*"))*)$/;

/**
 * [BITE-2] Why a check holds in each tree that has its target, as the end of a sentence; `undefined` if that is not certain.
 * Signatures and types are compared exactly, so that even `any` and `Function` say something.
 */
export function whyCheckAlwaysHolds(check: Check): string | undefined {
  const { type } = check;
  if (check['count'] !== undefined) return undefined;
  if (type === 'pattern_match' && check['not'] !== true) {
    return matchesEverything(check['pattern'], check['flags']) ? 'its pattern matches every text' : undefined;
  }
  if (type === 'schema_match') return acceptsEverything(check['schema']) ? 'its schema accepts every value' : undefined;
  return undefined;
}

/** [BITE-2] Whether nothing in a gate can fail: it only suggests, or its command always passes. An assert fails without its target. */
export function canGateNeverFail({ assertions, command, tests, review, judge }: Gate): boolean {
  if (tests !== undefined || (review ?? false) !== false || (judge ?? false) !== false) return false;
  if (command !== undefined && !ALWAYS_PASSES.test(command.trim())) return false;
  const canFail = (assertions ?? []).some(({ type }) => type === 'assert');
  return !canFail && (command !== undefined || assertions !== undefined);
}

/** A pattern that is found where it takes no character is found in every text, unless it looks at what surrounds that place. */
function matchesEverything(pattern: unknown, flags: unknown): boolean {
  if (typeof pattern !== 'string') return false;
  const modes = typeof flags === 'string' ? flags : '';
  if (/^\^(?:\[(?:\\s\\S|\\S\\s|\^)\]|\.)\*\$$/.test(pattern)) return !pattern.includes('.') || /[ms]/.test(modes);
  // Neither a class nor an escaped character is an anchor.
  const bare = pattern.replaceAll(/\\[^bB]|\[(?:\\.|[^\]\\])*\]/gs, '');
  // What is between two anchors limits the whole text.
  if (/\(\?<?[=!]|\\[bB]|\^.*\$|\$.*\^/s.test(bare)) return false;
  try {
    return new RegExp(pattern, modes).test('');
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
