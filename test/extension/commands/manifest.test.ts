import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { settingsSchema } from '../../../src/workspace/configuration/settings.ts';
import { commandTitles } from '../../../src/extension/base/command-ids.ts';
import { commandTable } from '../../../src/extension/commands/command-table.ts';
import { workItemCommandTable } from '../../../src/extension/pipeline/work-item-command-table.ts';
import { SETTING_NAMES } from '../../../src/workspace/configuration/setting-names.ts';
import { computeUsageKeys } from '../../../src/extension/usage/context-keys.ts';
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
    views: z.record(z.string(), z.array(z.object({ id: z.string(), when: z.string().optional() }))),
    keybindings: z.array(z.object({ command: z.string(), key: z.string(), when: z.string() })),
    walkthroughs: z.array(
      z.object({ steps: z.array(z.object({ id: z.string(), completionEvents: z.array(z.string()) })) }),
    ),
    configuration: z.array(
      z.object({
        properties: z.record(
          z.string(),
          z.object({
            markdownDescription: z.string().min(1),
            default: z.unknown(),
            tags: z.array(z.string()).optional(),
          }),
        ),
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
) as Record<string, { default: unknown; tags?: readonly string[] }>;

const readSources = (): readonly string[] =>
  readdirSync(join(root, 'src/extension'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(root, 'src/extension', file), 'utf8'));

/** The commands of the palette for some context keys. Conditions about an editor are false: none is open. */
function listPalette(context: Readonly<Record<string, unknown>>): readonly string[] {
  const holds = (term: string): boolean => {
    const [key = '', operator, value] = term.split(' ');
    if (operator === undefined) return context[key] === true;
    return operator === '==' && context[key] === value;
  };
  const conditions = new Map(
    manifest.contributes.menus['commandPalette']?.map(({ command, when = 'true' }) => [command, when]),
  );
  return manifest.contributes.commands
    .map(({ command }) => command)
    .filter((command) => conditions.get(command)?.split(' && ').every(holds) ?? true);
}

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

  it('[EDIT-1] the palette of an idle workspace has fewer than half of the commands that it once had', () => {
    // Before commands were hidden until their subject exists, 45 of 72 were listed.
    assert.ok(listPalette({ 'holdfast.state': 'ready' }).length < 45 / 2);
    const withoutContract = listPalette({ 'holdfast.state': 'empty' });
    assert.ok(withoutContract.length <= 12, withoutContract.join(', '));
    for (const start of ['newContract', 'getStarted', 'selectModel', 'reviewSession', 'newWorkItem'])
      assert.ok(withoutContract.includes(`holdfast.${start}`), start);
  });

  it('[EDIT-1] what was used is found in the palette', () => {
    const palette = listPalette({
      ...Object.fromEntries(Object.keys(computeUsageKeys({ folders: [] })).map((key) => [key, true])),
      'holdfast.state': 'ready',
      'holdfast.workItems': 'ready',
    });
    for (const name of ['openHistory', 'showLandings', 'showAnalytics', 'runScenarios', 'runWorkItem', 'showPlanTries'])
      assert.ok(palette.includes(`holdfast.${name}`), name);
  });

  it('[EDIT-1] every context key of Holdfast in package.json is set by its code', () => {
    const sources = readSources().join('\n');
    const known = Object.keys(computeUsageKeys({ folders: [] }));
    const isSet = (key: string): boolean =>
      known.includes(key) ||
      sources.includes(`'setContext', '${key}'`) ||
      /^holdfast\.(?:reviews|choices|amendments|running)$/.test(key);
    const { menus, views, keybindings, walkthroughs } = manifest.contributes;
    const conditions = [
      ...Object.values(menus).flat(),
      ...Object.values(views).flat(),
      ...keybindings,
      ...walkthroughs.flatMap(({ steps }) =>
        steps.flatMap(({ completionEvents }) =>
          completionEvents.map((event) => ({ when: event.replace('onContext:', '') })),
        ),
      ),
    ].map(({ when = '' }) => when.replaceAll(/(?:view|commentController|resourceScheme|scheme) == \S+/g, ''));
    const named = new Set(conditions.flatMap((when) => when.match(/\bholdfast\.\w+/g) ?? []));
    assert.deepEqual(
      [...named].filter((key) => !isSet(key)),
      [],
    );
    assert.ok(named.size > 10);
  });

  it('[EDIT-1] a step of the walkthrough is done by its effect, with any cause', () => {
    const steps = manifest.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
    assert.deepEqual(
      steps.map(({ completionEvents }) => completionEvents),
      [
        ['onContext:holdfast.hasModel'],
        ['onContext:holdfast.state == ready'],
        ['onContext:holdfast.hasRuns'],
        ['onContext:holdfast.hasDecided'],
      ],
    );
  });

  it('[EDIT-1] work items and landings have a view only once there is one', () => {
    const views = Object.values(manifest.contributes.views).flat();
    assert.deepEqual(
      views.map(({ id, when }) => [id, when]),
      [
        ['holdfast.contracts', undefined],
        ['holdfast.workItems', 'holdfast.workItems == ready'],
        ['holdfast.landings', 'holdfast.hasLandings'],
      ],
    );
  });

  it('[ENF-UI-3] default keys run, validate and cancel, and review a result, only where they apply', () => {
    const { keybindings } = manifest.contributes;
    const commands = keybindings.map(({ command }) => command.replace('holdfast.', ''));
    for (const name of [
      'runChunk',
      'validate',
      'cancel',
      'nextChange',
      'previousChange',
      'acceptChange',
      'rejectChange',
    ])
      assert.ok(commands.includes(name), name);
    for (const { command, when } of keybindings) {
      assert.ok(command in commandTitles, command);
      assert.match(when, /resourceFilename|holdfast/, command);
    }
  });

  it('[EDIT-1] the settings editor lists first what a newcomer needs', () => {
    const shown = Object.entries(properties).filter(([, { tags = [] }]) => !tags.includes('advanced'));
    assert.ok(shown.length <= 12, shown.map(([name]) => name).join(', '));
    assert.ok(shown.some(([name]) => name === 'holdfast.model'));
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
    const sources = readSources();
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
