import os from 'node:os';
import path from 'node:path';
import { createAnalysis } from '../analysis/in-process-analysis.ts';
import { createEngine, type Engine } from '../engine.ts';
import { systemClock } from '../shared/clock.ts';
import type { CommandContext, EngineFlags } from './base/command-context.ts';

/**
 * Opens the engine of a folder for the command line: in one process, with the folder trusted, configured by flags and
 * environment variables.
 */
export function openCommandLineEngine(
  { environment, terminal }: Pick<CommandContext, 'environment' | 'terminal'>,
  folder: string,
  flags: EngineFlags,
): Engine {
  return createEngine({
    folder,
    storage: findStorageFolder(environment),
    trusted: () => true,
    analysis: (services) =>
      createAnalysis({
        ...services,
        environment: (name) => environment[name],
        log: (line) => terminal.progressLine(line),
      }),
    settings: {
      flags: { model: flags.model, baseUrl: flags.baseUrl, record: flags.record, landing: flags.landing },
      environment,
      defaultLanding: 'commit',
    },
    models: { keys: (name) => Promise.resolve(environment[name]) },
    clock: systemClock,
    log: (level, message) => terminal.progressLine(`${level}: ${message}`),
  });
}

/** The folder for the worktrees of attempts: the cache folder of the platform, outside of every repository. */
function findStorageFolder(environment: CommandContext['environment']): string {
  const configured = environment['HOLDFAST_STORAGE'];
  if (configured !== undefined && configured !== '') return path.resolve(configured);
  const home = os.homedir();
  switch (process.platform) {
    case 'win32':
      return path.join(environment['LOCALAPPDATA'] ?? path.join(home, 'AppData', 'Local'), 'holdfast');
    case 'darwin':
      return path.join(home, 'Library', 'Caches', 'holdfast');
    default:
      return path.join(environment['XDG_CACHE_HOME'] ?? path.join(home, '.cache'), 'holdfast');
  }
}
