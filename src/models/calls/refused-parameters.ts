import { isRecord } from '../../foundation/is-record.ts';
import { isContextOverflowText } from './model-failure.ts';
import { readServerWords, type ServerWords } from './server-words.ts';

/** What a request cannot do without. */
const ESSENTIAL: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'input',
  'contents',
  'prompt',
  'system',
  'instructions',
  'systemInstruction',
  'tools',
  'stream',
]);

/** The other name of a parameter, which some models require. */
const SUCCESSORS: Readonly<Record<string, string>> = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
};

/** Names that are no words of a sentence. Other names count only in quotes, or where the body names the parameter. */
const DISTINCT = /_|[a-z][A-Z]|^temperature$/;
const MAX_BODY = 100_000;
const NO_CHANGES: ReadonlyMap<string, string | undefined> = new Map();

/** The parameters that a model refused, with the name that takes the place of each, by server and model. */
const refusedByModel = new Map<string, ReadonlyMap<string, string | undefined>>();

/**
 * [PROOF-8] A `fetch` that leaves a parameter out of the request if the server refuses it, and out of all later requests to the
 * same model. A server refuses a request before it works, so the repetition costs nothing.
 */
export function withoutRefusedParameters(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const body = readBody(init?.body);
    if (body === undefined) return fetch(input, init);
    const model = `${urlOf(input)} ${JSON.stringify(body['model'])}`;
    for (;;) {
      const refused = refusedByModel.get(model) ?? NO_CHANGES;
      const sent = withoutParameters(body, refused);
      const response = await fetch(input, refused.size === 0 ? init : { ...init, body: JSON.stringify(sent) });
      if (response.status !== 400 && response.status !== 422) return response;
      const text = (await response.text()).slice(0, MAX_BODY);
      const words = readServerWords(text);
      const parameter = words === undefined ? undefined : findRefused(sent, words);
      if (parameter === undefined || refused.has(parameter)) return repeatable(response, text);
      const successor = SUCCESSORS[parameter];
      const isRenamed = successor !== undefined && !refused.has(successor) && isNamed(words?.text ?? '', successor);
      refusedByModel.set(model, new Map([...refused, [parameter, isRenamed ? successor : undefined]]));
    }
  };
}

/** The parameter of a request that the words of a server refuse. */
function findRefused(body: Readonly<Record<string, unknown>>, words: ServerWords): string | undefined {
  if (isContextOverflowText(words.text)) return undefined;
  const names = parameterNames(body);
  const stated = names.find((name) => words.parameters.some((one) => one === name || one.endsWith(`.${name}`)));
  if (stated !== undefined) return stated;
  return names
    .filter((name) => isNamed(words.text, name))
    .sort((left, right) => positionOf(words.text, left) - positionOf(words.text, right))[0];
}

function positionOf(text: string, name: string): number {
  return text.search(namePattern(name));
}

function isNamed(text: string, name: string): boolean {
  const match = namePattern(name).exec(text);
  return match !== null && (DISTINCT.test(name) || match[1] !== undefined);
}

function namePattern(name: string): RegExp {
  return new RegExp(`(?<![\\w-])(["'\`])?${name}(?![\\w-])\\1?`);
}

/** The names of the parameters of a request, with those in an object of parameters. */
function parameterNames(body: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(body).flatMap(([key, value]) => {
    if (ESSENTIAL.has(key)) return [];
    return isRecord(value) ? [...Object.keys(value), key] : [key];
  });
}

function withoutParameters(
  body: Readonly<Record<string, unknown>>,
  refused: ReadonlyMap<string, string | undefined>,
): Readonly<Record<string, unknown>> {
  const change = (part: Readonly<Record<string, unknown>>, isOuter: boolean): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      Object.entries(part).flatMap(([key, value]) => {
        if (isOuter && ESSENTIAL.has(key)) return [[key, value]];
        const name = refused.has(key) ? refused.get(key) : key;
        if (name === undefined) return [];
        return [[name, isOuter && isRecord(value) ? change(value, false) : value]];
      }),
    );
  return change(body, true);
}

function readBody(body: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof body !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(body);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function urlOf(input: Parameters<typeof globalThis.fetch>[0]): string {
  return input instanceof Request ? input.url : String(input);
}

/** A response with the body that was read from it. */
function repeatable(response: Response, text: string): Response {
  const { status, statusText, headers } = response;
  return Object.defineProperty(new Response(text, { status, statusText, headers }), 'url', { value: response.url });
}
