import { checkClassification } from '../stages/intake/check-classification.ts';
import { classificationSchema, type Classification } from '../stages/intake/classification.ts';
import { intakePrompt } from '../stages/intake/intake-prompt.ts';
import { hashItemText, isWithoutDescription } from '../stages/intake/item-text.ts';
import { TreeModules } from '../../workspace/configuration/pipeline/tree-modules.ts';
import { hashText } from '../state/content-hash.ts';
import type { DocumentStage } from './document-stage.ts';
import { listModules } from './list-modules.ts';

const REQUEST =
  'This item has no description, so it cannot be classified. Describe what must change and how the result can be ' +
  'verified: edit the item, or add a comment. The pipeline continues then.';

/** Classifies an item, and compares the classification with the repository and the configuration [ASSERT-CLASS-001]. */
export const INTAKE_STAGE: DocumentStage<Classification> = {
  name: 'intake',
  schema: classificationSchema,
  settle: ({ item }, remarks) =>
    isWithoutDescription(item) && remarks.length === 0
      ? [{ type: 'information-requested', textHash: hashItemText(item), message: REQUEST }]
      : undefined,
  prepare: (_, { files }) => ({
    context: [],
    create: (material) => intakePrompt(material, listModules(files)),
  }),
  judge: (answer, _, { files, settings }) => {
    const { safetyCriticalModules, scopeThreshold } = settings;
    const terms = { modules: new TreeModules(files), safetyCriticalModules, scopeThreshold };
    const { classification, mistakes, safety, escalation } = checkClassification(answer, terms);
    if (classification === undefined) return Promise.resolve({ mistakes });
    return Promise.resolve({
      mistakes: [],
      hash: hashText(JSON.stringify(classification)),
      value: classification,
      outcome: { effects: [], safety, ...(escalation === undefined ? {} : { escalation: escalation.message }) },
    });
  },
};
