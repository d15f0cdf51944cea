/**
 * A workspace folder can be a subfolder of a repository. Git's paths are relative to the top level, those of every
 * other part of Holdfast to the folder; `prefix` is the way from one to the other, `''` or with `/` at the end.
 */

/** A path of the repository as seen from the folder; one outside of it begins with `../`. */
export function below(prefix: string, file: string): string {
  if (file.startsWith(prefix)) return file.slice(prefix.length);
  const up = prefix.split('/').slice(0, -1);
  const names = file.split('/');
  while (up.length > 0 && up[0] === names[0]) {
    up.shift();
    names.shift();
  }
  return [...up.map(() => '..'), ...names].join('/');
}
