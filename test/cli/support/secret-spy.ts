/**
 * A script that prints which secrets it finds: in the environments and arguments of all processes, and in the configuration of
 * git. An argument names a file for the same line.
 */
export function createSecretSpy(secrets: Readonly<Record<string, string>>): string {
  return `import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
const secrets = ${JSON.stringify(secrets)};
const read = (file) => { try { return readFileSync(file, 'latin1'); } catch { return ''; } };
const processes = readdirSync('/proc').filter((name) => /^\\d+$/.test(name));
const places = processes.map((pid) => ['process', read('/proc/' + pid + '/environ') + read('/proc/' + pid + '/cmdline')]);
places.push(['git config', execFileSync('git', ['config', '--list', '--show-origin'], { encoding: 'latin1' })]);
const common = execFileSync('git', ['rev-parse', '--git-common-dir'], { encoding: 'latin1' }).trim();
places.push(['git config file', read('.git/config') + read(common + '/config')]);
const found = places.flatMap(([place, text]) =>
  Object.keys(secrets).filter((name) => text.includes(secrets[name])).map((name) => name + ' in ' + place));
const line = 'read ' + places.filter(([, text]) => text !== '').length + ' places, found: ' + JSON.stringify(found);
console.log(line);
if (process.argv[2] !== undefined) appendFileSync(process.argv[2], line + '\\n');
`;
}

/** What the script prints if it finds no secret. */
export const NOTHING_FOUND = /^read [1-9]\d* places, found: \[\]\n$/;
