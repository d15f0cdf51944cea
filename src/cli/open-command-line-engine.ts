import path from 'node:path';
import { createAnalysis } from '../verdicts/analysis/in-process-analysis.ts';
import { createEngine, type Engine } from '../engine.ts';
import { systemClock } from '../foundation/clock.ts';
import type { CommandContext, EngineFlags } from './base/command-context.ts';
import { findStorageFolder } from './base/storage-folder.ts';

/**
 * Opens the engine of a folder for the command line, configured by flags and environment variables. By default, it is in one
 * process and the folder is trusted.
 */
export function openCommandLineEngine(
  {
    environment,
    terminal,
    script,
    onProgress,
  }: Pick<CommandContext, 'environment' | 'terminal' | 'script' | 'onProgress'>,
  folder: string,
  flags: EngineFlags,
): Engine {
  const log = (line: string): void => {
    if (flags.quiet !== true) terminal.progressLine(line);
  };
  return createEngine({
    folder,
    storage: findStorageFolder(environment),
    trusted: () => flags.trusted ?? true,
    analysis: (services) =>
      createAnalysis({
        ...services,
        // TypeScript is never installed at the root, so the bundled one is used.
        packagesFrom: flags.packages === 'own' ? path.parse(folder).root : services.packagesFrom,
        environment: (name) => environment[name],
        log,
        onProgress,
      }),
    settings: {
      flags: {
        model: flags.model,
        baseUrl: flags.baseUrl,
        record: flags.record,
        landing: flags.landing,
        confinement: flags.confinement,
      },
      environment: flags.readsVariables === false ? {} : environment,
      defaultLanding: 'commit',
    },
    models: { keys: (name) => Promise.resolve(environment[name]) },
    ownProgram: script === undefined ? undefined : { command: [process.execPath, script], variables: {} },
    clock: systemClock,
    onProgress,
    log: (level, message) => log(`${level}: ${message}`),
  });
}
