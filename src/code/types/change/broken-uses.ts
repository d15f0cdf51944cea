import { dirname } from 'node:path/posix';
import { throwIfCancelled } from '../../../foundation/errors.ts';
import type { TypeScript } from '../../language/typescript-parser.ts';
import type { ImportGraph } from '../../modules/module-graph.ts';
import type { CheckedProgram, ProgramError } from '../engines/checked-program.ts';
import type { JavaScriptEngine } from '../engines/javascript-engine.ts';
import type { ProjectRequest } from '../engines/type-engine.ts';
import { AmbientFiles, textOnDisk } from '../files/ambient-files.ts';
import { ConfigurationSearch } from '../files/configuration-search.ts';
import { isCheckableFile } from '../files/queried-files.ts';
import { EditAnalysis, type FileEdit } from '../incremental/edit-analysis.ts';
import { ComparedTrees, type ChangedCode } from './compared-trees.ts';
import { findUninstalledPackages } from './uninstalled-packages.ts';
import type { VersionCompiler } from './version-compiler.ts';

/** A use that type-checked before a change and does not after it. */
export interface BrokenUse {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  /** What the compiler says. */
  readonly message: string;
}

/** What a change does to the types of the files that use its exports. */
export interface BrokenUses {
  readonly broken: readonly BrokenUse[];
  /** The number of using files that were not type-checked, because there are too many. */
  readonly leftOut: number;
  /** The using files whose project imports packages that are not installed. Their types were not judged. */
  readonly uninstalled: { readonly files: number; readonly packages: readonly string[] };
}

export interface BrokenUsesRequest {
  /** Absolute path of the tree after the change, with `/`. Its files are read from disk. */
  readonly root: string;
  /** Parses the changed files and those that use them. */
  readonly typescript: TypeScript;
  /** Opens the compiler, which shows the files on disk. */
  readonly openCompiler: () => Promise<VersionCompiler>;
  /** The modules after the change. */
  readonly graph: ImportGraph;
  readonly changes: readonly ChangedCode[];
  readonly signal?: AbortSignal | undefined;
}

/** More using files are not type-checked. */
const MAX_FILES = 400;

/** Errors about modules and the names in them. Whether an import is broken is decided without types. */
const IMPORT_ERRORS: ReadonlySet<number> = new Set([
  1192, 1259, 2305, 2306, 2307, 2459, 2460, 2497, 2614, 2616, 2724, 2732, 2792, 2834, 2835, 6059, 6307, 7016,
]);

/** Errors on a line that the change wrote, which uses something that is not there: the types of the file may be wrong. */
const UNKNOWN_NAMES: ReadonlySet<number> = new Set([...IMPORT_ERRORS, 2304, 2318, 2339, 2503, 2551, 2552, 2694]);

/** Errors about what is not used: they break no use. */
const UNUSED_ERRORS: ReadonlySet<number> = new Set([6133, 6138, 6192, 6196, 6198, 6199, 6205]);

/** Errors that depend on the order in which a program is checked, or on its size. */
const UNSTABLE_ERRORS: ReadonlySet<number> = new Set([2321, 2456, 2502, 2589, 2590, 7022, 7023, 7024]);

interface FailingFile {
  readonly file: string;
  readonly errors: readonly (ProgramError & {
    /** Whether the error cannot come from a name that is unknown, or from the order of checking. */
    readonly isCertain: boolean;
  })[];
}

/** The files of one configuration that the change reaches. */
interface CheckedProject {
  readonly project: ProjectRequest;
  readonly failing: readonly FailingFile[];
}

/**
 * [CHANGE-1] Type-checks the files that a change of exports can reach, and returns the errors at places that had none before.
 * The result is checked first, and the tree before only where the result has errors. Both have the configurations and the
 * packages of the result, so that only the change of the code counts.
 */
export async function findBrokenUses(request: BrokenUsesRequest): Promise<BrokenUses> {
  const edits = request.changes.flatMap((change) => toEdit(request.root, change));
  const reached = findReached(request, edits);
  if (reached.length === 0) return { broken: [], leftOut: 0, uninstalled: { files: 0, packages: [] } };
  const compiler = await request.openCompiler();
  const { projects, uninstalled } = checkResult(request, compiler.engine, reached.slice(0, MAX_FILES));
  const broken = projects.some(({ failing }) => failing.length > 0)
    ? compareWithBase(request, { compiler, edits, projects })
    : [];
  return { broken, leftOut: Math.max(0, reached.length - MAX_FILES), uninstalled };
}

function toEdit(root: string, { before, after, text }: ChangedCode): FileEdit | [] {
  if (before === undefined || after === undefined || text === undefined || !isCheckableFile(after)) return [];
  const now = textOnDisk(`${root}/${after}`);
  return now === undefined || now === text ? [] : { file: after, before: text, after: now };
}

