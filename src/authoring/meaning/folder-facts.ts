import type { Analysis } from '../../verdicts/analysis/analysis.ts';
import type { KnownGate } from '../../run/contracts/gate-files.ts';
import type { WorkspaceFacts } from './workspace-facts.ts';
import { isRecord } from '../../foundation/is-record.ts';
import { detectTestCommand } from '../../verdicts/test-runners/detect-test-command.ts';
import type { DiskTree } from '../../workspace/files/disk-tree.ts';
import { findSignature } from '../contracts/state-exports.ts';

/** What the facts are read from. */
export interface WorkspaceFactSources {
  readonly tree: DiskTree;
  readonly analysis: Analysis;
  readonly contracts: { sharedGates(): Promise<readonly KnownGate[]> };
}

/** The facts of a folder. Questions about code go to the analysis, which runs in a worker thread. */
export function createWorkspaceFacts(
  { tree, analysis, contracts }: WorkspaceFactSources,
  isTrusted: () => boolean,
): WorkspaceFacts {
  const { root } = tree;
  return {
    files: () => tree.listFiles(),
    searchExports: (text, limit) => analysis.searchExports(root, text, limit),
    findExport: async (name, file) => {
      const stated = file === undefined ? null : await analysis.locateExport(root, name, file);
      return stated ?? (await analysis.locateExport(root, name, null)) ?? undefined;
    },
    signatureOf: async (name, file) => {
      const exporter = file ?? (await analysis.locateExport(root, name, null))?.file;
      if (exporter === undefined) return undefined;
      return findSignature({ analysis, root, trusted: isTrusted(), signal: undefined }, exporter, name);
    },
    gates: () => contracts.sharedGates(),
    commands: () => listCommands(tree),
  };
}

/** The test command of the repository, then a command for each script of its package.json. */
async function listCommands(tree: DiskTree): Promise<readonly string[]> {
  const detected = await detectTestCommand(tree);
  const text = await tree.readText('package.json');
  const scripts = Object.keys(scriptsIn(text ?? '')).map((name) => (name === 'test' ? 'npm test' : `npm run ${name}`));
  return [...new Set([...(detected === undefined ? [] : [detected.command]), ...scripts])];
}

/** The scripts of a package.json; none if it has errors, which npm reports. */
function scriptsIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const data: unknown = JSON.parse(text);
    return isRecord(data) && isRecord(data['scripts']) ? data['scripts'] : {};
  } catch {
    return {};
  }
}
