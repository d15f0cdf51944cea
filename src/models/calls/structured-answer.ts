import { formatCount } from '../../foundation/format-count.ts';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import * as z from 'zod';
import { HoldfastError } from '../../foundation/errors.ts';
import { containsSecret } from '../../foundation/redacted-texts.ts';
import { toProviderOptions, type CallLabel } from '../base/call-label.ts';
import { findOnlyObject } from './only-object.ts';

export interface StructuredRequest<Answer> {
  /** A guarded model, so that budget, retries and time limits apply. */
  readonly model: LanguageModelV4;
  readonly system: string;
  readonly prompt: string;
  /**
   * Small models add keys to an answer, and then report the complaint about them. So the schema ignores further keys if the
   * answer is only read. What becomes a part of a contract is strict: a misspelled key would be lost.
   */
  readonly schema: z.ZodType<Answer>;
  /** Masks the API keys in a text. If it is given, an answer that contains a key is invalid. */
  readonly redact?: (text: string) => string;
  /** Validates an answer beyond its schema. Returns a message for the model, or `undefined` if the answer is valid. */
  readonly findMistake?: (answer: Answer) => Promise<string | undefined>;
  readonly label: CallLabel;
  /** The maximum number of answers, including invalid ones. */
  readonly maxTries: number;
  /** The most tokens of one answer. The provider's limit applies if it is absent. */
  readonly maxOutputTokens?: number | undefined;
  readonly signal: AbortSignal;
}

/** The mistake of an answer that becomes a part of a contract, and that repeats a key that the service received. */
export const KEY_IN_ANSWER = 'The answer contains an API key of the model. Answer without it.';

/** The mistake of an answer that ended at the limit of output tokens, for the model and for people. */
export const CUT_OFF = 'The answer was cut off at the limit of output tokens. Write a shorter one.';

/** The model gave no valid answer within the allowed tries. */
export class UnusableAnswerError extends HoldfastError {
  /** The mistake of the last answer. */
  readonly mistake: string;
  /** The text of the last answer, without API keys. */
  readonly answer: string;

  /** @param isCutOff whether the last answer ended at the limit of output tokens */
  constructor(tries: number, mistake: string, answer: string, isCutOff: boolean) {
    super('model', `Failed to get a valid answer from the model in ${formatCount(tries, 'try', 'tries')}: ${mistake}`, {
      hint: isCutOff
        ? 'Increase the limit of output tokens of the server, or use another model.'
        : 'Try again, or use a model that follows a JSON Schema.',
    });
    this.name = 'UnusableAnswerError';
    this.mistake = mistake;
    this.answer = answer;
  }
}

/**
 * Requests one JSON object that matches a schema. An invalid answer is returned to the model with its mistake. Needs
 * neither tool use nor a JSON mode, so it works with every model.
 *
 * @throws UnusableAnswerError if no answer is valid
 */
export async function requestStructuredAnswer<Answer>(request: StructuredRequest<Answer>): Promise<Answer> {
  const { generateText } = await import('ai');
  const messages: { role: 'user' | 'assistant'; content: string }[] = [{ role: 'user', content: request.prompt }];
  let lastMistake = '';
  let lastAnswer = '';
  let isCutOff = false;
  for (let number = 1; number <= request.maxTries; number++) {
    const { text, finishReason } = await generateText({
      model: request.model,
      instructions: `${request.system}\n\nAnswer with one JSON object that matches this JSON Schema, and nothing else:\n${JSON.stringify(z.toJSONSchema(request.schema, { io: 'input' }))}`,
      messages,
      temperature: 0,
      ...(request.maxOutputTokens === undefined ? {} : { maxOutputTokens: request.maxOutputTokens }),
      maxRetries: 0,
      providerOptions: toProviderOptions(request.label),
      abortSignal: request.signal,
    });
    const sent = request.redact?.(text) ?? text;
    const parsed = sent === text ? parseAnswer(text, request) : { mistake: KEY_IN_ANSWER };
    const mistake = 'answer' in parsed ? await request.findMistake?.(parsed.answer) : parsed.mistake;
    if ('answer' in parsed && mistake === undefined) return parsed.answer;
    // What the answer lacks is no mistake of the model if it could not finish.
    const isKey = 'mistake' in parsed && parsed.mistake === KEY_IN_ANSWER;
    isCutOff = 'mistake' in parsed && !isKey && finishReason === 'length';
    lastMistake = isCutOff ? CUT_OFF : (mistake ?? '');
    lastAnswer = sent;
    messages.push(
      { role: 'assistant', content: sent === '' ? '(no text)' : sent },
      { role: 'user', content: `The answer is invalid. ${lastMistake}\nAnswer again with the complete JSON object.` },
    );
  }
  throw new UnusableAnswerError(request.maxTries, lastMistake, lastAnswer, isCutOff);
}

/** Parses the only JSON object of a text. Returns the mistake if there is not exactly one, or if it does not match the schema. */
function parseAnswer<Answer>(
  text: string,
  { schema, redact }: Pick<StructuredRequest<Answer>, 'schema' | 'redact'>,
): { answer: Answer } | { mistake: string } {
  const found = findOnlyObject(text);
  if ('mistake' in found) return found;
  // JSON can escape any character, so the text can hide a key.
  if (redact !== undefined && containsSecret(found.object, redact)) return { mistake: KEY_IN_ANSWER };
  const parsed = schema.safeParse(found.object);
  return parsed.success ? { answer: parsed.data } : { mistake: z.prettifyError(parsed.error) };
}
