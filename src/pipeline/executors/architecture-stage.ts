import type { Observation } from '../../verdicts/domains/constraints/observation.ts';
import { isInterfaceFile, requireRegistry } from '../../verdicts/domains/registry/read-registry.ts';
import { readExemplars } from '../context/repository-context.ts';
import { architecturePrompt } from '../stages/architecture/architecture-prompt.ts';
import { checkSpecification } from '../stages/architecture/check-specification.ts';
import { findModuleImports } from '../stages/architecture/module-imports.ts';
import { readSpecificationDocument } from '../stages/architecture/read-specification.ts';
import {
  specificationAnswerSchema,
  type SpecificationAnswer,
  type SpecificationFrontMatter,
} from '../stages/architecture/specification.ts';
import { TreeModules } from '../../workspace/configuration/pipeline/tree-modules.ts';
import { specificationId } from '../stages/planning/planned-contract.ts';
import { hashText } from '../state/content-hash.ts';
import { documentEffects } from './document-effects.ts';
import type { DocumentExecutorServices } from './document-executor-services.ts';
import type { BaseCommit, DocumentStage } from './document-stage.ts';
import { listModules } from './list-modules.ts';
import { summarizeAffectedModules } from './module-summaries.ts';

/** Writes the specification, and checks it against the base commit [ASSERT-ARCH-001]. */
export const ARCHITECTURE_STAGE: DocumentStage<SpecificationAnswer> = {
  name: 'architecture',
  schema: specificationAnswerSchema,
  prepare: async ({ state }, base) => {
    const registry = await readRegistryTexts(base);
    return {
      context: [
        ...summarizeAffectedModules(state, base),
        ...(await readExemplars(base.tree, base.files.filter(isSpecification).slice(-MAX_EXEMPLARS))),
      ],
      create: (material) =>
        architecturePrompt({
          ...material,
          modules: listModules(base.files),
          rules: base.settings.architecturalRules,
          registry,
        }),
    };
  },
  judge: async ({ document }, { state, item, signal }, { tree, files, index, settings }, services) => {
    const file = specificationFile(state.item);
    const { facts, mistakes, lineOf } = readSpecificationDocument(file, document);
    if (facts === undefined) return { mistakes };
    const terms = {
      modules: new TreeModules(files),
      imports: findModuleImports(index),
      rules: settings.architecturalRules,
      registry: await requireRegistry(tree),
      existing: await observeBase(facts, tree.root, state.base.commit, services, signal),
    };
    const found = checkSpecification(facts, terms).map((mistake) => ({ line: lineOf(mistake.path), ...mistake }));
    if (found.length > 0) return { mistakes: found };
    const text = document.endsWith('\n') ? document : `${document}\n`;
    const message = `Specify ${item.title}\n\nThe specification of the work item ${item.id}.`;
    const parent = state.base.commit;
    const commit = await services.writeCommit({ parent, files: { [file]: text }, message, signal });
    const title = `Specification: ${facts.title}`;
    const body = `The specification of #${item.id}, in \`${file}\`. The interfaces and the plan follow from it.`;
    return {
      mistakes: [],
      hash: hashText(text),
      value: { file, document: text, commit },
      outcome: { effects: documentEffects(state, { title, body, commit }) },
    };
  },
};

/** The most characters of the registry in a prompt. */
const MAX_REGISTRY = 60_000;

async function readRegistryTexts({ tree, files }: BaseCommit): Promise<readonly { file: string; text: string }[]> {
  const texts: { file: string; text: string }[] = [];
  let length = 0;
  for (const file of files.filter(isInterfaceFile)) {
    const text = (await tree.readText(file)) ?? '';
    length += text.length;
    if (length <= MAX_REGISTRY) texts.push({ file, text });
  }
  return texts;
}

/** What the artifacts of the base have: a message that is proposed adds to those that are there. */
async function observeBase(
  { interfaceValues }: SpecificationFrontMatter,
  root: string,
  commit: string,
  { observe }: DocumentExecutorServices,
  signal: AbortSignal,
): Promise<readonly Observation[]> {
  if (interfaceValues.length === 0 || observe === undefined) return [];
  return observe({ root, commit, signal });
}

/** Earlier specifications show the model what the people of the repository accept. */
const MAX_EXEMPLARS = 2;

const FOLDER = 'docs/specs/';

/** Where the specification of an item is written, relative to the workspace folder. */
export function specificationFile(item: string): string {
  return `${FOLDER}${specificationId(item)}.md`;
}

function isSpecification(file: string): boolean {
  return file.startsWith(FOLDER) && file.endsWith('.md');
}
