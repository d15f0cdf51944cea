import { findObjectEnd } from '../calls/only-object.ts';
import { withoutReasoning } from '../calls/without-reasoning.ts';
import { isRecord } from '../../foundation/is-record.ts';

/** A tool call that is text of an answer. */
export interface TextCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The marks in which models put calls. A server that knows the format of another model leaves them in the text. */
const MARKS =
  /<\/?(?:tool_calls?|function_calls?|functioncall|tools?)>|<\|(?:tool_call|python_tag)\|>|\[\/?TOOL_CALLS?\]/gi;
/** A fence whose content was calls only. */
const EMPTY_FENCE = /(`{3,})\w*[\s[\],;]*\1/g;

/**
 * [AGENT-10] Reads the calls that a model wrote into its answer as JSON, in a fence, in marks or alone: servers recognize only
 * the format of the model's own template. Every object of the answer must be a call of a known tool. An answer with another
 * object or block shows or explains something, so nothing in it is a call.
 */
export function readTextCalls(text: string, isTool: (name: string) => boolean): readonly TextCall[] {
  let rest = withoutReasoning(text).replaceAll(MARKS, '\n');
  const calls: TextCall[] = [];
  for (let start = rest.indexOf('{'); start !== -1; start = rest.indexOf('{')) {
    const end = findObjectEnd(rest, start);
    const call = toCall(parseObject(rest.slice(start, end)), isTool);
    if (call === undefined) return [];
    calls.push(call);
    rest = rest.slice(0, start) + rest.slice(end);
  }
  return /```|~~~|<{5,}\s*SEARCH/.test(rest.replaceAll(EMPTY_FENCE, '')) ? [] : calls;
}

/** The usual forms: `{name, arguments}`, `{function: {name, arguments}}`, `{tool_call: …}`, and arguments as JSON text. */
function toCall(value: unknown, isTool: (name: string) => boolean): TextCall | undefined {
  if (!isRecord(value)) return undefined;
  const call = ['tool_call', 'function_call', 'function'].map((key) => value[key]).find(isRecord) ?? value;
  const name = call['name'] ?? call['tool'] ?? call['tool_name'] ?? call['function'];
  const given = call['arguments'] ?? call['parameters'] ?? call['args'] ?? call['input'] ?? {};
  const input = typeof given === 'string' ? parseObject(given) : given;
  return typeof name === 'string' && isTool(name) && isRecord(input) ? { name, input } : undefined;
}

/** Small models break lines inside of strings, which JSON does not permit. */
function parseObject(text: string): unknown {
  for (const candidate of [text, text.replaceAll(/"(?:[^"\\]|\\[^])*"/g, escapeLineBreaks)]) {
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      continue;
    }
  }
  return undefined;
}

function escapeLineBreaks(literal: string): string {
  return literal.replaceAll('\r', '\\r').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}
