import assert from 'node:assert/strict';
import { callHoldfast, runHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const DEFINITION = `interfaces:
  - id: can-bus
    version: 3
    owners: [typescript]
    parameters:
      bitrate: { unit: kbit/s, min: 125, max: 1000, nominal: 500 }
      max_bus_load: { min: 0, max: 0.5 }
    messages:
      properties:
        payload: { type: integer, unit: B, min: 0, max: 8 }
        cycle_time: { unit: ms, min: 1 }
    constraints:
      - id: bus_load
        title: Bus load
        expression: sum(messages, (payload + 47 bit) / cycle_time) / bitrate <= max_bus_load
`;

const BUILT_IN = 'services: [{ domain: typescript, builtin: typescript, primary: "src/**" }]\n';

/** Three messages of 8 bytes: 3 * 111 bit per cycle time. */
function source(cycleTime: number, bitrate = 500): string {
  const message = (name: string): string => `  { name: '${name}', payload: 8, cycle_time: ${cycleTime} },`;
  return `/**
 * @interface can-bus.bitrate
 * @unit kbit/s
 */
export const BITRATE = ${bitrate};

/**
 * @messages can-bus
 * @unit payload byte
 * @unit cycle_time ms
 */
export const MESSAGES = [
${['engine', 'wheels', 'brakes'].map(message).join('\n')}
] as const;
`;
}

const CONTRACT = `version: 1
spec: { id: bus, title: Bus, description: The messages of the bus. }
chunks:
  - id: messages
    title: Messages
    description: The messages.
    assertions:
      - type: assert
        message: The bus load must be low
        check: { type: interface_constraint, target: can-bus, parameter: bus_load }
`;

/** A service in a process that understands version 2 of the interface. */
const OLD_SERVICE = `let input = Buffer.alloc(0);
process.stdin.on('data', (data) => {
  input = Buffer.concat([input, data]);
  for (;;) {
    const end = input.indexOf('\\r\\n\\r\\n');
    if (end < 0) return;
    const length = Number(/content-length: (\\d+)/i.exec(input.subarray(0, end).toString())[1]);
    if (input.length < end + 4 + length) return;
    const { id, method } = JSON.parse(input.subarray(end + 4, end + 4 + length).toString());
    input = input.subarray(end + 4 + length);
    if (id === undefined) continue;
    const results = {
      handshake: { apiVersion: 1, domain: 'firmware', artifacts: ['**'], capabilities: ['extract_interfaces'], interfaceVersions: { 'can-bus': [2] } },
      extract_interfaces: { interfaces: [{ id: 'can-bus', values: [{ parameter: 'bitrate', value: 9, unit: 'kbit/s', location: { artifact: 'src/bus.ts', line: 5 } }] }] },
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? { status: 'ok' } });
    process.stdout.write('Content-Length: ' + Buffer.byteLength(body) + '\\r\\n\\r\\n' + body);
  }
});
process.stdin.on('end', () => process.exit(0));
`;

const FILES = {
  '.holdfast/interfaces/can.yaml': DEFINITION,
  '.holdfast/domains.yaml': BUILT_IN,
  'src/bus.ts': source(1.25),
  'bus.contract.yaml': CONTRACT,
};

describe('holdfast interfaces check', () => {
  it('[ASSERT-XVAL-001] [ASSERT-XVAL-006] reports a bus load over the maximum at the definition and at the artifact', async () => {
    using workspace = new Workspace(FILES);
    const failing = await runHoldfast(workspace.folder, ['interfaces', 'check'], workspace.environment());
    assert.equal(failing.code, 1, failing.stderr);
    assert.match(
      failing.stdout,
      /^blocking \.holdfast\/interfaces\/can\.yaml:15:9 Bus load \(bus_load\) of the interface can-bus must be at most 0\.5 \(max_bus_load\), but is 0\.5328 with the values of typescript\.$/m,
    );
    assert.match(failing.stdout, /^ {4}src\/bus\.ts$/m);
    workspace.write({ 'src/bus.ts': source(1.4, 501) });
    const passing = await callHoldfast(workspace.folder, ['interfaces', 'check'], workspace.environment());
    assert.equal(passing.code, 0, passing.stdout);
    assert.match(
      passing.stdout,
      /^warning .*bitrate of the interface can-bus has the nominal 500 kbit\/s, but is 501 kbit\/s/m,
    );
    assert.match(passing.stdout, /8 comparisons: 0 blocking, 1 warning\.$/m);
  });

  it('[ASSERT-XDOM-003] reports a service that understands version 2 if the registry has version 3', async () => {
    using workspace = new Workspace({
      ...FILES,
      '.holdfast/interfaces/can.yaml': DEFINITION.replace('owners: [typescript]', 'owners: [typescript, firmware]'),
      '.holdfast/domains.yaml': 'services: [{ domain: firmware, command: node tools/service.cjs }]\n',
      'tools/service.cjs': OLD_SERVICE,
    });
    const result = await callHoldfast(
      workspace.folder,
      ['interfaces', 'check', '--format', 'json'],
      workspace.environment(),
    );
    assert.equal(result.code, 1, result.stderr);
    const report = JSON.parse(result.stdout) as { ok: boolean; findings: { parameter: string; domain: string }[] };
    assert.equal(report.ok, false);
    // The values of a service that reads another version are not used.
    assert.deepEqual(
      report.findings.map(({ parameter, domain }) => [parameter, domain]),
      [['version', 'firmware']],
    );
  });

  it('[ASSERT-XDOM-002] reports a malformed definition, and starts no service', async () => {
    using workspace = new Workspace({
      ...FILES,
      '.holdfast/interfaces/can.yaml': DEFINITION.replace('/ bitrate', '/ bitrat'),
      '.holdfast/domains.yaml': 'services: [{ domain: firmware, command: node -e "process.exit(3)" }]\n',
    });
    const result = await callHoldfast(workspace.folder, ['interfaces', 'check'], workspace.environment());
    assert.equal(result.code, 1);
    assert.equal(result.stderr, '');
    assert.match(
      result.stdout,
      /^error \.holdfast\/interfaces\/can\.yaml:15:70 Interface "can-bus": .*Unknown name "bitrat"/m,
    );
  });

  it('checks only the definitions without services, and exits with 2 without definitions', async () => {
    using workspace = new Workspace({ ...FILES, '.holdfast/domains.yaml': '' });
    const result = await callHoldfast(workspace.folder, ['interfaces', 'check'], workspace.environment());
    assert.equal(result.code, 0, result.stderr);
    assert.match(result.stdout, /declares no service\.$/m);
    const skipped = await callHoldfast(
      workspace.folder,
      ['interfaces', 'check', '--no-services'],
      workspace.environment(),
    );
    assert.equal(skipped.code, 0);
    using empty = new Workspace({ 'a.txt': 'a' });
    const nothing = await callHoldfast(empty.folder, ['interfaces', 'check'], empty.environment());
    assert.equal(nothing.code, 2);
    assert.match(nothing.stderr, /Failed to find interface definitions/);
  });

  it('cannot run if a service that is responsible for a file fails, and notes one that is not', async () => {
    const ends = "node -e 'process.exit(3)'";
    using workspace = new Workspace({
      ...FILES,
      '.holdfast/domains.yaml': `services: [{ domain: firmware, command: "${ends}", primary: "src/**" }]\n`,
    });
    const primary = await callHoldfast(workspace.folder, ['interfaces', 'check'], workspace.environment());
    assert.equal(primary.code, 2, primary.stdout);
    assert.match(primary.stderr, /firmware/);
    workspace.write({ '.holdfast/domains.yaml': `services: [{ domain: firmware, command: "${ends}" }]\n` });
    const secondary = await callHoldfast(workspace.folder, ['interfaces', 'check'], workspace.environment());
    assert.equal(secondary.code, 0, secondary.stderr);
    assert.match(secondary.stdout, /^note The domain firmware was left out/m);
  });

  it('lists interfaces, and prints the schema', async () => {
    using workspace = new Workspace(FILES);
    const list = await runHoldfast(workspace.folder, ['interfaces', 'list'], workspace.environment());
    assert.equal(list.code, 0);
    assert.match(list.stdout, /^can-bus version 3 \(typescript\) \.holdfast\/interfaces\/can\.yaml:2$/m);
    const schema = await runHoldfast(workspace.folder, ['schema', 'interfaces']);
    assert.equal((JSON.parse(schema.stdout) as { title: string }).title, 'Holdfast interfaces');
  });
});

describe('A contract with interface_constraint', () => {
  it('[ASSERT-XVAL-001] gets its verdict from the declared services', async () => {
    using workspace = new Workspace(FILES);
    const failing = await callHoldfast(workspace.folder, ['check', '--format', 'json'], workspace.environment());
    assert.equal(failing.code, 1, failing.stderr);
    assert.match(failing.stdout, /"actual": "bus_load: 0\.5328 in typescript"/);
    assert.match(failing.stdout, /"expected": "bus_load: at most 0\.5 \(max_bus_load\)"/);
    workspace.write({ 'src/bus.ts': source(1.4) });
    const passing = await callHoldfast(workspace.folder, ['check'], workspace.environment());
    assert.equal(passing.code, 0, passing.stdout + passing.stderr);
  });
});
