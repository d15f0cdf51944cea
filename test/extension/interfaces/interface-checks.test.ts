import assert from 'node:assert/strict';
import type { ConstraintFinding, InterfaceFindings } from '../../../src/engine.ts';
import { UnsavedTexts } from '../../../src/extension/engines/unsaved-texts.ts';
import { WorkspaceEngines } from '../../../src/extension/engines/workspace-engines.ts';
import { createConstraintDiagnostics } from '../../../src/extension/diagnostics/constraint-diagnostics.ts';
import { InterfaceChecks } from '../../../src/extension/checks/interface-checks.ts';
import { formatInterfaceFindings } from '../../../src/extension/interfaces/interface-text.ts';
import { WorkspaceStore } from '../../../src/extension/state/store.ts';
import { createInitialState } from '../../../src/extension/state/workspace-state.ts';
import { createFakeEngine } from '../support/fake-engine.ts';
import { ManualTimers } from '../support/manual-timers.ts';
import { sampleFolder } from '../support/samples.ts';

const definitions = '.holdfast/interfaces/can-bus.yaml';

const finding: ConstraintFinding = {
  severity: 'blocking',
  interface: 'can-bus',
  parameter: 'bitrate',
  expected: '125 to 1000 kbit/s',
  actual: '1250 kbit/s',
  domain: 'firmware',
  message: 'The bitrate is outside of its range.',
  definition: { file: definitions, line: 8, column: 7, endLine: 8, endColumn: 14 },
  artifact: { artifact: 'firmware/can_messages.h', line: 5 },
};

function createResult(more: Partial<InterfaceFindings> = {}): InterfaceFindings {
  return { findings: [finding], notes: [], compared: [], absences: [], services: 2, ...more };
}

describe('The diagnostics of interfaces', () => {
  it('[ASSERT-XVAL-001] are at the definition and at the artifact, which name each other', () => {
    const [atDefinition, atArtifact, ...more] = createConstraintDiagnostics([finding]);
    assert.equal(more.length, 0);
    assert.deepEqual(
      [atDefinition?.file, atDefinition?.range.start, atDefinition?.severity],
      [definitions, { line: 7, character: 6 }, 'error'],
    );
    assert.equal(atDefinition?.related[0]?.file, 'firmware/can_messages.h');
    assert.match(atDefinition.related[0].message, /1250 kbit\/s, from the domain firmware/);
    assert.equal(atArtifact?.file, 'firmware/can_messages.h');
    assert.equal(atArtifact.range.start.line, 4);
    assert.equal(atArtifact.related[0]?.file, definitions);
    assert.match(atArtifact.related[0].message, /125 to 1000 kbit\/s/);
  });

  it('[ASSERT-XVAL-002] are a warning for a value that is not the nominal one, and only at the definition without an artifact', () => {
    const found = createConstraintDiagnostics([{ ...finding, severity: 'warning', artifact: undefined }]);
    assert.deepEqual(
      found.map(({ file, severity }) => [file, severity]),
      [[definitions, 'warning']],
    );
  });

  it('are summarized with what was not compared', () => {
    assert.equal(formatInterfaceFindings(createResult()), '1 violation');
    const note = { reason: 'missing-value', interface: 'can-bus', message: 'No value.' } as const;
    assert.equal(
      formatInterfaceFindings(createResult({ findings: [{ ...finding, severity: 'warning' }], notes: [note] })),
      '1 warning; 1 part was not compared',
    );
    assert.match(formatInterfaceFindings(createResult({ findings: [], services: 0 })), /no domain service is declared/);
  });
});

describe('The check of interfaces after a save', () => {
  const dataFile = { kind: 'interfaces', document: { file: definitions }, globs: [] } as never;

  function createChecks(trusted: boolean) {
    let calls = 0;
    const { engine } = createFakeEngine();
    const engines = new WorkspaceEngines(
      () =>
        Promise.resolve({
          ...engine,
          domains: {
            ...engine.domains,
            compareInterfaces: () => {
              calls++;
              return Promise.resolve(createResult());
            },
          },
        }),
      () => '/home/repo',
    );
    const store = new WorkspaceStore(createInitialState(trusted), (error) => assert.ifError(error));
    store.dispatch({ type: 'folders-changed', folders: [{ folder: sampleFolder, name: 'repo' }] });
    store.dispatch({ type: 'data-files-checked', folder: sampleFolder, kind: 'interfaces', checks: [dataFile] });
    const timers = new ManualTimers();
    const log = { warn: (message: string) => assert.equal(message, '') };
    const checks = new InterfaceChecks({ store, engines, unsaved: new UnsavedTexts(), log }, timers);
    const save = async (path: string): Promise<number> => {
      checks.handleDiskChanges(sampleFolder, [path]);
      await timers.advance(500);
      return calls;
    };
    return { save, store };
  }

  it('starts no service for another file before the first check, and keeps findings current after it', async () => {
    const { save, store } = createChecks(true);
    assert.equal(await save('firmware/can_messages.h'), 0);
    assert.equal(await save(definitions), 1);
    assert.equal(store.state.folders[0]?.jobs?.interfaces?.result?.findings.length, 1);
    assert.equal(await save('firmware/can_messages.h'), 2);
    assert.equal(await save('.git/index'), 2);
  });

  it('never starts a service in an untrusted workspace', async () => {
    const { save } = createChecks(false);
    assert.equal(await save(definitions), 0);
  });
});
