import { checksPage, checksPageFile } from './checks-page.ts';
import { architecturePage, architecturePageFile } from './folder-graph.ts';
import { referencePages, type ReferencePage } from './reference-pages.ts';

/** Every page that is generated from the sources, or has generated parts. */
export async function generatedPages(): Promise<readonly ReferencePage[]> {
  return [
    { file: checksPageFile, text: checksPage() },
    { file: architecturePageFile, text: await architecturePage() },
    ...(await referencePages()),
  ];
}
