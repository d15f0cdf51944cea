import type { ExportRecord, ImportRecord, ModuleRecord } from '../../modules/module-record.ts';
import { assembleModule, emptyRawModule } from '../../modules/raw-module.ts';
import { isBinary } from '../../modules/read-module.ts';
import { nameOf } from '../../resolution/tree-path.ts';
import { PositionCursor } from '../text/position-cursor.ts';
import { readGoFile, type GoImport } from './read-go-file.ts';

/**
 * Reads the exports and imports of one file of a package. The exports are the identifiers that begin with an upper-case
 * letter. Files of tests, and files that no build contains, export nothing, because no other package can import them.
 */
export function readGoModule(file: string, text: string): ModuleRecord {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (isBinary(source)) return assembleModule(file, emptyRawModule(), 'lexer');
  const { packageName, isNeverBuilt, imports, declarations } = readGoFile(source);
  // The Go command ignores these names.
  const isIgnored = isNeverBuilt || /^[_.]/.test(nameOf(file));
  const importProblem = isNeverBuilt
    ? 'its build constraint keeps it out of every build'
    : isIgnored
      ? 'go ignores files whose names begin with "_" or "."'
      : file.endsWith('_test.go')
        ? 'no package can import a file of tests'
        : undefined;
  const exports: ExportRecord[] = [];
  const internals: ExportRecord[] = [];
  const positions = new PositionCursor(source);
  const importPositions = new PositionCursor(source);
  const importRecords = imports.map((one) => toImport(one, importPositions));
  for (const { name, kind, offset } of declarations) {
    const entry = { name, kind, ...positions.positionAt(offset), localName: name };
    if (importProblem === undefined && isExportedName(name)) exports.push(entry);
    else internals.push(entry);
  }
  const starImports = imports.filter(({ alias }) => alias === '.').map(({ path }) => path);
  return {
    file,
    exports,
    starExports: [],
    imports: importRecords,
    parsedBy: 'lexer',
    internals,
    ...(!isIgnored && packageName !== undefined && { packageName }),
    ...(importProblem !== undefined && { importProblem }),
    ...(starImports.length > 0 && { starImports }),
  };
}

/** Whether other packages can use a name. */
export function isExportedName(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}

function toImport({ path, alias, offset }: GoImport, positions: PositionCursor): ImportRecord {
  const names =
    alias === undefined
      ? [{ imported: '*', local: usualPackageName(path), isAssumed: true as const }]
      : alias === '_' || alias === '.'
        ? []
        : [{ imported: '*', local: alias }];
  return { specifier: path, kind: 'static', names, ...positions.positionAt(offset) };
}

/** The usual package name of an import path: `yaml` for `gopkg.in/yaml.v3` and `chi` for `example.com/chi/v5`. */
function usualPackageName(path: string): string {
  const segments = path.split('/');
  const last = segments.at(-1) ?? path;
  const name = /^v\d+$/.test(last) ? (segments.at(-2) ?? last) : last;
  return name.replace(/\.v\d+$/, '').replace(/^go-|-go$|\.go$/g, '');
}
