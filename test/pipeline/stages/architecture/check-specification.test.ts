import assert from 'node:assert/strict';
import { ModuleIndex } from '../../../../src/code/index/module-index.ts';
import type { ArchitecturalRule } from '../../../../src/workspace/configuration/pipeline/pipeline-settings.ts';
import {
  checkSpecification,
  type SpecificationTerms,
} from '../../../../src/pipeline/stages/architecture/check-specification.ts';
import { findModuleImports } from '../../../../src/pipeline/stages/architecture/module-imports.ts';
import { readSpecificationDocument } from '../../../../src/pipeline/stages/architecture/read-specification.ts';
import { TreeModules } from '../../../../src/workspace/configuration/pipeline/tree-modules.ts';
import { readRegistry } from '../../../../src/verdicts/domains/registry/read-registry.ts';
import { MemoryTree } from '../../../code/memory-tree.ts';

const TREE = new MemoryTree({
  'src/domain/order.ts': "import { tax } from './tax.ts';\nexport const order = tax;",
  'src/domain/tax.ts': 'export const tax = 1;',
  'src/web/page.ts': "import { order } from '../domain/order.ts';\nexport const page = order;",
  'src/web/types.ts': 'export interface Page { title: string }',
  'src/legacy/report.ts': "export * from '../web/page.ts';",
});

const RULES: readonly ArchitecturalRule[] = [
  {
    from: ['src/domain/**', 'src/legacy/**'],
    to: ['src/web/**', '!src/web/types.ts'],
    reason: 'The domain knows no user interface',
  },
  { from: ['src/domain/**'], to: ['package:react'], reason: 'The domain knows no user interface' },
];

async function check(frontMatter: string, more: Partial<SpecificationTerms> = {}) {
  const { facts, mistakes } = readSpecificationDocument(
    'spec.md',
    `---\ntitle: Orders\n${frontMatter}\n---\n\n# Orders\n`,
  );
  assert.deepEqual(mistakes, []);
  assert.ok(facts !== undefined);
  const imports = findModuleImports(await ModuleIndex.build(TREE));
  return checkSpecification(facts, { modules: new TreeModules(TREE.files.keys()), imports, rules: RULES, ...more });
}

const REGISTRY = `interfaces:
  - id: can-bus
    version: 1
    owners: [firmware]
    parameters:
      bitrate: { unit: kbit/s, min: 125, nominal: 500, max: 1000 }
      max_bus_load: { min: 0, nominal: 0.5, max: 0.5 }
    messages:
      properties:
        payload: { unit: bit, min: 1 }
        cycle_time: { unit: ms, min: 1 }
    constraints:
      - id: bus-load
        expression: sum(messages, payload / cycle_time) / bitrate <= max_bus_load
`;

describe('the values that a specification proposes', () => {
  const message = (name: string, bits: number): string =>
    `      - { name: ${name}, properties: { payload: { value: ${bits}, unit: bit }, cycle_time: { value: 10, unit: ms } } }`;
  const propose = (...lines: readonly string[]): string =>
    ['interfaceValues:', '  - interface: can-bus', '    module: src/domain', ...lines].join('\n');
  const values = (bitrate: number): string =>
    `    parameters: [{ name: bitrate, value: ${bitrate}, unit: kbit/s }, { name: max_bus_load, value: 0.5 }]`;

  async function checkValues(frontMatter: string) {
    const { registry } = await readRegistry(new MemoryTree({ '.holdfast/interfaces/can.yaml': REGISTRY }));
    return check(frontMatter, { registry });
  }

  it('[ASSERT-XVAL-004] are refused before anything is implemented if they violate a range, with interface, parameter, range and value', async () => {
    assert.deepEqual(await checkValues(propose(values(500))), []);
    const [mistake, ...more] = await checkValues(propose(values(2000)));
    assert.deepEqual(more, []);
    assert.ok(mistake !== undefined);
    assert.deepEqual([mistake.code, mistake.path.join('.')], ['constraint', 'interfaceValues.0']);
    assert.deepEqual(mistake.subjects.slice(0, 2), ['can-bus', 'bitrate']);
    assert.match(mistake.message, /125[\s\S]*1000[\s\S]*2000|2000[\s\S]*125[\s\S]*1000/);
  });

  it('[ASSERT-XVAL-004] are refused if they push a computed value over its limit', async () => {
    const low = propose(values(500), '    messages:', message('speed', 1000), message('torque', 1000));
    assert.deepEqual(await checkValues(low), []);
    const high = propose(values(500), '    messages:', message('speed', 1000), message('torque', 1750));
    const [mistake] = await checkValues(high);
    assert.deepEqual([mistake?.code, mistake?.subjects[1]], ['constraint', 'bus-load']);
    assert.match(mistake?.message ?? '', /0\.55/);
  });

  it('[ASSERT-XVAL-004] must name an interface of the registry and a module', async () => {
    const mistakes = await check(propose(values(500)).replace('src/domain', 'src/none'));
    assert.deepEqual(
      mistakes.map(({ code, path }) => [code, path.join('.')]),
      [
        ['unknown-module', 'interfaceValues.0.module'],
        ['unknown-interface', 'interfaceValues.0.interface'],
      ],
    );
  });
});

