import assert from 'node:assert/strict';
import {
  constraintFindingSchema,
  type ConstraintFinding,
} from '../../../../src/verdicts/domains/constraints/constraint-finding.ts';
import { evaluateConstraints } from '../../../../src/verdicts/domains/constraints/evaluate-constraints.ts';
import { evaluateProposedValues } from '../../../../src/verdicts/domains/constraints/evaluate-proposed-values.ts';
import { checkServiceVersions } from '../../../../src/verdicts/domains/constraints/service-versions.ts';
import type {
  ExtractedInterface,
  ExtractedMessage,
  Quantity,
} from '../../../../src/verdicts/domains/extraction/extracted-interfaces.ts';
import { CAN_BUS, CAN_FILE, registryOf } from '../memory-tree.ts';

const registry = await registryOf(CAN_BUS);

function value(parameter: string, quantity: Quantity, artifact = 'src/can.c', line = 4): ExtractedInterface {
  return { id: 'can-bus', values: [{ parameter, ...quantity, location: { artifact, line } }], messages: [] };
}

function message(
  name: string,
  bytes: number,
  milliseconds: number,
  artifact = 'src/can.c',
  line = 9,
): ExtractedMessage {
  return {
    name,
    properties: { payload: { value: bytes, unit: 'B' }, cycle_time: { value: milliseconds, unit: 'ms' } },
    location: { artifact, line },
  };
}

const bus = (...messages: ExtractedMessage[]): ExtractedInterface => ({ id: 'can-bus', values: [], messages });

function evaluate(...interfaces: ExtractedInterface[]) {
  return evaluateConstraints({
    registry,
    extractions: [
      { domain: 'firmware', interfaces },
      { domain: 'electrical', interfaces: [] },
    ],
  });
}

const brief = ({ severity, parameter, expected, actual, domain }: ConstraintFinding): readonly string[] => [
  severity,
  parameter,
  expected,
  actual,
  domain,
];

