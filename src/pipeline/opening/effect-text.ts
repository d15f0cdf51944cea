import type { StageName } from '../../workspace/configuration/pipeline/stage-names.ts';
import type { Receipt } from '../state/effect.ts';
import type { TimelineEntry } from './pipeline-types.ts';

type Described = Pick<TimelineEntry, 'kind' | 'text' | 'subItem'>;

interface EffectText {
  /** Matches the name of the effect: its key without round and stage. The first group, if any, is the sub-item. */
  readonly name: RegExp;
  readonly kind: 'transition' | 'gate' | 'effect';
  readonly text: (receipt: Receipt, stage: StageName) => string;
}

const pullRequest = ({ pullRequest: number }: Receipt): string => `pull request #${number ?? '?'}`;
const commit = ({ commit: id }: Receipt): string => (id === undefined ? '' : ` (${id.slice(0, 7)})`);

/** What the names of effects mean. */
const EFFECTS: readonly EffectText[] = [
  { name: /^(?:([^/]+)\/)?gate\/\d+$/, kind: 'effect', text: () => 'Requested a decision in a comment.' },
  { name: /^takeover\/\d+$/, kind: 'transition', text: () => 'Another process continued the work.' },
  { name: /^finished\/\d+$/, kind: 'transition', text: () => 'The item was finished.' },
  { name: /^plan\/\d+$/, kind: 'effect', text: () => 'Posted the plan in a comment.' },
  { name: /^reply\/.+$/, kind: 'effect', text: () => 'Answered a command in a comment.' },
  { name: /^([^/]+)\/foreign\/\d+$/, kind: 'transition', text: () => 'A person changed the branch.' },
  { name: /^entered\/\d+$/, kind: 'transition', text: (_, stage) => `The stage ${stage} started.` },
  { name: /^resumed\/\d+$/, kind: 'transition', text: () => 'The item was resumed.' },
  { name: /^cancelled\/\d+$/, kind: 'transition', text: () => 'The item was cancelled.' },
  { name: /^information\/\d+$/, kind: 'transition', text: () => 'The item waits for information.' },
  { name: /^labels-changed\/\d+$/, kind: 'transition', text: () => 'People changed the labels against the state.' },
  {
    name: /^([^/]+)\/contained\/\d+$/,
    kind: 'gate',
    text: () => 'The base branch contains the change: it was merged.',
  },
  { name: /^([^/]+)\/rejected\/\d+$/, kind: 'gate', text: () => 'The change was rejected.' },
  { name: /^(?:([^/]+)\/)?failure\/\d+$/, kind: 'effect', text: () => 'Reported the failure in a comment.' },
  {
    name: /^branch\/\d+$/,
    kind: 'effect',
    text: (receipt, stage) => `Pushed the branch of the ${stage}${commit(receipt)}.`,
  },
  { name: /^pull-request\/\d+$/, kind: 'effect', text: (receipt) => `Opened ${pullRequest(receipt)}.` },
  { name: /^sub-item\/([^/]+)$/, kind: 'effect', text: ({ id }) => `Created the sub-issue #${id ?? '?'}.` },
  { name: /^([^/]+)\/close-issue$/, kind: 'effect', text: ({ id }) => `Closed the sub-issue #${id ?? '?'}.` },
  { name: /^([^/]+)\/merge\/\w+$/, kind: 'effect', text: (receipt) => `Merged what it depends on${commit(receipt)}.` },
  { name: /^([^/]+)\/branch\/\w+$/, kind: 'effect', text: (receipt) => `Pushed the change${commit(receipt)}.` },
  { name: /^([^/]+)\/pull-request$/, kind: 'effect', text: (receipt) => `Opened ${pullRequest(receipt)}.` },
  {
    name: /^([^/]+)\/findings\/\w+$/,
    kind: 'effect',
    text: (receipt) => `Posted the findings of the review in ${pullRequest(receipt)}.`,
  },
  {
    name: /^([^/]+)\/human-approval\/\d+$/,
    kind: 'effect',
    text: (receipt) => `Set the status of the human approval${commit(receipt)}.`,
  },
  {
    name: /^([^/]+)\/retarget\/\d+$/,
    kind: 'effect',
    text: (receipt) => `Changed the base of ${pullRequest(receipt)}.`,
  },
  {
    name: /^(?:close\/\d+|([^/]+)\/.*close|.*\/close)$/,
    kind: 'effect',
    text: (receipt) => `Closed ${pullRequest(receipt)}.`,
  },
];

/** An effect in a sentence, by its name. An unknown name is shown as it is. */
export function describeEffect(name: string, stage: StageName, receipt: Receipt): Described {
  for (const effect of EFFECTS) {
    const match = effect.name.exec(name);
    if (!match) continue;
    const [, subItem] = match;
    const text = effect.text(receipt, stage);
    return { kind: effect.kind, text, ...(subItem === undefined ? {} : { subItem }) };
  }
  return { kind: 'effect', text: `${name}${commit(receipt)}` };
}
