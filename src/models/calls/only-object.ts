import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../foundation/is-record.ts';
import { withoutReasoning } from './without-reasoning.ts';

/**
 * Finds the JSON object that a model's answer consists of, with or without text around it. Repetitions of the same object
 * count once. An answer with two different objects, or with other text in braces, has no clear meaning: a model that
 * quotes an object from the material that it judges would otherwise pass that object off as its answer.
 */
export function findOnlyObject(text: string): { readonly object: unknown } | { readonly mistake: string } {
  const whole = parseJson(text.trim());
  if (isRecord(whole)) return { object: whole };
  const answer = withoutReasoning(text, isObjectAlone);
  let found: { readonly object: unknown } | undefined;
  for (let start = answer.indexOf('{'); start !== -1;) {
    const end = findObjectEnd(answer, start);
    const object = parseJson(answer.slice(start, end));
    if (object === undefined) {
      return {
        mistake: 'It contains text in braces that is not a JSON object. Write the JSON object and nothing else.',
      };
    }
    if (found !== undefined && !isDeepStrictEqual(found.object, object)) {
      return {
        mistake: 'It contains two different JSON objects, so it is not clear which one is the answer. Write only one.',
      };
    }
    found = { object };
    start = answer.indexOf('{', end);
  }
  return found ?? { mistake: 'It contains no JSON object.' };
}

/** Whether a text consists of an object, also in a code block. */
function isObjectAlone(text: string): boolean {
  return /^\s*(?:```\w*\s*)?\{[\s\S]*\}\s*(?:```)?\s*$/.test(text);
}

/** The offset after the brace that closes the object at `start`, or the length of the text if none does. */
export function findObjectEnd(text: string, start: number): number {
  let depth = 0;
  let isInString = false;
  for (let index = start; index < text.length; index++) {
    const character = text.charAt(index);
    if (isInString) {
      if (character === '\\') index++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return index + 1;
  }
  return text.length;
}

/** Returns `undefined` if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
