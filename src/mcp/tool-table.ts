import type { EngineTool } from './base/engine-tool.ts';
import { AGENT_TOOL_NAMES, type AgentToolName } from './tool-names.ts';
import { answerComment } from './tools/answer-comment.ts';
import { check } from './tools/check.ts';
import { checkChange } from './tools/check-change.ts';
import { checkPlan } from './tools/check-plan.ts';
import { chunkContext } from './tools/chunk-context.ts';
import { explainViolation } from './tools/explain-violation.ts';
import { impact } from './tools/impact.ts';
import { listChunks } from './tools/list-chunks.ts';
import { listContracts } from './tools/list-contracts.ts';
import { openComments } from './tools/open-comments.ts';
import { proposeAmendment } from './tools/propose-amendment.ts';
import { startChunk } from './tools/start-chunk.ts';
import { verifiedImports } from './tools/verified-imports.ts';

/** [AGENT-5] The tools that other agents call. A missing tool is a compile error. */
export const agentTools: { readonly [Name in AgentToolName]: EngineTool & { readonly name: Name } } = {
  list_contracts: listContracts,
  list_chunks: listChunks,
  start_chunk: startChunk,
  chunk_context: chunkContext,
  verified_imports: verifiedImports,
  impact,
  check,
  explain_violation: explainViolation,
  check_change: checkChange,
  check_plan: checkPlan,
  propose_amendment: proposeAmendment,
  open_comments: openComments,
  answer_comment: answerComment,
};

/**
 * The same tools in the order of their use.
 *
 * @public for the generator of the manifest
 */
export const AGENT_TOOLS: readonly EngineTool[] = AGENT_TOOL_NAMES.map((name) => agentTools[name]);
