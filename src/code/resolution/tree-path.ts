/** Paths of a tree: relative to its root, written with `/`, `''` for the root itself. They never leave the tree. */

export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether an import names a path beside the file that it stands in: `./a`, `..`. */
export function isRelative(specifier: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(specifier);
}

/** A folder and each one that holds it, nearest first, the root (`''`) last. */
export function* foldersUpFrom(folder: string): Generator<string> {
  let current = folder;
  while (current !== '') {
    yield current;
    current = folderOf(current);
  }
  yield '';
}

/** Whether a path is a folder or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || (path.startsWith(folder) && path.charCodeAt(folder.length) === 47);
}

/** The path of something named relative to a folder; undefined where it leaves the tree. */
export function joinPath(folder: string, relative: string): string | undefined {
  let base = folder;
  let at = 0;
  while (at <= relative.length) {
    let end = relative.indexOf('/', at);
    if (end < 0) end = relative.length;
    const length = end - at;
    if (length === 2 && relative.charCodeAt(at) === 46 && relative.charCodeAt(at + 1) === 46) {
      if (base === '') return undefined;
      base = folderOf(base);
    } else if (length > 0 && !(length === 1 && relative.charCodeAt(at) === 46)) {
      const rest = relative.slice(at);
      if (isPlain(rest)) return base === '' ? rest : `${base}/${rest}`;
      const segment = relative.slice(at, end);
      base = base === '' ? segment : `${base}/${segment}`;
    }
    at = end + 1;
  }
  return base;
}

/** Whether every segment is a name: none is empty, `.` or `..`. */
function isPlain(path: string): boolean {
  return (
    path !== '' && !path.endsWith('/') && !path.includes('//') && !path.includes('./') && !/(^|\/)\.\.?$/.test(path)
  );
}

/** `path` without `folder/` in front of it. */
export function pathWithin(path: string, folder: string): string {
  return folder === '' ? path : path.slice(folder.length + 1);
}
