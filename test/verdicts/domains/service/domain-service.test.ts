import assert from 'node:assert/strict';
import { DomainService } from '../../../../src/verdicts/domains/service/domain-service.ts';
import { openProcessTransport } from '../../../../src/verdicts/domains/service/transport.ts';
import { systemClock } from '../../../../src/foundation/clock.ts';
import { processRecordsFolder } from '../../../../src/workspace/processes/process-records.ts';
import { temporaryFolder } from '../../../workspace/support/temporary.ts';
import { rejectsWithFault } from './faulty-service.ts';

const TIMEOUT_MS = 10_000;

describe('A domain service whose program ends at once', () => {
  it('[ASSERT-EXT-001] is unavailable, with its output, also if the first message cannot be written', async () => {
    await using home = await temporaryFolder();
    let starts = 0;
    await using service = new DomainService({
      domain: 'dead',
      timeouts: {
        handshake: TIMEOUT_MS,
        health: TIMEOUT_MS,
        normalise: TIMEOUT_MS,
        validate: TIMEOUT_MS,
        simulate: TIMEOUT_MS,
        extract_interfaces: TIMEOUT_MS,
      },
      open: async () => {
        starts += 1;
        const transport = await openProcessTransport({
          name: 'the domain service dead',
          command: [process.execPath, '-e', 'console.error("no such module"); process.exit(3)'],
          cwd: home.path,
          records: processRecordsFolder(home.at('storage')),
        });
        // A program that ends closes its input, often before its end is reported. A message cannot be written then.
        transport.output.destroy();
        return transport;
      },
      log: () => undefined,
      clock: systemClock,
      outputLimitBytes: 1024,
      cancelGraceMs: 1_000,
    });
    await rejectsWithFault(
      service.facts({ root: home.path, commit: null }, new AbortController().signal),
      'unavailable',
      /it exited with code 3\. The end of its standard error:\nno such module$/,
    );
    assert.equal(starts, 2);
  });
});
