import type { RawAnswer } from '../server/chat-server.ts';

/** What an answer did that the protocol of its request does not say. */
export type Deviation =
  /** Tools were offered, and the call is text in the message. */
  | 'call-as-text'
  /** Tools were offered, and code is in the message instead of a call. */
  | 'code-instead-of-call'
  /** Tools were offered, and the answer only speaks. */
  | 'talk-instead-of-call'
  | 'unknown-tool'
  /** Arguments that are not an object, or have no value for what is required. */
  | 'wrong-arguments'
  /** No tools: code in a fence that names no path. */
  | 'fence-without-path'
  /** No tools: no block at all. */
  | 'no-block'
  /** A block or a call has no end. */
  | 'unclosed'
  | 'cut-off'
  | 'empty'
  /** The same line, or the same few lines, again and again. */
  | 'repeats-itself';

const TOOLS: Readonly<Record<string, readonly string[]>> = {
  write_file: ['path', 'content'],
  edit_file: ['path'],
  delete_file: ['path'],
  read_file: ['path'],
  list_files: [],
  search_text: [],
  check_contract: [],
  propose_amendment: ['reason'],
};

/** The deviations of one answer. An answer of a judge, a planner or a reviewer is JSON and has no blocks. */
export function findDeviations(answer: RawAnswer, isAttempt: boolean): readonly Deviation[] {
  const { text, calls, ending, hadTools } = answer;
  if (ending === 'refused' || ending === 'overflow' || ending === 'aborted') return [];
  const found: Deviation[] = [];
  if (ending === 'length') found.push('cut-off');
  if (text.trim() === '' && calls.length === 0) return [...found, 'empty'];
  if (isRepetitive(text)) found.push('repeats-itself');
  if (!isAttempt) return found;
  if (hadTools) {
    for (const { name, arguments: text_ } of calls) {
      const required = TOOLS[name];
      if (required === undefined) found.push('unknown-tool');
      else if (!hasArguments(text_, required)) found.push('wrong-arguments');
    }
    if (calls.length > 0) return found;
    if (/"(?:name|function)"\s*:\s*"(?:write|edit|read|list|delete|search|check|propose)_\w+"/.test(text))
      found.push('call-as-text');
    else if (/```/.test(text)) found.push('code-instead-of-call');
    else if (ending !== 'length') found.push('talk-instead-of-call');
    return found;
  }
  const fences = [...text.matchAll(/^ {0,3}(`{3,})([^`\n]*)$/gm)];
  if (fences.length === 0 && !text.includes('<<<<<<<')) found.push('no-block');
  else if (fences.length % 2 === 1) found.push('unclosed');
  else if (fences.length > 0 && !fences.some(([, , info = '']) => /[./]/.test(info)) && !text.includes('<<<<<<<')) {
    found.push('fence-without-path');
  }
  return found;
}

function hasArguments(text: string, required: readonly string[]): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return (
      typeof value === 'object' &&
      value !== null &&
      required.every((name) => typeof Reflect.get(value, name) === 'string')
    );
  } catch {
    return false;
  }
}

/** Whether one of the last lines occurs more than five times. */
function isRepetitive(text: string): boolean {
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) {
    if (line.trim().length < 8) continue;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts.values()].some((count) => count > 5);
}
