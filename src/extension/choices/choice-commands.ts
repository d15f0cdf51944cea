import * as vscode from 'vscode';
import * as z from 'zod';
import type { GateChoice, PendingChoice } from '../../engine.ts';
import { HoldfastError } from '../../shared/errors.ts';
import { commandTarget, type CommandTarget } from '../commands/command-argument.ts';
import type { ExtensionParts } from '../extension-parts.ts';
import type { RunTarget } from '../state/target.ts';
import { choiceReason } from './choice-words.ts';

const answerSchema = z.object({ choice: z.enum(['retry', 'skip', 'abort']), instruction: z.string().optional() });

interface Answer {
  readonly choice: GateChoice;
  readonly instruction?: string;
}

/** Goes on with a run that waits: a button tells how; otherwise it is asked. Answers with the outcome. */
export async function choose(parts: ExtensionParts, argument: unknown): Promise<unknown> {
  const found = await askPending(parts, commandTarget(argument));
  if (!found) return undefined;
  const answer = answerSchema.safeParse(argument).data ?? (await askAnswer(found.pending));
  if (!answer) return undefined;
  const instruction = answer.instruction?.trim();
  return (await parts.choices()).choose(found.target, answer.choice, instruction === '' ? undefined : instruction);
}

interface Found {
  readonly target: RunTarget;
  readonly pending: PendingChoice;
}

/** The run that a command is about: the one it was told, the only one, or a choice. */
async function askPending(parts: ExtensionParts, told: CommandTarget | undefined): Promise<Found | undefined> {
  const waiting = parts.store.state.folders.flatMap(({ folder, choices }) =>
    choices.map((pending): Found => ({ target: { folder, runId: pending.runId }, pending })),
  );
  const named = told?.runId === undefined ? waiting : waiting.filter(({ target }) => target.runId === told.runId);
  const [only] = named;
  if (!only)
    throw new HoldfastError('not-found', 'No run waits for a choice.', {
      hint: 'A run does where a blocking gate has used up its attempts.',
    });
  if (named.length === 1) return only;
  return vscode.window.showQuickPick(
    named.map((found) => ({
      label: found.pending.chunk.title,
      description: found.pending.contract,
      detail: choiceReason(found.pending),
      ...found,
    })),
    { placeHolder: 'Which run shall go on?' },
  );
}

async function askAnswer(pending: PendingChoice): Promise<Answer | undefined> {
  const picked = await vscode.window.showQuickPick<vscode.QuickPickItem & Answer>(
    [
      {
        label: '$(debug-restart) Retry',
        detail: 'The model tries again, with the hints and an instruction of yours.',
        choice: 'retry',
      },
      {
        label: '$(debug-step-over) Skip',
        detail: 'The result lands as it is, with a warning that names the gate.',
        choice: 'skip',
      },
      { label: '$(debug-stop) Abort', detail: 'The run ends, and nothing of it lands.', choice: 'abort' },
    ],
    { title: pending.chunk.title, placeHolder: choiceReason(pending), ignoreFocusOut: true },
  );
  if (picked?.choice !== 'retry') return picked;
  const instruction = await vscode.window.showInputBox({
    title: `Retry ${pending.chunk.title}`,
    prompt: 'What shall the next attempt be told? Leave it empty to tell it nothing more.',
    ignoreFocusOut: true,
  });
  return instruction === undefined ? undefined : { choice: 'retry', instruction };
}
