/** The URI scheme of a result's files, before and after, in the diff editor. */
export const RESULT_SCHEME = 'holdfast-result';

/** One side of a file of a result. */
export interface ResultFile {
  /** The URI of the workspace folder, as a string. */
  readonly folder: string;
  readonly runId: string;
  readonly side: 'before' | 'after';
  /** Relative to the folder, with `/`. */
  readonly path: string;
}

/** Creates the URI of a result's file. VS Code reads the file's name and language from the path. */
export function createResultUriParts(file: ResultFile): { scheme: string; path: string; query: string } {
  const query = new URLSearchParams({ folder: file.folder, run: file.runId, side: file.side });
  return { scheme: RESULT_SCHEME, path: `/${file.path}`, query: query.toString() };
}

/** Parses a URI of this scheme. Returns `undefined` if it is malformed. */
export function parseResultUri(uri: { readonly path: string; readonly query: string }): ResultFile | undefined {
  const query = new URLSearchParams(uri.query);
  const folder = query.get('folder');
  const runId = query.get('run');
  const side = query.get('side');
  if (folder === null || runId === null || (side !== 'before' && side !== 'after')) return undefined;
  return { folder, runId, side, path: uri.path.replace(/^\//, '') };
}
