import picomatch from 'picomatch';
import * as z from 'zod';
import { markedData } from '../../prompts/marked-data.ts';
import { answer, defineTool } from './agent-tool.ts';
import { filesUnder } from './files-under.ts';

const MOST_FILES = 1_000;

export const listFiles = defineTool({
  name: 'list_files',
  description: `Lists the files of the tree, or those under a folder or matching a glob. At most ${MOST_FILES}. Ignored files are left out.`,
  schema: z.object({
    path: z.string().optional().describe('A folder, relative to the root.'),
    glob: z.string().optional().describe('For example "*.ts" (in any folder) or "src/**/*.test.ts".'),
  }),
  subject: ({ path, glob }) => [path, glob].filter(Boolean).join(' ') || '.',
  async run({ path, glob }, { files }) {
    const under = filesUnder(await files.list(), path);
    const found = glob === undefined || glob === '' ? under : under.filter(globMatcher(glob, path));
    if (found.length === 0) return answer('No file matches.', '0 files');
    const shown = found.slice(0, MOST_FILES);
    const more =
      found.length > shown.length ? `\n${found.length - shown.length} more; narrow it with path or glob.` : '';
    return answer(
      markedData('files', { count: String(found.length) }, shown.join('\n')) + more,
      `${found.length} files`,
    );
  },
});

/** A glob counts from the root or from the folder; one without a slash matches names in any folder. */
function globMatcher(glob: string, path: string | undefined): (file: string) => boolean {
  const options = { dot: true, basename: !glob.includes('/') };
  const fromRoot = picomatch(glob, options);
  const folder = path?.replace(/^\.?\/|\/$/g, '') ?? '';
  const fromFolder = folder === '' ? undefined : picomatch(`${folder}/${glob}`, { dot: true });
  return (file) => fromRoot(file) || fromFolder?.(file) === true;
}
