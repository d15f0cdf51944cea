import type { LanguageModelV4 } from '@ai-sdk/provider';
import * as z from 'zod';
import { HoldfastError } from '../shared/errors.ts';
import { labelOptions, type CallLabel } from './call-label.ts';

export interface StructuredRequest<Answer> {
  /** A guarded model: its calls keep budget, retries and time limits. */
  readonly model: LanguageModelV4;
  readonly system: string;
  readonly prompt: string;
  readonly schema: z.ZodType<Answer>;
  /** What is wrong with an answer that matches the schema, in words for the model; undefined where nothing is. */
  readonly mistakeOf?: (answer: Answer) => Promise<string | undefined>;
  readonly label: CallLabel;
  /** How often the model may answer before it is given up. */
  readonly tries: number;
  readonly signal: AbortSignal;
}

/** No answer of the allowed tries was of the right form and without a mistake. */
export class UnusableAnswerError extends HoldfastError {
  /** What was wrong with the last answer. */
  readonly mistake: string;

  constructor(tries: number, mistake: string) {
    super('model', `Failed to get an answer of the right form from the model in ${tries} tries: ${mistake}`, {
      hint: 'Try again, or use a model that follows a JSON Schema.',
    });
    this.name = 'UnusableAnswerError';
    this.mistake = mistake;
  }
}

/**
 * Asks for one JSON object and checks it against a schema. An answer that does not match, or that is mistaken, goes back
 * with what is wrong with it. It needs neither tools nor a JSON mode, so that every model can be asked.
 * @throws UnusableAnswerError when no answer of the allowed tries will do.
 */
export async function structuredAnswer<Answer>(request: StructuredRequest<Answer>): Promise<Answer> {
  const { generateText } = await import('ai');
  const messages: { role: 'user' | 'assistant'; content: string }[] = [{ role: 'user', content: request.prompt }];
  let mistake = '';
  for (let attempt = 0; attempt < request.tries; attempt++) {
    const { text } = await generateText({
      model: request.model,
      instructions: `${request.system}\n\nAnswer with one JSON object that matches this JSON Schema, and nothing else:\n${JSON.stringify(z.toJSONSchema(request.schema, { io: 'input' }))}`,
      messages,
      temperature: 0,
      maxRetries: 0,
      providerOptions: labelOptions(request.label),
      abortSignal: request.signal,
    });
    const read = readAnswer(text, request.schema);
    const wrong = 'answer' in read ? await request.mistakeOf?.(read.answer) : read.mistake;
    if ('answer' in read && wrong === undefined) return read.answer;
    mistake = wrong ?? '';
    messages.push(
      { role: 'assistant', content: text === '' ? '(no text)' : text },
      {
        role: 'user',
        content: `That is not the object that was asked for. ${mistake}\nAnswer again with the whole object.`,
      },
    );
  }
  throw new UnusableAnswerError(request.tries, mistake);
}

/** The object in a text: the whole of it, or what stands in a fence or between the outermost braces. */
function readAnswer<Answer>(text: string, schema: z.ZodType<Answer>): { answer: Answer } | { mistake: string } {
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(text)?.[1];
  const braced = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  let mistake = 'There is no JSON object in it.';
  for (const candidate of [text, fenced, braced]) {
    const data = parseJson(candidate);
    if (data === undefined) continue;
    const parsed = schema.safeParse(data);
    if (parsed.success) return { answer: parsed.data };
    mistake = z.prettifyError(parsed.error);
  }
  return { mistake };
}

function parseJson(text: string | undefined): unknown {
  if (text === undefined || text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
