import { textOf } from './opening.ts';

/** A mount of the namespace of this process. */
export interface Mount {
  readonly path: string;
  readonly fileSystem: string;
  readonly isReadOnly: boolean;
  /** Whether programs with the rights of another user have no effect. */
  readonly ignoresRights: boolean;
}

/** The mounts of this process, in the order in which they were made. */
export function listMounts(): readonly Mount[] {
  return textOf('/proc/self/mountinfo')
    .split('\n')
    .flatMap((line) => {
      const [place, source] = line.split(' - ');
      // Number, parent, device, root, path, options.
      const [, , , , path, options] = (place ?? '').split(' ');
      if (path === undefined || options === undefined) return [];
      const names = options.split(',');
      return {
        path: path.replaceAll(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8))),
        fileSystem: source?.split(' ')[0] ?? '',
        isReadOnly: names.includes('ro'),
        ignoresRights: names.includes('nosuid'),
      };
    });
}
