import { CHECKS } from '../../../src/verdicts/checks/definitions/check-table.ts';
import { complete } from '../../../src/authoring/completion/complete.ts';
import type { CompletionProposal } from '../../../src/authoring/completion/proposal.ts';
import type { WorkspaceFacts } from '../../../src/authoring/meaning/workspace-facts.ts';
import type { SchemaNode } from '../../../src/authoring/schema/schema-node.ts';
import type { AuthoringKind } from '../../../src/authoring/source/authoring-file.ts';
import { contractSchema, markedFile, sampleFacts } from './marked-text.ts';

export interface CompleteOptions {
  readonly path?: string;
  readonly kind?: AuthoringKind;
  readonly schema?: SchemaNode;
  readonly facts?: WorkspaceFacts;
  readonly includeSchema?: boolean;
}

/** The proposals at the cursor of a text; none where nothing can be completed. */
export async function proposalsAt(
  marked: string,
  options: CompleteOptions = {},
): Promise<readonly CompletionProposal[]> {
  const { schema = contractSchema, facts = sampleFacts, includeSchema } = options;
  const completion = await complete({ ...markedFile(marked, options), schema, facts, checks: CHECKS, includeSchema });
  return completion?.proposals ?? [];
}

export async function labelsAt(marked: string, options?: CompleteOptions): Promise<readonly string[]> {
  return (await proposalsAt(marked, options)).map(({ label }) => label);
}

/** The text after a proposal was inserted, with its tab stops. Lines are indented as an editor does it. */
export async function insertedAt(marked: string, label: string, options: CompleteOptions = {}): Promise<string> {
  const { schema = contractSchema, facts = sampleFacts } = options;
  const { file, offset } = markedFile(marked, options);
  const completion = await complete({ file, offset, schema, facts, checks: CHECKS });
  const proposal = completion?.proposals.find((one) => one.label === label);
  if (!completion || !proposal) throw new Error(`"${label}" is not proposed`);
  const line = file.text.slice(file.text.lastIndexOf('\n', offset - 1) + 1);
  const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
  const insert = proposal.insert.replaceAll('\n', `\n${indent}`);
  return file.text.slice(0, completion.start) + insert + file.text.slice(completion.end);
}
