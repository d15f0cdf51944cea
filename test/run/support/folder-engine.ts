import { join } from 'node:path';
import { createAnalysis } from '../../../src/analysis/analysis.ts';
import { createEngine, type Engine } from '../../../src/engine.ts';
import { systemClock } from '../../../src/models/clock.ts';
import type { Workspace } from '../../cli/support/workspace.ts';
import type { LoopbackServer } from '../../servers/loopback-server.ts';

export interface FolderEngineOptions {
  readonly server?: LoopbackServer;
  readonly landing?: 'commit' | 'working-tree' | 'review' | 'none';
  readonly onLog?: (line: string) => void;
}

/** An engine of a temporary folder as an edge makes it; each stands for a process of its own. */
export function openFolderEngine(workspace: Workspace, { server, landing, onLog }: FolderEngineOptions = {}): Engine {
  const environment = workspace.environment(server);
  return createEngine({
    folder: workspace.folder,
    storage: environment['HOLDFAST_STORAGE'] ?? join(workspace.folder, '..', 'storage'),
    trusted: () => true,
    analysis: (services) => createAnalysis({ ...services, environment: (name) => environment[name] }),
    settings: { environment, defaultLanding: landing ?? 'commit' },
    models: { keys: (name) => Promise.resolve(environment[name]) },
    clock: systemClock,
    log: (level, message) => onLog?.(`${level}: ${message}`),
  });
}
