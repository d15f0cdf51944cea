import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { holdoutFolderOf, isHoldoutFile } from '../../../workspace/configuration/holdout-files.ts';
import { SCENARIOS_FOLDER } from '../../../workspace/configuration/shared-files.ts';
import { DiskTree } from '../../../workspace/files/disk-tree.ts';
import { isWithin } from '../../../workspace/files/safe-path.ts';
import { Git, splitFields } from '../../../workspace/git/git.ts';

/**
 * What services see of the folder in which they start, as absolute paths: everything except its history and the files of the
 * holdout. A service can print what it reads, and its output reaches the model.
 *
 * [CONF-1] A link of the repository shows nothing outside of these parts: the user widens what commands see, never a
 * repository. A link that the user added, such as a virtual environment, shows what it leads to.
 */
export async function listVisibleParts(folder: string): Promise<readonly string[]> {
  const root = await realpath(folder);
  const holdout = (await new DiskTree(root).listFiles()).filter(isHoldoutFile).map(holdoutFolderOf);
  const concealed = [...new Set(['.git', SCENARIOS_FOLDER, ...holdout])].map((name) => path.join(root, name));
  const isConcealed = (item: string): boolean => concealed.some((other) => isWithin(other, item));
  const containsConcealed = (item: string): boolean => concealed.some((other) => isWithin(item, other));
  const parts: string[] = [];
  /** The links that lead out of the folder. */
  const outward: string[] = [];
  const visit = async (parent: string): Promise<void> => {
    for (const entry of await readdir(parent, { withFileTypes: true })) {
      const item = path.join(parent, entry.name);
      if (isConcealed(item)) continue;
      if (!entry.isSymbolicLink()) {
        if (containsConcealed(item)) await visit(item);
        else parts.push(item);
        continue;
      }
      const target = await realpath(item).catch(() => undefined);
      if (target === undefined || isConcealed(target) || containsConcealed(target)) continue;
      (isWithin(root, target) ? parts : outward).push(item);
    }
  };
  await visit(root);
  const tracked = await findTracked(root, outward);
  const shown = [...parts, ...outward.filter((item) => !tracked.has(item))];
  // As the folder is named, since a link on the way to it must exist for services.
  return shown.map((item) => path.join(folder, path.relative(root, item)));
}

/** Which of the files a repository contains; none if the folder is in no repository. */
async function findTracked(root: string, files: readonly string[]): Promise<ReadonlySet<string>> {
  if (files.length === 0) return new Set();
  const names = files.map((file) => `:(literal)${path.relative(root, file)}`);
  const { stdout } = await new Git(root).call(['ls-files', '-z', '--', ...names], {
    action: 'list the links of the repository',
    acceptedExitCodes: [128],
  });
  return new Set(splitFields(stdout).map((name) => path.join(root, name)));
}
