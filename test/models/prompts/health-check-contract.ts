import { contractSchema, type Chunk, type Contract } from '../../../src/contract/model.ts';
import type { ChunkContext } from '../../../src/history/records/chunk-context.ts';
import type { PromptInput } from '../../../src/models/prompts/build-prompt.ts';

const contract: Contract = contractSchema.parse({
  spec: {
    id: 'health-check',
    title: 'Health checks',
    description: 'Report the health of the service and its dependencies.',
  },
  build: { command: 'npm run build' },
  verify: { command: 'npm test', requires: [{ kind: 'file_exists', path: 'test/health.test.ts' }] },
  types: [
    { name: 'HealthReport', file: 'src/health/report.ts', definition: '{ healthy: boolean;\n  checks: string[] }' },
  ],
  chunks: [
    {
      id: 'types',
      title: 'Health check types',
      description: 'Describe the outcome of one health check.',
      creates: ['HealthCheckResult'],
      allowedFiles: ['src/health/types.ts'],
      postconditions: [{ kind: 'file_exists', path: 'src/health/types.ts' }],
      assertions: [
        {
          message: 'Must export the HealthCheckResult type',
          condition: 'exports HealthCheckResult',
          check: { type: 'export_exists', target: 'HealthCheckResult', file: 'src/health/types.ts' },
        },
      ],
    },
    {
      id: 'check',
      title: 'checkHealth',
      description: 'Run one check and never throw.',
      dependsOn: ['types'],
      consumes: ['HealthCheckResult'],
      creates: ['checkHealth()'],
      functions: [
        { name: 'checkHealth', file: 'src/health/check.ts', signature: '(url: string) => Promise<HealthCheckResult>' },
      ],
      assertions: [
        {
          type: 'suggest',
          message: 'Should use try/catch with typed errors',
          check: { type: 'pattern_match', target: 'src/health/check.ts', pattern: 'try\\s*\\{[\\s\\S]*catch' },
        },
      ],
      allowedFiles: ['src/health/check.ts'],
      forbiddenFiles: ['test/**'],
      forbidden: ['Do not add dependencies.'],
      contextFiles: ['src/http.ts', 'docs/missing.md'],
      acceptanceCommands: ['node scripts/smoke.js'],
    },
    { id: 'report', title: 'Report', creates: ['HealthReport', 'reportHealth()'], dependsOn: ['check'] },
  ],
});

export function chunkOf(id: string): Chunk {
  const chunk = contract.chunks.find((candidate) => candidate.id === id);
  if (chunk === undefined) throw new Error(`Chunk not found: ${id}`);
  return chunk;
}

/** The context before any chunk has completed. */
const emptyContext: ChunkContext = {
  availableExports: [],
  availableFiles: [],
  changesSoFar: {
    filesCreated: [],
    filesModified: [],
    filesDeleted: [],
    filesRenamed: [],
    totalAdditions: 0,
    totalDeletions: 0,
  },
};

export function promptInput(id: string, more: Partial<PromptInput> = {}): PromptInput {
  return {
    contract,
    chunk: chunkOf(id),
    context: emptyContext,
    notYetCreated: [],
    contextFiles: [],
    ...more,
  };
}

/** The context after the chunk `types` has completed. */
export const typesCompleted: ChunkContext = {
  availableExports: [
    {
      name: 'HealthCheckResult',
      from: './src/health/types',
      type: 'interface',
      createdByChunk: 'types',
      file: 'src/health/types.ts',
    },
    {
      name: 'Logger',
      from: '@acme/logging',
      type: 'class',
      createdByChunk: 'types',
      file: 'packages/logging/src/index.ts',
    },
    {
      name: 'logLevel',
      from: '@acme/logging',
      type: 'const',
      createdByChunk: 'types',
      file: 'packages/logging/src/level.ts',
    },
    { name: 'http', from: '@/http', type: 'function', createdByChunk: undefined, file: 'src/http.ts' },
  ],
  availableFiles: [{ path: 'src/health/types.ts', exports: ['HealthCheckResult'], createdByChunk: 'types' }],
  changesSoFar: {
    filesCreated: ['src/health/types.ts'],
    filesModified: ['src/index.ts'],
    filesDeleted: ['src/old.ts'],
    filesRenamed: [{ from: 'src/a.ts', to: 'src/b.ts' }],
    totalAdditions: 12,
    totalDeletions: 3,
  },
};
