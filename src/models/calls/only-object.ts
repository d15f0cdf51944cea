import { isDeepStrictEqual } from 'node:util';

/** Reasoning that some models write before their answer. Only a block at the start of the text counts. */
const LEADING_REASONING = /^\s*<think>[\s\S]*?<\/think>/;

/**
 * Finds the JSON object that a model's answer consists of, with or without text around it. Repetitions of the same object
 * count once. An answer with two different objects, or with other text in braces, has no clear meaning: a model that
 * quotes an object from the material that it judges would otherwise pass that object off as its answer.
 */
export function findOnlyObject(text: string): { readonly object: unknown } | { readonly mistake: string } {
  const answer = text.replace(LEADING_REASONING, '');
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

/** The offset after the brace that closes the object at `start`, or the length of the text if none does. */
function findObjectEnd(text: string, start: number): number {
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
