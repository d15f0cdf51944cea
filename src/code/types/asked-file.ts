import type { TypeScript } from '../typescript-parser.ts';
import { readDeclaredNames } from './declared-names.ts';
import type { DeclaredNames } from './declared-names.ts';
import type { SubjectScope } from './subject.ts';

/** A file that questions are about. */
export interface AskedFile {
  /** Relative to the root. */
  readonly file: string;
  readonly absolute: string;
  readonly text: string;
  readonly names: DeclaredNames;
  /** The file in which its types are compared: itself, or one beside it where it cannot hold TypeScript of ours. */
  readonly probeFile: string;
  readonly scope: SubjectScope;
}

/** Files that hold no TypeScript, or whose statements are declarations only, are asked from a file beside them. */
const ASKED_FROM_BESIDE = /\.(?:[mc]?jsx?|d\.[mc]?ts)$/;

const BESIDE = '.holdfast-types.ts';

/** Whether a path is that of a text of ours beside a file. */
export function isBesideProbe(file: string): boolean {
  return file.endsWith(BESIDE);
}

/** Whether the type checker reads a file by its extension. */
export function isCheckedFile(file: string): boolean {
  return /\.(?:[mc]?[jt]s|[jt]sx)$/.test(file);
}

export function readAskedFile(typescript: TypeScript, file: string, absolute: string, text: string): AskedFile {
  const names = readDeclaredNames(typescript, file, text);
  const beside = ASKED_FROM_BESIDE.test(file);
  const isScript = beside && !typescript.isExternalModule(names.source) && file.endsWith('.ts');
  const exported = (name: string): string => `import(${JSON.stringify(absolute)}).${name}`;
  return {
    file,
    absolute,
    text,
    names,
    probeFile: beside ? absolute + BESIDE : absolute,
    scope: { typescript, names, exported, refer: beside && !isScript ? exported : (name) => name },
  };
}

export function isJavaScript(file: string): boolean {
  return /\.[mc]?jsx?$/.test(file);
}
