import * as l10n from '@vscode/l10n';
import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import type * as vscode from 'vscode';

/** The message classes of VS Code's chat API. Tests pass fakes. */
export type ChatClasses = Pick<
  typeof vscode,
  'LanguageModelChatMessage' | 'LanguageModelTextPart' | 'LanguageModelToolCallPart' | 'LanguageModelToolResultPart'
>;

/**
 * Converts a prompt to chat messages. VS Code has no system role, so the system text becomes the first user message.
 * Reasoning and empty messages are left out.
 */
export function toChatMessages(prompt: LanguageModelV4Prompt, classes: ChatClasses): vscode.LanguageModelChatMessage[] {
  return prompt.flatMap((message) => toChatMessage(message, classes));
}

function toChatMessage(message: LanguageModelV4Message, classes: ChatClasses): vscode.LanguageModelChatMessage[] {
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
        return [new classes.LanguageModelToolCallPart(part.toolCallId, part.toolName, toObject(part.input))];
      });
      return parts.length === 0 ? [] : [Message.Assistant(parts)];
    }
    case 'tool': {
      const parts = message.content.flatMap((part) =>
        part.type === 'tool-result'
          ? [new classes.LanguageModelToolResultPart(part.toolCallId, [new Text(formatToolOutput(part.output))])]
          : [],
      );
      return parts.length === 0 ? [] : [Message.User(parts)];
    }
  }
}

/** The text of a prompt, to count its tokens. */
export function promptToText(prompt: LanguageModelV4Prompt): string {
  return prompt
    .map((message) => {
      if (message.role === 'system') return message.content;
      return message.content
        .map((part) => {
          if (part.type === 'text' || part.type === 'reasoning') return part.text;
          if (part.type === 'tool-call') return `${part.toolName} ${JSON.stringify(part.input)}`;
          return part.type === 'tool-result' ? formatToolOutput(part.output) : '';
        })
        .join('\n');
    })
    .join('\n');
}

function formatToolOutput(output: LanguageModelV4ToolResultOutput): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'json':
    case 'error-json':
      return JSON.stringify(output.value);
    case 'execution-denied':
      return output.reason ?? l10n.t('The call was denied.');
    case 'content':
      return output.value.map((part) => (part.type === 'text' ? part.text : '')).join('');
  }
}

/** VS Code requires an object. Any other input is wrapped, so that it is preserved. */
function toObject(input: unknown): object {
  return typeof input === 'object' && input !== null ? input : { input };
}
