import { join } from 'node:path';
import * as z from 'zod';
import { CHECKS } from '../../src/verdicts/checks/definitions/check-table.ts';
import {
  DATA_FILE_KINDS,
  DATA_FILE_PATTERNS,
  type DataFileKind,
} from '../../src/workspace/configuration/data-file-kinds.ts';
import { settingsSchema } from '../../src/workspace/configuration/settings.ts';
import { contractFileJsonSchema } from '../../src/contract/json-schema/contract-file-json-schema.ts';
import { dataFileSchemaJson } from '../../src/engine.ts';
import { readManifest } from './manifest.ts';
import { projectRoot } from './project.ts';
import { formatType, keyTables, type KeySchema } from './key-tables.ts';

/** A file that is generated from the sources. */
export interface GeneratedFile {
  /** The absolute path. */
  readonly file: string;
  readonly text: string;
}

const generated = 'This page is generated from the source code.';

/** Every page of docs/reference/. `node test/scripts/write-docs.ts` writes them, and a test compares them with the files. */
export async function referencePages(): Promise<readonly GeneratedFile[]> {
  return [
    page('contract-keys', contractPage()),
    page('configuration-keys', configurationPage()),
    ...(await Promise.all(DATA_FILE_KINDS.map(async (kind) => page(`${kind}-keys`, await dataFilePage(kind))))),
    page('settings', settingsPage()),
    page('commands', commandsPage()),
  ];
}

function page(name: string, parts: readonly string[]): GeneratedFile {
  return { file: join(projectRoot, 'docs', 'reference', `${name}.md`), text: `${parts.join('\n\n')}\n` };
}

function contractPage(): readonly string[] {
  const schema = contractFileJsonSchema(CHECKS) as KeySchema;
  const { contract, ...others } = schema.definitions ?? {};
  // The page of the checks describes them, and a manifest has the keys of a contract.
  const shapes = Object.entries(others).filter(([name]) => !/^(?:manifest|workOrder|check(?:-.*)?)$/.test(name));
  return [
    '# Keys of a contract',
    `${generated} [The contract file](../contract.md) explains the keys with examples, and [checks](../checks.md) lists the checks. A key in **bold** is required. A manifest of the plan compiler has the same keys in snake case (\`allowed_files\`), with \`work_orders\` instead of \`chunks\`.`,
    ...keyTables('The file', contract ?? {}),
    ...shapes.flatMap(([name, shape]) => keyTables(name, shape)),
  ];
}

function configurationPage(): readonly string[] {
  const schema = z.toJSONSchema(settingsSchema, { io: 'input', unrepresentable: 'any' }) as KeySchema;
  return [
    '# Keys of holdfast.config.yaml',
    `${generated} [Configuration](../configuration.md) explains the file. All keys are optional.`,
    ...keyTables('The file', schema),
  ];
}

async function dataFilePage(kind: DataFileKind): Promise<readonly string[]> {
  const files = DATA_FILE_PATTERNS[kind].globs.map((glob) => `\`${glob}\``).join(', ');
  return [
    `# Keys of the file kind "${kind}"`,
    `${generated} Files: ${files}. A key in **bold** is required.`,
    ...keyTables('The file', await dataFileSchemaJson(kind)),
  ];
}

const settingSchema = z.looseObject({ markdownDescription: z.string(), scope: z.string().optional() });
const manifestSchema = z.object({
  contributes: z.object({
    configuration: z.array(z.object({ title: z.string(), properties: z.record(z.string(), settingSchema) })),
    commands: z.array(z.object({ command: z.string(), title: z.string() })),
  }),
});

function readContributions(): z.infer<typeof manifestSchema>['contributes'] {
  return manifestSchema.parse(readManifest()).contributes;
}

function settingsPage(): readonly string[] {
  return [
    '# Settings',
    `${generated} The settings of the extension, as the settings editor shows them.`,
    ...readContributions().configuration.flatMap(({ title, properties }) => [
      `## ${title}`,
      ...Object.entries(properties).map(([name, setting]) => {
        const shape = setting as KeySchema;
        const unset = shape.default === undefined ? '' : ` Default: \`${JSON.stringify(shape.default)}\`.`;
        const choices = (shape.enum ?? []).map((value, at) => {
          const description = (setting['markdownEnumDescriptions'] ?? setting['enumDescriptions']) as
            string[] | undefined;
          return `- \`${String(value)}\`${description?.[at] ? `: ${description[at]}` : ''}`;
        });
        return [
          `### ${name}`,
          linkSettings(setting.markdownDescription),
          ...(choices.length > 0 ? [choices.join('\n')] : []),
          `Type: ${formatType(shape)}.${unset} Scope: ${setting.scope ?? 'window'}.`,
        ].join('\n\n');
      }),
    ]),
  ];
}

/** `#holdfast.model#` is a link in the settings editor only. */
function linkSettings(text: string): string {
  return text.replaceAll(
    /`#([\w.]+)#`/g,
    (_match, name: string) => `[\`${name}\`](#${name.replaceAll('.', '').toLowerCase()})`,
  );
}

function commandsPage(): readonly string[] {
  const rows = readContributions().commands.map(({ command, title }) => `| Holdfast: ${title} | \`${command}\` |`);
  return [
    '# Commands of the editor',
    `${generated} [The editor](../editor.md) explains the commands.`,
    ['| title | id |', '| --- | --- |', ...rows].join('\n'),
  ];
}
