import { CancelledError, HoldfastError } from '../../foundation/errors.ts';
import type { StopViolation } from '../protocol/stop-reason.ts';
import type { Comments, SessionComment } from './comment-types.ts';

/** [SESSION-2] The comments that hold the end of a session back. A history or a repository that cannot be read is in the notes. */
export async function listCommentViolations(
  comments: Pick<Comments, 'list'>,
  session: string | undefined,
): Promise<{ readonly violations: readonly StopViolation[]; readonly notes: readonly string[] }> {
  try {
    const open = await comments.list({ session, onlyOpen: true });
    return { violations: open.filter(({ run }) => run === undefined).map(toCommentViolation), notes: [] };
  } catch (thrown) {
    if (!(thrown instanceof HoldfastError) || thrown instanceof CancelledError) throw thrown;
    return { violations: [], notes: [`The comments of the person were not read: ${thrown.message}`] };
  }
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
