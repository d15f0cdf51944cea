/** The provider in the reference of an external agent: `acp:codex`. */
const AGENT_PROVIDER = 'acp';

/** Whether a reference names an external agent, which carries out attempts itself, and not a model. */
export function isAgentReference(reference: string): boolean {
  return reference.trimStart().startsWith(`${AGENT_PROVIDER}:`);
}
