import type { PanelMemory } from '../../webview/protocol/messages.ts';
import type { PanelAction } from '../../webview/protocol/view.ts';
import type { CommandId } from '../commands/command-ids.ts';

/** The command that a button of the panel stands for. */
export function panelCommand(
  action: PanelAction,
  subject: PanelMemory,
): { readonly command: CommandId | 'workbench.trust.manage'; readonly argument?: PanelMemory } {
  switch (action) {
    case 'run':
      return {
        command: subject.chunk === undefined ? 'holdfast.runAllChunks' : 'holdfast.runChunk',
        argument: { ...subject, runId: undefined },
      };
    case 'validate':
      return { command: 'holdfast.validate', argument: { ...subject, runId: undefined } };
    case 'cancel':
      return { command: 'holdfast.cancel', argument: subject };
    case 'open-changes':
      return { command: 'holdfast.openChanges', argument: subject };
    case 'accept':
      return { command: 'holdfast.acceptResult', argument: subject };
    case 'discard':
      return { command: 'holdfast.discardResult', argument: subject };
    case 'select-model':
      return { command: 'holdfast.selectModel' };
    case 'set-api-key':
      return { command: 'holdfast.setApiKey' };
    case 'show-log':
      return { command: 'holdfast.showLog' };
    case 'manage-trust':
      return { command: 'workbench.trust.manage' };
  }
}
