import { join } from 'node:path';
import { createAnalysis } from '../../../src/verdicts/analysis/in-process-analysis.ts';
import type { OwnProgram } from '../../../src/run/services/run-services.ts';
import { createEngine, type Engine } from '../../../src/engine.ts';
import { systemClock, type Clock } from '../../../src/foundation/clock.ts';
import type { Workspace } from '../../cli/support/workspace.ts';
import type { LoopbackServer } from '../../servers/loopback-server.ts';

export interface FolderEngineOptions {
  readonly server?: LoopbackServer;
  readonly landing?: 'commit' | 'working-tree' | 'review' | 'none';
  readonly onLog?: (line: string) => void;
  /** Default: true. */
  readonly trusted?: boolean;
  /** Receives the root of each tree that is checked. */
  readonly onCheck?: (root: string) => void;
  readonly clock?: Clock | undefined;
  readonly ownProgram?: OwnProgram | undefined;
}

/** Creates an engine of a temporary folder like the command line does. Each engine acts as a separate process. */
export function openFolderEngine(
  workspace: Pick<Workspace, 'folder' | 'environment'>,
  { server, landing, onLog, trusted = true, onCheck, clock = systemClock, ownProgram }: FolderEngineOptions = {},
): Engine {
  const environment = workspace.environment(server);
  return createEngine({
    folder: workspace.folder,
    storage: environment['HOLDFAST_STORAGE'] ?? join(workspace.folder, '..', 'storage'),
    trusted: () => trusted,
    analysis: (services) => {
      const analysis = createAnalysis({ ...services, environment: (name) => environment[name] });
      const checkTree = analysis.check.bind(analysis);
      const check: typeof checkTree = (request, callOptions) => {
        onCheck?.(request.root);
        return checkTree(request, callOptions);
      };
      return Object.assign(analysis, { check });
    },
    settings: { environment, defaultLanding: landing ?? 'commit' },
    models: { keys: (name) => Promise.resolve(environment[name]) },
    clock,
    ownProgram,
    log: (level, message) => onLog?.(`${level}: ${message}`),
  });
}
