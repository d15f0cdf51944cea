import { checksPage, checksPageFile } from './checks-page.ts';
import { factsPage, factsPageFile } from './facts-page.ts';
import { architecturePage, architecturePageFile, foldersPage, foldersPageFile } from './folder-graph.ts';
import { pluginFiles } from './plugin-files.ts';
import { referencePages, type GeneratedFile } from './reference-pages.ts';
import { manifestFile, manifestWithTools } from './tool-contributions.ts';
import { englishBundle, englishBundleFile } from './translations.ts';

/** Every file that is generated from the sources, or has generated parts. */
export async function generatedFiles(): Promise<readonly GeneratedFile[]> {
  return [
    { file: checksPageFile, text: checksPage() },
    { file: factsPageFile, text: factsPage() },
    { file: architecturePageFile, text: await architecturePage() },
    { file: foldersPageFile, text: await foldersPage() },
    ...(await referencePages()),
    { file: manifestFile, text: manifestWithTools() },
    ...pluginFiles(),
    { file: englishBundleFile, text: englishBundle() },
  ];
}
