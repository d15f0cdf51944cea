import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build, type BuildFailure } from 'esbuild';
import { execa } from 'execa';
import ts from 'typescript';
import { gitIn } from './judged-change.ts';

/** A clone whose files are broken. */
export interface PlantedRepository {
  readonly folder: string;
  /** The folder of the files that are broken. */
  readonly sources: string;
  /** The configuration files of the TypeScript compiler. */
  readonly projects: readonly string[];
}

/** A part of a text that is replaced. */
export interface PlantedEdit {
  readonly kind: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** How the files of a language are broken, and what says that they are. */
export interface PlantedLanguage {
  readonly name: string;
  isSource(file: string): boolean;
  /** Whether importers name the file of what they import. */
  readonly importsFiles: boolean;
  /** Whether `check --since` reads the uses of a name in the file that declares it. */
  readonly readsOwnUses: boolean;
  /** The edits of a file, each of which breaks what it offers. */
  listEdits(file: string, text: string): readonly PlantedEdit[];
  /** The lines at which the compiler or the loader of the language reports an error: `<file>:<line>`. */
  compile(repository: PlantedRepository): Promise<ReadonlySet<string>>;
}

const isTestFile = (file: string): boolean =>
  /(?:^|\/)(?:tests?|__tests__|spec)\/|[._](?:test|spec)\.|(?:^|\/)test_/.test(file);

const typescript: PlantedLanguage = {
  name: 'typescript',
  readsOwnUses: true,
  importsFiles: true,
  isSource: (file) => /(?<!\.d|\.test|\.spec)\.tsx?$/.test(file),
  listEdits: listScriptEdits,
  async compile({ folder, sources, projects }) {
    const outputs = await Promise.all(
      projects.map(async (project) => {
        const files = await runTsc(folder, project, '--listFilesOnly');
        if (!files.includes(`/${sources.replace(/^\.\/|\/$/g, '')}`)) {
          throw new Error(`${project} includes no file of ${sources}: set --project to the one that does.`);
        }
        return runTsc(folder, project, '--pretty', 'false');
      }),
    );
    return placesOf(outputs.join('\n'), /^(\S.*?)\((\d+),\d+\): error /gm);
  },
};

/** What esbuild links: every file of the sources, without packages. It links only what it can resolve. */
const javascript: PlantedLanguage = {
  name: 'javascript',
  readsOwnUses: false,
  importsFiles: true,
  isSource: (file) => /\.m?jsx?$/.test(file) && !isTestFile(file),
  listEdits: listScriptEdits,
  async compile({ folder, sources }) {
    const files = await gitIn(folder, 'ls-files', '--cached', '--others', '--exclude-standard', '--', sources);
    const entryPoints = files.split('\n').filter((file) => javascript.isSource(file) && existsSync(join(folder, file)));
    try {
      await build({
        absWorkingDir: folder,
        entryPoints,
        bundle: true,
        format: 'esm',
        logLevel: 'silent',
        logLimit: 0,
        outdir: 'planted-output',
        packages: 'external',
        write: false,
      });
      return new Set();
    } catch (failure) {
      const { errors } = failure as BuildFailure;
      return new Set(errors.map(({ location }) => `${location?.file ?? ''}:${location?.line ?? 1}`));
    }
  },
};

/** Imports each module of the package again, and prints the innermost line of the repository that fails. */
const IMPORT_ALL = `
import importlib, pathlib, sys, traceback
folder = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(folder.parent))
for file in sorted(folder.rglob('*.py')):
    parts = file.relative_to(folder.parent).with_suffix('').parts
    name = '.'.join(parts[:-1] if parts[-1] == '__init__' else parts)
    if parts[-1] == '__main__':
        continue
    for loaded in [key for key in sys.modules if key.split('.')[0] == folder.name]:
        del sys.modules[loaded]
    try:
        importlib.import_module(name)
    except BaseException as error:
        places = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.startswith(str(folder))]
        if places:
            print(f'{places[-1].filename}:{places[-1].lineno}')
`;

const python: PlantedLanguage = {
  name: 'python',
  readsOwnUses: false,
  importsFiles: true,
  isSource: (file) => file.endsWith('.py') && !isTestFile(file),
  listEdits: (_, text) =>
    listNameEdits(text, /^(?:async +def|def|class) +([A-Za-z]\w*)|^([A-Za-z]\w*)(?: *:[^=\n]+)? *= /gm),
  async compile({ folder, sources }) {
    const { stdout } = await execa('python3', ['-B', '-c', IMPORT_ALL, sources], { cwd: folder, stdin: 'ignore' });
    return placesOf(stdout.replaceAll(`${folder}/`, ''), /^(.+):(\d+)$/gm);
  },
};

const go: PlantedLanguage = {
  name: 'go',
  readsOwnUses: true,
  importsFiles: false,
  isSource: (file) => file.endsWith('.go') && !file.endsWith('_test.go'),
  listEdits: (_, text) => listNameEdits(text, /^(?:func|type|var|const) +([A-Z]\w*)/gm),
  async compile({ folder }) {
    const commands = [
      ['build', '-gcflags=-e', './...'],
      ['test', '-run', '^$', '-gcflags=-e', './...'],
    ];
    const outputs: string[] = [];
    for (const args of commands) {
      const { all } = await execa('go', args, { cwd: folder, stdin: 'ignore', reject: false, all: true });
      outputs.push(all);
    }
    return placesOf(outputs.join('\n'), /^(?:\.\/)?(\S+\.go):(\d+):\d+: /gm);
  },
};

const languages: readonly PlantedLanguage[] = [typescript, javascript, python, go];

/** The language of most files of a folder. Throws if there is none. */
export async function findPlantedLanguage({ folder, sources }: PlantedRepository): Promise<PlantedLanguage> {
  const files = await listTracked(folder, sources);
  const counts = languages.map((language) => ({
    language,
    count: files.filter((file) => language.isSource(file)).length,
  }));
  const [most] = counts.sort((one, other) => other.count - one.count);
  if (most === undefined || most.count === 0) throw new Error(`${sources} has no file of a known language.`);
  return most.language;
}

export async function listTracked(folder: string, path: string): Promise<readonly string[]> {
  return (await gitIn(folder, 'ls-files', '--', path)).split('\n').filter((file) => file !== '');
}

async function runTsc(folder: string, project: string, ...options: readonly string[]): Promise<string> {
  const compiler = createRequire(join(folder, 'package.json')).resolve('typescript/lib/tsc.js');
  const noOutput = ['--noEmit', '--emitDeclarationOnly', 'false', '--composite', 'false', '--incremental', 'false'];
  const args = [compiler, '--project', project, ...noOutput, '--skipLibCheck', ...options];
  return (await execa(process.execPath, args, { cwd: folder, stdin: 'ignore', reject: false, maxBuffer: 1e9 })).stdout;
}

function placesOf(output: string, pattern: RegExp): ReadonlySet<string> {
  return new Set([...output.matchAll(pattern)].map(([, file = '', line = '']) => `${file}:${line}`));
}

/** Renames each name that a pattern finds, at its declaration only. */
function listNameEdits(text: string, pattern: RegExp): readonly PlantedEdit[] {
  return [...text.matchAll(pattern)].map((match) => {
    const name = match[1] ?? match[2] ?? '';
    const start = match.index + match[0].indexOf(name);
    return { kind: 'export renamed', name, start, end: start + name.length, by: `${name}Planted` };
  });
}

function listScriptEdits(file: string, text: string): readonly PlantedEdit[] {
  return ts
    .createSourceFile(file, text, ts.ScriptTarget.Latest, true)
    .statements.filter((statement) => ts.canHaveModifiers(statement) && isNamedExport(statement))
    .flatMap((statement) => {
      const name = nameOf(statement);
      if (name === undefined) return [];
      const keyword = text.indexOf('export', statement.getStart());
      const parameters = ts.isFunctionDeclaration(statement) ? statement.parameters : undefined;
      const edits: PlantedEdit[] = [
        { kind: 'export renamed', name: name.text, start: name.getStart(), end: name.end, by: `${name.text}Planted` },
        { kind: 'export removed', name: name.text, start: keyword, end: keyword + 'export'.length, by: '' },
      ];
      // A script without types takes any arguments.
      if (parameters === undefined || !/\.tsx?$/.test(file)) return edits;
      const by = 'planted: symbol, ';
      return [...edits, { kind: 'parameter added', name: name.text, start: parameters.pos, end: parameters.pos, by }];
    });
}

function nameOf(statement: ts.Statement): ts.Identifier | undefined {
  const name = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations[0]?.name
    : ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) || ts.isTypeAliasDeclaration(statement)
      ? statement.name
      : undefined;
  return name !== undefined && ts.isIdentifier(name) ? name : undefined;
}

function isNamedExport(statement: ts.HasModifiers): boolean {
  const kinds = (ts.getModifiers(statement) ?? []).map(({ kind }) => kind);
  return kinds.includes(ts.SyntaxKind.ExportKeyword) && !kinds.includes(ts.SyntaxKind.DefaultKeyword);
}

/** The path of a file that another name hides from its importers. */
export function movedPath(file: string): string {
  const name = file.slice(dirname(file) === '.' ? 0 : dirname(file).length + 1);
  return join(
    dirname(file),
    name.replace(/^[^.]+/, (stem) => `${stem}_planted`),
  );
}
