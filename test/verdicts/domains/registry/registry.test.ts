import assert from 'node:assert/strict';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { readInterfaceFile } from '../../../../src/verdicts/domains/registry/interface-document.ts';
import { interfaceJsonSchema } from '../../../../src/verdicts/data-files/interface-files.ts';
import { createInterfaceQueries } from '../../../../src/verdicts/domains/registry/interface-queries.ts';
import { readRegistry, requireRegistry } from '../../../../src/verdicts/domains/registry/read-registry.ts';
import { HoldfastError } from '../../../../src/foundation/errors.ts';
import { CAN_BUS, CAN_FILE, memoryTree, problemsOf, registryOf } from '../memory-tree.ts';

describe('The interface registry', () => {
  it('[ASSERT-XDOM-001] reads the definitions with their positions', async () => {
    const registry = await registryOf(CAN_BUS);
    const bus = registry.interfaces.get('can-bus');
    assert.equal(bus?.version, 3);
    assert.deepEqual(bus.owners, ['firmware', 'electrical']);
    assert.deepEqual([...bus.parameters.keys()], ['bitrate', 'max_bus_load', 'termination', 'fd']);
    assert.equal(bus.parameters.get('max_bus_load')?.location.line, 8);
    assert.equal(bus.constraints[0]?.location.file, CAN_FILE);
    assert.deepEqual(createInterfaceQueries(registry), [
      {
        id: 'can-bus',
        version: 3,
        parameters: ['bitrate', 'max_bus_load', 'termination', 'fd'],
        messageProperties: ['payload', 'cycle_time'],
      },
    ]);
  });

  it('[ASSERT-XDOM-002] names the malformed definition, its file and its line', async () => {
    const files = { [CAN_FILE]: CAN_BUS.replace('version: 3', 'version: three') };
    await assert.rejects(requireRegistry(memoryTree(files)), (error) => {
      assert.ok(error instanceof HoldfastError);
      assert.equal(error.code, 'configuration');
      assert.match(error.message, /^Failed to read the interface registry: it has 1 error\n/);
      assert.match(
        error.message,
        /\.holdfast\/interfaces\/can\.yaml:3: Interface "can-bus": "version" must be an integer|a number/,
      );
      assert.deepEqual(
        error.details.map(({ file, line, path }) => ({ file, line, path })),
        [{ file: CAN_FILE, line: 3, path: 'interfaces[0].version' }],
      );
      return true;
    });
  });

  it('[ASSERT-XDOM-001] finds ranges, units and types that cannot be', async () => {
    const text = `interfaces:
  - id: power
    version: 1
    owners: [electrical, electrical]
    parameters:
      a: { min: 2, max: 1 }
      b: { min: 0, max: 1, nominal: 3 }
      c: { unit: volts per fortnight }
      d: { type: string, max: 3 }
      e: { type: integer, nominal: 1.5 }
      f: { values: [1, 2], nominal: 3 }
      g-h: {}
      messages: {}
    messages:
      properties: { a: {} }
      declared: { start: { properties: { b: { min: 1 } } } }
`;
    assert.deepEqual(await problemsOf(text), [
      '4: Interface "power": the owner electrical is listed twice.',
      '6: Interface "power": "min" of a is 2 and more than "max", which is 1.',
      '7: Interface "power": "nominal" of b is 3 and outside the range 0 to 1.',
      '8: Interface "power": unknown unit "volts per fortnight" of c. Write a unit such as ms, kbit/s, B, V, °C or %.',
      '9: Interface "power": "max" of d needs a number, but its type is string.',
      '10: Interface "power": "nominal" of e must be an integer.',
      '11: Interface "power": "nominal" of f is not one of its values.',
      '12: Interface "power": the name "g-h" must start with a letter and consist of letters, digits and "_", so that expressions can use it.',
      '13: Interface "power": the name "messages" has another meaning in expressions. Choose another one.',
      '15: Interface "power": "a" is a parameter and a property of messages. Rename one: an expression could mean either.',
      '16: Interface "power": the message start has the unknown property "b". Known: a.',
    ]);
  });

  it('[ASSERT-XDOM-001] finds conflicts between the definitions of several files', async () => {
    const other = '.holdfast/interfaces/other.yaml';
    const { files, ok } = await readRegistry(
      memoryTree({ [CAN_FILE]: CAN_BUS, [other]: 'interfaces: [{ id: can-bus, version: 2, owners: [cloud] }]\n' }),
    );
    assert.equal(ok, false);
    assert.deepEqual(
      files.flatMap(({ file, problems }) => problems.map(({ code, message }) => [file, code, message])),
      [
        [
          CAN_FILE,
          'conflict',
          `Interface "can-bus": it is also defined in ${other}:1, as version 2. Keep one definition.`,
        ],
        [
          other,
          'conflict',
          `Interface "can-bus": it is also defined in ${CAN_FILE}:2, as version 3. Keep one definition.`,
        ],
      ],
    );
  });

  it('[ASSERT-XDOM-001] validates cross-references and their versions', async () => {
    const text = `${CAN_BUS}  - id: gateway
    version: 1
    owners: [firmware]
    references:
      - { interface: can-bus, version: 2 }
      - { interface: can-bux }
    parameters:
      a: { sameAs: can-bus.bitrat }
      b: { sameAs: lin.bitrate }
      c: { sameAs: can-bus.bitrate, max: 2000 }
      d: { sameAs: can-bus.bitrate, unit: V }
      e: { sameAs: can-bus.bitrate, unit: Mbit/s, max: 0.5 }
      f: { sameAs: gateway.g }
      g: { sameAs: gateway.f }
      h: { sameAs: can-bus.bitrate, nominal: 250 }
      i: { sameAs: bitrate }
`;
    assert.deepEqual(await problemsOf(text.replace(/^ +i: .*\n/m, '')), [
      '23: Interface "gateway": it was written for version 2 of "can-bus", but the registry has version 3. Check what changed, then update the version.',
      '24: Interface "gateway": unknown interface "can-bux". Did you mean "can-bus"?',
      '26: Interface "gateway": "can-bus" has no parameter "bitrat". Did you mean "bitrate"?',
      '27: Interface "gateway": unknown interface "lin" in "sameAs" of b.',
      '28: Interface "gateway": c contradicts can-bus.bitrate: "max" 2000 kbit/s is more than the maximum of can-bus.bitrate, 1000 kbit/s.',
      '29: Interface "gateway": d is the same as can-bus.bitrate, so it must be a number in byte/second.',
      '32: Interface "gateway": "sameAs" of g leads back to itself: gateway.f → gateway.g → gateway.f.',
      '33: Interface "gateway": h contradicts can-bus.bitrate: "nominal" 250 kbit/s differs from that of can-bus.bitrate, 500 kbit/s.',
    ]);
    assert.deepEqual(await problemsOf(text.replace(/references:[^]*parameters:[^]*(?=\n +i:)/, 'parameters:')), [
      '23: Interface "gateway": "sameAs" of i must have the form interface.parameter.',
    ]);
  });

  it('takes over what a shared parameter does not state, in its own unit', async () => {
    const text = `${CAN_BUS}  - id: gateway
    version: 1
    owners: [firmware]
    parameters:
      rate: { sameAs: can-bus.bitrate, unit: Mbit/s, max: 0.75 }
`;
    const rate = (await registryOf(text)).interfaces.get('gateway')?.parameters.get('rate');
    assert.deepEqual(
      { min: rate?.min, nominal: rate?.nominal, max: rate?.max, unit: rate?.unit?.text },
      { min: 0.125, nominal: 0.5, max: 0.75, unit: 'Mbit/s' },
    );
  });

  it('[ASSERT-XDOM-001] checks expressions, with the position of the mistake', async () => {
    const text = CAN_BUS.replace('/ bitrate <=', '/ bitrat <=');
    const { files } = await readRegistry(memoryTree({ [CAN_FILE]: text }));
    const [problem] = files[0]?.problems ?? [];
    assert.match(
      problem?.message ?? '',
      /constraint bus_load is invalid at character 50 \("bitrat"\): Unknown name "bitrat"/,
    );
    assert.equal(text.slice(problem?.range.start.offset, problem?.range.end.offset), 'bitrat');
    assert.match(
      (await problemsOf(CAN_BUS.replace('<= max_bus_load', '')))[0] ?? '',
      /gives a number without a unit\. It must be a comparison/,
    );
    assert.match(
      (await problemsOf(CAN_BUS.replace('/ bitrate', '')))[0] ?? '',
      /"<=" combines a number in byte\/second and a number without a unit/,
    );
    const folded = CAN_BUS.replace(
      /expression: (.*)\n/,
      (_all, expression: string) => `expression: >\n          ${expression.replace('bitrate', 'bitrat')}\n`,
    );
    assert.match((await problemsOf(folded))[0] ?? '', /^18: .*Unknown name "bitrat"/);
  });

  it('reads JSON, CRLF and several files, and ignores other files', async () => {
    const { registry, ok, files } = await readRegistry(
      memoryTree({
        '.holdfast/interfaces/a.json': '{ "interfaces": [{ "id": "a", "version": 1, "owners": ["x"] }] }',
        [CAN_FILE]: CAN_BUS.replaceAll('\n', '\r\n'),
        '.holdfast/interfaces/README.md': '# not a definition',
        'src/interfaces/c.yaml': 'not: a definition',
      }),
    );
    assert.equal(ok, true);
    assert.deepEqual([...registry.interfaces.keys()], ['a', 'can-bus']);
    assert.equal(files.length, 2);
  });

  it('has no interfaces without files', async () => {
    assert.equal((await requireRegistry(memoryTree({}))).interfaces.size, 0);
  });

  it('reads the unsaved text of one file without the others', () => {
    const document = readInterfaceFile(CAN_FILE, 'interfaces:\n  - id: x\n    versoin: 1\n    owners: [a]\n');
    assert.equal(document.value, undefined);
    assert.deepEqual(
      document.problems.map(({ code, range }) => [code, range.start.line]),
      [['unknown-key', 3]],
    );
  });

  it('has a JSON Schema that accepts the same files', () => {
    const validate = new Ajv({ strict: false }).compile(interfaceJsonSchema());
    assert.equal(validate(parse(CAN_BUS)), true, JSON.stringify(validate.errors));
    assert.equal(validate(parse(CAN_BUS.replace('owners:', 'owner:'))), false);
  });
});
