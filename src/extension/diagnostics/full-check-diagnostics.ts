import { acceptanceCommandsOf } from '../../engine.ts';
import * as l10n from '@vscode/l10n';
import type { DataPath } from '../../contract/document.ts';
import type { ChunkCheck, ContractCheck } from '../../engine.ts';
import { toTextRange } from '../base/text-range.ts';
import {
  createContractDiagnostics,
  getFindingKind,
  type ContractDiagnostic,
  type Severity,
} from './contract-diagnostics.ts';

type FullParts = NonNullable<ChunkCheck['full']>;

/**
 * [DONE-4] The diagnostics that a full check adds to those of a check of files: failed commands and gates at their places in
 * the contract, and assertions that fail only in a clean tree.
 */
export function createFullCheckDiagnostics(
  full: ContractCheck,
  known: readonly ContractDiagnostic[],
): readonly ContractDiagnostic[] {
  const seen = new Set(known.map(toKey));
  const found = [
    ...createContractDiagnostics(full),
    ...full.chunks.flatMap((chunk) => [
      ...createCommandDiagnostics(full, chunk, chunk.full?.commands ?? []),
      ...createGateDiagnostics(full, chunk, chunk.full?.gates ?? []),
    ]),
  ];
  return found.filter((diagnostic) => {
    const key = toKey(diagnostic);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function toKey({ file, range, message }: ContractDiagnostic): string {
  return JSON.stringify([file, range, message]);
}

function createCommandDiagnostics(
  check: ContractCheck,
  chunk: ChunkCheck,
  commands: FullParts['commands'],
): readonly ContractDiagnostic[] {
  return commands
    .filter(({ passed }) => !passed)
    .map(({ stage, command, exitCode, error, lastError, afterFailedBuild }) => {
      const outcome = error ?? l10n.t('exit code {0}', exitCode ?? 'unknown');
      const timing = afterFailedBuild === true ? l10n.t(' after the failed build') : '';
      const message = [
        l10n.t('{0} command "{1}" failed{2}: {3}', stage, command, timing, outcome),
        ...(lastError ?? '').split('\n'),
      ];
      const path = findCommandPath(check, chunk.id, stage, command);
      // Setup, build and verify are about all chunks: that a chunk has not begun is no reason for their failure.
      const kind = stage === 'acceptance' ? getFindingKind(chunk, 'assert') : 'failedRun';
      return { ...createDiagnostic(check, path, 'error', message.join('\n').trim(), stage), kind };
    });
}

function createGateDiagnostics(
  check: ContractCheck,
  chunk: ChunkCheck,
  gates: FullParts['gates'],
): readonly ContractDiagnostic[] {
  return gates.flatMap(({ id, name, mode, verdict, reasoning }) => {
    if (verdict === 'PASS' || (verdict === 'NOT_JUDGED' && mode === 'informational')) return [];
    const outcome =
      verdict === 'NOT_JUDGED'
        ? l10n.t('was not judged')
        : verdict === 'FAIL'
          ? l10n.t('failed')
          : l10n.t('could not be judged');
    const message = l10n.t('Gate "{0}" {1} for chunk "{2}". {3}', name, outcome, chunk.title, reasoning);
    const index = check.document.contract?.gates.findIndex((gate) => gate.id === id) ?? -1;
    const path = index < 0 ? findChunkPath(check, chunk.id) : ['gates', index, 'id'];
    const severity = toSeverity(mode, verdict);
    const kind = severity === 'error' ? getFindingKind(chunk, 'assert') : undefined;
    return [{ ...createDiagnostic(check, path, severity, message, 'gate'), kind }];
  });
}

/** A gate without a verdict is not a failure. */
function toSeverity(mode: FullParts['gates'][number]['mode'], verdict: string): Severity {
  if (verdict === 'NOT_JUDGED' || mode === 'informational') return 'information';
  return mode === 'advisory' ? 'warning' : 'error';
}

function findCommandPath(
  check: ContractCheck,
  chunk: string,
  stage: FullParts['commands'][number]['stage'],
  command: string,
): DataPath {
  const chunkPath = findChunkPath(check, chunk);
  const { contract } = check.document;
  switch (stage) {
    case 'setup':
      return contract?.attempt === undefined ? chunkPath : ['attempt', 'setup'];
    case 'build':
      return ['build', 'command'];
    case 'verify':
      return contract?.verify?.command === command ? ['verify', 'command'] : chunkPath;
    case 'acceptance': {
      const owner = contract?.chunks.find(({ id }) => id === chunk);
      const index = owner === undefined ? -1 : acceptanceCommandsOf(owner).indexOf(command);
      return [...chunkPath.slice(0, 2), 'acceptanceCommands', index];
    }
  }
}

function findChunkPath({ document }: ContractCheck, chunk: string): DataPath {
  const index = document.contract?.chunks.findIndex(({ id }) => id === chunk) ?? -1;
  return index < 0 ? [] : ['chunks', index, 'id'];
}

function createDiagnostic(
  { document }: ContractCheck,
  path: DataPath,
  severity: Severity,
  message: string,
  code: string,
): ContractDiagnostic {
  return { file: document.file, range: toTextRange(document.rangeOf(path)), severity, message, code, related: [] };
}
