import * as z from 'zod';

/** A status as a page shows it: a color class of the page, an icon and a label. */
export const statusViewSchema = z.object({
  tone: z.enum(['good', 'bad', 'busy', 'attention', 'quiet']),
  icon: z.string(),
  label: z.string(),
});

export type StatusView = z.infer<typeof statusViewSchema>;
