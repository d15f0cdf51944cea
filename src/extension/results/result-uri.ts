/** The URI scheme of a result's files in the diff editor and in the merge editor. */
export const RESULT_SCHEME = 'holdfast-result';

/** One side of a file of a result. */
export interface ResultFileSide {
  /** The URI of the workspace folder, as a string. */
  readonly folder: string;
  readonly runId: string;
  /** `yours`: the person's version when the merge editor was opened. */
  readonly side: 'before' | 'after' | 'yours';
  /** Relative to the folder, with `/`. */
  readonly path: string;
}

/** Creates the URI of a result's file. VS Code reads the file's name and language from the path. */
export function createResultUriParts(file: ResultFileSide): { scheme: string; path: string; query: string } {
  const query = new URLSearchParams({ folder: file.folder, run: file.runId, side: file.side });
  return { scheme: RESULT_SCHEME, path: `/${file.path}`, query: query.toString() };
}

function isSide(text: string | null): text is ResultFileSide['side'] {
  return text === 'before' || text === 'after' || text === 'yours';
}

/** Parses a URI of this scheme. Returns `undefined` if it is malformed. */
export function parseResultUri(uri: { readonly path: string; readonly query: string }): ResultFileSide | undefined {
  const query = new URLSearchParams(uri.query);
  const folder = query.get('folder');
  const runId = query.get('run');
  const side = query.get('side');
  if (folder === null || runId === null || !isSide(side)) return undefined;
  return { folder, runId, side, path: uri.path.replace(/^\//, '') };
}
