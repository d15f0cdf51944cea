import * as z from 'zod';
import { HoldfastError } from '../../foundation/errors.ts';
import { stageRecordOf } from '../state/changes.ts';
import type { ItemState } from '../state/item-state.ts';
import { classificationSchema } from '../stages/intake/classification.ts';
import { declarationFileSchema } from '../stages/interfaces/declarations-answer.ts';
import type { StageName } from '../../workspace/configuration/pipeline/stage-names.ts';

/** The stored answer of the architecture stage. Its hash is that of the document. */
export const storedSpecificationSchema = z.strictObject({
  /** The path of the document in its commit. */
  file: z.string(),
  document: z.string(),
  commit: z.string(),
});

/** The stored answer of the interfaces stage. Its hash is that of the files. */
export const storedInterfacesSchema = z.strictObject({
  files: z.array(declarationFileSchema),
  /** What the files declare. */
  interfaces: z.array(z.strictObject({ id: z.string(), name: z.string(), file: z.string(), line: z.int() })),
  commit: z.string(),
});

/** The stored answer of the planning stage. Its hash is that of the contract, which is in the state. */
export const storedPlanSchema = z.strictObject({ plan: z.json() });

export type StoredDeclarations = z.infer<typeof storedInterfacesSchema>;

const SCHEMAS = {
  intake: classificationSchema,
  architecture: storedSpecificationSchema,
  interfaces: storedInterfacesSchema,
  planning: storedPlanSchema,
} as const;

export type DocumentStageName = keyof typeof SCHEMAS;

/**
 * The stored answer of an earlier stage.
 * @throws HoldfastError `storage` if there is none, or if another version of Holdfast wrote it
 */
export function readStoredAnswer<Stage extends DocumentStageName>(
  state: ItemState,
  stage: Stage,
): z.infer<(typeof SCHEMAS)[Stage]> {
  const parsed = SCHEMAS[stage].safeParse(stageRecordOf(state, stage).answer?.value);
  if (parsed.success) return parsed.data as z.infer<(typeof SCHEMAS)[Stage]>;
  throw new HoldfastError('storage', `Failed to read the answer of the stage ${stage} of item ${state.item}.`, {
    hint: `Restart the item: /${state.policy.labelPrefix} restart`,
    cause: parsed.error,
  });
}

/** A stored answer as a document for people. */
export interface AnswerDocument {
  readonly text: string;
  readonly language: 'markdown' | 'yaml' | 'typescript';
}

/** The answer of a stage as a document; undefined if the stage has none. */
export function describeAnswer(state: ItemState, stage: StageName): AnswerDocument | undefined {
  if (stageRecordOf(state, stage).answer === undefined) return undefined;
  switch (stage) {
    case 'intake': {
      const value = readStoredAnswer(state, stage);
      const lines = Object.entries(value).map(([key, one]) => `${key}: ${JSON.stringify(one)}`);
      return { text: `${lines.join('\n')}\n`, language: 'yaml' };
    }
    case 'architecture':
      return { text: readStoredAnswer(state, stage).document, language: 'markdown' };
    case 'interfaces': {
      const texts = readStoredAnswer(state, stage).files.map(({ path, text }) => `// ${path}\n${text}`);
      return { text: texts.join('\n'), language: 'typescript' };
    }
    case 'planning':
      return state.contract && { text: state.contract.text, language: 'yaml' };
    default:
      return undefined;
  }
}
