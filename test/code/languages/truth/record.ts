/** Writes what the toolchains say about the samples. Run it after a change of a sample: node test/code/languages/truth/record.ts */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readGoTruth, readPythonTruth } from './truth.ts';

const pathOf = (name: string): string => fileURLToPath(new URL(`samples/${name}`, import.meta.url));
const [python] = await readPythonTruth([pathOf('sample.py')]);
const [go] = await readGoTruth([pathOf('sample.go')]);
const recorded = { python: { ...python, file: 'sample.py' }, go: { ...go, file: 'sample.go' } };
await writeFile(pathOf('recorded.json'), `${JSON.stringify(recorded, null, 2)}\n`);
