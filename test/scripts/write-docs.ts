/** Writes the pages of docs/, and the parts of pages, that are generated from the sources. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { generatedFiles } from './generated-files.ts';

for (const { file, text } of await generatedFiles()) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
