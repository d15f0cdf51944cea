import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatFailure, isCancelled, toFailure } from '../base/failure.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { ChatCommand, ChatOutput } from './chat-answer.ts';

/** Opens a drafted contract. Only the button in an answer of the chat calls it. */
const OPEN_DRAFT = 'holdfast.chat.openDraft';

/** [AGENT-5] Registers the chat participant `@holdfast`. Its code is loaded at the first question. */
export function registerChatParticipant(
  services: Pick<ExtensionServices, 'engines' | 'log' | 'paths' | 'runs' | 'store' | 'unsaved'>,
): vscode.Disposable {
  const participant = vscode.chat.createChatParticipant('holdfast.chat', async (request, _context, response, token) => {
    const cancellation = new AbortController();
    const subscription = token.onCancellationRequested(() => cancellation.abort());
    try {
      const { answerChat, CHAT_COMMANDS } = await import('./chat-answer.ts');
      const { openToolFolder } = await import('./tool-folder.ts');
      const { folder, engine } = await openToolFolder(services);
      const command = CHAT_COMMANDS.find((one): one is ChatCommand => one === request.command);
      const { vendor, id } = request.model;
      const metadata = await answerChat(
        { command, text: request.prompt.trim(), model: `vscode:${vendor}/${id}`, signal: cancellation.signal },
        {
          folder,
          engine,
          trusted: services.store.state.trusted,
          ask: (message) => askModel(request.model, message, token),
          run: async (target) => (await services.runs()).start(target),
        },
        createOutput(response),
      );
      return { metadata };
    } catch (thrown) {
      if (isCancelled(thrown)) return {};
      services.log.error('Failed to answer in the chat', thrown);
      return { errorDetails: { message: formatFailure(toFailure(thrown)) } };
    } finally {
      subscription.dispose();
    }
  });
  participant.iconPath = new vscode.ThemeIcon('verified');
  return vscode.Disposable.from(
    participant,
    vscode.commands.registerCommand(OPEN_DRAFT, async (draft: unknown) =>
      (await import('./open-chat-draft.ts')).openChatDraft(draft),
    ),
  );
}

async function* askModel(
  model: vscode.LanguageModelChat,
  message: string,
  token: vscode.CancellationToken,
): AsyncGenerator<string, void> {
  const { text } = await model.sendRequest([vscode.LanguageModelChatMessage.User(message)], {}, token);
  yield* text;
}

function createOutput(response: vscode.ChatResponseStream): ChatOutput {
  return {
    markdown: (text) => response.markdown(text),
    progress: (text) => response.progress(text),
    showResults: (target) =>
      response.button({ command: 'holdfast.showResults', title: l10n.t('Show Results'), arguments: [target] }),
    offerDraft: (draft) => response.button({ command: OPEN_DRAFT, title: l10n.t('Open Draft'), arguments: [draft] }),
  };
}
