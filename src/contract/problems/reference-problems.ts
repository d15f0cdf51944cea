import { findNearest, formatSuggestion } from '../../foundation/name-suggestions.ts';
import { orderByDependencies } from '../dependency-order.ts';
import type { ContractForm, DataPath } from '../document.ts';
import { childOf, itemsOf, textOf } from '../source/source-node.ts';
import type { SourceNode } from '../source/source-node.ts';
import { ProblemList } from '../source/source-problem.ts';
import type { SourceProblem } from '../source/source-problem.ts';
import type { SourceView } from '../source/source-view.ts';

export interface ReferenceOptions {
  /** Ids of gates that are defined in gate files. */
  readonly sharedGates: readonly string[];
  /** Whether all chunks were read. If not, references to missing ids are not reported. */
  readonly complete: boolean;
  readonly lineOf: (offset: number) => number;
}

/**
 * Reports duplicate ids, references to unknown ids, and dependency cycles. The checks use the source tree, so they work
 * even if other parts of the contract are invalid.
 */
export function referenceProblems(view: SourceView, options: ReferenceOptions): readonly SourceProblem[] {
  const problems = new ProblemList();
  for (const list of ['chunks', 'gates', 'resources', 'steps']) addDuplicateIds(view, list, problems, options.lineOf);
  const chunks = itemsOf(childOf(view.root, 'chunks'));
  const gates = itemsOf(childOf(view.root, 'gates'));
  if (options.complete) {
    addUnknownDependencies(view, chunks, problems);
    addUnknownSuperseded(view, chunks, problems);
    addUnknownGates(view, chunks, new Set([...idsOf(gates), ...options.sharedGates]), problems);
  }
  addCycles(view, chunks, problems);
  return problems.all;
}

function idsOf(items: readonly SourceNode[]): string[] {
  return items.flatMap((item) => textOf(childOf(item, 'id')) ?? []);
}

function textsOf(node: SourceNode | undefined): { text: string; index: number }[] {
  return itemsOf(node).flatMap((item, index) => {
    const text = textOf(item);
    return text === undefined ? [] : [{ text, index }];
  });
}

function addDuplicateIds(
  view: SourceView,
  list: string,
  problems: ProblemList,
  lineOf: (offset: number) => number,
): void {
  const firstLines = new Map<string, number>();
  itemsOf(childOf(view.root, list)).forEach((item, index) => {
    const idNode = childOf(item, 'id');
    const id = textOf(idNode);
    if (!idNode || id === undefined) return;
    const line = firstLines.get(id);
    if (line === undefined) {
      firstLines.set(id, lineOf(idNode.start));
      return;
    }
    const message = `Duplicate id "${id}" in ${view.describePath([list])} (first used on line ${line}). Use a unique id.`;
    problems.error('duplicate-id', message, [list, index, 'id'], view.rangeOf([list, index, 'id']));
  });
}

function addUnknownDependencies(view: SourceView, chunks: readonly SourceNode[], problems: ProblemList): void {
  const ids = new Set(idsOf(chunks));
  const suggestions = new Suggestions(ids);
  chunks.forEach((chunk, index) => {
    const ownId = textOf(childOf(chunk, 'id'));
    for (const { text, index: at } of textsOf(childOf(chunk, 'dependsOn'))) {
      if (ids.has(text)) continue;
      const path: DataPath = ['chunks', index, 'dependsOn', at];
      const { advice, suggestion } = suggestions.adviceFor(text, ownId, 'The known chunks are');
      problems.error('unknown-dependency', `Unknown chunk "${text}".${advice}`, path, view.rangeOf(path), suggestion);
    }
  });
}

function addUnknownSuperseded(view: SourceView, chunks: readonly SourceNode[], problems: ProblemList): void {
  const ids = new Set(idsOf(chunks));
  const suggestions = new Suggestions(ids);
  chunks.forEach((chunk, index) => {
    const ownId = textOf(childOf(chunk, 'id'));
    for (const { text, index: at } of textsOf(childOf(chunk, 'supersedes'))) {
      if (ids.has(text) && text !== ownId) continue;
      const path: DataPath = ['chunks', index, 'supersedes', at];
      const problem = text === ownId ? `The chunk "${text}" supersedes itself.` : `Unknown chunk "${text}".`;
      const { advice, suggestion } = suggestions.adviceFor(text, ownId, 'The other chunks are');
      problems.error('unknown-superseded', `${problem}${advice}`, path, view.rangeOf(path), suggestion);
    }
  });
}

