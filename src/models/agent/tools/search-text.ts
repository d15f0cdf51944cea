import * as z from 'zod';
import { markedData } from '../../prompts/marked-data.ts';
import { messageOf, throwIfCancelled } from '../../../foundation/errors.ts';
import type { AgentFiles } from '../files/agent-files.ts';
import { filesUnder } from '../files/agent-paths.ts';
import { succeed, defineTool, fail } from './agent-tool.ts';

const MAX_MATCHES = 100;
const MAX_LINE_LENGTH = 300;
/** Files with more characters are skipped. They are usually generated or data, and would flood the result. */
const MAX_FILE_LENGTH = 1_000_000;
const BATCH_SIZE = 16;
const MAX_QUERY_LENGTH = 1_000;

export const searchText = defineTool({
  name: 'search_text',
  description: `Finds lines that contain a text or match a regular expression (RE2 syntax: no lookaround, no backreferences). Case-sensitive. Returns at most ${MAX_MATCHES} lines.`,
  schema: z.object({
    query: z.string().min(1).max(MAX_QUERY_LENGTH),
    path: z.string().optional().describe('A folder or file, relative to the root.'),
    regex: z.boolean().optional().describe('Whether the query is a regular expression.'),
  }),
  subject: ({ query }) => query,
  async run({ query, path, regex }, { files, signal }) {
    let matches: (line: string) => boolean;
    try {
      matches = regex === true ? await createRegexMatcher(query) : (line) => line.includes(query);
    } catch (thrown) {
      return fail(`Invalid regular expression: ${messageOf(thrown)}`, 'invalid regular expression');
    }
    const matchingLines: string[] = [];
    for await (const [file, text] of readTexts(filesUnder(await files.list(), path), files, signal)) {
      for (const [index, line] of text.split(/\r?\n/).entries()) {
        if (!matches(line)) continue;
        if (matchingLines.length === MAX_MATCHES) {
          return succeed(
            `${formatMatches(query, matchingLines)}\nThere are more matches. Use path or another query to narrow the search.`,
            `${MAX_MATCHES}+ lines`,
          );
        }
        matchingLines.push(
          `${file}:${index + 1}: ${line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line}`,
        );
      }
    }
    return matchingLines.length === 0
      ? succeed('No line matches.', '0 lines')
      : succeed(formatMatches(query, matchingLines), `${matchingLines.length} lines`);
  },
});

function formatMatches(query: string, lines: readonly string[]): string {
  return markedData('search', { query, lines: String(lines.length) }, lines.join('\n'));
}

/** Reads files in order, in batches. Unreadable, binary and long files are skipped. */
async function* readTexts(
  paths: readonly string[],
  files: AgentFiles,
  signal: AbortSignal,
): AsyncGenerator<readonly [string, string]> {
  for (let start = 0; start < paths.length; start += BATCH_SIZE) {
    throwIfCancelled(signal, 'the search');
    const batch = paths.slice(start, start + BATCH_SIZE);
    const texts = await Promise.all(batch.map((path) => files.read(path).catch(() => undefined)));
    for (const [index, path] of batch.entries()) {
      const text = texts[index];
      if (text !== undefined && text.length <= MAX_FILE_LENGTH && !text.includes('\0')) yield [path, text];
    }
  }
}

/** The time to match a line is linear in its length, for any pattern. */
async function createRegexMatcher(pattern: string): Promise<(line: string) => boolean> {
  const { RE2JS } = await import('re2js');
  const compiled = RE2JS.compile(pattern);
  return (line) => compiled.matcher(line).find();
}
