import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { domainDeclarationsSchema } from '../../../src/verdicts/domains/declarations/domain-declarations.ts';
import { openDomainServices } from '../../../src/verdicts/domains/open-domain-services.ts';
import { serveDomain, type DomainServer } from '../../../src/verdicts/domains/service/serve-domain.ts';
import { CancelledError, HoldfastError } from '../../../src/foundation/errors.ts';
import { endAbandonedProcesses } from '../../../src/workspace/processes/process-records.ts';
import { isAlive } from '../../workspace/support/running-processes.ts';
import { temporaryFolder } from '../../workspace/support/temporary.ts';
import { declareFaulty, faultyCommand, openServices, rejectsWithFault } from './service/faulty-service.ts';

const queries = [{ id: 'bus', version: 1, parameters: ['load'], messageProperties: [] }];
const PRIMARY = 'primary: "**/*.txt"';

/** Resolves when a file exists. */
async function waitForFile(file: string): Promise<void> {
  const watcher = watch(path.dirname(file));
  try {
    while (!existsSync(file)) await once(watcher, 'change');
  } finally {
    watcher.close();
  }
}

describe('domain services', () => {
  it('start one process per service at the first request and end it with the run', async () => {
    await using home = await temporaryFolder();
    const marker = home.at('starts');
    {
      await using opened = openServices(home, declareFaulty('none', 'faulty', PRIMARY, marker));
      const { services } = opened;
      assert.deepEqual(await readdir(home.path), []);
      assert.deepEqual(services.primaryFor(['a.txt', 'b.ts']), ['faulty']);
      assert.deepEqual(services.primaryFor(['b.ts']), []);
      assert.deepEqual(await services.validate(['a.txt']), { passed: true, diagnostics: [], skipped: [] });
      assert.deepEqual(await services.simulate(['a.txt']), { passed: true, failures: [], skipped: [] });
      const other = services.forTree(home.at('elsewhere'), 'c0ffee');
      assert.equal((await other.validate(['a.txt'])).passed, true);
      await other[Symbol.asyncDispose]();
      assert.equal((await services.call('faulty', 'health', {})).status, 'ok');
    }
    const starts = (await readFile(marker, 'utf8')).trim().split('\n');
    assert.equal(starts.length, 1);
    assert.equal(isAlive(Number(starts[0])), false);
    assert.deepEqual(await readdir(home.at('storage', 'processes')), ['folder.lock']);
  });

  it('are not started in an untrusted workspace', async () => {
    await using home = await temporaryFolder();
    const marker = home.at('starts');
    assert.throws(
      () => openServices(home, declareFaulty('none', 'faulty', PRIMARY, marker), { trusted: false }),
      (thrown) => thrown instanceof HoldfastError && thrown.code === 'untrusted',
    );
    assert.deepEqual(await readdir(home.path), []);
  });

  it('[ASSERT-EXT-001] an unavailable primary service stops the work with an error that names it', async () => {
    await using home = await temporaryFolder();
    const entry = `  - { domain: firmware, command: no-such-program-4711, ${PRIMARY} }\n`;
    await using opened = openServices(home, entry + declareFaulty('none'));
    const { services } = opened;
    const message = /^Failed to start the domain service firmware: Command not found: no-such-program-4711\./;
    await rejectsWithFault(services.validate(['a.txt']), 'unavailable', message);
    await rejectsWithFault(services.simulate(['a.txt']), 'unavailable', message);
    await rejectsWithFault(services.extractInterfaces(queries, ['a.txt']), 'unavailable', message);
    await rejectsWithFault(services.facts(['a.txt']), 'unavailable', message);
  });

  it('[ASSERT-EXT-002] an unavailable secondary service is left out with a warning', async () => {
    await using home = await temporaryFolder();
    const entry = `  - { domain: electrical, command: no-such-program-4711, primary: "boards/**" }\n`;
    await using opened = openServices(home, entry + declareFaulty('none', 'faulty', PRIMARY));
    const { extractions, warnings } = await opened.services.extractInterfaces(queries, ['a.txt']);
    assert.deepEqual(
      extractions.map(({ domain, interfaces }) => [domain, interfaces[0]?.id]),
      [['faulty', 'bus']],
    );
    assert.equal(warnings.length, 1);
    assert.equal(warnings[0]?.domain, 'electrical');
    assert.match(warnings[0].message, /^The domain electrical was left out .* Command not found: no-such-program-4711/);
    assert.ok(opened.log.includes(warnings[0].message));
  });

  it('[ASSERT-XVAL-005] work with a single registered service', async () => {
    await using home = await temporaryFolder();
    await using opened = openServices(home, declareFaulty('none', 'firmware', PRIMARY));
    const { extractions, warnings } = await opened.services.extractInterfaces(queries, ['a.txt']);
    assert.deepEqual(warnings, []);
    // Additional fields of a service are ignored.
    assert.deepEqual(extractions, [
      {
        domain: 'firmware',
        interfaces: [
          {
            id: 'bus',
            values: [{ parameter: 'load', value: 1, location: { artifact: 'a.txt', line: 1 } }],
            messages: [],
          },
        ],
      },
    ]);
  });

  it('[ASSERT-EXT-003] a service with another API version is refused at the handshake, with both versions', async () => {
    await using home = await temporaryFolder();
    for (const [fault, version] of [
      ['version', '2'],
      ['refuses-version', '2, 3'],
    ] as const) {
      await using opened = openServices(home, declareFaulty(fault, 'faulty', PRIMARY));
      const message = new RegExp(`it has API version ${version}, but Holdfast requires API version 1$`);
      await rejectsWithFault(opened.services.validate(['a.txt']), 'incompatible', message);
    }
  });

  it('[ASSERT-EXT-004] an unsupported method is a clear error that is not retried', async () => {
    await using home = await temporaryFolder();
    const marker = home.at('starts');
    await using opened = openServices(home, declareFaulty('none', 'faulty', PRIMARY, marker));
    await rejectsWithFault(
      opened.services.call('faulty', 'normalise', { artifacts: [] }),
      'unsupported-method',
      /^Failed to call normalise of the domain service faulty: it does not support the method normalise/,
    );
    assert.equal((await readFile(marker, 'utf8')).trim().split('\n').length, 1);
  });

  it('repeat a request once after a crash, then count as unavailable', async () => {
    await using home = await temporaryFolder();
    {
      await using opened = openServices(home, declareFaulty('die-once', 'faulty', PRIMARY, home.at('once')));
      assert.equal((await opened.services.validate(['a.txt'])).passed, true);
      assert.match(opened.log.join('\n'), /is started again: it exited with code 7/);
    }
    await using opened = openServices(home, declareFaulty('die', 'faulty', PRIMARY, home.at('always')));
    await rejectsWithFault(
      opened.services.validate(['a.txt']),
      'unavailable',
      /it ended twice during the request: it exited with code 7\. The end of its standard error:\nSegmentation fault in the rules$/,
    );
    assert.equal((await readFile(home.at('always'), 'utf8')).trim().split('\n').length, 2);
  });

  it('report wrong answers as errors of the service, not of the code', async () => {
    await using home = await temporaryFolder();
    for (const [fault, kind, message] of [
      ['schema', 'invalid-response', /does not match the schema of validate: diagnostics\.0\.severity/],
      ['outside', 'invalid-response', /diagnostics\.0\.artifact: Expected a path relative to the root/],
      ['noise', 'protocol', /it wrote text to its standard output that is not a message: "DEBUG: checking a.txt"/],
      ['noise-without-line', 'protocol', /is not a message: "checking"/],
      ['header', 'protocol', /a header must end with \\r\\n\\r\\n/],
      ['json', 'protocol', /it wrote a message that is not valid/],
      ['large', 'output-limit', /more than 200000 bytes/],
      ['refuse', 'refused', /it answered with error 5: the rules are missing/],
    ] as const) {
      await using opened = openServices(home, declareFaulty(fault, 'faulty', PRIMARY), { outputLimitBytes: 200_000 });
      await rejectsWithFault(opened.services.validate(['a.txt']), kind, message);
    }
  });

  it('a simulation that does not end in time is a failure of the code', async () => {
    await using home = await temporaryFolder();
    await using opened = openServices(
      home,
      declareFaulty('slow-simulate', 'faulty', `${PRIMARY}, timeouts: { simulate: 0.1 }`),
    );
    assert.deepEqual(await opened.services.simulate(['a.txt']), {
      passed: false,
      failures: [{ domain: 'faulty', category: 'timeout', message: 'The simulation did not end in 0.1 seconds.' }],
      skipped: [],
    });
    // A new process answers the next request.
    assert.equal((await opened.services.validate(['a.txt'])).passed, true);
  });

  it('another method that does not end in time makes the service unavailable', async () => {
    await using home = await temporaryFolder();
    await using opened = openServices(home, declareFaulty('hang', 'faulty', `${PRIMARY}, timeouts: { validate: 0.1 }`));
    await rejectsWithFault(opened.services.validate(['a.txt']), 'unavailable', /no answer in 0\.1 seconds/);
  });

  it('are cancelled: one that reacts stays, one that does not is ended', async () => {
    await using home = await temporaryFolder();
    for (const [fault, isEnded] of [
      ['slow', false],
      ['hang', true],
    ] as const) {
      const marker = home.at(fault);
      const controller = new AbortController();
      await using opened = openServices(home, declareFaulty(fault, 'faulty', PRIMARY, marker), {
        signal: controller.signal,
        cancelGraceMs: fault === 'slow' ? 10_000 : 50,
      });
      await opened.services.facts();
      const call = opened.services.validate(['a.txt']);
      await waitForFile(`${marker}.called`);
      controller.abort();
      await assert.rejects(call, CancelledError);
      assert.equal(isAlive(Number(await readFile(marker, 'utf8'))), !isEnded);
    }
  });

  it('can listen at an address', async () => {
    await using home = await temporaryFolder();
    const server: DomainServer = {
      facts: { domain: 'electrical', artifacts: ['**/*.txt'], interfaceVersions: { bus: [2] } },
      methods: {
        validate: ({ artifacts, commit }) =>
          Promise.resolve({
            diagnostics: artifacts.map((artifact) => ({
              artifact,
              severity: 'error' as const,
              category: 'short',
              message: `at ${commit}`,
            })),
          }),
      },
    };
    const stop = new AbortController();
    const listener = createServer((socket) => void serveDomain(server, socket, socket, stop.signal));
    for (const address of ['127.0.0.1:0', home.at('service.sock')]) {
      if (address.startsWith('/')) listener.listen(address);
      else listener.listen(0, '127.0.0.1');
      await once(listener, 'listening');
      const bound = listener.address();
      const declared = typeof bound === 'object' && bound !== null ? `127.0.0.1:${bound.port}` : address;
      const entry = `  - { domain: electrical, address: "${declared}", ${PRIMARY} }\n`;
      {
        await using opened = openServices(home, entry, { commit: 'c0ffee' });
        assert.deepEqual((await opened.services.facts()).services[0]?.interfaceVersions, { bus: [2] });
        assert.deepEqual(await opened.services.validate(['a.txt']), {
          passed: false,
          diagnostics: [
            { artifact: 'a.txt', severity: 'error', category: 'short', message: 'at c0ffee', domain: 'electrical' },
          ],
          skipped: [],
        });
      }
      listener.close();
      await once(listener, 'close');
      await using opened = openServices(home, entry);
      await rejectsWithFault(opened.services.validate(['a.txt']), 'unavailable', /ECONNREFUSED|ENOENT/);
    }
    stop.abort();
  });

  it('are ended by the next command after Holdfast was killed', async function () {
    if (process.platform !== 'linux') this.skip();
    await using home = await temporaryFolder();
    const marker = home.at('starts');
    await writeFile(home.at('domains.yaml'), `services:\n${declareFaulty('ignores-end', 'faulty', PRIMARY, marker)}`);
    const script = new URL('./service/serve-and-wait.ts', import.meta.url).pathname;
    const holder = spawn(process.execPath, [script, home.path, home.at('storage')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(createInterface({ input: holder.stdout }), 'line');
    const pid = Number(await readFile(marker, 'utf8'));
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    assert.equal(isAlive(pid), true);
    assert.deepEqual(await endAbandonedProcesses(home.at('storage', 'processes')), [
      'Ended the domain service faulty of an interrupted run.',
    ]);
    assert.equal(isAlive(pid), false);
  });

  it('do nothing without declarations', async () => {
    await using home = await temporaryFolder();
    await using services = openDomainServices({
      declarations: domainDeclarationsSchema.parse({}),
      root: home.path,
      commit: null,
      storage: home.at('storage'),
      trusted: false,
      environment: [],
      signal: new AbortController().signal,
      log: () => undefined,
    });
    assert.deepEqual(services.primaryFor(['a.ts']), []);
    assert.deepEqual(await services.extractInterfaces(queries), { extractions: [], warnings: [] });
    assert.ok(faultyCommand('none').includes('faulty.mjs'));
  });
});
