import { readConfig } from '../git/batch-reads.ts';
import { Git } from '../git/git.ts';

/** Settings of git that commands need and that contain no secret. Others can contain tokens and name programs. */
const SHOWN_KEYS: ReadonlySet<string> = new Set([
  ...['user.name', 'user.email', 'init.defaultbranch', 'core.autocrlf', 'core.eol'],
]);

let settings: Promise<string> | undefined;

/** The text of a `.gitconfig` for commands: who the user is, and how git writes files. Remembered for this process. */
export function readGitSettings(): Promise<string> {
  settings ??= readSettings();
  return settings;
}

async function readSettings(): Promise<string> {
  try {
    const config = await readConfig(new Git('/'), undefined);
    return [...config]
      .filter(([name]) => SHOWN_KEYS.has(name))
      .map(([name, value]) => {
        const dot = name.indexOf('.');
        return `[${name.slice(0, dot)}]\n\t${name.slice(dot + 1)} = ${JSON.stringify(value)}\n`;
      })
      .join('');
  } catch {
    // Without git, or without a configuration, commands have none.
    return '';
  }
}
