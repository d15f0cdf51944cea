import type * as z from 'zod';

const MAX_ISSUES = 3;

/** The first issues of a response that does not match its schema, each with its place. */
export function describeIssues({ issues }: z.ZodError): string {
  const texts = issues.map(({ path, message }) => `${path.length === 0 ? 'the response' : path.join('.')}: ${message}`);
  const more = texts.length > MAX_ISSUES ? `, and ${texts.length - MAX_ISSUES} more` : '';
  return `${texts.slice(0, MAX_ISSUES).join('; ')}${more}`;
}
