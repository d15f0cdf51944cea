/** How a server lets a model call tools, and what it does with a request that has tools. */
export type ToolDialect =
  /** The template of the model describes the tools, and the server reads calls from the text, as vLLM and Ollama do. */
  | 'template'
  /** The server describes the tools, and a grammar makes the whole answer a call or a message, as llama.cpp does for templates without tools. */
  | 'grammar'
  /** The request is refused, as Ollama does for templates without tools. */
  | 'refused'
  /** The tools are dropped without a word, as older servers do. */
  | 'dropped';

export const TOOL_DIALECTS: readonly ToolDialect[] = ['template', 'grammar', 'refused', 'dropped'];

/** A tool in the protocol of OpenAI. */
export interface OfferedTool {
  readonly function: { readonly name: string; readonly description?: string; readonly parameters?: unknown };
}

export interface ParsedCall {
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
}

const OPEN = '<tool_call>';
const CLOSE = '</tool_call>';

/**
 * Reads the calls of an answer in the format of the Qwen template: JSON in `<tool_call>` elements. As in other servers, an
 * element whose text is not JSON stays a part of the message.
 */
export function parseTemplateCalls(text: string): { readonly content: string; readonly calls: readonly ParsedCall[] } {
  const calls: ParsedCall[] = [];
  let content = '';
  let rest = text;
  for (let start = rest.indexOf(OPEN); start !== -1; start = rest.indexOf(OPEN)) {
    const end = rest.indexOf(CLOSE, start);
    const inner = rest.slice(start + OPEN.length, end === -1 ? undefined : end);
    const call = parseCall(inner);
    content += rest.slice(0, start);
    const next = end === -1 ? rest.length : end + CLOSE.length;
    if (call === undefined) content += rest.slice(start, next);
    else calls.push(call);
    rest = rest.slice(next);
  }
  return { content: content + rest, calls };
}

/** The length of the start of a text that cannot belong to a call. */
export function sendableLength(text: string): number {
  const start = text.indexOf(OPEN);
  if (start !== -1) return start;
  for (let length = Math.min(OPEN.length - 1, text.length); length > 0; length--) {
    if (OPEN.startsWith(text.slice(-length))) return text.length - length;
  }
  return text.length;
}

function parseCall(text: string): ParsedCall | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value !== 'object' || value === null) return undefined;
    const name: unknown = Reflect.get(value, 'name');
    const callArguments: unknown = Reflect.get(value, 'arguments') ?? Reflect.get(value, 'parameters') ?? {};
    if (typeof name !== 'string') return undefined;
    return { name, arguments: JSON.stringify(callArguments) };
  } catch {
    return undefined;
  }
}

/** The description of tools for a model whose template does not know any. */
export function describeTools(tools: readonly OfferedTool[]): string {
  const list = tools.map((tool) => JSON.stringify(tool.function)).join('\n');
  return `Respond in JSON format, either with \`tool_call\` (a request to call a tool) or with \`response\` (a reply to the user).\n\nTools:\n${list}`;
}

/** The schema of an answer: a call of one of the tools, or a message. */
export function answerSchema(tools: readonly OfferedTool[]): unknown {
  return {
    oneOf: [
      ...tools.map(({ function: { name, parameters } }) => ({
        type: 'object',
        properties: {
          tool_call: { type: 'object', properties: { name: { const: name }, arguments: withAllRequired(parameters) } },
        },
      })),
      { type: 'object', properties: { response: { type: 'string' } } },
    ],
  };
}

/** The grammar of the runtime knows types and properties only. It requires every property, so optional ones are left out. */
function withAllRequired(parameters: unknown): unknown {
  if (typeof parameters !== 'object' || parameters === null) return { type: 'object', properties: {} };
  const properties = (Reflect.get(parameters, 'properties') ?? {}) as Record<string, { type?: unknown }>;
  const required = (Reflect.get(parameters, 'required') ?? []) as readonly string[];
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).flatMap(([name, { type }]) =>
        required.includes(name) && typeof type === 'string' ? [[name, { type }]] : [],
      ),
    ),
  };
}

/** Reads an answer that a grammar made. An answer that was cut off is not complete JSON, and stays a message. */
export function parseGrammarAnswer(text: string): { readonly content: string; readonly calls: readonly ParsedCall[] } {
  try {
    const answer = JSON.parse(text) as { tool_call?: { name: string; arguments: unknown }; response?: string };
    if (answer.tool_call === undefined) return { content: answer.response ?? '', calls: [] };
    const { name, arguments: callArguments } = answer.tool_call;
    return { content: '', calls: [{ name, arguments: JSON.stringify(callArguments) }] };
  } catch {
    return { content: text, calls: [] };
  }
}
