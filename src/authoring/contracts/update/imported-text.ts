import { createHash } from 'node:crypto';
import { Git } from '../../../workspace/git/git.ts';
import type { Repository } from '../../../workspace/repository.ts';

/** Texts that were imported and may be in no commit. Not below `refs/holdfast/`, where names are ids of runs. */
const IMPORTED_REFS = 'refs/holdfast-plans/';

/** The number of versions of a plan that are compared. */
const MAX_VERSIONS = 500;

/** The hash of the text of a plan: sha256 in hexadecimal, with the line breaks of Unix and without a byte order mark. */
export function hashOfPlan(text: string): string {
  return createHash('sha256').update(toLines(text), 'utf8').digest('hex');
}

function toLines(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}

/** Keeps a text that was imported, so that an update finds it although it is in no commit. Without git, it is not kept. */
export async function keepImportedText(repository: Repository, text: string): Promise<void> {
  if (repository.commits === undefined) return;
  const git = new Git(repository.folder);
  const action = 'keep the text of the plan';
  const object = await git.text(['hash-object', '-w', '--no-filters', '--stdin'], { action, input: toLines(text) });
  await git.call(['update-ref', `${IMPORTED_REFS}${hashOfPlan(text)}`, object], { action });
}

/** The text with a hash that was imported from a file: a kept one, or a version of the file in git. */
export async function findImportedText(
  repository: Repository,
  file: string,
  hash: string,
): Promise<string | undefined> {
  if (repository.commits === undefined) return undefined;
  const git = new Git(repository.folder, { GIT_LITERAL_PATHSPECS: '1' });
  const action = 'find the imported text of the plan';
  const read = async (object: string): Promise<string | undefined> => {
    const { stdout } = await git.call(['cat-file', 'blob', object], { action, acceptedExitCodes: [0, 128] });
    const text = stdout.toString('utf8');
    return hashOfPlan(text) === hash ? toLines(text) : undefined;
  };
  const kept = await read(`${IMPORTED_REFS}${hash}`);
  if (kept !== undefined) return kept;
  const log = await git.text(
    ['log', '--all', '--raw', '--no-abbrev', '--no-renames', '--format=', '-n', String(MAX_VERSIONS), '--', file],
    { action, acceptedExitCodes: [0, 128] },
  );
  const versions = new Set([...log.matchAll(/^:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) /gm)].map(([, object = '']) => object));
  for (const version of versions) {
    const text = /^0+$/.test(version) ? undefined : await read(version);
    if (text !== undefined) return text;
  }
  return undefined;
}
