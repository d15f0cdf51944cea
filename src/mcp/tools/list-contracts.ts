import * as z from 'zod';
import { formatCount } from '../../foundation/format-count.ts';
import { defineTool } from '../base/engine-tool.ts';
import { problemSchema } from '../base/shared-schemas.ts';

export const listContracts = defineTool({
  name: 'list_contracts',
  title: 'List contracts',
  description:
    'Lists the contracts of the repository with their problems. A contract states what code must contain, in chunks of work.',
  input: z.strictObject({}),
  output: z.object({
    contracts: z.array(
      z.object({
        file: z.string(),
        id: z.string().optional().describe('Absent if the contract cannot be read.'),
        title: z.string().optional(),
        chunks: z.number().describe('The number of its chunks.'),
        problems: z.array(problemSchema),
      }),
    ),
    activeChunk: z.string().optional().describe('The chunk that this session carries out.'),
  }),
  readOnly: true,
  async run({ engine, session }) {
    const contracts = (await engine.contracts.readAll()).map(({ file, contract, problems }) => ({
      file,
      id: contract?.spec.id,
      title: contract?.spec.title,
      chunks: contract?.chunks.length ?? 0,
      problems: problems.map(({ severity, message, range }) => ({ severity, message, line: range.start.line })),
    }));
    const lines = contracts.flatMap(({ file, title, chunks, problems }) => [
      `- ${file}${title === undefined ? '' : `: ${title}`} (${formatCount(chunks, 'chunk')})`,
      ...problems.map(({ severity, message, line }) => `  ${severity} in line ${line}: ${message}`),
    ]);
    return {
      text: lines.length === 0 ? 'The repository has no contract.' : lines.join('\n'),
      data: { contracts, activeChunk: session.active },
    };
  },
});