describe('specification of a work item', () => {
  it('[ASSERT-ARCH-001] passes if all modules exist or are marked new', async () => {
    const mistakes = await check(
      [
        'modulesReferenced: [src/domain/order.ts, ./src/web/]',
        'modulesNew: [src/billing, src/domain/discount.ts]',
        'dependencyChanges:',
        '  - { change: add, from: src/billing/invoice.ts, to: src/domain/order.ts, reason: It needs orders. }',
        '  - { change: remove, from: src/web, to: src/domain, reason: It uses billing. }',
        '  - { change: add, from: src/billing, to: package:zod, reason: Validation. }',
        'interfaces:',
        '  - { name: Discount, module: src/domain/discount.ts, description: A discount., parameters: [{ name: max, value: 0.5 }] }',
      ].join('\n'),
    );
    assert.deepEqual(mistakes, []);
  });

  it('[ASSERT-ARCH-002] names each module that neither exists nor is marked new, with its field', async () => {
    const mistakes = await check(
      [
        'modulesReferenced: [src/domian, src/domain]',
        'dependencyChanges: [{ change: add, from: src/web, to: src/missing.ts, reason: Data. }]',
        'interfaces: [{ name: A, module: src/a.ts, description: A thing. }]',
      ].join('\n'),
    );
    assert.deepEqual(
      mistakes.map(({ code, path, subjects }) => [code, path.join('.'), ...subjects]),
      [
        ['unknown-module', 'modulesReferenced.0', 'src/domian'],
        ['unknown-module', 'dependencyChanges.0.to', 'src/missing.ts'],
        ['unknown-module', 'interfaces.0.module', 'src/a.ts'],
      ],
    );
    assert.match(mistakes[0]?.message ?? '', /Did you mean "src\/domain"\?/);
  });

  it('[ASSERT-ARCH-002] refuses new modules that exist, paths outside the repository, and repeated interfaces', async () => {
    const mistakes = await check(
      [
        'modulesReferenced: [../other, /etc/passwd]',
        'modulesNew: [src/web/page.ts]',
        'interfaces:',
        '  - { name: A, module: src/web/page.ts, description: A thing. }',
        '  - { name: A, module: ./src/web/page.ts, description: A thing. }',
      ].join('\n'),
    );
    assert.deepEqual(
      mistakes.map(({ code, path }) => [code, path.join('.')]),
      [
        ['outside-tree', 'modulesReferenced.0'],
        ['outside-tree', 'modulesReferenced.1'],
        ['module-exists', 'modulesNew.0'],
        ['duplicate-name', 'interfaces.1.name'],
      ],
    );
  });

  it('[ASSERT-ARCH-003] names the rule that a dependency change breaks, for files, folders and packages', async () => {
    const changes = [
      ['src/domain/tax.ts', 'src/web/page.ts'],
      ['src/domain', 'src/web'],
      ['src', 'src/web'],
      ['src/domain/new.ts', 'src/web/new.ts'],
      ['src/domain/tax.ts', 'package:react'],
    ];
    for (const [from = '', to = ''] of changes) {
      const mistakes = await check(
        `modulesNew: [src/domain/new.ts, src/web/new.ts]\ndependencyChanges: [{ change: add, from: ${from}, to: "${to}", reason: Data. }]`,
      );
      assert.deepEqual(
        mistakes.map(({ code, path, subjects }) => [code, path.join('.'), subjects]),
        [['architectural-rule', 'dependencyChanges.0', [from, to, 'The domain knows no user interface']]],
        `${from} to ${to}`,
      );
    }
    const allowed = [
      ['src/domain/tax.ts', 'src/web/types.ts'],
      ['src/web/page.ts', 'src/domain/tax.ts'],
    ];
    for (const [from = '', to = ''] of allowed) {
      assert.deepEqual(
        await check(`dependencyChanges: [{ change: add, from: ${from}, to: ${to}, reason: Data. }]`),
        [],
        `${from} to ${to}`,
      );
    }
  });

  it('[ASSERT-ARCH-003] reads the existing imports: a broken rule is no permission, a missing import cannot be removed', async () => {
    const mistakes = await check(
      [
        'dependencyChanges:',
        '  - { change: add, from: src/legacy, to: src/web/page.ts, reason: Data. }',
        '  - { change: remove, from: src/legacy, to: src/web, reason: A cleaner design. }',
        '  - { change: remove, from: src/domain, to: src/web, reason: A cleaner design. }',
      ].join('\n'),
    );
    assert.deepEqual(
      mistakes.map(({ code, path }) => [code, path.join('.')]),
      [
        ['architectural-rule', 'dependencyChanges.0'],
        ['unknown-dependency', 'dependencyChanges.2'],
      ],
    );
    assert.match(mistakes[0]?.message ?? '', /src\/legacy\/report\.ts imports src\/web\/page\.ts/);
  });

  it('[ASSERT-ARCH-002] reports all mistakes of the form of a document at their lines', () => {
    const text = '---\r\ntitle: A\r\nmodulesRefrenced: [a]\r\ninterfaces:\r\n  - name: a b\r\n    module: x\r\n---\r\n';
    const { facts, mistakes } = readSpecificationDocument('spec.md', text);
    assert.equal(facts, undefined);
    assert.deepEqual(
      mistakes.map(({ code, path, line }) => [code, path.join('.'), line]),
      [
        ['shape', 'modulesRefrenced', 3],
        ['shape', 'interfaces.0.description', 5],
        ['shape', 'interfaces.0.name', 5],
        ['shape', '', undefined],
      ],
    );
    for (const without of ['# No front matter\n', '# Design\n\n---\ntitle: A\n---\ntext\n']) {
      const { mistakes: found } = readSpecificationDocument('spec.md', without);
      assert.deepEqual(
        found.map(({ code, line }) => [code, line]),
        [['shape', 1]],
      );
    }
  });
});
