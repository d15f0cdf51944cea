import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandContext, CommandResult } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { readNamedFile, readStandardInput } from '../base/read-input.ts';
import { withPipeline } from './open-pipeline.ts';
import type { FormatFlag } from './items-command.ts';

export interface NewItemFlags extends FormatFlag {
  readonly title: string;
  readonly body?: string;
  readonly bodyFile?: string;
  readonly run?: boolean;
}

/** `holdfast item new`: creates an item of the local forge. */
export function newItemCommand(context: CommandContext, flags: NewItemFlags): CommandResult {
  const { terminal } = context;
  return withPipeline(context, async (pipeline) => {
    const body = (await readText(context, flags.body, flags.bodyFile)) ?? '';
    const id = await pipeline.createItem({ title: flags.title, body, start: flags.run === true });
    if (flags.format === 'json') {
      terminal.result(JSON.stringify({ id }, null, 2));
      return ExitCode.ok;
    }
    terminal.result(`Created the item ${id}.`);
    terminal.progressLine(
      flags.run === true
        ? `Perform its steps with "holdfast step ${id}" or "holdfast watch".`
        : `Start it with "holdfast item run ${id}".`,
    );
    return ExitCode.ok;
  });
}

export interface EditItemFlags extends FormatFlag {
  readonly title?: string;
  readonly text?: string;
  readonly textFile?: string;
}

/** `holdfast item edit`: changes the title or the text of an item of the local forge. */
export function editItemCommand(context: CommandContext, id: string, flags: EditItemFlags): CommandResult {
  const { terminal } = context;
  return withPipeline(context, async (pipeline) => {
    const body = await readText(context, flags.text, flags.textFile);
    const { title } = flags;
    if (title === undefined && body === undefined) {
      throw new HoldfastError('configuration', `Failed to edit the item ${id}: nothing to change is given.`, {
        hint: 'Use --title, --text or --text-file.',
      });
    }
    await pipeline.editItem(id, { ...(title === undefined ? {} : { title }), ...(body === undefined ? {} : { body }) });
    terminal.result(
      flags.format === 'json' ? JSON.stringify({ item: id, act: 'edit' }, null, 2) : `Changed the item ${id}.`,
    );
    if (flags.format === 'text') {
      terminal.progressLine(`Stages that have an answer keep it. Start again with: holdfast item restart ${id}`);
    }
    return ExitCode.ok;
  });
}

export interface CommentItemFlags extends FormatFlag {
  readonly body: string;
}

/** `holdfast item comment`: comments on an item as the person. */
export function commentItemCommand(context: CommandContext, id: string, flags: CommentItemFlags): CommandResult {
  const { terminal } = context;
  return withPipeline(context, async (pipeline) => {
    await pipeline.commentOnItem(id, flags.body);
    terminal.result(
      flags.format === 'json' ? JSON.stringify({ item: id, act: 'comment' }, null, 2) : `Commented on the item ${id}.`,
    );
    return ExitCode.ok;
  });
}

/** The text of an option, or of the file that another option names; `-` is standard input. Undefined without both. */
async function readText(
  context: CommandContext,
  given: string | undefined,
  file: string | undefined,
): Promise<string | undefined> {
  if (file === undefined) return given;
  const subject = 'the text of the item';
  if (file === '-') return readStandardInput(context, subject, context.signal);
  return readNamedFile(context, { file, subject, hint: 'Name a text file, or "-" for standard input.' });
}
