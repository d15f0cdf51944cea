/** The URI scheme of a landing's files, before and after it, in the diff editor. */
export const LANDING_SCHEME = 'holdfast-landing';

/** One side of a file of a landing. */
export interface LandingFile {
  /** The URI of the workspace folder, as a string. */
  readonly folder: string;
  readonly landing: string;
  readonly side: 'before' | 'after';
  /** Relative to the folder, with `/`. */
  readonly path: string;
}

/** Creates the URI of a landing's file. VS Code reads the file's name and language from the path. */
export function createLandingUriParts(file: LandingFile): { scheme: string; path: string; query: string } {
  const query = new URLSearchParams({ folder: file.folder, landing: file.landing, side: file.side });
  return { scheme: LANDING_SCHEME, path: `/${file.path}`, query: query.toString() };
}

/** Parses a URI of this scheme. Returns `undefined` if it is malformed. */
export function parseLandingUri(uri: { readonly path: string; readonly query: string }): LandingFile | undefined {
  const query = new URLSearchParams(uri.query);
  const folder = query.get('folder');
  const landing = query.get('landing');
  const side = query.get('side');
  if (folder === null || landing === null || (side !== 'before' && side !== 'after')) return undefined;
  return { folder, landing, side, path: uri.path.replace(/^\//, '') };
}
