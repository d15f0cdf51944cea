import * as z from 'zod';
import { messageOf, throwIfCancelled } from '../../shared/errors.ts';
import type { AgentFiles } from '../agent-files.ts';
import { markedData } from '../../prompts/marked-data.ts';
import { answer, defineTool, refusal } from './agent-tool.ts';
import { filesUnder } from './files-under.ts';

const MOST_MATCHES = 100;
const LONGEST_LINE = 300;
/** Files beyond this are generated or data; searching them floods the answer. */
const LARGEST_FILE = 1_000_000;
const FILES_AT_A_TIME = 16;

export const searchText = defineTool({
  name: 'search_text',
  description: `Finds lines that contain a text, or match a regular expression (RE2 syntax: no lookaround, no backreferences). Case counts. At most ${MOST_MATCHES} lines.`,
  schema: z.object({
    query: z.string().min(1),
    path: z.string().optional().describe('A folder or file, relative to the root.'),
    regex: z.boolean().optional().describe('Read the query as a regular expression.'),
  }),
  subject: ({ query }) => query,
  async run({ query, path, regex }, { files, signal }) {
    let matches: (line: string) => boolean;
    try {
      matches = regex === true ? await regexMatcher(query) : (line) => line.includes(query);
    } catch (thrown) {
      return refusal(`The regular expression is wrong: ${messageOf(thrown)}`, 'wrong regular expression');
    }
    const found: string[] = [];
    for await (const [file, text] of textsOf(filesUnder(await files.list(), path), files, signal)) {
      for (const [index, line] of text.split(/\r?\n/).entries()) {
        if (!matches(line)) continue;
        if (found.length === MOST_MATCHES) {
          return answer(
            `${shown(query, found)}\nThere are more; narrow it with path or another query.`,
            `${MOST_MATCHES}+ lines`,
          );
        }
        found.push(`${file}:${index + 1}: ${line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line}`);
      }
    }
    return found.length === 0
      ? answer('No line matches.', '0 lines')
      : answer(shown(query, found), `${found.length} lines`);
  },
});

function shown(query: string, lines: readonly string[]): string {
  return markedData('search', { query, lines: String(lines.length) }, lines.join('\n'));
}

/** The text files in their order, read some at a time. */
async function* textsOf(
  paths: readonly string[],
  files: AgentFiles,
  signal: AbortSignal,
): AsyncGenerator<readonly [string, string]> {
  for (let start = 0; start < paths.length; start += FILES_AT_A_TIME) {
    throwIfCancelled(signal, 'the search');
    const batch = paths.slice(start, start + FILES_AT_A_TIME);
    const texts = await Promise.all(batch.map((path) => files.read(path).catch(() => undefined)));
    for (const [index, path] of batch.entries()) {
      const text = texts[index];
      if (text !== undefined && text.length <= LARGEST_FILE && !text.includes('\0')) yield [path, text];
    }
  }
}

/** Linear in the length of the line, whatever the pattern. */
async function regexMatcher(pattern: string): Promise<(line: string) => boolean> {
  const { RE2JS } = await import('re2js');
  const compiled = RE2JS.compile(pattern);
  return (line) => compiled.matcher(line).find();
}
