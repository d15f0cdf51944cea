import * as vscode from 'vscode';
import * as z from 'zod';
import { freeContractFile, openDraft } from '../authoring/open-draft.ts';

const draftSchema = z.object({ folder: z.string(), id: z.string(), text: z.string() });

/** Opens a contract that was drafted in the chat. It is written when the person saves it. */
export async function openChatDraft(argument: unknown): Promise<void> {
  const { folder, id, text } = draftSchema.parse(argument);
  const uri = vscode.Uri.parse(folder);
  await openDraft(uri, { file: await freeContractFile(uri, id), text });
}
