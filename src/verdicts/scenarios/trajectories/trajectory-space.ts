import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError } from '../../../foundation/errors.ts';
import { Disposals } from '../../../foundation/disposals.ts';
import type { VisiblePaths } from '../../../workspace/confinement/confinement-rules.ts';
import { killMarkedProcesses, type ProcessMark } from '../../../workspace/environment/marked-processes.ts';
import { createProcessRecord } from '../../../workspace/processes/process-records.ts';
import type { AttemptWorktree } from '../../../workspace/worktree/attempt-worktree.ts';
import type { Scenario } from '../files/scenario-set.ts';
import type { ScenarioSource } from '../files/scenario-source.ts';
import type { Twin } from '../files/twins-file.ts';
import type { TrajectoryServices } from './trajectory-services.ts';

/** The fresh tree and the fresh folders of one trajectory. */
export interface TrajectorySpace extends AsyncDisposable {
  readonly worktree: AttemptWorktree;
  /** The folder ${state}: empty at the start. */
  readonly state: string;
  /** The folder ${files}: the scripts of the scenario. */
  readonly files: string;
  /** What twins and scripts see besides their tree: what the code under test sees, and the folder `files`. */
  readonly viewOfScripts: VisiblePaths;
  /** The folder behind the private folders of all commands and services of the trajectory. */
  readonly privateFolder: string;
  /** Folders that commands may write in addition to their tree. */
  readonly writable: readonly string[];
  /** The folder with the files of a twin. */
  twinFolder(id: string): string;
  /** Variables of every command and service: a fresh home folder, and the mark by which its processes are found. */
  readonly variables: Readonly<Record<string, string>>;
}

export interface TrajectorySpaceInput {
  /** The commit under test. */
  readonly commit: string;
  /** Globs of files that the tree does not contain. */
  readonly without: readonly string[];
  readonly scenario: Scenario;
  readonly twins: readonly Twin[];
  readonly source: ScenarioSource;
  readonly signal: AbortSignal;
}

const MARK_VARIABLE = 'HOLDFAST_TRAJECTORY_ID';

/**
 * [ASSERT-SCEN-003] Opens a tree of the commit under test and empty folders for one trajectory. Disposal ends all processes
 * that its commands left behind, and removes the tree and the folders.
 */
export async function openTrajectorySpace(
  { repository, copy }: TrajectoryServices,
  { commit, without, scenario, twins, source, signal }: TrajectorySpaceInput,
): Promise<TrajectorySpace> {
  await using resources = new Disposals();
  const scratch = resources.use(await repository.openScratchFolder(signal));
  const mark: ProcessMark = { name: MARK_VARIABLE, value: randomUUID() };
  const name = `the processes of the scenario ${scenario.definition.id}`;
  const record = await createProcessRecord(repository.processRecords, name, mark);
  resources.add(async () => {
    await killMarkedProcesses(mark);
    await record.close();
  });
  const at = (...names: readonly string[]): string => path.join(scratch.path, ...names);
  const [state, files, home, temporary] = [at('state'), at('files'), at('home'), at('tmp')];
  for (const folder of [state, files, home, temporary]) await mkdir(folder);
  await copyFiles(source, scenario.folder, filesOf(scenario), files);
  for (const twin of twins) {
    const folder = at('twins', twin.id);
    await mkdir(folder, { recursive: true });
    await copyFiles(source, '', await expandFolders(source, twin.files), folder);
  }
  const hidden = source.folder === undefined ? [] : [source.folder];
  const worktree = resources.use(await repository.openWorktree(commit, { copy, without, hidden, signal }));
  worktree.markUsed();
  const moved = resources.move();
  return {
    worktree,
    state,
    files,
    viewOfScripts: { ...worktree.view, visible: [...worktree.view.visible, files] },
    privateFolder: at('private'),
    writable: [state, home, temporary],
    twinFolder: (id) => at('twins', id),
    variables: { ...freshHome(home, temporary), [mark.name]: mark.value },
    [Symbol.asyncDispose]: () => moved[Symbol.asyncDispose](),
  };
}

/** The variables by which programs find the home folder and temporary folders. */
function freshHome(home: string, temporary: string): Readonly<Record<string, string>> {
  return {
    HOME: home,
    USERPROFILE: home,
    APPDATA: path.join(home, 'AppData', 'Roaming'),
    LOCALAPPDATA: path.join(home, 'AppData', 'Local'),
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_DATA_HOME: path.join(home, '.local', 'share'),
    XDG_STATE_HOME: path.join(home, '.local', 'state'),
    XDG_CACHE_HOME: path.join(home, '.cache'),
    TMPDIR: temporary,
    TMP: temporary,
    TEMP: temporary,
  };
}

function filesOf({ definition }: Scenario): readonly string[] {
  const scripts = definition.steps.flatMap(({ script }) => (script === undefined ? [] : [script]));
  return [...new Set([...scripts, ...definition.files])];
}

/** Replaces the folders in a list of paths with the files that they contain. */
async function expandFolders(source: ScenarioSource, names: readonly string[]): Promise<readonly string[]> {
  const all = await source.listFiles();
  return names.flatMap((name) => {
    if (all.includes(name)) return [name];
    const inside = all.filter((file) => file.startsWith(`${name.replace(/\/+$/, '')}/`));
    return inside.length === 0 ? [name] : inside;
  });
}

/**
 * Copies files of the source to a folder, with their relative paths.
 *
 * @param base the folder that the names are relative to: `''`, or a path that ends with `/`
 * @throws HoldfastError `configuration` if one does not exist
 */
async function copyFiles(
  source: ScenarioSource,
  base: string,
  names: readonly string[],
  folder: string,
): Promise<void> {
  for (const name of names) {
    const bytes = await source.readFile(path.posix.normalize(base + name));
    if (bytes === undefined) {
      throw new HoldfastError('configuration', `Failed to copy ${source.prefix}${base}${name}: it does not exist`, {
        hint: 'Correct the path in the scenario, or add the file.',
      });
    }
    const target = path.join(folder, ...name.split('/'));
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, bytes, { mode: 0o700 });
  }
}
