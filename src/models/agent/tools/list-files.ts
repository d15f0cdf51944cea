import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { createPathMatcher } from '../../../contract/globs/path-matcher.ts';
import { markedData } from '../../prompts/marked-data.ts';
import { throwIfCancelled } from '../../../foundation/errors.ts';
import { filesUnder, normalizeAgentPath } from '../files/agent-paths.ts';
import { succeed, defineTool } from './agent-tool.ts';

const MAX_FILES = 1_000;
const MAX_GLOB_LENGTH = 500;
/** The number of files that are matched before the signal is checked. */
const BATCH_SIZE = 200;

export const listFiles = defineTool({
  name: 'list_files',
  description: `Lists the files of the repository, or only those in a folder or matching a glob. Returns at most ${MAX_FILES} files. Ignored files are omitted.`,
  schema: z.object({
    path: z.string().optional().describe('A folder, relative to the root.'),
    glob: z
      .string()
      .max(MAX_GLOB_LENGTH)
      .optional()
      .describe('For example "*.ts" (in any folder) or "src/**/*.test.ts".'),
  }),
  subject: ({ path, glob }) => [path, glob].filter(Boolean).join(' ') || '.',
  async run({ path, glob }, { files, signal }) {
    const candidates = filesUnder(await files.list(), path);
    const matches =
      glob === undefined || glob === ''
        ? candidates
        : await filterFiles(candidates, createGlobFilter(glob, path), signal);
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

/** Yields to the event loop between batches, so that a signal can end the filtering. */
async function filterFiles(
  files: readonly string[],
  matches: (file: string) => boolean,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (let start = 0; start < files.length; start += BATCH_SIZE) {
    if (start > 0) await nextTurn();
    throwIfCancelled(signal, 'listing the files');
    found.push(...files.slice(start, start + BATCH_SIZE).filter(matches));
  }
  return found;
}

/** Matches a glob relative to the root or to the folder. A glob without a slash matches file names in any folder. */
function createGlobFilter(glob: string, path: string | undefined): (file: string) => boolean {
  const matches = createPathMatcher([glob]);
  if (!glob.includes('/')) return (file) => matches(file.slice(file.lastIndexOf('/') + 1));
  const folder = normalizeAgentPath(path === undefined || path === '' ? '.' : path).replace(/\/$/, '');
  return (file) => matches(file) || (file.startsWith(`${folder}/`) && matches(file.slice(folder.length + 1)));
}
