import { didYouMean } from '../shared/nearest.ts';
import type { ContractForm, DataPath } from './document.ts';
import { dependencyOrder } from './order.ts';
import { childOf, itemsOf, textOf } from './source/source-node.ts';
import type { SourceNode } from './source/source-node.ts';
import { ProblemList } from './source/source-problem.ts';
import type { SourceProblem } from './source/source-problem.ts';
import type { SourceView } from './source/source-view.ts';

export interface ReferenceOptions {
  /** Ids of gates that stand in files of their own. */
  readonly sharedGates: readonly string[];
  /** Whether every chunk was read: where text is missing, what refers to it cannot be judged. */
  readonly complete: boolean;
  readonly lineOf: (offset: number) => number;
}

/**
 * What ids have against each other: twice given, referred to and not there, waiting in a circle. They speak of the
 * source tree, so that they are known even where the rest has no right shape.
 */
export function referenceProblems(view: SourceView, options: ReferenceOptions): readonly SourceProblem[] {
  const problems = new ProblemList();
  for (const list of ['chunks', 'gates', 'resources', 'steps']) duplicateIds(view, list, problems, options.lineOf);
  const chunks = itemsOf(childOf(view.root, 'chunks'));
  const gates = itemsOf(childOf(view.root, 'gates'));
  if (options.complete) {
    unknownDependencies(view, chunks, problems);
    unknownGates(view, chunks, new Set([...idsOf(gates), ...options.sharedGates]), problems);
  }
  cycles(view, chunks, problems);
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

function duplicateIds(view: SourceView, list: string, problems: ProblemList, lineOf: (offset: number) => number): void {
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
    const message = `The id "${id}" is taken in ${view.nameOf([list])} (line ${line}): give each its own.`;
    problems.error('duplicate-id', message, [list, index, 'id'], view.placeOf([list, index, 'id']));
  });
}

function unknownDependencies(view: SourceView, chunks: readonly SourceNode[], problems: ProblemList): void {
  const ids = new Set(idsOf(chunks));
  const suggestions = new Suggestions(ids);
  chunks.forEach((chunk, index) => {
    const own = textOf(childOf(chunk, 'id'));
    for (const { text, index: at } of textsOf(childOf(chunk, 'dependsOn'))) {
      if (ids.has(text)) continue;
      const path: DataPath = ['chunks', index, 'dependsOn', at];
      const advice = suggestions.adviceFor(text, own, 'The chunks are');
      problems.error('unknown-dependency', `No chunk has the id "${text}".${advice}`, path, view.placeOf(path));
    }
  });
}

function unknownGates(
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
      const advice =
        suggestions.adviceFor(text, undefined, 'The gates are') || ' Define it under "gates" or in a gate file.';
      problems.error('unknown-gate', `No gate has the id "${text}".${advice}`, path, view.placeOf(path));
    }
  });
}

/** How many names are compared for one list of ids; beyond it a message names no near one. */
const MAX_COMPARISONS = 200_000;

/** Says which id was meant, within a bound: each unknown id is compared with all the others. */
class Suggestions {
  readonly #ids: ReadonlySet<string>;
  #comparisons = 0;

  constructor(ids: ReadonlySet<string>) {
    this.#ids = ids;
  }

  adviceFor(name: string, own: string | undefined, introduction: string): string {
    this.#comparisons += this.#ids.size;
    if (this.#comparisons > MAX_COMPARISONS) return '';
    const others = [...this.#ids].filter((id) => id !== own);
    const near = didYouMean(name, others);
    if (near !== '') return near;
    // A few ids can be listed; many would hide the message.
    return others.length > 0 && others.length <= 10 ? ` ${introduction} ${others.join(', ')}.` : '';
  }
}

function cycles(view: SourceView, chunks: readonly SourceNode[], problems: ProblemList): void {
  const waiting = chunks.map((chunk, index) => ({
    id: textOf(childOf(chunk, 'id')) ?? '',
    index,
    dependsOn: textsOf(childOf(chunk, 'dependsOn')).map((one) => one.text),
  }));
  for (const cycle of dependencyOrder(waiting.filter((one) => one.id !== '')).cycles) {
    const [first = '', second = first] = cycle;
    const chunk = waiting.find((one) => one.id === first);
    if (!chunk) continue;
    const at = itemsOf(view.node(['chunks', chunk.index, 'dependsOn'])).findIndex((item) => textOf(item) === second);
    const path: DataPath = ['chunks', chunk.index, 'dependsOn', at];
    const shown = cycle.length > 20 ? [...cycle.slice(0, 10), '…', ...cycle.slice(-5)] : cycle;
    const message = `These chunks wait for each other: ${[...shown, first].join(' → ')}. Remove one of these dependencies.`;
    problems.error('cycle', message, path, view.placeOf(path));
  }
}

/** In a manifest a work order cannot remove files: it may only promise that one exists. */
export function postconditionProblems(view: SourceView, form: ContractForm): readonly SourceProblem[] {
  const problems = new ProblemList();
  if (form !== 'manifest') return [];
  itemsOf(childOf(view.root, 'chunks')).forEach((chunk, index) => {
    itemsOf(childOf(chunk, 'postconditions')).forEach((condition, at) => {
      const kind = textOf(childOf(condition, 'kind'));
      if (kind !== 'file_absent') return;
      const path: DataPath = ['chunks', index, 'postconditions', at, 'kind'];
      const file = textOf(childOf(condition, 'path')) ?? '';
      const message = `A postcondition of a manifest may only be file_exists, but this is file_absent of "${file}": a work order writes files and removes none.`;
      problems.error('postcondition-kind', message, path, view.placeOf(path));
    });
  });
  return problems.all;
}
