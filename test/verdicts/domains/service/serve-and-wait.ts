/** Starts the services of `domains.yaml` of a folder, prints a line, and runs until it is killed. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { requireDomainDeclarations } from '../../../../src/verdicts/domains/declarations/domains-document.ts';
import { openDomainServices } from '../../../../src/verdicts/domains/open-domain-services.ts';

const [, , folder = '', storage = ''] = process.argv;
if (!path.isAbsolute(folder)) throw new Error('Usage: serve-and-wait.ts <folder> <storage>');
const services = openDomainServices({
  declarations: requireDomainDeclarations(await readFile(path.join(folder, 'domains.yaml'), 'utf8')),
  root: folder,
  commit: null,
  storage,
  trusted: true,
  environment: [],
  signal: new AbortController().signal,
  log: () => undefined,
});
await services.facts();
console.log('ready');
setInterval(() => undefined, 60_000);
