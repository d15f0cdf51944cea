import { openSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

/** The flag of a descriptor that a started program does not receive. */
const CLOSE_ON_EXEC = 0o2000000;

/** An open file. The types of execa know only a few numbers. */
type Descriptor = 3;

/** The descriptor of the filter of system calls. bubblewrap closes it. */
export const FILTER_DESCRIPTOR = 3;

let nullDevice: Descriptor | undefined;

/**
 * The entries of `stdio` behind the three standard ones that keep the open files of the program that started Holdfast from a
 * command. Node closes its own files for programs, but not those that it was started with. Each of them becomes the null
 * device.
 *
 * @param filter an open file that becomes descriptor 3
 */
export async function extraDescriptors(filter: number | undefined): Promise<readonly ('ignore' | Descriptor)[]> {
  if (process.platform !== 'linux') return [];
  const inherited = await listInherited();
  const length = Math.max(filter === undefined ? 2 : FILTER_DESCRIPTOR, ...inherited) - 2;
  if (inherited.length > 0) nullDevice ??= openSync('/dev/null', 'r') as Descriptor;
  return Array.from({ length }, (_, index) => {
    const descriptor = index + 3;
    if (descriptor === FILTER_DESCRIPTOR && filter !== undefined) return filter as Descriptor;
    return inherited.includes(descriptor) && nullDevice !== undefined ? nullDevice : 'ignore';
  });
}

async function listInherited(): Promise<readonly number[]> {
  const names = await readdir('/proc/self/fd').catch(() => []);
  const descriptors = names.map(Number).filter((number) => number > 2);
  const found = await Promise.all(
    descriptors.map(async (number) => {
      // It may have been closed since.
      const information = await readFile(`/proc/self/fdinfo/${number}`, 'latin1').catch(() => undefined);
      const flags = /^flags:\s+([0-7]+)$/m.exec(information ?? '')?.[1];
      return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0 ? number : undefined;
    }),
  );
  return found.filter((number) => number !== undefined);
}
