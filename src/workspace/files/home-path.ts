import { homedir } from 'node:os';
import path from 'node:path';

/** A path in which `~` at the start is the home folder. */
export function expandHome(item: string, home: string = homedir()): string {
  return item === '~' || item.startsWith('~/') ? path.join(home, item.slice(1)) : item;
}
