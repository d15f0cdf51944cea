/**
 * Overlays of stores: a command sees a store of packages and can write to it, and what it writes is in its private folder.
 * bubblewrap mounts them from version 0.11 on. With an older one, `mount` does so before it starts, in a mount namespace that
 * only the sandbox has.
 */
import path from 'node:path';
import { findOnPath } from '../environment/find-program.ts';
import { privatePart } from './private-folder.ts';

/** Who mounts overlays. */
export type OverlayMounter = { readonly by: 'bubblewrap' } | OverlayByMount;

export interface OverlayByMount {
  readonly by: 'mount';
  /** Absolute paths of the programs. */
  readonly unshare: string;
  readonly shell: string;
  readonly mount: string;
  /** The user that commands run as; missing for root, who needs no user namespace to mount. */
  readonly user?: { readonly id: number; readonly group: number } | undefined;
}

/** The folders of an overlay, in its part of the private folder. */
export const OVERLAY_FOLDERS = ['upper', 'work', 'merged'] as const;

/** The folders of a private folder for what commands write to a store. */
export function overlayPart(privateFolder: string, store: string, name?: (typeof OVERLAY_FOLDERS)[number]): string {
  return path.join(`${privatePart(privateFolder, store)}.overlay`, name ?? '');
}

/** The programs that mount overlays before bubblewrap starts; undefined if one is missing. */
export async function findOverlayByMount(searchPath: string): Promise<OverlayByMount | undefined> {
  const [unshare, shell, mount] = await Promise.all(
    ['unshare', 'sh', 'mount'].map((program) => findOnPath(program, searchPath)),
  );
  if (unshare === undefined || shell === undefined || mount === undefined) return undefined;
  const [id, group] = [process.getuid?.(), process.getgid?.()];
  const user = id === undefined || id === 0 || group === undefined ? undefined : { id, group };
  return { by: 'mount', unshare, shell, mount, user };
}

/**
 * Mounts what a table in the form of /etc/fstab lists with one process, then starts what follows. `mount` reads no pipe, so
 * the table is a file of this process in the private folder, outside of what commands see.
 */
const MOUNT_SCRIPT =
  'mount=$1; file=$2.$$; printf "%s\\n" "$3" >"$file" && "$mount" -n -a -T "$file" || exit 126; shift 3; exec "$@"';

/** Whether a path can be an option of an overlay as it is. */
export function canBeOption(item: string): boolean {
  return !/[,:#\\"'\s]/.test(item);
}

/** What precedes the command line of bubblewrap, so that the overlays of these stores exist in their folders. */
export function mountBefore(
  { unshare, shell, mount, user }: OverlayByMount,
  stores: readonly string[],
  privateFolder: string,
): readonly string[] {
  const overlays = stores.map((store) => {
    const [upper, work] = [overlayPart(privateFolder, store, 'upper'), overlayPart(privateFolder, store, 'work')];
    // Without it, only root of the machine can mark a deleted entry.
    const attributes = user === undefined ? '' : ',userxattr';
    const options = `lowerdir=${store},upperdir=${upper},workdir=${work}${attributes}`;
    return `overlay ${overlayPart(privateFolder, store, 'merged')} overlay ${options} 0 0`;
  });
  const namespaces = user === undefined ? ['--mount'] : ['--user', '--map-root-user', '--mount'];
  const table = path.join(privateFolder, 'mounts');
  return [unshare, ...namespaces, '--', shell, '-c', MOUNT_SCRIPT, shell, mount, table, overlays.join('\n')];
}