function addUnknownGates(
  view: SourceView,
  chunks: readonly SourceNode[],
  known: ReadonlySet<string>,
  problems: ProblemList,
): void {
  const suggestions = new Suggestions(known);
  chunks.forEach((chunk, index) => {
    for (const { text, index: at } of textsOf(childOf(chunk, 'gates'))) {
      if (known.has(text)) continue;
      const path: DataPath = ['chunks', index, 'gates', at];
      const { advice, suggestion } = suggestions.adviceFor(text, undefined, 'The known gates are');
      const message = `Unknown gate "${text}".${advice || ' Define it under "gates" or in a gate file.'}`;
      problems.error('unknown-gate', message, path, view.rangeOf(path), suggestion);
    }
  });
}

/** The maximum number of name comparisons for one list of ids. Later messages contain no suggestion. */
const MAX_COMPARISONS = 200_000;

/** Suggests known ids for unknown ids. The number of comparisons is bounded: each unknown id is compared with all known ids. */
class Suggestions {
  readonly #ids: ReadonlySet<string>;
  #comparisons = 0;

  constructor(ids: ReadonlySet<string>) {
    this.#ids = ids;
  }

  adviceFor(
    name: string,
    ownId: string | undefined,
    introduction: string,
  ): { readonly advice: string; readonly suggestion?: string } {
    this.#comparisons += this.#ids.size;
    if (this.#comparisons > MAX_COMPARISONS) return { advice: '' };
    const others = [...this.#ids].filter((id) => id !== ownId);
    const suggestion = findNearest(name, others);
    if (suggestion !== undefined) return { advice: formatSuggestion(suggestion), suggestion };
    // A long list would hide the message.
    return { advice: others.length > 0 && others.length <= 10 ? ` ${introduction} ${others.join(', ')}.` : '' };
  }
}

function addCycles(view: SourceView, chunks: readonly SourceNode[], problems: ProblemList): void {
  const dependents = chunks.map((chunk, index) => ({
    id: textOf(childOf(chunk, 'id')) ?? '',
    index,
    dependsOn: textsOf(childOf(chunk, 'dependsOn')).map(({ text }) => text),
  }));
  for (const cycle of orderByDependencies(dependents.filter(({ id }) => id !== '')).cycles) {
    const [first = '', second = first] = cycle;
    const chunk = dependents.find(({ id }) => id === first);
    if (!chunk) continue;
    const dependencyIndex = itemsOf(view.node(['chunks', chunk.index, 'dependsOn'])).findIndex(
      (item) => textOf(item) === second,
    );
    const path: DataPath = ['chunks', chunk.index, 'dependsOn', dependencyIndex];
    const shownIds = cycle.length > 20 ? [...cycle.slice(0, 10), '…', ...cycle.slice(-5)] : cycle;
    const message = `Dependency cycle: ${[...shownIds, first].join(' → ')}. Remove one of these dependencies.`;
    problems.error('cycle', message, path, view.rangeOf(path));
  }
}

/** Reports `file_absent` postconditions of a manifest: a work order cannot delete files. */
export function postconditionProblems(view: SourceView, form: ContractForm): readonly SourceProblem[] {
  const problems = new ProblemList();
  if (form !== 'manifest') return [];
  itemsOf(childOf(view.root, 'chunks')).forEach((chunk, index) => {
    itemsOf(childOf(chunk, 'postconditions')).forEach((condition, at) => {
      const kind = textOf(childOf(condition, 'kind'));
      if (kind !== 'file_absent') return;
      const path: DataPath = ['chunks', index, 'postconditions', at, 'kind'];
      const file = textOf(childOf(condition, 'path')) ?? '';
      const message = `A postcondition of a manifest must be file_exists, but this one is file_absent for "${file}". A work order cannot delete files.`;
      problems.error('postcondition-kind', message, path, view.rangeOf(path));
    });
  });
  return problems.all;
}
