import picomatch from 'picomatch';
import * as z from 'zod';
import { markedData } from '../../prompts/marked-data.ts';
import { filesUnder } from '../files/agent-paths.ts';
import { succeed, defineTool } from './agent-tool.ts';

const MAX_FILES = 1_000;

export const listFiles = defineTool({
  name: 'list_files',
  description: `Lists the files of the repository, or only those in a folder or matching a glob. Returns at most ${MAX_FILES} files. Ignored files are omitted.`,
  schema: z.object({
    path: z.string().optional().describe('A folder, relative to the root.'),
    glob: z.string().optional().describe('For example "*.ts" (in any folder) or "src/**/*.test.ts".'),
  }),
  subject: ({ path, glob }) => [path, glob].filter(Boolean).join(' ') || '.',
  async run({ path, glob }, { files }) {
    const candidates = filesUnder(await files.list(), path);
    const matches = glob === undefined || glob === '' ? candidates : candidates.filter(createGlobFilter(glob, path));
    if (matches.length === 0) return succeed('No file matches.', '0 files');
    const shown = matches.slice(0, MAX_FILES);
    const more =
      matches.length > shown.length
        ? `\n${matches.length - shown.length} more files. Use path or glob to narrow the list.`
        : '';
    return succeed(
      markedData('files', { count: String(matches.length) }, shown.join('\n')) + more,
      `${matches.length} files`,
    );
  },
});

/** Matches a glob relative to the root or to the folder. A glob without a slash matches file names in any folder. */
function createGlobFilter(glob: string, path: string | undefined): (file: string) => boolean {
  const options = { dot: true, basename: !glob.includes('/') };
  const fromRoot = picomatch(glob, options);
  const folder = path?.replace(/^\.?\/|\/$/g, '') ?? '';
  const fromFolder = folder === '' ? undefined : picomatch(`${folder}/${glob}`, { dot: true });
  return (file) => fromRoot(file) || fromFolder?.(file) === true;
}
