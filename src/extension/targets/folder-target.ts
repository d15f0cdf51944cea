import * as z from 'zod';
import type { ExtensionServices } from '../services/extension-services.ts';
import { pickFolder } from './pick-folder.ts';

const folderSchema = z.object({ folder: z.string() });

/**
 * The URI of the folder for a command: from the argument, the only one, or one that the person picks. Undefined if the
 * person cancels.
 */
export async function pickTargetFolder(
  { paths }: Pick<ExtensionServices, 'paths'>,
  argument: unknown,
  placeHolder: string,
): Promise<string | undefined> {
  const requested = folderSchema.safeParse(argument).data?.folder;
  return requested ?? (await pickFolder(paths.folders(), placeHolder))?.uri.toString();
}
