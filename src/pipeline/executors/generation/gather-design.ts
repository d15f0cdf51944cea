import { isHoldoutFile, withoutHoldoutFiles } from '../../../workspace/configuration/holdout-files.ts';
import { findContextWindow } from '../../../models/cost/context-window.ts';
import type { PromptDesign } from '../../../models/prompts/prompt-input.ts';
import { formatCount } from '../../../foundation/format-count.ts';
import { requirePipelineSettings } from '../../../workspace/configuration/pipeline/pipeline-document.ts';
import { PIPELINE_FILE } from '../../../workspace/configuration/pipeline/pipeline-settings.ts';
import type { ContextItem } from '../../context/context-item.ts';
import { fitContext } from '../../context/fit-context.ts';
import { priorOutputs, type SubItemOutput } from '../../context/prior-outputs.ts';
import { readStandardItems } from '../../context/repository-context.ts';
import { planAnswerSchema } from '../../stages/planning/plan-answer.ts';
import type { ItemState } from '../../state/item-state.ts';
import { dependenciesThroughout } from '../../state/sub-item-readiness.ts';
import type { SubItem, SubItemBase } from '../../state/sub-item.ts';
import { readStoredAnswer, type StoredDeclarations } from '../stored-answers.ts';
import type { GenerationRun, GenerationServices } from './generation-services.ts';

/** The most tokens of the design. Every request of an attempt repeats it. */
const DESIGN_TOKENS = 24_000;

/** The part of a small window that the design may use. The conversation needs the rest. */
const WINDOW_PART = 1 / 4;

/**
 * The design that a sub-item is a part of: its interfaces, the work that it builds on [ASSERT-CODE-007], the specification
 * with the other interfaces, and the standards. What does not fit is left out, and reported [ASSERT-CODE-006].
 *
 * @throws ContextTooLargeError if the interfaces of the sub-item do not fit
 */
export async function gatherDesign(
  state: ItemState,
  subItem: SubItem,
  base: SubItemBase,
  { services: { model, report, repository, signal } }: GenerationRun,
): Promise<readonly PromptDesign[]> {
  const specification = readStoredAnswer(state, 'architecture');
  const { own, others } = divideInterfaces(state, subItem.id);
  const items: readonly ContextItem[] = [
    ...toItems('interface', own),
    ...(await readPriorOutputs(state, subItem, base, { repository }, signal)),
    { tier: 'specification', name: specification.file, text: specification.document },
    ...toItems('specification', others),
    ...(await readTermStandards(state, { repository }, signal)),
  ];
  const window = await findContextWindow((await model()).reference);
  const limit = window === undefined ? DESIGN_TOKENS : Math.min(DESIGN_TOKENS, Math.floor(window * WINDOW_PART));
  const fitted = await fitContext(items, limit);
  if (fitted.omitted.length > 0) {
    const names = fitted.omitted.map(({ tier, name, tokens }) => `${name} (${tier}, ${formatCount(tokens, 'token')})`);
    const message = `Left out of the prompt, which has room for ${limit} tokens of design: ${names.join(', ')}.`;
    report({ type: 'note', chunk: subItem.id, level: 'warning', message });
  }
  return fitted.items.map(({ tier, name, text }) => ({ kind: tier, name, text }));
}

type InterfaceFiles = StoredDeclarations['files'];

/** The declaration files with the interfaces that the plan assigns to a sub-item, and the others. */
function divideInterfaces(
  state: ItemState,
  id: string,
): { readonly own: InterfaceFiles; readonly others: InterfaceFiles } {
  const { files, interfaces } = readStoredAnswer(state, 'interfaces');
  const { subItems } = planAnswerSchema.parse(readStoredAnswer(state, 'planning').plan);
  const assigned = new Set(subItems.find((planned) => planned.id === id)?.interfaces);
  const paths = new Set(interfaces.filter((one) => assigned.has(one.id)).map(({ file }) => file));
  return { own: files.filter(({ path }) => paths.has(path)), others: files.filter(({ path }) => !paths.has(path)) };
}

function toItems(tier: ContextItem['tier'], files: InterfaceFiles): readonly ContextItem[] {
  return files.map(({ path: name, text }) => ({ tier, name, text }));
}

/** What the sub-items that one depends on have changed, as it is in the base of that one. */
async function readPriorOutputs(
  state: ItemState,
  subItem: SubItem,
  base: SubItemBase,
  { repository }: Pick<GenerationServices, 'repository'>,
  signal: AbortSignal,
): Promise<readonly ContextItem[]> {
  const ids = dependenciesThroughout(state, subItem);
  const outputs: SubItemOutput[] = [];
  for (const { id, dependsOn, base: from, result } of state.subItems) {
    if (!ids.has(id) || from === undefined || result === undefined) continue;
    const paths = (await repository.listChanges(from.commit, result, signal))
      .map(({ path }) => path)
      .filter((path) => !isHoldoutFile(path));
    const texts = await repository.readFiles(base.commit, paths, signal);
    outputs.push({ id, dependsOn, files: [...texts].flatMap(([path, bytes]) => toTextFile(path, bytes)) });
  }
  return priorOutputs([...outputs, subItem], subItem.id);
}

/** A file as text; nothing if it is binary. */
function toTextFile(path: string, bytes: Buffer): readonly { readonly path: string; readonly text: string }[] {
  return bytes.includes(0) ? [] : [{ path, text: bytes.toString('utf8') }];
}

/** The standards of the commit that the round started from. */
async function readTermStandards(
  { base: { commit } }: ItemState,
  { repository }: Pick<GenerationServices, 'repository'>,
  signal: AbortSignal,
): Promise<readonly ContextItem[]> {
  const tree = withoutHoldoutFiles(repository.readTree(commit, signal));
  const { contextFiles } = requirePipelineSettings(await tree.readText(PIPELINE_FILE));
  return readStandardItems(tree, contextFiles);
}
