/** The scheme of a result's files, before and after, as the diff editor shows them. */
export const RESULT_SCHEME = 'holdfast-result';

/** One side of one file of a result. */
export interface ResultFile {
  /** The uri of the workspace folder, as text. */
  readonly folder: string;
  readonly runId: string;
  readonly side: 'before' | 'after';
  /** Relative to the folder, with `/`. */
  readonly path: string;
}

/** The parts of the uri of a result's file; the path stands where the editor reads name and language from. */
export function resultUriParts(file: ResultFile): { scheme: string; path: string; query: string } {
  const query = new URLSearchParams({ folder: file.folder, run: file.runId, side: file.side });
  return { scheme: RESULT_SCHEME, path: `/${file.path}`, query: query.toString() };
}

/** What a uri of this scheme names, or nothing where it is not one of ours. */
export function readResultUri(uri: { readonly path: string; readonly query: string }): ResultFile | undefined {
  const query = new URLSearchParams(uri.query);
  const folder = query.get('folder');
  const runId = query.get('run');
  const side = query.get('side');
  if (folder === null || runId === null || (side !== 'before' && side !== 'after')) return undefined;
  return { folder, runId, side, path: uri.path.replace(/^\//, '') };
}
