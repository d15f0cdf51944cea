import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError, messageOf } from '../shared/errors.ts';
import { isInRepository } from './file-listing.ts';
import { Git } from './git.ts';
import { isOn, readSettings } from './git-reading.ts';
import { Repository, type RepositoryOptions } from './repository.ts';
import { isMissing } from './safe-path.ts';

/**
 * Opens the repository that a workspace folder is in, or a shadow repository for one that is in none. Nothing is
 * written yet. Throws `not-found` where there is no such folder, `git` where git refuses the repository.
 */
export async function openRepository(options: RepositoryOptions): Promise<Repository> {
  const folder = await realFolder(options.folder);
  const resolved = { ...options, storage: path.resolve(options.storage) };
  if (!(await isInRepository(folder))) {
    const traits = {
      executableBits: process.platform !== 'win32',
      links: process.platform !== 'win32',
      foldsCase: foldsCase(),
      hash: 'sha1',
    } as const;
    return new Repository({ folder, topLevel: folder, prefix: '', user: undefined, traits }, resolved);
  }
  const git = new Git(folder);
  const { signal } = options;
  const answer = await git.text(
    [
      'rev-parse',
      '--path-format=absolute',
      '--show-toplevel',
      '--absolute-git-dir',
      '--git-common-dir',
      '--show-object-format',
    ],
    { what: 'open the repository', signal },
  );
  const [topLevel = '', gitDirectory = '', commonDirectory = '', hash] = answer.split('\n');
  const user = {
    topLevel: await realpath(topLevel),
    gitDirectory: path.resolve(gitDirectory),
    commonDirectory: path.resolve(commonDirectory),
  };
  const relative = path.relative(user.topLevel, folder).split(path.sep).join('/');
  const settings = await readSettings(git, signal);
  return new Repository(
    {
      folder,
      topLevel: user.topLevel,
      prefix: relative === '' ? '' : `${relative}/`,
      user,
      traits: {
        executableBits: isOn(settings.get('core.filemode'), process.platform !== 'win32'),
        links: isOn(settings.get('core.symlinks'), process.platform !== 'win32'),
        foldsCase: isOn(settings.get('core.ignorecase'), foldsCase()),
        hash: hash === 'sha256' ? 'sha256' : 'sha1',
      },
    },
    resolved,
  );
}

async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (thrown) {
    const reason = isMissing(thrown) ? 'it does not exist' : messageOf(thrown);
    throw new HoldfastError('not-found', `Failed to open the folder ${folder}: ${reason}`, { cause: thrown });
  }
}

function foldsCase(): boolean {
  return process.platform === 'win32' || process.platform === 'darwin';
}
