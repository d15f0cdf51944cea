/** A color or style that a command printed. It is removed, since it has no meaning in a report. */
const STYLE = /\u001b\[[0-9;]*m/g;
/** Control characters except line break and tab, and characters that change the direction of the text around them. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Makes text from files, models and commands safe to print on a terminal: control characters are shown as `\u001b`, so
 * that they cannot move the cursor, set the clipboard or hide text. JSON stays valid and keeps its values.
 */
export function toPrintable(text: string): string {
  return text
    .replace(STYLE, '')
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Shows a colon or a bracket as `\\u003a` or `\\u005b` where a CI system would take the line for a command: `::error …` of GitHub
 * Actions at the start of a line, `##[…]`, `##vso[…]` and `##teamcity[…]` anywhere. The text can come from a model or a file.
 */
export function disarmCommands(text: string): string {
  return text.replace(/^([^\S\n]*):(?=:)/gm, String.raw`$1\u003a`).replace(/(##\w*)\[/g, String.raw`$1\u005b`);
}

/** Whether a CI system reads the output. */
export function isReadByCi(environment: Readonly<Record<string, string | undefined>>): boolean {
  return ['CI', 'GITHUB_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION'].some(
    (name) => !['', 'false', undefined].includes(environment[name]),
  );
}
