import * as z from 'zod';
import { defineTool } from '../base/engine-tool.ts';
import { filePath } from '../base/shared-schemas.ts';

/** A longer list does not fit into the context of a model. The summary counts all uses. */
const MAX_USES = 200;

export const impact = defineTool({
  name: 'impact',
  title: 'Impact of a symbol',
  description:
    'Finds who uses a file, or one of its exports: the affected files and each use with its line. Call it before you change or remove an export. Changes nothing.',
  input: z.strictObject({
    file: filePath.describe('The file that declares it, relative to the workspace folder.'),
    symbol: z.string().min(1).optional().describe('The name of the export. Default: all exports of the file.'),
    since: z.string().min(1).optional().describe('A git revision: only the exports that differ from it.'),
  }),
  output: z.object({
    summary: z.string(),
    filesAffected: z.array(z.string()),
    uses: z.array(
      z.object({
        symbol: z.string(),
        kind: z.enum(['call', 'import', 'other']),
        file: z.string(),
        line: z.number().describe('From 1.'),
        column: z.number().describe('From 1.'),
      }),
    ),
    omittedUses: z.number().describe('The number of uses that are not listed.'),
  }),
  readOnly: true,
  async run({ engine, signal }, { file, symbol, since }) {
    const found = await engine.exports.impact({ file, exportName: symbol }, { since, signal });
    const all = [
      ...found.functionsAffected.flatMap(({ name, callers }) => callers.map((use) => ({ symbol: name, ...use }))),
      ...found.typesAffected.flatMap(({ name, usages }) => usages.map((use) => ({ symbol: name, ...use }))),
    ];
    const uses = all
      .slice(0, MAX_USES)
      .map((use) => ({ symbol: use.symbol, kind: use.kind, file: use.file, line: use.line, column: use.column }));
    return {
      text: found.summary,
      data: {
        summary: found.summary,
        filesAffected: found.filesAffected,
        uses,
        omittedUses: all.length - uses.length,
      },
    };
  },
});