/** The files whose types edits can change, the nearest first. */
function findReached({ root, typescript, graph }: BrokenUsesRequest, edits: readonly FileEdit[]): readonly string[] {
  const analysis = new EditAnalysis(typescript, graph, (file) => textOnDisk(`${root}/${file}`));
  return analysis.reachedBy(edits, isCheckableFile);
}

/** Checks the files in their projects. A file that no configuration includes is not compiled, so it has no errors. */
function checkResult(
  { root, graph, signal }: BrokenUsesRequest,
  engine: JavaScriptEngine,
  files: readonly string[],
): Pick<BrokenUses, 'uninstalled'> & { readonly projects: readonly CheckedProject[] } {
  const search = new ConfigurationSearch(root, engine, textOnDisk);
  const ambient = new AmbientFiles(() => undefined);
  const relative = (file: string): string => file.slice(root.length + 1);
  const byConfiguration = new Map<string, string[]>();
  for (const file of files.map((one) => `${root}/${one}`)) {
    const configuration = search.configurationOf(file);
    if (configuration === undefined || !search.filesOf(configuration).has(file)) continue;
    const members = byConfiguration.get(configuration);
    if (members === undefined) byConfiguration.set(configuration, [file]);
    else members.push(file);
  }
  const packages = new Set<string>();
  let unjudged = 0;
  const projects: CheckedProject[] = [];
  for (const [configuration, members] of byConfiguration) {
    throwIfCancelled(signal, 'checking types');
    let missing = findUninstalledPackages(members.map(relative), graph, root);
    if (missing.length === 0) {
      const roots = [...new Set([...ambient.filter(search.filesOf(configuration)), ...members])].sort();
      const project = { folder: dirname(configuration), configuration, roots, hasJavaScript: false };
      const program = engine.programOf(project);
      missing = findUninstalledPackages(program.filesIn(root), graph, root);
      if (missing.length === 0) projects.push({ project, failing: listFailing(program, members, signal) });
    }
    if (missing.length > 0) unjudged += members.length;
    for (const name of missing) packages.add(name);
  }
  return { projects, uninstalled: { files: unjudged, packages: [...packages].sort() } };
}

function listFailing(program: CheckedProgram, files: readonly string[], signal?: AbortSignal): readonly FailingFile[] {
  const failing: FailingFile[] = [];
  for (const file of files) {
    throwIfCancelled(signal, 'checking types');
    const errors = program
      .errorsIn(file)
      .map((error) => ({ ...error, isCertain: isCertain(error) && !program.mentionsUnresolved(file, error) }));
    if (errors.length > 0) failing.push({ file, errors });
  }
  return failing;
}

interface Comparison {
  readonly compiler: VersionCompiler;
  readonly edits: readonly FileEdit[];
  readonly projects: readonly CheckedProject[];
}

/** The errors of the result on lines that the tree before has too, without an error. */
function compareWithBase(request: BrokenUsesRequest, { compiler, edits, projects }: Comparison): readonly BrokenUse[] {
  const { root, changes, signal } = request;
  const trees = new ComparedTrees(root, changes);
  const pathsBefore = new Map(
    changes.flatMap(({ before, after }) =>
      before === undefined || after === undefined ? [] : [[`${root}/${after}`, `${root}/${before}`]],
    ),
  );
  const pathBefore = (file: string): string => pathsBefore.get(file) ?? file;
  compiler.show(trees.before);
  const broken: BrokenUse[] = [];
  const uncertain = new Set<string>();
  for (const { project, failing } of projects) {
    if (failing.length === 0) continue;
    const program = compiler.engine.programOf({
      ...project,
      roots: [...new Set(project.roots.map(pathBefore))].sort(),
    });
    for (const { file, errors } of failing) {
      throwIfCancelled(signal, 'checking types');
      const path = file.slice(root.length + 1);
      const lineBefore = trees.linesBefore(path, textOnDisk(file) ?? '');
      const linesWithErrors = new Set(program.errorsIn(pathBefore(file)).map(({ line }) => line));
      for (const error of errors) {
        const before = lineBefore(error.line);
        if (before === undefined) {
          if (UNKNOWN_NAMES.has(error.code)) uncertain.add(path);
        } else if (!linesWithErrors.has(before) && error.isCertain) broken.push({ file: path, ...toUse(error, root) });
      }
    }
  }
  const unreliable = new Set(
    findReached(
      request,
      edits.filter(({ file }) => uncertain.has(file)),
    ),
  );
  return broken.filter(({ file }) => !unreliable.has(file));
}

function isCertain({ kind, code }: ProgramError): boolean {
  return kind === 'type' && ![IMPORT_ERRORS, UNUSED_ERRORS, UNSTABLE_ERRORS].some((codes) => codes.has(code));
}

/** The message on one line, without the folder of the tree. */
function toUse({ line, column, message }: ProgramError, root: string): Omit<BrokenUse, 'file'> {
  return { line, column, message: message.replaceAll(/\s+/g, ' ').replaceAll(`${root}/`, '') };
}
