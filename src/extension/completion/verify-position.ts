/** What can be completed at a position of a contract, on one line. */
export interface VerifyPosition {
  /** `key`: the whole key `verify`; `command`: the value of its key `command`. */
  readonly kind: 'key' | 'command';
  /** The number of characters before and after the position that the completion replaces. */
  readonly before: number;
  readonly after: number;
}

const TOP_LEVEL_NAME = /^[A-Za-z_]*$/;
const COMMAND_IN_BRACES = /^"?verify(?:_contract)?"?\s*:\s*\{(?:[^}]*[,\s])?"?command"?\s*:\s*(["']?[^"',}]*)$/;
const COMMAND_IN_BLOCK = /^(\s+)command\s*:\s*(["']?[^"'#]*)$/;
const VERIFY_KEY = /^verify(?:_contract)?\s*:/m;

/**
 * Where the test command of a repository can be completed in the YAML text of a contract: as the key `verify` at the top
 * level, or as its command. `undefined` for every other position.
 *
 * @param before the text before the position
 * @param after the text after it
 */
export function findVerifyPosition(before: string, after: string): VerifyPosition | undefined {
  const lines = before.split('\n').map((line) => line.replace(/\r$/, ''));
  const line = lines.pop() ?? '';
  if (TOP_LEVEL_NAME.test(line)) {
    const restOfLine = /^[^\n]*/.exec(after)?.[0].trim();
    return restOfLine === '' && !VERIFY_KEY.test(before) && !VERIFY_KEY.test(after)
      ? { kind: 'key', before: line.length, after: 0 }
      : undefined;
  }
  const inBraces = COMMAND_IN_BRACES.exec(line);
  if (inBraces) return commandPosition(inBraces[1], after);
  const inBlock = COMMAND_IN_BLOCK.exec(line);
  if (!inBlock) return undefined;
  const parent = lines.findLast((one) => /^\S/.test(one) && !one.startsWith('#'));
  return parent !== undefined && VERIFY_KEY.test(parent) ? commandPosition(inBlock[2], after) : undefined;
}

/** An editor closes a quote when it is typed, so the closing quote is replaced, too. */
function commandPosition(typed = '', after: string): VerifyPosition {
  const isClosed = /^["']/.test(typed) && after.startsWith(typed[0] ?? '');
  return { kind: 'command', before: typed.length, after: isClosed ? 1 : 0 };
}
