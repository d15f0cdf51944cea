import type { DataPath } from '../contract/document.ts';
import { formatDataPath } from '../contract/data-path.ts';
import { exportName } from '../contract/requirements.ts';
import { isRecord, valueAt } from '../contract/written-data.ts';
import { CONTRACT_SHAPED_CHECKS } from './contract-shaped.ts';
import type { DataDifference } from './data-differences.ts';
import { mentioned, renamed, wordsOfAssertion } from './mentions.ts';

/** What a change is measured by. */
export interface AmendmentScope {
  /** The data of the contract as it was. */
  readonly before: unknown;
  /** The position of the chunk whose attempts failed. */
  readonly chunk: number;
  /** The names that the change is about, as they were. */
  readonly names: ReadonlySet<string>;
  /** Names that the change replaces by others. */
  readonly renames: ReadonlyMap<string, string>;
}

const OUTSIDE =
  'an amendment changes what the chunk creates and consumes, its functions and types, and the checks and messages of assertions that state them';
const WEAKER = 'an amendment never takes an assertion away, nor makes it weaker';

/** Why a difference goes beyond what an amendment may change, as a sentence; undefined where it does not. */
export function whyNotAmendable(difference: DataDifference, scope: AmendmentScope): string | undefined {
  const { path, kind } = difference;
  const refuse = (why: string): string => `${formatDataPath(path)} must stay as it is: ${why}.`;
  const inChunk = path[0] === 'chunks';
  const own = inChunk ? path[1] === scope.chunk : false;
  const [list, index, ...inside] = path.slice(inChunk ? 2 : 0);
  if (kind === 'removed') return refuse(list === 'assertions' ? WEAKER : 'an amendment takes nothing away');
  switch (list) {
    case 'creates':
    case 'consumes':
      if (!inChunk) return refuse(OUTSIDE);
      if (own || (kind === 'changed' && scope.names.has(exportName(String(difference.before))))) return undefined;
      return refuse('it is of another chunk and does not name what changes');
    case 'functions':
    case 'types': {
      if (own && kind === 'added') return undefined;
      if (kind === 'added' || inside.length !== 1) return refuse(OUTSIDE);
      if (own || mentioned(valueAt(scope.before, path.slice(0, -1)), scope.names) !== undefined) return undefined;
      return refuse('it does not name what changes');
    }
    case 'assertions':
      if (!inChunk || typeof index !== 'number' || kind === 'added') return refuse(OUTSIDE);
      return whyNotInAssertion(difference, own, inside, scope, refuse);
    default:
      return refuse(OUTSIDE);
  }
}

function whyNotInAssertion(
  difference: DataDifference,
  own: boolean,
  inside: DataPath,
  scope: AmendmentScope,
  refuse: (why: string) => string,
): string | undefined {
  const [key, field] = inside;
  const assertion = valueAt(scope.before, difference.path.slice(0, 4));
  if (!isRecord(assertion)) return refuse(OUTSIDE);
  const check = isRecord(assertion['check']) ? assertion['check'] : {};
  const isShape = CONTRACT_SHAPED_CHECKS.has(String(check['type']));
  const concerned = (own && isShape) || mentioned(wordsOfAssertion(assertion), scope.names) !== undefined;
  if (!concerned) return refuse('the assertion does not name what changes');
  if (key === 'message' || key === 'condition') return undefined;
  if (key !== 'check' || field === 'type' || field === 'validator') return refuse(WEAKER);
  if (isShape || isRenaming(difference, scope.renames)) return undefined;
  return refuse(`the check is of another kind, and may only follow a name that changes; ${WEAKER}`);
}

/** Whether nothing differs but a name that is replaced everywhere. */
function isRenaming({ before, after }: DataDifference, renames: ReadonlyMap<string, string>): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return false;
  let expected = before;
  for (const [from, to] of renames) expected = renamed(expected, from, to);
  return expected === after;
}
