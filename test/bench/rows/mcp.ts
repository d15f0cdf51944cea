import { cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { projectRoot } from '../../scripts/project.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import { median, type BenchMeasurement } from '../row.ts';
import { limitOfMachine } from '../../scripts/machine-speed.ts';

const ROUNDS = 7;
/** The bar of the first answer, in milliseconds. */
const LIMIT = 1_000;

const CONTRACT = `version: 1
spec: { id: health, title: Health }
chunks:
  - id: health
    title: Health
    creates: [health]
    allowedFiles: [packages/added/health.ts]
`;

export const mcp: BenchMeasurement = {
  title: 'the MCP server as a process on the middle corpus: from its start to the list of contracts, and to a check',
  async measure(say) {
    const home = await realpath(await mkdtemp(join(tmpdir(), 'holdfast-mcp-')));
    try {
      const root = join(home, 'repository');
      await cp((await openCorpus('middle')).folder, root, { recursive: true, preserveTimestamps: true });
      await writeFile(join(root, 'health.contract.yaml'), CONTRACT);
      const [contracts, checks, tools]: [number[], number[], number[]] = [[], [], []];
      // The first process writes the cache of compiled code.
      for (let round = 0; round <= ROUNDS; round++) {
        const begun = performance.now();
        const client = new Client({ name: 'bench', version: '1.0.0' });
        const transport = new StdioClientTransport({
          command: process.execPath,
          args: [join(projectRoot, 'dist', 'cli.js'), 'mcp'],
          cwd: root,
          env: { PATH: process.env['PATH'] ?? '', HOME: home, HOLDFAST_STORAGE: join(home, 'storage') },
        });
        await client.connect(transport);
        await client.listTools();
        const listed = performance.now();
        await client.callTool({ name: 'list_contracts', arguments: {} });
        const answered = performance.now();
        await client.callTool({ name: 'check', arguments: {} });
        const checked = performance.now();
        await client.close();
        if (round === 0) continue;
        tools.push(listed - begun);
        contracts.push(answered - begun);
        checks.push(checked - begun);
      }
      const first = median(contracts);
      say(
        `list of tools ${median(tools).toFixed(0)} ms, of contracts ${first.toFixed(0)} ms, check ${median(checks).toFixed(0)} ms`,
      );
      return [{ id: 'mcp-first-answer/machine', ours: first, peer: limitOfMachine(LIMIT), unit: 'ms' }];
    } finally {
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
