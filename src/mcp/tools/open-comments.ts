import * as z from 'zod';
import { formatViolation } from '../../hooks/protocol/stop-reason.ts';
import { toCommentViolation } from '../../engine.ts';
import { defineTool } from '../base/engine-tool.ts';
import { commentSchema, toReportedComment } from '../base/comment-schema.ts';

export const openComments = defineTool({
  name: 'open_comments',
  title: 'Open comments',
  description:
    'Lists the comments of the person on lines that were changed, which need an answer. Call it when the end of your work was refused because of a comment, and before you finish. Change the code as each comment says, then call answer_comment.',
  input: z.strictObject({}),
  output: z.object({ comments: z.array(commentSchema) }),
  readOnly: true,
  async run({ engine }) {
    const comments = (await engine.comments.list({ onlyOpen: true })).filter(({ run }) => run === undefined);
    const text =
      comments.length === 0
        ? 'No comment is open.'
        : comments.map((comment) => formatViolation(toCommentViolation(comment))).join('\n');
    return { text, data: { comments: comments.map(toReportedComment) } };
  },
});
