import type { AgentTool } from './agent-tool.ts';
import { check } from './tools/check.ts';
import { checkChange } from './tools/check-change.ts';
import { checkPlan } from './tools/check-plan.ts';
import { chunkContext } from './tools/chunk-context.ts';
import { explainViolation } from './tools/explain-violation.ts';
import { impact } from './tools/impact.ts';
import { listChunks } from './tools/list-chunks.ts';
import { listContracts } from './tools/list-contracts.ts';
import { proposeAmendment } from './tools/propose-amendment.ts';
import { startChunk } from './tools/start-chunk.ts';
import { verifiedImports } from './tools/verified-imports.ts';

/** [AGENT-5] The tools that other agents call, in the order of their use. */
export const AGENT_TOOLS: readonly AgentTool[] = [
  listContracts,
  listChunks,
  startChunk,
  chunkContext,
  verifiedImports,
  impact,
  check,
  explainViolation,
  checkChange,
  checkPlan,
  proposeAmendment,
];
