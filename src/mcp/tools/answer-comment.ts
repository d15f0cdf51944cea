import * as z from 'zod';
import { defineTool } from '../base/engine-tool.ts';
import { commentSchema, toReportedComment } from '../base/comment-schema.ts';

export const answerComment = defineTool({
  name: 'answer_comment',
  title: 'Answer a comment',
  description:
    'Answers a comment of the person: "addressed" with what you changed, or "blocked" with why you cannot do it. The end of your work is then no longer refused because of it. Only the person resolves a comment.',
  input: z.strictObject({
    comment: z.string().min(6).describe('The id, or the start of it. open_comments lists them.'),
    status: z.enum(['addressed', 'blocked']),
    text: z.string().trim().min(1).describe('What you changed, or why it is not possible.'),
  }),
  output: commentSchema,
  readOnly: false,
  async run({ engine }, { comment, status, text }) {
    const answered = toReportedComment(await engine.comments.answer(comment, { status, text }));
    return {
      text: `The comment ${answered.id.slice(0, 8)} is ${answered.status}. The person reads your answer.`,
      data: answered,
    };
  },
});
