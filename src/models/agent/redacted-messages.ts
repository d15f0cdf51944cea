import type { AssistantModelMessage, ModelMessage } from 'ai';
import type { Redact } from '../../foundation/output-redaction.ts';
import { redactTexts } from '../../foundation/redacted-texts.ts';

/**
 * Redacts what the model wrote: texts, reasoning, and the ids, names and arguments of tool calls. A conversation is stored while a run
 * waits for a choice, so a key that the model repeats must not be in it. Roles and types stay.
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
      return {
        ...part,
        toolCallId: redactIdentifier(part.toolCallId, redact),
        toolName: redactIdentifier(part.toolName, redact),
        input: redactTexts(part.input, redact),
      };
    default:
      return part;
  }
}

/**
 * Redacts the id or the name of a tool call. Providers accept only letters, digits, `_` and `-` there, so the mask has no
 * other characters. The call and its result must be redacted equally.
 */
export function redactIdentifier(identifier: string, redact: Redact): string {
  const redacted = redact(identifier);
  return redacted === identifier ? identifier : redacted.replace(/[^\w-]/g, '_');
}
