import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import type * as vscode from 'vscode';

/** The classes of the editor's chat messages; tests bring their own. */
export type ChatClasses = Pick<
  typeof vscode,
  'LanguageModelChatMessage' | 'LanguageModelTextPart' | 'LanguageModelToolCallPart' | 'LanguageModelToolResultPart'
>;

/**
 * A prompt as the editor's models take it. They know no system role: what the system says stands first, as the user's
 * message. Reasoning is not sent back, and a message without content is left out.
 */
export function chatMessages(prompt: LanguageModelV4Prompt, classes: ChatClasses): vscode.LanguageModelChatMessage[] {
  return prompt.flatMap((message) => chatMessage(message, classes));
}

function chatMessage(message: LanguageModelV4Message, classes: ChatClasses): vscode.LanguageModelChatMessage[] {
  const { LanguageModelChatMessage: Message, LanguageModelTextPart: Text } = classes;
  switch (message.role) {
    case 'system':
      return message.content === '' ? [] : [Message.User(message.content)];
    case 'user': {
      const parts = message.content.flatMap((part) => (part.type === 'text' ? [new Text(part.text)] : []));
      return parts.length === 0 ? [] : [Message.User(parts)];
    }
    case 'assistant': {
      type Part = vscode.LanguageModelTextPart | vscode.LanguageModelToolCallPart;
      const parts = message.content.flatMap((part): Part[] => {
        if (part.type === 'text') return part.text === '' ? [] : [new Text(part.text)];
        if (part.type !== 'tool-call') return [];
        return [new classes.LanguageModelToolCallPart(part.toolCallId, part.toolName, objectOf(part.input))];
      });
      return parts.length === 0 ? [] : [Message.Assistant(parts)];
    }
    case 'tool': {
      const parts = message.content.flatMap((part) =>
        part.type === 'tool-result'
          ? [new classes.LanguageModelToolResultPart(part.toolCallId, [new Text(outputText(part.output))])]
          : [],
      );
      return parts.length === 0 ? [] : [Message.User(parts)];
    }
  }
}

/** The text of a prompt, for counting its tokens. */
export function promptAsText(prompt: LanguageModelV4Prompt): string {
  return prompt
    .map((message) => {
      if (message.role === 'system') return message.content;
      return message.content
        .map((part) => {
          if (part.type === 'text' || part.type === 'reasoning') return part.text;
          if (part.type === 'tool-call') return `${part.toolName} ${JSON.stringify(part.input)}`;
          return part.type === 'tool-result' ? outputText(part.output) : '';
        })
        .join('\n');
    })
    .join('\n');
}

function outputText(output: LanguageModelV4ToolResultOutput): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'json':
    case 'error-json':
      return JSON.stringify(output.value);
    case 'execution-denied':
      return output.reason ?? 'The call was refused.';
    case 'content':
      return output.value.map((part) => (part.type === 'text' ? part.text : '')).join('');
  }
}

/** The editor wants an object; what a model sent instead stands under a key, so that it is not lost. */
function objectOf(input: unknown): object {
  return typeof input === 'object' && input !== null ? input : { input };
}
