import path from 'node:path';
import type { SessionComment } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { openStartFolder } from '../base/open-start-folder.ts';
import { findRepositoryFolder } from '../base/workspace-folder.ts';
import { findRunId } from './results-command.ts';
import { printComment } from '../render/session-report.ts';

export interface CommentFlags {
  readonly wanted?: string;
  readonly session?: string;
  /** The run id of a result that waits for review, or the start of it. */
  readonly result?: string;
  readonly format: OutputFormat;
}

/** `holdfast comment`: adds a comment on a line, which the next stop of a session must answer. */
export async function commentCommand(
  context: CommandContext,
  { place, text }: { readonly place: string; readonly text: string },
  { wanted, session: name, result, format }: CommentFlags,
): CommandResult {
  const { folder: start, engine: here } = await openStartFolder(context);
  const session = name === undefined ? undefined : await here.sessions.find(name);
  const engine = session === undefined ? here : await context.openEngine(session.folder);
  // The same file of another worktree has the same path there.
  const isOther = session === undefined || findRepositoryFolder(session.folder) !== findRepositoryFolder(start);
  const { file, line } = parsePlace(place, context.workingDirectory, isOther ? start : session.folder);
  const run = result === undefined ? undefined : await findRunId(engine, result);
  const comment = await engine.comments.add(
    { file, line, text, wanted, session: session?.session, run },
    context.signal,
  );
  report(context, comment, format);
  return ExitCode.ok;
}

/** `holdfast comments list`. */
export async function listCommentsCommand(
  context: CommandContext,
  { open, format }: { readonly open?: boolean; readonly format: OutputFormat },
): CommandResult {
  const { engine } = await openStartFolder(context);
  const comments = await engine.comments.list({ onlyOpen: open === true });
  if (format === 'json') context.terminal.result(JSON.stringify({ comments }, null, 2));
  else if (comments.length === 0) context.terminal.result('There are no comments.');
  else for (const comment of comments) printComment(context.terminal, comment);
  return ExitCode.ok;
}

/** `holdfast comments resolve`. */
export async function resolveCommentCommand(
  context: CommandContext,
  id: string,
  { format }: { readonly format: OutputFormat },
): CommandResult {
  report(context, await (await openStartFolder(context)).engine.comments.resolve(id), format);
  return ExitCode.ok;
}

function report({ terminal }: CommandContext, comment: SessionComment, format: OutputFormat): void {
  if (format === 'json') terminal.result(JSON.stringify(comment, null, 2));
  else printComment(terminal, comment);
}

/** @throws HoldfastError `configuration` for a place without a line */
function parsePlace(
  place: string,
  workingDirectory: string,
  folder: string,
): { readonly file: string; readonly line: number } {
  const { file = '', line = '' } = /^(?<file>.+):(?<line>[1-9]\d*)$/.exec(place)?.groups ?? {};
  if (file === '') {
    throw new HoldfastError('configuration', `Failed to read the place "${place}": it has no line`, {
      hint: 'Name the file and the line, as src/a.ts:12.',
    });
  }
  const relative = path.relative(folder, path.resolve(workingDirectory, file));
  return { file: relative.split(path.sep).join('/'), line: Number(line) };
}
