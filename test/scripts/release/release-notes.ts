/**
 * The part of CHANGELOG.md about a version: the text under its heading, or under "Unreleased".
 *
 * @throws Error if there is no such heading, or nothing under it
 */
export function readReleaseNotes(changelog: string, heading: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split('\n')[0]?.trim() === heading);
  const notes = section?.slice(section.indexOf('\n')).trim() ?? '';
  if (notes === '') throw new Error(`CHANGELOG.md has no text under the heading "${heading}".`);
  return `${notes}\n`;
}