describe('The evaluation of constraints', () => {
  it('[ASSERT-XVAL-001] blocks a value outside the range, with interface, parameter, range, value and domain', () => {
    const { findings } = evaluate(value('max_bus_load', { value: 0.55 }));
    assert.deepEqual(findings, [
      {
        severity: 'blocking',
        interface: 'can-bus',
        parameter: 'max_bus_load',
        expected: '0 to 0.5',
        actual: '0.55',
        domain: 'firmware',
        message: 'max_bus_load of the interface can-bus must be 0 to 0.5, but is 0.55 in firmware.',
        definition: { file: CAN_FILE, line: 8, column: 7, endLine: 8, endColumn: 19 },
        artifact: { artifact: 'src/can.c', line: 4 },
      },
    ]);
    constraintFindingSchema.parse(findings[0]);
  });

  it('[ASSERT-XVAL-002] warns of a deviation from nominal inside the range', () => {
    const { findings } = evaluate(value('bitrate', { value: 250, unit: 'kbit/s' }));
    assert.deepEqual(findings.map(brief), [['warning', 'bitrate', 'nominal 500 kbit/s', '250 kbit/s', 'firmware']]);
    assert.deepEqual(evaluate(value('bitrate', { value: 500, unit: 'kbit/s' })).findings, []);
  });

  it('converts units, and reads a value without one in the unit of the definition', () => {
    assert.deepEqual(evaluate(value('bitrate', { value: 0.5, unit: 'Mbit/s' })).findings, []);
    assert.deepEqual(evaluate(value('bitrate', { value: 500 })).findings, []);
    assert.deepEqual(evaluate(value('bitrate', { value: 2, unit: 'Mbit/s' })).findings.map(brief), [
      ['blocking', 'bitrate', '125 to 1000 kbit/s', '2 Mbit/s (2000 kbit/s)', 'firmware'],
    ]);
    assert.deepEqual(evaluate(value('bitrate', { value: 500_000 })).findings.map(brief), [
      ['blocking', 'bitrate', '125 to 1000 kbit/s', '500000 (without a unit, read as kbit/s)', 'firmware'],
    ]);
    assert.deepEqual(evaluate(value('max_bus_load', { value: 50, unit: '%' })).findings, []);
  });

  it('blocks a value whose type or unit does not fit', () => {
    const reasons = [
      value('bitrate', { value: 12, unit: 'V' }),
      value('bitrate', { value: 12, unit: 'bogus' }),
      value('bitrate', { value: '500' }),
      value('max_bus_load', { value: 0.4, unit: 'ms' }),
      value('fd', { value: 'yes' }),
    ].map((one) =>
      evaluate(one).findings.map(({ severity, message: text }) => [severity, /\((.*)\)\.$/.exec(text)?.[1]]),
    );
    assert.deepEqual(reasons, [
      [['blocking', 'the unit "V" does not fit: the definition is in kbit/s']],
      [['blocking', 'the unit "bogus" is unknown']],
      [['blocking', 'it is not a number']],
      [['blocking', 'the unit "ms" does not fit: the definition has no unit']],
      [['blocking', 'it is not a boolean']],
    ]);
  });

  it('compares listed values, booleans, and integers', () => {
    assert.deepEqual(evaluate(value('termination', { value: 100, unit: 'ohm' })).findings.map(brief), [
      ['blocking', 'termination', 'one of 60 ohm, 120 ohm', '100 ohm', 'firmware'],
    ]);
    assert.deepEqual(evaluate(value('termination', { value: 0.06, unit: 'kohm' })).findings.map(brief), [
      ['warning', 'termination', 'nominal 120 ohm', '0.06 kohm (60 ohm)', 'firmware'],
    ]);
    assert.deepEqual(evaluate(value('fd', { value: true })).findings.map(brief), [
      ['warning', 'fd', 'nominal false', 'true', 'firmware'],
    ]);
    assert.deepEqual(evaluate(bus(message('a', 2.5, 100))).findings.map(brief), [
      ['blocking', 'a.payload', '0 to 8 B', '2.5 B', 'firmware'],
    ]);
  });

  it('does not block a value at its limit because of rounding', () => {
    assert.deepEqual(evaluate(value('max_bus_load', { value: 0.1 + 0.2 + 0.2 })).findings, []);
    assert.deepEqual(evaluate(value('max_bus_load', { value: 0.500001 })).findings.length, 1);
  });

  it('[ASSERT-XVAL-006] compares the computed bus load of three messages with max_bus_load', () => {
    // Each frame of 8 B has 111 bits: 3 * 111 bit / 1.25 ms / 500 kbit/s = 0.5328.
    const { findings } = evaluate(bus(message('a', 8, 1.25), message('b', 8, 1.25), message('c', 8, 1.25)));
    assert.deepEqual(findings, [
      {
        severity: 'blocking',
        interface: 'can-bus',
        parameter: 'bus_load',
        expected: 'at most 0.5 (max_bus_load)',
        actual: '0.5328',
        domain: 'firmware',
        message:
          'Bus load (bus_load) of the interface can-bus must be at most 0.5 (max_bus_load), but is 0.5328 with the values of firmware.',
        definition: { file: CAN_FILE, line: 18, column: 9, endLine: 18, endColumn: 19 },
        artifact: { artifact: 'src/can.c', line: 9 },
      },
    ]);
    const passing = evaluate(bus(message('a', 8, 1.5), message('b', 8, 1.5), message('c', 8, 1.5)));
    assert.deepEqual(passing.findings, []);
    assert.deepEqual(passing.compared.find(({ parameter }) => parameter === 'bus_load')?.computed, {
      title: 'Bus load (bus_load)',
      expected: 'at most 0.5 (max_bus_load)',
      actual: '0.444',
    });
  });

  it('uses an extracted parameter in a computed constraint, of another domain too', () => {
    const messages = bus(message('a', 8, 1), message('b', 8, 1));
    assert.deepEqual(evaluate(messages).findings, []);
    const { findings } = evaluateConstraints({
      registry,
      extractions: [
        { domain: 'firmware', interfaces: [messages] },
        { domain: 'electrical', interfaces: [value('bitrate', { value: 250, unit: 'kbit/s' }, 'board.kicad')] },
      ],
    });
    assert.deepEqual(findings.map(brief), [
      ['blocking', 'bus_load', 'at most 0.5 (max_bus_load)', '0.888', 'electrical, firmware'],
      ['warning', 'bitrate', 'nominal 500 kbit/s', '250 kbit/s', 'electrical'],
    ]);
    assert.equal(findings[0]?.artifact, undefined);
    // Both messages are at the same line.
    const places = findings[0]?.contributors?.map(({ artifact, line }) => `${artifact}:${line}`);
    assert.deepEqual(places, ['board.kicad:4', 'src/can.c:9']);
  });

  it('evaluates every combination if artifacts have different values', () => {
    const { findings } = evaluate(
      bus(message('a', 8, 1), message('b', 8, 1)),
      value('bitrate', { value: 500, unit: 'kbit/s' }),
      value('bitrate', { value: 400, unit: 'kbit/s' }, 'src/other.c'),
    );
    assert.deepEqual(findings.map(brief)[0], [
      'blocking',
      'bus_load',
      'at most 0.5 (max_bus_load)',
      '0.555',
      'firmware',
    ]);
  });

  it('counts a message of sender and receiver once, and blocks if they differ', () => {
    const sender = message('a', 8, 1);
    assert.ok(evaluate(bus(sender, message('b', 8, 1), message('c', 8, 1))).findings.length > 0);
    const copy = (line: number): ExtractedMessage => ({ ...sender, location: { artifact: 'src/receiver.c', line } });
    const once = evaluate(bus(sender, copy(2), copy(7)));
    assert.deepEqual(
      once.findings.map(({ parameter, severity }) => [severity, parameter]),
      [],
    );
    const different = evaluate(bus(message('a', 8, 10), message('a', 8, 20, 'src/receiver.c', 2)));
    assert.deepEqual(different.findings.map(brief), [
      [
        'blocking',
        'a.cycle_time',
        'the same value everywhere',
        '10 ms in src/can.c:9 (firmware), 20 ms in src/receiver.c:2 (firmware)',
        'firmware',
      ],
    ]);
  });

  it('blocks a computed value that is not finite', () => {
    const unlimited = registryOf(CAN_BUS.replace('unit: ms, min: 1', 'unit: ms'));
    return unlimited.then((loose) => {
      const extractions = [{ domain: 'firmware', interfaces: [bus(message('a', 8, 0))] }];
      const { findings } = evaluateConstraints({ registry: loose, extractions });
      assert.deepEqual(
        findings.map(({ severity, actual }) => [severity, actual]),
        [['blocking', 'not a finite number (a division by zero)']],
      );
    });
  });

  const LIMITED = (expression: string): string =>
    [
      'interfaces:',
      '  - id: limits',
      '    version: 1',
      '    owners: [firmware]',
      '    parameters:',
      '      a: { type: number }',
      '      big: { type: number }',
      '    constraints:',
      '      - id: rule',
      `        expression: '${expression}'`,
      '',
    ].join('\n');

  for (const expression of [
    '8 / a > 3',
    '1 / (1 / a) < 5',
    'min(8 / a, 3) <= 3',
    'max(-8 / a, 3) <= 3',
    '!(a / a > 5)',
    'a / a != 5',
    '8 / a > 3 || 1 < 2',
    'sqrt(a - 1) != 2',
    'big > 5',
    'big == 1.7e308 * 10',
    '1 / big < 5',
    'abs(big - big) <= 1',
  ]) {
    it(`[ASSERT-XVAL-006] fails a constraint with a part that is not finite: ${expression}`, async () => {
      const limited = await registryOf(LIMITED(expression));
      const values = (parameter: string, of: number): ExtractedInterface => ({
        id: 'limits',
        values: [{ parameter, value: of, location: { artifact: 'src/a.c', line: 1 } }],
        messages: [],
      });
      const isBig = expression.includes('big');
      const interfaces = [isBig ? values('big', JSON.parse('1e309') as number) : values('a', 0)];
      const { findings } = evaluateConstraints({
        registry: limited,
        extractions: [{ domain: 'firmware', interfaces }],
      });
      assert.ok(
        findings.some(({ severity, parameter }) => severity === 'blocking' && parameter === (isBig ? 'big' : 'rule')),
        JSON.stringify(findings),
      );
    });
  }

  it('[ASSERT-XVAL-006] does not evaluate what a condition excludes', async () => {
    const limited = await registryOf(LIMITED('a == 0 || 8 / a > 3'));
    const interfaces = [
      { id: 'limits', values: [{ parameter: 'a', value: 0, location: { artifact: 'a.c', line: 1 } }], messages: [] },
    ];
    assert.deepEqual(
      evaluateConstraints({ registry: limited, extractions: [{ domain: 'firmware', interfaces }] }).findings,
      [],
    );
  });

  it('[ASSERT-XVAL-005] works with a single domain, and says what was not checked', () => {
    const { findings, notes } = evaluateConstraints({
      registry,
      extractions: [
        { domain: 'firmware', interfaces: [bus(message('a', 8, 0.1)), value('max_bus_load', { value: 0.55 })] },
      ],
    });
    assert.deepEqual(
      findings.map(({ severity, parameter }) => [severity, parameter]),
      [
        ['blocking', 'a.cycle_time'],
        ['blocking', 'bus_load'],
        ['blocking', 'max_bus_load'],
      ],
    );
    assert.deepEqual(notes, [
      {
        reason: 'missing-domain',
        interface: 'can-bus',
        domain: 'electrical',
        message:
          'The values of electrical for the interface can-bus were not checked: there is no service for electrical.',
      },
      {
        reason: 'missing-domain',
        interface: 'can-bus',
        parameter: 'bus_load',
        message:
          'bus_load of the interface can-bus was evaluated without the messages of electrical: there is no service.',
      },
    ]);
  });

  it('notes a constraint without its values, which is neither a pass nor a block', () => {
    const incomplete = message('a', 8, 10);
    const withoutCycle = { ...incomplete, properties: { payload: { value: 8, unit: 'B' } } };
    const evaluation = evaluate(bus(withoutCycle));
    assert.deepEqual(evaluation.findings, []);
    assert.deepEqual(
      evaluation.notes.map(({ reason, parameter, message: text }) => [reason, parameter, text]),
      [
        [
          'missing-value',
          'bus_load',
          'bus_load of the interface can-bus was not evaluated: there is no value for cycle_time in the message a.',
        ],
      ],
    );
    assert.ok(!evaluation.compared.some(({ parameter }) => parameter === 'bus_load'));
    assert.match(evaluate().notes[0]?.message ?? '', /there are no messages/);
  });

  it('blocks what is required and missing, once all owners are there', async () => {
    const strict = await registryOf(
      CAN_BUS.replace('max: 1000, nominal: 500', 'max: 1000, nominal: 500, required: true')
        .replace('title: Bus load', 'required: true')
        .replace('unit: ms, min: 1', 'unit: ms, min: 1, required: true')
        .replace('    constraints:', '      declared: { heartbeat: { required: true } }\n    constraints:'),
    );
    const empty = { domain: 'electrical', interfaces: [] };
    const lone = { ...message('a', 8, 10), properties: {} };
    const all = evaluateConstraints({
      registry: strict,
      extractions: [{ domain: 'firmware', interfaces: [bus(lone)] }, empty],
    });
    assert.deepEqual(
      all.findings.map(({ severity, parameter }) => [severity, parameter]),
      [
        ['blocking', 'a.cycle_time'],
        ['blocking', 'bitrate'],
        ['blocking', 'bus_load'],
        ['blocking', 'heartbeat'],
      ],
    );
    const single = evaluateConstraints({ registry: strict, extractions: [empty] });
    assert.deepEqual(single.findings, []);
    assert.deepEqual(
      single.notes.filter(({ reason }) => reason === 'missing-value').map(({ parameter }) => parameter),
      ['bitrate', 'heartbeat', 'bus_load'],
    );
  });

  it('narrows rules for declared messages, and blocks others if the interface is closed', async () => {
    const closed = await registryOf(
      CAN_BUS.replace(
        '    constraints:',
        '      closed: true\n      declared: { a: { properties: { cycle_time: { min: 50 } } } }\n    constraints:',
      ),
    );
    const { findings } = evaluateConstraints({
      registry: closed,
      extractions: [{ domain: 'firmware', interfaces: [bus(message('a', 8, 20), message('b', 8, 20))] }],
    });
    assert.deepEqual(findings.map(brief), [
      ['blocking', 'a.cycle_time', 'at least 50 ms', '20 ms', 'firmware'],
      ['blocking', 'b', 'one of a', 'b', 'firmware'],
    ]);
  });

  it('blocks different values of a parameter that must be consistent', async () => {
    const consistent = await registryOf(CAN_BUS.replace('nominal: 120 }', 'nominal: 120, consistent: true }'));
    const { findings } = evaluateConstraints({
      registry: consistent,
      extractions: [
        { domain: 'firmware', interfaces: [value('termination', { value: 120, unit: 'ohm' })] },
        { domain: 'electrical', interfaces: [value('termination', { value: 60, unit: 'ohm' }, 'board.kicad')] },
      ],
    });
    assert.deepEqual(findings[0] && brief(findings[0]), [
      'blocking',
      'termination',
      'the same value everywhere',
      '120 ohm in src/can.c:4 (firmware), 60 ohm in board.kicad:4 (electrical)',
      'electrical, firmware',
    ]);
  });

  it('notes what the registry does not define', () => {
    const { notes, findings } = evaluate(value('speed', { value: 1 }), { id: 'lin', values: [], messages: [] });
    assert.deepEqual(findings, []);
    assert.deepEqual(
      notes.filter(({ reason }) => reason === 'not-defined').map(({ interface: id, parameter }) => [id, parameter]),
      [
        ['lin', undefined],
        ['can-bus', 'speed'],
      ],
    );
  });

  it('can be limited to an interface, a parameter or a domain', () => {
    const extractions = [
      {
        domain: 'firmware',
        interfaces: [value('max_bus_load', { value: 0.6 }), value('bitrate', { value: 1, unit: 'bit/s' })],
      },
      { domain: 'electrical', interfaces: [value('bitrate', { value: 2, unit: 'bit/s' })] },
    ];
    const parameters = (only: Parameters<typeof evaluateConstraints>[0]['only']): readonly string[] =>
      evaluateConstraints({ registry, extractions, only }).findings.map(
        ({ domain, parameter }) => `${domain} ${parameter}`,
      );
    assert.equal(parameters(undefined).length, 3);
    assert.deepEqual(parameters({ interface: 'lin' }), []);
    assert.deepEqual(parameters({ interface: 'can-bus', parameter: 'max_bus_load' }), ['firmware max_bus_load']);
    assert.deepEqual(parameters({ domain: 'electrical' }), ['electrical bitrate']);
  });
});

