const OPENING = '([{<';
const CLOSING = ')]}>';

/** The signature of a function that a sentence states. */
export interface SentenceSignature {
  readonly name: string;
  /** `(text: string) => number` */
  readonly signature: string;
  /** The sentence with the name alone: `Add parsePort()`. */
  readonly sentence: string;
}

/**
 * The signature of a function that a sentence names with its types, such as `Add parsePort(text: string): number`. Undefined
 * if a parameter or the result has no type.
 */
export function findSignature(sentence: string): SentenceSignature | undefined {
  const line = sentence.replaceAll(/\s+/g, ' ');
  for (const { index, 0: call } of line.matchAll(/[A-Za-z_$][\w$]*(?:<[^()]*>)?\(/g)) {
    const start = index + call.length - 1;
    const end = endOfParameters(line, start);
    if (end === undefined) continue;
    const parameters = line.slice(start, end);
    const separator = /^(?: ?:| ?=>) ?/.exec(line.slice(end))?.[0];
    if (separator === undefined || !areTyped(parameters.slice(1, -1))) continue;
    const typeStart = end + separator.length;
    const result = readType(line.slice(typeStart));
    if (result === '' || hasProse(`${parameters} => ${result}`)) continue;
    const [name = '', generics = ''] = call.slice(0, -1).split(/(?=<)/, 2);
    return {
      name,
      signature: `${generics}${parameters} => ${result}`,
      sentence: `${line.slice(0, index)}${name}()${line.slice(typeStart + result.length)}`,
    };
  }
  return undefined;
}

/** The words in lower case that are types, or that come before one. */
const TYPE_WORDS = new Set(
  'any unknown never void object string number boolean bigint symbol null undefined true false this keyof typeof readonly infer unique new abstract asserts import'.split(
    ' ',
  ),
);

/** Whether a word of prose is where types have a type: a word in lower case that is none. */
export function hasProse(types: string): boolean {
  // The name before a colon is that of a parameter or a member, and the name before `is` that of a parameter.
  const words = types.matchAll(/(?:[:|&]|=>)\s*([a-z]\w*)(?![\w$.]|\??:| is\b)/g);
  return [...words].some(([, word = '']) => !TYPE_WORDS.has(word));
}

function endOfParameters(line: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < line.length; at++) {
    depth += depthChange(line, at);
    if (depth === 0) return at + 1;
  }
  return undefined;
}

/** Whether every parameter has a type. */
function areTyped(parameters: string): boolean {
  let depth = 0;
  let isTyped = false;
  for (let at = 0; at < parameters.length; at++) {
    depth += depthChange(parameters, at);
    if (depth !== 0) continue;
    if (parameters[at] === ':') isTyped = true;
    if (parameters[at] !== ',') continue;
    if (!isTyped) return false;
    isTyped = false;
  }
  return isTyped || parameters.trim() === '';
}

/** The type at the start of a text: up to a space that no operator surrounds, or to the end of the clause. */
function readType(text: string): string {
  let depth = 0;
  let at = 0;
  for (; at < text.length; at++) {
    depth += depthChange(text, at);
    if (depth < 0) break;
    if (depth > 0) continue;
    if (/^[,;.:!?](?:\s|$)/.test(text.slice(at))) break;
    const isJoined = /(?:[|&]|=>|\b(?:keyof|typeof|readonly|is|asserts)) $/.test(text.slice(0, at + 1));
    if (text[at] === ' ' && !isJoined && !/^ (?:[|&]|=>|is\b)/.test(text.slice(at))) break;
  }
  const type = text.slice(0, at).trim();
  return depth <= 0 && /^[\w$({['"`]/.test(type) && !/(?:[|&]|=>)$/.test(type) ? type : '';
}

/** By how much a character changes the depth of brackets. The `>` of an arrow closes nothing. */
function depthChange(text: string, at: number): number {
  const character = text[at] ?? '';
  if (OPENING.includes(character)) return 1;
  return CLOSING.includes(character) && !(character === '>' && text[at - 1] === '=') ? -1 : 0;
}
