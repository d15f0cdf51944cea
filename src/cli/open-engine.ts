import os from 'node:os';
import path from 'node:path';
import { createAnalysis } from '../analysis/analysis.ts';
import { createEngine, type Engine } from '../engine.ts';
import { systemClock } from '../models/clock.ts';
import type { EngineFlags } from './command-context.ts';
import type { ProgramInput } from './program.ts';

/** The engine of a folder as the command line runs it: in one process, trusted, configured by flags and environment. */
export function openEngine(input: ProgramInput, folder: string, flags: EngineFlags): Promise<Engine> {
  const { environment, terminal } = input;
  const engine = createEngine({
    folder,
    storage: storageFolder(environment),
    trusted: () => true,
    analysis: (services) =>
      createAnalysis({
        ...services,
        environment: (name) => environment[name],
        log: (line) => terminal.progress(line),
      }),
    settings: {
      flags: { model: flags.model, baseUrl: flags.baseUrl, record: flags.record, landing: flags.landing },
      environment,
      defaultLanding: 'commit',
    },
    models: { keys: (name) => Promise.resolve(environment[name]) },
    clock: systemClock,
    log: (level, message) => terminal.progress(`${level}: ${message}`),
  });
  return Promise.resolve(engine);
}

/** Where trees of attempts live: outside every repository, as the platform keeps such things. */
function storageFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const named = environment['HOLDFAST_STORAGE'];
  if (named !== undefined && named !== '') return path.resolve(named);
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
