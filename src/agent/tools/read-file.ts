import * as z from 'zod';
import { markedData } from '../../prompts/marked-data.ts';
import { answer, defineTool, pathArgument, refusal } from './agent-tool.ts';
import { treePath } from './tree-path.ts';

const MOST_LINES = 2_000;
const MOST_CHARACTERS = 60_000;

export const readFile = defineTool({
  name: 'read_file',
  description: `Reads a text file, or some of its lines. At most ${MOST_LINES} lines at a time. The lines come without numbers, exactly as edit_file needs them.`,
  schema: z.object({
    path: pathArgument,
    startLine: z.int().min(1).optional().describe('First line, from 1.'),
    endLine: z.int().min(1).optional().describe('Last line, included.'),
  }),
  subject: ({ path }) => treePath(path),
  async run({ path: given, startLine = 1, endLine }, { files }) {
    const path = treePath(given);
    const text = await files.read(path);
    if (text === undefined) return refusal(`There is no file ${path}. list_files shows what there is.`, 'not found');
    if (text.includes('\0')) return refusal(`${path} is not a text file.`, 'binary');
    const lines = text.split(/\r?\n/);
    if (lines.at(-1) === '') lines.pop();
    if (startLine > Math.max(lines.length, 1))
      return refusal(`${path} has only ${lines.length} lines.`, 'no such line');
    const wanted = lines.slice(startLine - 1, Math.min(endLine ?? lines.length, startLine - 1 + MOST_LINES));
    const shown = within(wanted, MOST_CHARACTERS);
    const last = startLine - 1 + shown.length;
    const rest =
      last < Math.min(endLine ?? lines.length, lines.length)
        ? `\nThe file goes on: read on with startLine ${last + 1}.`
        : '';
    const range = `${Math.min(startLine, last)}-${last} of ${lines.length}`;
    return answer(markedData('file', { path, lines: range }, shown.join('\n')) + rest);
  },
});

/** The first lines that fit; a first line that alone is too long is cut. */
function within(lines: readonly string[], characters: number): readonly string[] {
  let left = characters;
  const shown: string[] = [];
  for (const line of lines) {
    left -= line.length + 1;
    if (left < 0) break;
    shown.push(line);
  }
  const [first] = lines;
  return shown.length === 0 && first !== undefined
    ? [`${first.slice(0, characters)}… (the line is ${first.length} characters long)`]
    : shown;
}
