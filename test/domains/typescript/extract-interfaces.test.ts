import assert from 'node:assert/strict';
import { extractInterfaces, type TypeScriptExtraction } from '../../../src/domains/typescript/extract-interfaces.ts';
import type { ExtractedInterface } from '../../../src/domains/extraction/extracted-interfaces.ts';

const queries = [
  { id: 'bus', version: 1, parameters: [], messageProperties: [] },
  { id: 'bus.can', version: 1, parameters: [], messageProperties: [] },
];

function extract(text: string, file = 'a.ts'): Promise<TypeScriptExtraction> {
  return extractInterfaces({ readText: () => Promise.resolve(text) }, queries, [file]);
}

/** `parameter=value unit:line` of every value, `message.property=value unit` of every message. */
function summarize(interfaces: readonly ExtractedInterface[]): readonly string[] {
  return interfaces.flatMap(({ id, values, messages }) => [
    ...values.map(({ parameter, value, unit, location }) => `${id} ${parameter}=${value} ${unit}:${location.line}`),
    ...messages.flatMap(({ name, properties }) =>
      Object.entries(properties).map(([property, { value, unit }]) => `${id} ${name}.${property}=${value} ${unit}`),
    ),
  ]);
}

describe('interfaces in TypeScript', () => {
  it('[ASSERT-XVAL-005] reads constants, objects and types with their units and lines', async () => {
    const { interfaces, problems } = await extract(
      [
        'const SECOND = 1000;',
        '/** @interface bus.load */',
        'export const LOAD = 0.48;',
        '/**',
        ' * The limit.',
        ' *',
        ' * @interface bus.can.timeout',
        ' * @unit ms',
        ' */',
        'export const TIMEOUT = (2 * SECOND + 0x10) as number;',
        '/** @interface bus */',
        'export const bus = {',
        '  /** @unit kbit/s */',
        "  bitrate: 500, mode: 'fd', extended: false, offset: -1_000,",
        '} as const satisfies object;',
        '/** @interface bus.can */',
        'export interface Can { /** @unit V */ level: 5; readonly name: "x" }',
      ].join('\r\n'),
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(summarize(interfaces), [
      'bus load=0.48 undefined:3',
      'bus bitrate=500 kbit/s:14',
      'bus mode=fd undefined:14',
      'bus extended=false undefined:14',
      'bus offset=-1000 undefined:14',
      'bus.can timeout=2016 ms:10',
      'bus.can level=5 V:17',
      'bus.can name=x undefined:17',
    ]);
  });

  it('[ASSERT-XVAL-005] reads only what cannot change', async () => {
    const changed: readonly (readonly [text: string, read: readonly string[]])[] = [
      ['export let a = 1;\na = 100;', []],
      ['export let a = 1;\nexport function set() { a++; }', []],
      ['export var a = 1;\nvar a = 2;', []],
      ['export let a = 1;\n[a] = [2];', []],
      ['export let a = 1;\nfor (a of [2]);', []],
      ['export const bus = { a: 1, b: 2 };\nbus.a = 100;', ['b=2']],
      ["export const bus = { a: 1, b: 2 };\nbus['a'] += 100;", ['b=2']],
      ['export const bus = { a: 1, b: 2 };\n(bus as any).a = 100;', ['b=2']],
      ['export const bus = { a: 1, b: 2 };\nconst other = bus;\nother.a = 100;', ['b=2']],
      ['export const bus = { a: 1, b: 2 };\ndelete bus.a;', ['b=2']],
      ['export const bus = { a: 1 };\nbus[key] = 100;', []],
      ['export const bus = { a: 1 };\nObject.assign(bus, { a: 100 });', []],
      ['export let bus = { a: 1 };\nbus = { a: 2 };', []],
      ['export const bus = { a: 1, a: 100 };', ['a=100']],
      ['export const bus = { a: 1, ...more };', []],
      ['export const bus = { ...more, a: 1 };', ['a=1']],
      ['export const bus = { a: 1, [key]: 2 };', []],
      ['export const bus = { a: 1, get a() { return 2 } };', []],
      ['export const a = 1;', ['a=1']],
      ['export let a = 1;', ['a=1']],
      ['export const bus = { a: 1 };\nfunction set(bus) { bus.a = 2; }', ['a=1']],
      ['export let a = 1;\nfunction set() { let a = 2; a = 3; }', ['a=1']],
    ];
    for (const [text, read] of changed) {
      const target = text.includes('bus') ? 'bus' : 'bus.a';
      const { interfaces, problems } = await extract(`/** @interface ${target} */\n${text}\n`);
      const values = interfaces.flatMap((one) => one.values.map(({ parameter, value }) => `${parameter}=${value}`));
      assert.deepEqual(values, read, text);
      assert.equal(problems.length > 0, read[0] === undefined || read[0] === 'b=2', text);
    }
    const list = "/** @messages bus.can */\nexport const list = [{ name: 'speed', payload: 4 }";
    for (const rest of ['];\nlist.push(more);', ', ...more];', '];\nlist[0] = more;', ', make()];']) {
      assert.ok((await extract(`${list}${rest}\n`)).problems.length > 0, rest);
    }
  });

  it('[ASSERT-XVAL-006] reads messages with their properties', async () => {
    const { interfaces, problems } = await extract(
      [
        '/** @message bus.status @unit payload byte',
        ' * @unit cycle_time ms */',
        'export const status = { payload: 8, cycle_time: 10 };',
        '/** @message bus.alive */',
        'export type Alive = { /** @unit byte */ payload: 1 };',
        '/**',
        ' * @messages bus.can',
        ' * @unit payload byte',
        ' */',
        "export const list = [{ name: 'speed', payload: 4 }, { name: 'door', /** @unit bit */ payload: 1 }];",
        '/** @messages bus.can */',
        'export const byName = { light: { payload: 2 } };',
      ].join('\n'),
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(summarize(interfaces), [
      'bus status.payload=8 byte',
      'bus status.cycle_time=10 ms',
      'bus alive.payload=1 byte',
      'bus.can speed.payload=4 byte',
      'bus.can door.payload=1 bit',
      'bus.can light.payload=2 undefined',
    ]);
    assert.deepEqual(interfaces[1]?.messages[0]?.location, { artifact: 'a.ts', line: 10 });
  });

  it('ignores interfaces that were not requested, and text that is not a comment', async () => {
    const { interfaces } = await extract(
      'const text = "/** @interface bus.load */"; export const a = 1;\n/** @interface other.load */ export const b = 2;',
    );
    assert.deepEqual(interfaces, []);
  });

  it('reports a mark whose value cannot be read without running code', async () => {
    const { problems } = await extract(
      [
        '/** @interface bus.load */',
        'export const LOAD = Number(process.env.LOAD);',
        '/** @interface bus */',
        'export function bus() {}',
        '/** @messages bus.can */',
        'export const list = [{ name: "a", payload: compute() }];',
      ].join('\n'),
    );
    assert.deepEqual(
      problems.map(({ location, severity, category }) => [location?.line, severity, category]),
      [
        [2, 'error', 'interface-value'],
        [4, 'error', 'interface-value'],
        [6, 'error', 'interface-value'],
      ],
    );
  });
});
