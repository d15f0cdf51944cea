import type { CommandRules } from '../../../src/workspace/processes/command-rules.ts';

/** Rules without a configuration. */
export const PLAIN_RULES: CommandRules = { passedVariables: [] };
