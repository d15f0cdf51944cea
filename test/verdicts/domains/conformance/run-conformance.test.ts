import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runConformance } from '../../../../src/verdicts/domains/conformance/run-conformance.ts';
import type {
  ConformanceFault,
  ConformanceReport,
} from '../../../../src/verdicts/domains/conformance/conformance-report.ts';
import { systemClock } from '../../../../src/foundation/clock.ts';
import { CancelledError } from '../../../../src/foundation/errors.ts';
import { ProcessStartError } from '../../../../src/workspace/processes/supervised-process.ts';
import { projectRoot } from '../../../scripts/project.ts';
import { temporaryFolder, type TemporaryFolder } from '../../../workspace/support/temporary.ts';
import { faultyCommand } from '../service/faulty-service.ts';

function examine(
  home: TemporaryFolder,
  command: string,
  { timeoutMs = 30_000, folder = home.path, signal = new AbortController().signal } = {},
): Promise<ConformanceReport> {
  return runConformance({
    command,
    folder,
    root: folder,
    interfaces: [{ id: 'can-bus', version: 1, parameters: ['bitrate'], messageProperties: ['payload'] }],
    storage: home.at('storage'),
    timeoutMs,
    rules: { passedVariables: [] },
    clock: systemClock,
    signal,
  });
}

function listFaults({ cases }: ConformanceReport): readonly string[] {
  return cases.filter(({ status }) => status === 'failed').map(({ id, fault }) => `${id}: ${fault}`);
}

/** The faults of a service, the time limit that shows them, and the case that names each. */
const FAULTS: readonly (readonly [name: string, fault: ConformanceFault, caseId: string, timeoutMs?: number])[] = [
  ['hang', 'hang', 'validate', 3_000],
  ['hang-at-start', 'hang', 'handshake', 3_000],
  ['schema', 'wrong-schema', 'validate'],
  ['version', 'wrong-version', 'handshake'],
  ['any-version', 'wrong-version', 'unknown-version'],
  ['die', 'crash', 'validate'],
  ['die-at-start', 'crash', 'handshake'],
  ['noise', 'noise', 'validate'],
  ['refuse', 'wrong-error', 'validate'],
  ['random', 'not-repeatable', 'repeatable'],
  ['silent-about-methods', 'wrong-error', 'unsupported-method'],
  ['ignores-end', 'does-not-end', 'end', 3_000],
];

describe('conformance of domain services', () => {
  it('passes a service without faults, each requirement with a process for itself', async () => {
    await using home = await temporaryFolder();
    await writeFile(home.at('a.txt'), 'text');
    const report = await examine(home, faultyCommand('none', 'faulty', ''));
    assert.deepEqual(listFaults(report), []);
    assert.equal(report.passed, true);
    assert.equal(report.facts?.domain, 'faulty');
    assert.deepEqual(report.artifacts, ['a.txt']);
    assert.deepEqual(
      report.cases.filter(({ status }) => status === 'skipped').map(({ id }) => id),
      ['normalise'],
    );
  });

  for (const [name, fault, caseId, timeoutMs] of FAULTS) {
    it(`names the fault of a service with "${name}"`, async () => {
      await using home = await temporaryFolder();
      const report = await examine(home, faultyCommand(name), { timeoutMs });
      assert.equal(report.passed, false);
      assert.deepEqual(report.faults, [fault]);
      assert.deepEqual(listFaults(report), [`${caseId}: ${fault}`]);
    });
  }

  it('passes the Python service of the example', async function () {
    if (spawnSync('python3', ['--version']).status !== 0) this.skip();
    await using home = await temporaryFolder();
    const report = await examine(home, 'python3 services/firmware.py', {
      folder: path.join(projectRoot, 'examples', 'can-bus'),
    });
    assert.deepEqual(listFaults(report), []);
    assert.equal(report.facts?.domain, 'firmware');
    assert.deepEqual(report.artifacts, ['firmware/can_messages.h']);
  });

  it('reports a command that does not start, and can be cancelled', async () => {
    await using home = await temporaryFolder();
    await assert.rejects(examine(home, 'no-such-program-4711'), ProcessStartError);
    const controller = new AbortController();
    const examined = examine(home, faultyCommand('hang-at-start'), { signal: controller.signal, timeoutMs: 1_000 });
    controller.abort();
    await assert.rejects(examined, CancelledError);
  });
});
