import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import { isSelfExplanatory, timeoutsOf } from '../../../../src/verdicts/domains/declarations/domain-declarations.ts';
import {
  domainsJsonSchema,
  readDomainDeclarations,
  requireDomainDeclarations,
} from '../../../../src/verdicts/domains/declarations/domains-document.ts';
import { parseServiceAddress } from '../../../../src/verdicts/domains/declarations/service-address.ts';
import { HoldfastError } from '../../../../src/foundation/errors.ts';

/** The line, code and path of every problem. */
function listProblems(text: string): readonly (readonly [line: number, code: string, path: string])[] {
  return readDomainDeclarations(text).problems.map(({ range, code, path }) => [range.start.line, code, path.join('.')]);
}

const COMPLETE = [
  'services:',
  '  - domain: firmware',
  '    command: python3 services/firmware.py --level "2 3"',
  '    primary: firmware/**',
  '    timeouts: { simulate: 120 }',
  '    environment: [CAN_HOME]',
  '    selfExplanatory: [bus-load]',
  '  - { domain: electrical, address: "127.0.0.1:7001" }',
  '  - { domain: boards, address: "boards.example:7001", allowRemote: true, primary: ["boards/**", "!boards/old/**"] }',
  '  - { domain: typescript, builtin: typescript, primary: "src/**" }',
].join('\r\n');

describe('.holdfast/domains.yaml', () => {
  it('declares no service without a file, and in a file without entries', () => {
    assert.deepEqual(requireDomainDeclarations(undefined).services, []);
    assert.deepEqual(requireDomainDeclarations('# none yet\n'), requireDomainDeclarations(undefined));
  });

  it('declares commands, addresses and built-in services', () => {
    const { value, problems } = readDomainDeclarations(COMPLETE);
    assert.deepEqual(problems, []);
    const [firmware, , boards] = value?.services ?? [];
    assert.ok(firmware !== undefined && boards !== undefined);
    assert.deepEqual(firmware.primary, ['firmware/**']);
    assert.deepEqual(boards.primary, ['boards/**', '!boards/old/**']);
    assert.deepEqual(timeoutsOf(firmware), {
      handshake: 300_000,
      health: 300_000,
      validate: 300_000,
      normalise: 300_000,
      simulate: 120_000,
      extract_interfaces: 300_000,
    });
    assert.equal(timeoutsOf(boards).simulate, 600_000);
  });

  it('[ASSERT-CODE-002] lists the categories that the model receives as they are, with a default', () => {
    const defaults = requireDomainDeclarations(COMPLETE);
    assert.equal(isSelfExplanatory(defaults, 'typescript', 'type-error'), true);
    assert.equal(isSelfExplanatory(defaults, 'typescript', 'crash'), false);
    assert.equal(isSelfExplanatory(defaults, 'firmware', 'bus-load'), true);
    assert.equal(isSelfExplanatory(defaults, 'typescript', 'bus-load'), false);
    const own = requireDomainDeclarations(`selfExplanatory: [crash]\n${COMPLETE}`);
    assert.equal(isSelfExplanatory(own, 'typescript', 'crash'), true);
    assert.equal(isSelfExplanatory(own, 'typescript', 'type-error'), false);
  });

  it('reports every mistake at its line', () => {
    const text = [
      'services:',
      '  - domain: Firmware', // 2
      '    comand: python3 a.py', // 3
      '  - domain: a',
      '    primary: a/**',
      '    timeouts: { simulate: 0 }', // 6
    ].join('\n');
    assert.deepEqual(
      listProblems(text).map(([line, code]) => [line, code]),
      [
        [2, 'wrong-value'],
        [3, 'unknown-key'],
        [6, 'wrong-value'],
      ],
    );
    assert.deepEqual(
      listProblems(
        [
          'services:',
          '  - domain: a', // 2: nothing starts it
          '  - { domain: b, command: "python3 a.py | tee log" }', // 3
          '  - { domain: b, command: x, builtin: typescript }', // 4: twice
          '  - { domain: c, address: "10.0.0.1:80" }', // 5
          '  - { domain: d, address: "somewhere" }', // 6
          '  - { domain: e, command: x, primary: [../other/**] }', // 7
        ].join('\n'),
      ),
      [
        [2, 'missing-key', 'services.0'],
        [3, 'invalid-command', 'services.1.command'],
        [4, 'conflicting-keys', 'services.2'],
        [4, 'wrong-domain', 'services.2.domain'],
        [4, 'duplicate', 'services.2.domain'],
        [5, 'remote-address', 'services.3.address'],
        [6, 'invalid-address', 'services.4.address'],
        [7, 'outside-tree', 'services.5.primary'],
      ],
    );
    assert.throws(
      () => requireDomainDeclarations('services:\n  - { domain: a }'),
      (thrown) => thrown instanceof HoldfastError && thrown.details[0]?.line === 2 && thrown.code === 'configuration',
    );
  });

  it('has a JSON Schema that accepts it and rejects unknown keys', () => {
    const validate = new Ajv({ strict: false }).compile(domainsJsonSchema());
    assert.equal(validate({ services: [{ domain: 'typescript', builtin: 'typescript', primary: 'src/**' }] }), true);
    assert.equal(validate({ services: [{ domain: 'typescript', built_in: 'typescript' }] }), false);
  });
});

describe('address of a service', () => {
  it('is a port of a host, a socket or a named pipe', () => {
    assert.deepEqual(parseServiceAddress('localhost:80'), {
      address: { host: 'localhost', port: 80 },
      isRemote: false,
    });
    assert.deepEqual(parseServiceAddress('[::1]:80'), { address: { host: '::1', port: 80 }, isRemote: false });
    assert.deepEqual(parseServiceAddress('127.example.com:80'), {
      address: { host: '127.example.com', port: 80 },
      isRemote: true,
    });
    assert.deepEqual(parseServiceAddress('/run/a.sock'), { address: { path: '/run/a.sock' }, isRemote: false });
    assert.deepEqual(parseServiceAddress('\\\\.\\pipe\\a'), { address: { path: '\\\\.\\pipe\\a' }, isRemote: false });
    for (const text of ['localhost', 'localhost:0', 'localhost:70000', 'a/b.sock', 'http://localhost:80']) {
      assert.ok('problem' in parseServiceAddress(text), text);
    }
  });
});
