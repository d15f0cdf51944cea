import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError, messageOf } from '../foundation/errors.ts';
import { isNotFoundError } from '../foundation/system-error.ts';
import { askRepository } from './files/file-listing.ts';
import { isConfigTrue, readConfig } from './git/batch-reads.ts';
import { INSTALL_GIT_HINT } from './git/git-version.ts';
import { Git } from './git/git.ts';
import type { FileSystemTraits } from './landing/disk-entries.ts';
import { Repository } from './repository.ts';
import type { RepositoryOptions } from './repository-options.ts';

/** A git that does not know the option repeats it in its answer. */
const PATH_FORMAT = '--path-format=absolute';

/**
 * Opens the git repository that contains a workspace folder, or a shadow repository if the folder is outside of any git
 * repository. Writes nothing.
 *
 * @throws HoldfastError `not-found` if the folder does not exist; `git` if git rejects the repository
 */
export async function openRepository(options: RepositoryOptions): Promise<Repository> {
  const folder = await resolveFolder(options.folder);
  const resolved = { ...options, storage: path.resolve(options.storage) };
  const { signal } = options;
  const questions = [PATH_FORMAT, '--show-toplevel', '--absolute-git-dir', '--git-common-dir', '--show-object-format'];
  const reading = readConfig(new Git(folder), signal);
  // Outside of a repository, nothing waits for it.
  reading.catch(() => undefined);
  const answer = await askRepository(folder, questions, signal);
  if (answer === undefined) {
    const traits = readTraits(new Map(), 'sha1');
    return new Repository({ folder, topLevel: folder, prefix: '', user: undefined, traits }, resolved);
  }
  const [topLevel = '', gitDirectory = '', commonDirectory = '', objectFormat] = answer;
  if (topLevel === PATH_FORMAT) {
    throw new HoldfastError('git', `Failed to open the repository of ${folder}: the installed git is too old`, {
      hint: INSTALL_GIT_HINT,
    });
  }
  const user = {
    topLevel: await realpath(topLevel),
    gitDirectory: path.resolve(gitDirectory),
    commonDirectory: path.resolve(commonDirectory),
  };
  const relative = path.relative(user.topLevel, folder).split(path.sep).join('/');
  const config = await reading;
  return new Repository(
    {
      folder,
      topLevel: user.topLevel,
      prefix: relative === '' ? '' : `${relative}/`,
      user,
      config,
      traits: readTraits(config, objectFormat === 'sha256' ? 'sha256' : 'sha1'),
    },
    resolved,
  );
}

/** What git's configuration says about the file system; without a setting, what is usual on this platform. */
function readTraits(
  config: ReadonlyMap<string, string>,
  objectFormat: FileSystemTraits['objectFormat'],
): FileSystemTraits {
  const isWindows = process.platform === 'win32';
  return {
    supportsExecutableBit: isConfigTrue(config.get('core.filemode'), !isWindows),
    supportsSymlinks: isConfigTrue(config.get('core.symlinks'), !isWindows),
    isCaseInsensitive: isConfigTrue(config.get('core.ignorecase'), isCaseInsensitivePlatform()),
    objectFormat,
  };
}

async function resolveFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (thrown) {
    const reason = isNotFoundError(thrown) ? 'it does not exist' : messageOf(thrown);
    throw new HoldfastError('not-found', `Failed to open the folder ${folder}: ${reason}`, {
      hint: 'Check the path of the folder.',
      cause: thrown,
    });
  }
}

function isCaseInsensitivePlatform(): boolean {
  return process.platform === 'win32' || process.platform === 'darwin';
}
