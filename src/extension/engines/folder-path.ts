import path from 'node:path';

/**
 * A file's path relative to a folder, with `/`, or undefined where it is not inside. Both are absolute paths of this
 * machine; on Windows letter case and drive letters do not count.
 */
export function pathInFolder(
  folder: string,
  file: string,
  platform: Pick<typeof path, 'relative' | 'isAbsolute' | 'sep'> = path,
): string | undefined {
  const relative = platform.relative(folder, file);
  if (relative === '' || relative === '..' || relative.startsWith(`..${platform.sep}`) || platform.isAbsolute(relative))
    return undefined;
  return relative.split(platform.sep).join('/');
}
