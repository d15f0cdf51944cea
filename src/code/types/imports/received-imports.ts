import { extname } from 'node:path/posix';
import type { TypeView } from '../engines/type-engine.ts';
import { copyOf, isCheckableFile } from '../files/queried-files.ts';
import type { WorkspaceTexts } from '../files/workspace-texts.ts';
import { UNDECIDED_IMPORT, type ImportQuery, type ReceivedImport } from '../queries/import-query.ts';
import { ImportProbe } from './import-probe.ts';

/** A virtual file that extends the program of a file. */
export interface ProbeFile {
  /** Absolute path of the file whose program is extended. */
  readonly importer: string;
  /** Absolute path and text of the virtual file. */
  readonly path: string;
  readonly text: string;
}

/**
 * Asks the type checker what files would receive for imports, in the order of the queries. Each file has one virtual file
 * of imports in its folder, so that modules resolve as in the file itself.
 *
 * @param viewOf the programs of virtual files, by their paths
 */
export function receiveImports(
  queries: readonly ImportQuery[],
  texts: WorkspaceTexts,
  viewOf: (files: readonly ProbeFile[]) => ReadonlyMap<string, TypeView>,
): readonly ReceivedImport[] {
  const files = [...new Set(queries.map(({ file }) => file))].filter(isCheckableFile);
  const queried = files.map((file) => {
    const members = queries.filter((query) => query.file === file);
    const importer = texts.absolutePath(file);
    const copy = copyOf(importer, (path) => texts.textOf(path) !== undefined);
    const own = copy ?? importer;
    const probe = new ImportProbe(members.map(({ specifier = own, name }) => ({ specifier, name })));
    const copies = copy === undefined ? [] : [{ importer, path: copy, text: texts.textOf(importer) ?? '' }];
    const path = `${importer}.holdfast-imports${probeExtension(file)}`;
    return { members, probe, file: { importer, path, text: probe.text }, copies };
  });
  const views = viewOf(queried.flatMap(({ file, copies }) => [file, ...copies]));
  const answers = new Map<ImportQuery, ReceivedImport>();
  for (const { members, probe, file } of queried) {
    const view = views.get(file.path);
    if (view === undefined) continue;
    probe.answers(view, file.path).forEach((answer, index) => {
      const query = members[index];
      if (query !== undefined) answers.set(query, answer);
    });
  }
  return queries.map((query) => answers.get(query) ?? UNDECIDED_IMPORT);
}

/** The extension for a file whose imports resolve with the same conditions. */
function probeExtension(file: string): string {
  const [, kind = ''] = /^\.([mc]?)[jt]s$/.exec(extname(file)) ?? [];
  return `.${kind}ts`;
}
