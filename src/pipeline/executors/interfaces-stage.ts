import { readSpecificationDocument } from '../stages/architecture/read-specification.ts';
import { checkInterfaces } from '../stages/interfaces/check-interfaces.ts';
import {
  declarationsAnswerSchema,
  type DeclarationsAnswer,
  type DeclarationFile,
} from '../stages/interfaces/declarations-answer.ts';
import type { SpecificationFrontMatter } from '../stages/architecture/specification.ts';
import { interfacesPrompt } from '../stages/interfaces/interfaces-prompt.ts';
import type { ItemEvent } from '../state/item-event.ts';
import type { ItemState } from '../state/item-state.ts';
import { hashText } from '../state/content-hash.ts';
import { documentEffects } from './document-effects.ts';
import type { DocumentStage } from './document-stage.ts';
import { summarizeAffectedModules } from './module-summaries.ts';
import { readStoredAnswer, type StoredDeclarations } from './stored-answers.ts';

/** Designs the interfaces as declaration files, which are type-checked in the base commit. */
export const INTERFACES_STAGE: DocumentStage<DeclarationsAnswer> = {
  name: 'interfaces',
  schema: declarationsAnswerSchema,
  settle: ({ state, at }) => (readFacts(state).interfaces.length === 0 ? answerWithout(state, at) : undefined),
  prepare: ({ state }, base) => {
    const { file, document: text } = readStoredAnswer(state, 'architecture');
    return {
      context: summarizeAffectedModules(state, base),
      create: (material) => interfacesPrompt({ ...material, specification: { file, text } }),
    };
  },
  judge: async (answer, { state, item, signal }, { tree, index, settings }, services) => {
    const facts = readFacts(state);
    const { mistakes, interfaces } = await checkInterfaces(answer, {
      tree,
      index,
      specification: facts,
      rules: settings.architecturalRules,
      isProtected: (path) => services.isProtected(path),
    });
    if (mistakes.length > 0) return { mistakes };
    const files = Object.fromEntries(answer.files.map(({ path, text }) => [path, text]));
    const message = `Declare the interfaces of ${item.title}\n\nThe interface design of the work item ${item.id}.`;
    const commit = await services.writeCommit({ parent: state.base.commit, files, message, signal });
    const list = answer.files.map(({ path }) => `- \`${path}\``);
    const title = `Interfaces: ${facts.title}`;
    const body = `The interfaces of #${item.id}, type-checked in the base commit:\n\n${list.join('\n')}`;
    return {
      mistakes: [],
      hash: hashFiles(answer.files),
      value: { files: answer.files, interfaces, commit },
      outcome: { effects: documentEffects(state, { title, body, commit }) },
    };
  },
};

function readFacts(state: ItemState): SpecificationFrontMatter {
  const { file, document } = readStoredAnswer(state, 'architecture');
  const { facts } = readSpecificationDocument(file, document);
  if (facts === undefined) throw new Error(`The stored specification of the item ${state.item} is invalid.`);
  return facts;
}

/**
 * The answer for work that needs no interfaces, such as the correction of a mistake. There is nothing to review, so the gate
 * is satisfied, unless the item is safety-affecting: then a person approves each stage that produces code.
 */
function answerWithout({ base, safety }: ItemState, at: string): readonly ItemEvent[] {
  const stage = 'interfaces';
  const hash = hashFiles([]);
  const value: StoredDeclarations = { files: [], interfaces: [], commit: base.commit };
  const answered: ItemEvent = { type: 'answered', stage, hash, value, outcome: { effects: [] }, at };
  if (safety.length > 0) return [answered];
  return [answered, { type: 'stage-approved', stage, approval: { hash, by: 'holdfast', via: 'gate', at } }];
}

function hashFiles(files: readonly DeclarationFile[]): string {
  return hashText(JSON.stringify(files.map(({ path, text }) => [path, text])));
}
