// Paths of a tree are relative to its root, with `/`; `''` is the root itself. They are always inside the tree.

const SLASH = 47;
const DOT = 46;

export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether an import is relative to the importing file: `./a`, `..`. */
export function isRelative(specifier: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(specifier);
}

/** A folder and its ancestors, nearest first, the root (`''`) last. */
export function* ancestorFolders(folder: string): Generator<string> {
  let current = folder;
  while (current !== '') {
    yield current;
    current = folderOf(current);
  }
  yield '';
}

/** Whether a path is a folder or is inside it. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || (path.startsWith(folder) && path.charCodeAt(folder.length) === SLASH);
}

/** Joins a relative path to a folder; `undefined` if the result is outside the tree. */
export function joinPath(folder: string, relative: string): string | undefined {
  let base = folder;
  let at = 0;
  while (at <= relative.length) {
    let end = relative.indexOf('/', at);
    if (end < 0) end = relative.length;
    const length = end - at;
    if (length === 2 && relative.charCodeAt(at) === DOT && relative.charCodeAt(at + 1) === DOT) {
      if (base === '') return undefined;
      base = folderOf(base);
    } else if (length > 0 && !(length === 1 && relative.charCodeAt(at) === DOT)) {
      const rest = relative.slice(at);
      if (isPlain(rest)) return base === '' ? rest : `${base}/${rest}`;
      const segment = relative.slice(at, end);
      base = base === '' ? segment : `${base}/${segment}`;
    }
    at = end + 1;
  }
  return base;
}

/** Whether a path can be appended unchanged: no segment is empty, `.` or `..`. */
function isPlain(path: string): boolean {
  return (
    path !== '' && !path.endsWith('/') && !path.includes('//') && !path.includes('./') && !/(^|\/)\.\.?$/.test(path)
  );
}

/** `path` without the prefix `folder/`. */
export function pathWithin(path: string, folder: string): string {
  return folder === '' ? path : path.slice(folder.length + 1);
}
