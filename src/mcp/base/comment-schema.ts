import * as z from 'zod';
import type { SessionComment } from '../../engine.ts';

/** A comment of a person on a line, for an agent. */
export const commentSchema = z.object({
  id: z.string(),
  file: z.string(),
  line: z.number().describe('From 1, in the file as it is now.'),
  text: z.string().describe('What is wrong.'),
  wanted: z.string().optional().describe('What is wanted.'),
  status: z.enum(['open', 'addressed', 'blocked', 'resolved']),
});

export function toReportedComment(comment: SessionComment): z.infer<typeof commentSchema> {
  const { id, file, line, currentLine, text, wanted, status } = comment;
  return { id, file, line: currentLine ?? line, text, wanted, status };
}
