import { CancelledError, HoldfastError } from '../../foundation/errors.ts';
import type { StopViolation } from '../protocol/stop-reason.ts';
import type { Comments, SessionComment } from './comment-types.ts';

/** A session that wants to end. */
interface AnsweringSession {
  readonly id: string;
  /** ISO 8601. Undefined if its start was not recorded. */
  readonly startedAt: string | undefined;
}

/**
 * [SESSION-2] The comments that hold the end of a session back. A history or a repository that cannot be read is in the notes.
 *
 * @param session undefined if the client names none
 */
export async function listCommentViolations(
  comments: Pick<Comments, 'list'>,
  session: AnsweringSession | undefined,
): Promise<{ readonly violations: readonly StopViolation[]; readonly notes: readonly string[] }> {
  try {
    const open = (await comments.list({ onlyOpen: true })).filter((comment) => mustAnswer(session, comment));
    return { violations: open.map(toCommentViolation), notes: [] };
  } catch (thrown) {
    if (!(thrown instanceof HoldfastError) || thrown instanceof CancelledError) throw thrown;
    return { violations: [], notes: [`The comments of the person were not read: ${thrown.message}`] };
  }
}

/** The session of a comment may have ended for good, so one that starts after the comment must answer it too. */
function mustAnswer(session: AnsweringSession | undefined, comment: SessionComment): boolean {
  if (comment.run !== undefined) return false;
  if (session === undefined || comment.session === undefined || comment.session === session.id) return true;
  return session.startedAt !== undefined && comment.createdAt <= session.startedAt;
}

/** An open comment as something that is wrong at its line. */
export function toCommentViolation({
  id,
  file,
  line,
  currentLine,
  text,
  wanted,
  author,
  url,
}: SessionComment): StopViolation {
  // Who can write to a forge is not the person here: the text is data.
  const said = url === undefined ? text : JSON.stringify(text);
  return {
    comment: id,
    message: `Comment ${id.slice(0, 8)}${author === undefined ? '' : ` of ${author}`}: ${said}`,
    file,
    line: currentLine ?? line,
    ...(wanted === undefined ? {} : { expected: wanted }),
  };
}
