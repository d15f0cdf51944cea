import * as z from 'zod';
import { markedData } from '../../prompts/marked-data.ts';
import { normalizeAgentPath } from '../files/agent-paths.ts';
import { succeed, defineTool, pathArgument, fail } from './agent-tool.ts';

const MAX_LINES = 2_000;
const MAX_CHARACTERS = 60_000;

export const readFile = defineTool({
  name: 'read_file',
  description: `Reads a text file or a range of its lines, at most ${MAX_LINES} lines per call. The lines have no numbers, so you can copy them to edit_file.`,
  schema: z.object({
    path: pathArgument,
    startLine: z.int().min(1).optional().describe('The first line, starting at 1.'),
    endLine: z.int().min(1).optional().describe('The last line, inclusive.'),
  }),
  subject: ({ path }) => normalizeAgentPath(path),
  async run({ path: requestedPath, startLine = 1, endLine }, { files }) {
    const path = normalizeAgentPath(requestedPath);
    const text = await files.read(path);
    if (text === undefined) return fail(`File not found: ${path}. Use list_files to list the files.`, 'not found');
    if (text.includes('\0')) return fail(`${path} is not a text file.`, 'binary');
    const lines = text.split(/\r?\n/);
    if (lines.at(-1) === '') lines.pop();
    if (startLine > Math.max(lines.length, 1))
      return fail(`${path} has only ${lines.length} lines. Use a smaller startLine.`, 'no such line');
    const requested = lines.slice(startLine - 1, Math.min(endLine ?? lines.length, startLine - 1 + MAX_LINES));
    const shown = takeWithinLimit(requested, MAX_CHARACTERS);
    const last = startLine - 1 + shown.length;
    const rest =
      last < Math.min(endLine ?? lines.length, lines.length)
        ? `\nThe file continues. Read the rest with startLine ${last + 1}.`
        : '';
    const range = `${Math.min(startLine, last)}-${last} of ${lines.length}`;
    return succeed(markedData('file', { path, lines: range }, shown.join('\n')) + rest);
  },
});

/** Returns the first lines that fit into the character limit. If the first line does not fit, it is cut. */
function takeWithinLimit(lines: readonly string[], characters: number): readonly string[] {
  let remaining = characters;
  const shown: string[] = [];
  for (const line of lines) {
    remaining -= line.length + 1;
    if (remaining < 0) break;
    shown.push(line);
  }
  const [first] = lines;
  return shown.length === 0 && first !== undefined
    ? [`${first.slice(0, characters)}… (the line is ${first.length} characters long)`]
    : shown;
}
