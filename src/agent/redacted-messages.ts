import type { AssistantModelMessage, ModelMessage } from 'ai';
import type { Redact } from '../shared/output-redaction.ts';

/**
 * Redacts what the model wrote: texts, reasoning and the arguments of tool calls. A conversation is stored while a run
 * waits for a choice, so a key that the model repeats must not be in it. Roles, types, ids and names of tools stay.
 */
export function redactMessages(messages: readonly ModelMessage[], redact: Redact): readonly ModelMessage[] {
  return messages.map((message) => {
    if (message.role !== 'assistant') return message;
    const { content } = message;
    return {
      ...message,
      content: typeof content === 'string' ? redact(content) : content.map((part) => redactPart(part, redact)),
    };
  });
}

type AssistantPart = Exclude<AssistantModelMessage['content'], string>[number];

function redactPart(part: AssistantPart, redact: Redact): AssistantPart {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { ...part, text: redact(part.text) };
    case 'tool-call':
      return { ...part, input: redactValue(part.input, redact) };
    default:
      return part;
  }
}

function redactValue(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item: unknown) => redactValue(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key), redactValue(item, redact)]));
}
