/** Writes the pages of docs/ that are made from the sources. */
import { writeFile } from 'node:fs/promises';
import { checksPage, checksPageFile } from './checks-page.ts';

await writeFile(checksPageFile, checksPage());
