import { fileAt, type FileLookup } from './file-candidates.ts';
import type { Project } from './project.ts';
import { isWithin, pathWithin } from './tree-path.ts';

const outputFolder =
  /^(?:dist|lib|build|out|output|es|esm|cjs|mjs|umd|bundle|bundles|typings|types|dist-types|_?generated)(?:[-_.][\w-]+)?$/;
const formatFolder = /^(?:es|esm|cjs|mjs|umd|module|modules|commonjs|types|typings|src|source|node|browser)$/;
const sourceFolders: readonly string[] = ['src', 'source', 'lib', ''];

/** The source of a file that a project emits; `undefined` if it is not in the tree. */
export function emittedSource(files: FileLookup, project: Project, output: string): string | undefined {
  for (const folder of project.outputFolders) {
    if (!isWithin(output, folder)) continue;
    const rest = pathWithin(output, folder);
    const roots =
      project.rootDir !== undefined
        ? [project.rootDir]
        : [...new Set([joinFolder(project.folder, 'src'), project.folder])];
    for (const root of roots) {
      const found = sourceAt(files, joinFolder(root, rest));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The source of a build output of a package by convention: `dist/esm/a.js` is built from `src/a.ts`. */
export function conventionalSource(files: FileLookup, packageFolder: string, output: string): string | undefined {
  const segments = pathWithin(output, packageFolder).split('/');
  if (segments.length < 2 || !outputFolder.test(segments[0] ?? '')) return undefined;
  let rest = segments.slice(1);
  for (;;) {
    for (const source of sourceFolders) {
      const found = sourceAt(files, joinFolder(packageFolder, [source, ...rest].filter(Boolean).join('/')));
      if (found !== undefined && found !== output) return found;
    }
    if (rest.length < 2 || !formatFolder.test(rest[0] ?? '')) return undefined;
    rest = rest.slice(1);
  }
}

/** The source of an emitted file: for example `a.ts` for `a.js` and `a.d.ts`, and `a.mts` or `a.ts` for `a.mjs`. */
export function sourceAt(files: FileLookup, output: string): string | undefined {
  const stem = output.replace(/\.d\.([mc]?)ts$/, '.$1js');
  const found = fileAt(files, stem);
  if (found !== undefined) return found;
  return /\.[mc]js$/.test(stem) ? fileAt(files, stem.replace(/\.[mc]js$/, '.js')) : undefined;
}

function joinFolder(folder: string, rest: string): string {
  return folder === '' ? rest : `${folder}/${rest}`;
}
