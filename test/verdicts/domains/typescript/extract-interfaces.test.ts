import assert from 'node:assert/strict';
import {
  extractInterfaces,
  type TypeScriptExtraction,
} from '../../../../src/verdicts/domains/typescript/extract-interfaces.ts';
import { MemoryTree } from '../../../code/memory-tree.ts';
import type { ExtractedInterface } from '../../../../src/verdicts/domains/extraction/extracted-interfaces.ts';

const queries = [
  { id: 'bus', version: 1, parameters: [], messageProperties: [] },
  { id: 'bus.can', version: 1, parameters: [], messageProperties: [] },
];

/** @param more other files of the tree */
function extract(
  text: string,
  more: Readonly<Record<string, string>> = {},
  file = 'a.ts',
): Promise<TypeScriptExtraction> {
  return extractInterfaces(new MemoryTree({ ...more, [file]: text }), queries, [file]);
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
      ['export const bus = { a: 1 };\nset(bus);', []],
      ['export const bus = { a: 1 };\nnew Bus({ bus });', []],
      ['export const bus = { a: 1 };\nexport const get = () => bus;', []],
      ['export const bus = { a: 1 };\nconst { a } = bus;\nset({ ...bus }, bus.a);', ['a=1']],
      ['export const bus = { a: 1 };\nconsole.log(bus, JSON.stringify(bus), `${bus.a}`);', ['a=1']],
      ['export const bus = { a: 1, set(a) { this.a = a; } };', []],
      ['export const bus = Object.freeze({ a: 1 });\nset(bus);', ['a=1']],
      ['export const bus = { a: 1 } as const;\nfor (const key in bus) console.log(bus[key]);', ['a=1']],
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

  it('[ASSERT-XVAL-005] reads only what no other file of the tree changes', async () => {
    const OBJECT = '/** @interface bus */\nexport const o = { a: 1 };\n';
    const changed: readonly (readonly [read: string, text: string, more?: Readonly<Record<string, string>>])[] = [
      ['', "import { o } from './a';\no.a = 100;"],
      ['', "import { o as p } from './a';\np.a += 100;"],
      ['', "import { o } from './a';\nObject.assign(o, { a: 100 });"],
      ['', "import { o } from './a';\nconfigure(o);"],
      ['', "import { o } from './a';\nexport function set(key: 'a') { o[key] = 2; }"],
      ['', "import { o } from './a';\nconst p = o;\nexport const set = () => { p.a = 2; };"],
      ['', "import * as a from './a';\na.o.a = 100;"],
      ['', "import * as a from './a';\n(a.o as any).a = 100;"],
      ['', "import { o } from './c';\no.a = 100;", { 'c.ts': "export * from './a';\n" }],
      ['', "import { p } from './c';\ndelete p.a;", { 'c.ts': "export { o as p } from './a';\n" }],
      ['', "import { o } from './a';\nexport const all = [o];"],
      ['', "const { o } = require('./a');\no.a = 100;"],
      ['', "const a = require('./a');\na.o.a = 100;"],
      ['', "import('./a').then((a) => { a.o.a = 100; });"],
      ['', "import { o } from './a';\n[o.a] = [2];"],
      ['', "import { ns } from './c';\nns.o.a = 2;", { 'c.ts': "export * as ns from './a';\n" }],
      ['', "import { ns } from './c';\nns.o.a = 2;", { 'c.ts': "import * as ns from './a';\nexport { ns };\n" }],
      ['', "const { o } = await import('./a');\no.a = 2;"],
      ['', "import { o } from './a';\nexport function f(x = o) { x.a = 3; }"],
      ['', "import { o } from './a';\nlet p;\np = o;\np.a = 3;"],
      ['', "import { o } from './a';\nReflect.set(o, 'a', 2);"],
      ['a=1', "import { o } from './a';\nexport const twice = 2 * o.a;"],
      ['a=1', "import { o } from './a';\nexport const all = Object.assign({}, o, Object.values(o));"],
      ['a=1', "import { o } from './a';\nstart(o.a);\nconsole.log(o);"],
      ['a=1', "import type { o } from './a';\nexport type O = typeof o;"],
      ['a=1', "import { o } from './a';\nexport const p = { ...o, b: 2 };"],
      ['a=1', 'const o = { a: 1 };\no.a = 100;'],
      ['a=1', "import { o } from './c';\no.a = 100;", { 'c.ts': 'export const o = { a: 2 };\n' }],
      ['a=1', "import { o } from './a';\nexport function set(o) { o.a = 2; }"],
      ['a=1', "import { o } from './a';\nif (o.a > 1 && o) throw new Error(`${o.a}`);"],
    ];
    for (const [read, text, more] of changed) {
      const { interfaces, problems } = await extract(OBJECT, { 'b.ts': text, ...more });
      const values = interfaces.flatMap((one) => one.values.map(({ parameter, value }) => `${parameter}=${value}`));
      assert.equal(values.join(), read, text);
      assert.equal(/ changes: | is unknown: /.test(problems[0]?.message ?? ''), read === '', text);
      const isPassedOn = /configure|\[o\]|x = o|let p/.test(text);
      assert.equal(problems[0]?.severity, read === '' ? (isPassedOn ? 'warning' : 'error') : undefined, text);
    }
    const LIST = "/** @messages bus.can */\nexport const list = [{ name: 'speed', payload: 4 }] as const;\n";
    const isRead: readonly (readonly [boolean, string])[] = [
      [true, 'for (const one of list) send(one.payload);'],
      [true, 'export const sizes = list.map((one) => one.payload);'],
      [true, "export const speed = list.find((one) => one.name === 'speed').payload;"],
      [false, 'for (const one of list) one.payload = 5;'],
      [false, 'list.forEach((one) => { one.payload = 5; });'],
      [false, 'list.forEach(send);'],
      [false, 'list[0].payload = 5;'],
      [false, 'list.push(more);'],
      [false, 'send(...list);'],
    ];
    for (const [isKnown, text] of isRead) {
      const { problems } = await extract(LIST, { 'b.ts': `import { list } from './a';\n${text}` });
      assert.equal(problems.length === 0, isKnown, text);
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
