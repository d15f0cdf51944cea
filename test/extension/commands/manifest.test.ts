import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { settingsSchema } from '../../../src/workspace/configuration/settings.ts';
import { commandTitles } from '../../../src/extension/base/command-ids.ts';
import { commandTable } from '../../../src/extension/commands/command-table.ts';
import { workItemCommandTable } from '../../../src/extension/pipeline/work-item-command-table.ts';
import { SETTING_NAMES } from '../../../src/workspace/configuration/setting-names.ts';
import { presentNode } from '../../../src/extension/tree/node-presentation.ts';
import {
  DATA_FILE_KINDS,
  DATA_FILE_PATTERNS,
  findDataFileKind,
} from '../../../src/workspace/configuration/data-file-kinds.ts';
import { isRecord } from '../../../src/foundation/is-record.ts';
import { readManifest } from '../../scripts/manifest.ts';
import { RESULT_SCHEME } from '../../../src/extension/results/result-uri.ts';

const menuItem = z.object({ command: z.string(), when: z.string().optional() });
const manifestSchema = z.object({
  activationEvents: z.array(z.string()),
  capabilities: z.object({
    untrustedWorkspaces: z.object({ supported: z.literal('limited'), restrictedConfigurations: z.array(z.string()) }),
    virtualWorkspaces: z.object({ supported: z.literal(false), description: z.string() }),
  }),
  contributes: z.object({
    commands: z.array(z.object({ command: z.string(), title: z.string(), category: z.literal('Holdfast') })),
    menus: z.record(z.string(), z.array(menuItem)),
    configuration: z.array(
      z.object({
        properties: z.record(z.string(), z.object({ markdownDescription: z.string().min(1), default: z.unknown() })),
      }),
    ),
    jsonValidation: z.array(z.object({ url: z.string(), fileMatch: z.array(z.string()) })),
    yamlValidation: z.never().optional(),
  }),
});
const root = join(import.meta.dirname, '../../..');
const manifest = manifestSchema.parse(readManifest());
const properties = Object.assign(
  {},
  ...manifest.contributes.configuration.map((section) => section.properties),
) as Record<string, { default: unknown }>;

