import type { FileSettings } from './setting.ts';

/** Whether a package.json mentions a tool in its scripts or its dependencies. */
export function usesTool(manifest: FileSettings, tool: string): boolean {
  const isWord = new RegExp(`(?:^|[^\\w@/-])${tool}(?:$|[^\\w-])`);
  return [...manifest.values()].some(({ path, value }) => {
    const [top = '', name = ''] = path;
    if (top === 'scripts') return isWord.test(value);
    return /^(?:d|devD|optionalD|peerD)ependencies$/.test(top) && (name === tool || name.startsWith(`@${tool}/`));
  });
}