describe('The evaluation of proposed values', () => {
  const proposal = (name: string, milliseconds: number) => [
    {
      interface: 'can-bus',
      parameters: [],
      messages: [{ name, properties: message(name, 8, milliseconds).properties }],
    },
  ];

  it('[ASSERT-XVAL-004] finds a proposed message that pushes the bus load over the maximum', () => {
    const existing = [{ domain: 'firmware', interfaces: [bus(message('a', 8, 1))] }];
    assert.deepEqual(evaluateProposedValues(registry, proposal('b', 1), existing).findings, []);
    const { findings } = evaluateProposedValues(registry, [...proposal('b', 1), ...proposal('c', 2)], existing);
    assert.deepEqual(findings.map(brief), [
      ['blocking', 'bus_load', 'at most 0.5 (max_bus_load)', '0.555', 'firmware, specification'],
    ]);
  });

  it('replaces what the artifacts have for the same message and parameter', () => {
    const existing = [
      { domain: 'firmware', interfaces: [bus(message('a', 8, 0.2)), value('bitrate', { value: 9, unit: 'bit/s' })] },
    ];
    const rate = { interface: 'can-bus', parameters: [{ name: 'bitrate', value: 500, unit: 'kbit/s' }], messages: [] };
    assert.deepEqual(evaluateProposedValues(registry, [...proposal('a', 10), rate], existing).findings, []);
  });

  it('compares a proposed parameter with its range, without any service', () => {
    const rate = { interface: 'can-bus', parameters: [{ name: 'bitrate', value: 5, unit: 'Mbit/s' }], messages: [] };
    const { findings, notes } = evaluateProposedValues(registry, [rate]);
    assert.deepEqual(findings.map(brief), [
      ['blocking', 'bitrate', '125 to 1000 kbit/s', '5 Mbit/s (5000 kbit/s)', 'specification'],
    ]);
    assert.ok(notes.every(({ reason }) => reason !== 'missing-domain'));
  });
});

describe('The versions of services', () => {
  it('[ASSERT-XDOM-003] block if a service understands version 2 and the registry has version 3', () => {
    const findings = checkServiceVersions(registry, [
      { domain: 'firmware', interfaceVersions: { 'can-bus': [1, 2] } },
      { domain: 'electrical', interfaceVersions: { 'can-bus': [2, 3], other: [1] } },
      { domain: 'typescript', interfaceVersions: {} },
    ]);
    assert.deepEqual(findings, [
      {
        severity: 'blocking',
        interface: 'can-bus',
        parameter: 'version',
        expected: 'version 3',
        actual: 'version 1, 2',
        domain: 'firmware',
        message:
          'The service firmware understands version 1, 2 of the interface can-bus, but the registry has version 3. Update the service, or the definition.',
        definition: { file: CAN_FILE, line: 2, column: 5, endLine: 2, endColumn: 7 },
      },
    ]);
  });
});
