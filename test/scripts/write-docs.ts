/** Writes the pages of docs/, and the parts of pages, that are generated from the sources. */
import { writeFile } from 'node:fs/promises';
import { checksPage, checksPageFile } from './checks-page.ts';
import { architecturePage, architecturePageFile } from './folder-graph.ts';

await writeFile(checksPageFile, checksPage());
await writeFile(architecturePageFile, await architecturePage());
