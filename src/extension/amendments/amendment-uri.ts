/** The URI scheme of a contract before and after an amendment, in the diff editor. */
export const AMENDMENT_SCHEME = 'holdfast-amendment';

/** The contract before or after an amendment. */
export interface AmendmentText {
  /** The URI of the workspace folder, as a string. */
  readonly folder: string;
  readonly amendment: string;
  readonly side: 'before' | 'after';
  /** The contract, relative to the folder, with `/`. */
  readonly path: string;
}

/** Creates the URI of one side. VS Code reads the file's name and language from the path. */
export function createAmendmentUriParts(text: AmendmentText): { scheme: string; path: string; query: string } {
  const query = new URLSearchParams({ folder: text.folder, amendment: text.amendment, side: text.side });
  return { scheme: AMENDMENT_SCHEME, path: `/${text.path}`, query: query.toString() };
}

/** Parses a URI of this scheme. Returns `undefined` if it is malformed. */
export function parseAmendmentUri(uri: { readonly path: string; readonly query: string }): AmendmentText | undefined {
  const query = new URLSearchParams(uri.query);
  const folder = query.get('folder');
  const amendment = query.get('amendment');
  const side = query.get('side');
  if (folder === null || amendment === null || (side !== 'before' && side !== 'after')) return undefined;
  return { folder, amendment, side, path: uri.path.replace(/^\//, '') };
}
