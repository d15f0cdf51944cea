/** The URI scheme of files as they were at the start of a session. */
export const SESSION_SCHEME = 'holdfast-session';

/** A file of the commit that a session starts from. */
export interface SessionBaseFile {
  /** The URI of the workspace folder, as a string. */
  readonly folder: string;
  readonly commit: string;
  /** Relative to the folder, with `/`. */
  readonly path: string;
}

/**
 * VS Code reads the name and the language of the file from the path, and takes a file whose path differs for renamed.
 *
 * @param path the path of the URI of the file in the workspace
 */
export function createSessionUriParts(
  { folder, commit, path: file }: SessionBaseFile,
  path: string,
): { scheme: string; path: string; query: string } {
  return { scheme: SESSION_SCHEME, path, query: new URLSearchParams({ folder, commit, file }).toString() };
}

/** Parses a URI of this scheme. Returns `undefined` if it is malformed. */
export function parseSessionUri(uri: { readonly query: string }): SessionBaseFile | undefined {
  const query = new URLSearchParams(uri.query);
  const [folder, commit, path] = [query.get('folder'), query.get('commit'), query.get('file')];
  return folder === null || commit === null || path === null ? undefined : { folder, commit, path };
}