describe('package.json', () => {
  it('[ENF-UI-3] declares exactly the commands of the table with their titles', () => {
    const declared = Object.fromEntries(manifest.contributes.commands.map(({ command, title }) => [command, title]));
    assert.deepEqual(declared, { ...commandTitles });
    const handled = [...Object.keys(commandTable), ...Object.keys(workItemCommandTable)];
    assert.deepEqual(handled.sort(), Object.keys(commandTitles).sort());
  });

  it('menus refer to commands of the table only', () => {
    const named = Object.values(manifest.contributes.menus).flatMap((items) => items.map((item) => item.command));
    assert.deepEqual(
      [...new Set(named)].filter((command) => !(command in commandTitles)),
      [],
    );
  });

  it('inline actions match the context values of tree nodes', () => {
    const node = presentNode({ kind: 'note', id: 'x', text: '', detail: '', command: '' });
    assert.equal(node.contextValue, 'note');
    const matching = (value: string) =>
      manifest.contributes.menus['view/item/context']
        ?.filter(({ when }) => {
          const pattern = /viewItem =~ \/(.*)\//.exec(when ?? '')?.[1];
          return pattern !== undefined && new RegExp(pattern).test(value);
        })
        .map(({ command }) => command) ?? [];
    for (const value of ['chunk.holds', 'chunk.fails', 'chunk.unchecked']) {
      assert.ok(matching(value).includes('holdfast.runChunk'), value);
      assert.ok(matching(value).includes('holdfast.validate'), value);
      assert.ok(matching(value).includes('holdfast.showResults'), value);
    }
    for (const value of ['chunk.running', 'contract.running']) {
      assert.ok(matching(value).includes('holdfast.cancel'), value);
      assert.ok(!matching(value).includes('holdfast.runChunk'), value);
    }
    assert.ok(matching('contract').includes('holdfast.runAllChunks'));
    assert.ok(matching('review').includes('holdfast.acceptAndCommit'));
    for (const value of ['choice', 'chunk.choice']) assert.ok(matching(value).includes('holdfast.choose'), value);
    assert.ok(!matching('chunk.choice').includes('holdfast.runChunk'), 'a new run would bypass the choice');
    assert.ok(matching('amendment').includes('holdfast.acceptAmendment'));
    assert.deepEqual(matching('note'), []);
  });

  it('[ASSERT-PSM-003] offers decisions about work items where they wait, and nothing that changes them in restricted mode', () => {
    const items = manifest.contributes.menus['view/item/context']?.filter(({ when }) =>
      when?.includes('holdfast.workItems'),
    );
    const matching = (value: string): readonly string[] =>
      (items ?? [])
        .filter(({ when }) => new RegExp(/viewItem =~ \/(.*)\//.exec(when ?? '')?.[1] ?? '^$').test(value))
        .map(({ command }) => command);
    for (const value of ['decision', 'item.waiting']) {
      assert.ok(matching(value).includes('holdfast.approveWorkItem'), value);
      assert.ok(matching(value).includes('holdfast.rejectWorkItem'), value);
    }
    for (const value of ['item.new', 'item.ready', 'item.failed']) {
      assert.ok(matching(value).includes('holdfast.runWorkItem'), value);
      assert.ok(!matching(value).includes('holdfast.approveWorkItem'), value);
    }
    for (const value of ['item.running', 'item.processing'])
      assert.ok(!matching(value).includes('holdfast.runWorkItem'), value);
    assert.ok(matching('subItem.change').includes('holdfast.showWorkDocument'));
    assert.ok(!matching('subItem').includes('holdfast.showWorkDocument'));
    assert.deepEqual(matching('note'), []);
    for (const { command, when } of items ?? [])
      if (!command.startsWith('holdfast.show')) assert.match(when ?? '', /isWorkspaceTrusted/, command);
  });

  it('declares and describes the settings of the shared configuration', () => {
    for (const name of SETTING_NAMES) {
      assert.ok(`holdfast.${name}` in properties, name);
      const [first = '', second] = name.split('.');
      const schema = settingsSchema.shape[first as keyof typeof settingsSchema.shape] as z.ZodOptional;
      assert.ok(schema, name);
      if (second !== undefined) assert.ok(second in (schema.unwrap() as unknown as z.ZodObject).shape, name);
    }
  });

  it('ignores workspace values of run settings in restricted mode', () => {
    const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    for (const name of ['model', 'baseUrl', 'attempt.setup', 'attempt.copy', 'commitHooks', 'replay', 'record'])
      assert.ok(restrictedConfigurations.includes(`holdfast.${name}`), name);
    for (const name of restrictedConfigurations) assert.ok(name in properties, name);
  });

  it('activates for contracts and its panels, not for every window', () => {
    assert.ok(manifest.activationEvents.includes('workspaceContains:**/*.contract.yaml'));
    for (const panel of ['results', 'amendment', 'plan', 'impact', 'timeline', 'review', 'scenarios', 'analytics'])
      assert.ok(manifest.activationEvents.includes(`onWebviewPanel:holdfast.${panel}`), panel);
    assert.ok(!manifest.activationEvents.includes('*'));
  });

  it('[ENF-UI-3] activates before VS Code restores a tab that shows a text of Holdfast', () => {
    const sources = readdirSync(join(root, 'src/extension'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(root, 'src/extension', file), 'utf8'));
    const schemes = sources.flatMap((text) => [...text.matchAll(/SCHEME = '([^']+)'/g)].map(([, scheme]) => scheme));
    assert.ok(schemes.includes(RESULT_SCHEME));
    assert.equal(schemes.length, sources.join('\n').match(/registerTextDocumentContentProvider\(/g)?.length);
    const declared = manifest.activationEvents.flatMap((event) => /^onFileSystem:(.*)$/.exec(event)?.[1] ?? []);
    assert.deepEqual(declared.sort(), schemes.sort());
  });

  it('[EDIT-2] leaves keys and values of its files to its own features, so that nothing appears twice', () => {
    const [association, ...others] = manifest.contributes.jsonValidation;
    assert.ok(association);
    assert.deepEqual(others, []);
    const schema: unknown = JSON.parse(readFileSync(join(root, association.url), 'utf8'));
    // The JSON service of the editor would report comments, and propose the keys of other objects, without any schema.
    assert.partialDeepStrictEqual(schema, { allowComments: true, allowTrailingCommas: true });
    assert.ok(isRecord(schema) && !('properties' in schema));
    const globs = DATA_FILE_KINDS.flatMap((kind) => DATA_FILE_PATTERNS[kind].globs);
    for (const glob of ['*.contract.json', '*.gate.json', ...globs.filter((one) => one.endsWith('.json'))])
      assert.ok(association.fileMatch.includes(glob), glob);
    for (const kind of DATA_FILE_KINDS)
      for (const glob of DATA_FILE_PATTERNS[kind].globs)
        assert.equal(findDataFileKind(glob.replace('/**/', '/').replace('*', 'one')), kind, glob);
    assert.equal(RESULT_SCHEME, 'holdfast-result');
  });
});
