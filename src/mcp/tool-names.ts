/** The names of the tools, in the order of their use. An edge that registers them does not have to load their code. */
export const AGENT_TOOL_NAMES = [
  'list_contracts',
  'list_chunks',
  'start_chunk',
  'chunk_context',
  'verified_imports',
  'impact',
  'check',
  'explain_violation',
  'check_change',
  'check_plan',
  'propose_amendment',
  'open_comments',
  'answer_comment',
] as const;

export type AgentToolName = (typeof AGENT_TOOL_NAMES)[number];
