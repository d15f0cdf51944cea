/** The scheme of a contract's text before and after an amendment, as the diff editor shows them. */
export const AMENDMENT_SCHEME = 'holdfast-amendment';

/** One side of an amendment. */
export interface AmendmentText {
  /** The uri of the workspace folder, as text. */
  readonly folder: string;
  readonly amendment: string;
  readonly side: 'before' | 'after';
  /** The contract, relative to the folder, with `/`. */
  readonly path: string;
}

/** The parts of the uri of one side; the path stands where the editor reads name and language from. */
export function amendmentUriParts(of: AmendmentText): { scheme: string; path: string; query: string } {
  const query = new URLSearchParams({ folder: of.folder, amendment: of.amendment, side: of.side });
  return { scheme: AMENDMENT_SCHEME, path: `/${of.path}`, query: query.toString() };
}

/** What a uri of this scheme names, or nothing where it is not one of ours. */
export function readAmendmentUri(uri: { readonly path: string; readonly query: string }): AmendmentText | undefined {
  const query = new URLSearchParams(uri.query);
  const folder = query.get('folder');
  const amendment = query.get('amendment');
  const side = query.get('side');
  if (folder === null || amendment === null || (side !== 'before' && side !== 'after')) return undefined;
  return { folder, amendment, side, path: uri.path.replace(/^\//, '') };
}
