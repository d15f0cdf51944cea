import { CHECKS } from '../../verdicts/checks/definitions/check-table.ts';
import type { ContextItem } from '../context/context-item.ts';
import { checkPlannedWork } from '../stages/planning/check-planned-work.ts';
import { planAnswerSchema, type PlanAnswer } from '../stages/planning/plan-answer.ts';
import type { PlannedContract } from '../stages/planning/planned-contract.ts';
import { planningPrompt } from '../stages/planning/planning-prompt.ts';
import { keyOf, stageRecordOf } from '../state/changes.ts';
import type { PlannedEffect } from '../state/effect.ts';
import type { ItemState } from '../state/item-state.ts';
import type { PlannedSubItem } from '../state/item-event.ts';
import { subItemKey } from '../state/effect-keys.ts';
import { hashText } from '../state/content-hash.ts';
import type { DocumentStage } from './document-stage.ts';
import { summarizeAffectedModules } from './module-summaries.ts';
import { readStoredAnswer } from './stored-answers.ts';

/** Divides the work into sub-items, and creates the contract that generation runs [ASSERT-PLAN-001]. */
export const PLANNING_STAGE: DocumentStage<PlanAnswer> = {
  name: 'planning',
  schema: planAnswerSchema,
  prepare: ({ state }, base) => {
    const specification = readStoredAnswer(state, 'architecture');
    const { files, interfaces } = readStoredAnswer(state, 'interfaces');
    const context: readonly ContextItem[] = [
      ...files.map(({ path, text }) => ({ tier: 'interface' as const, name: path, text })),
      { tier: 'specification', name: specification.file, text: specification.document },
      ...summarizeAffectedModules(state, base),
    ];
    const { maxSubItems } = base.settings;
    return { context, create: (material) => planningPrompt({ ...material, interfaces, maxSubItems }) };
  },
  judge: async (answer, { state, item, signal }, { tree, settings }, services) => {
    const { mistakes, escalation, plan } = await checkPlannedWork(answer, {
      item,
      interfaces: readStoredAnswer(state, 'interfaces').interfaces,
      maxSubItems: settings.maxSubItems,
      maxAttempts: state.policy.maxTries.generation,
      safetyCriticalModules: settings.safetyCriticalModules,
      checks: CHECKS,
      situation: await services.readPlanSituation(tree, signal),
    });
    const value = { plan: answer };
    if (escalation !== undefined) {
      const hash = hashText(JSON.stringify(answer));
      return { mistakes: [], hash, value, outcome: { effects: [], escalation: escalation.message } };
    }
    if (plan === undefined) return { mistakes };
    const { contract, subItems, safety } = plan;
    const effects = [planEffect(state, contract), ...subItems.map((subItem) => subItemEffect(state, subItem))];
    return { mistakes: [], hash: contract.hash, value, outcome: { effects, safety, plan: { contract, subItems } } };
  },
};

/** The longest contract that a comment shows, in characters. GitHub refuses comments over 65,536. */
const MAX_SHOWN = 50_000;

/** Shows what a person approves: the contract and its hash. */
function planEffect(state: ItemState, { text, hash }: PlannedContract): PlannedEffect {
  const revision = stageRecordOf(state, 'planning').revision + 1;
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const shown =
    text.length > MAX_SHOWN
      ? `It is too long for a comment: see \`holdfast item show ${state.item}\`.`
      : `${fence}yaml\n${text.trimEnd()}\n${fence}`;
  const body = `The plan is this contract. Generation runs exactly its bytes, whose sha256 is \`${hash}\`.\n\n${shown}`;
  return { type: 'comment', key: keyOf(state, 'planning', `plan/${revision}`), body };
}

function subItemEffect(state: ItemState, { id, title, description, dependsOn }: PlannedSubItem): PlannedEffect {
  const order = dependsOn.length === 0 ? '' : `\n\nAfter: ${dependsOn.join(', ')}`;
  const body = `${description.trim() || title}${order}`;
  return { type: 'sub-item', key: subItemKey(state, id), subItem: id, title, body };
}
