import type { FileVersions } from '../protection/changes/protected-change.ts';
import type { Fact } from '../../foundation/fact.ts';
import { readVersions } from './code/read-code.ts';
import { FACT_RULES } from './fact-rules.ts';
import type { CodeVersions } from './interface/code-versions.ts';
import type { FactPlace, FactRule } from './interface/fact-rule.ts';

export interface FactQuery {
  /** The changed files for which `canHaveFacts` holds. */
  readonly files: readonly FileVersions[];
  /** The paths of all changed files. */
  readonly changedPaths: readonly string[];
}

/** Whether a rule reads a file, by its path alone. */
export function canHaveFacts(path: string): boolean {
  return FACT_RULES.some((rule) => rule.reads(path));
}

/** [PROOF-5] What a reviewer of a change should look at: one fact for each rule and file, in the order of the rules. */
export async function findFacts(
  { files: all, changedPaths }: FactQuery,
  rules: readonly FactRule[] = FACT_RULES,
): Promise<readonly Fact[]> {
  const versions: CodeVersions[] = [];
  for (const file of all) {
    const read = await readVersions(file);
    if (read !== undefined) versions.push(read);
  }
  const facts: Fact[] = [];
  for (const rule of rules) {
    const files = all.filter(({ path }) => rule.reads(path));
    if (files.length === 0) continue;
    const code = versions.filter(({ path, language }) => rule.languages.includes(language) && rule.reads(path));
    facts.push(...joinPlaces(rule, await rule.find({ files, code, changedPaths })));
  }
  return facts;
}

function joinPlaces({ id, message }: FactRule, places: readonly FactPlace[]): readonly Fact[] {
  return [...new Set(places.map(({ file }) => file))].flatMap((file): Fact[] => {
    const own = places.filter((place) => place.file === file);
    const [first] = own;
    if (first === undefined) return [];
    const { before, after } = showDifference(first.before, first.after);
    return [
      {
        rule: id,
        file,
        line: first.line,
        message,
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
        places: own.length,
      },
    ];
  });
}

/** Enough to recognise a value, and short enough that a fact stays one line. */
const MAX_LENGTH = 80;
/** What is left of the equal start of two long texts, so that the difference has a context. */
const CONTEXT = 20;

interface Difference {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Two texts on one line each, cut so that the part that differs is visible. */
function showDifference(before: string | undefined, after: string | undefined): Difference {
  const [one, other] = [toLine(before), toLine(after)];
  const start = Math.max(0, equalStart(one ?? '', other ?? '') - CONTEXT);
  const isLong = Math.max(one?.length ?? 0, other?.length ?? 0) > MAX_LENGTH;
  const from = isLong && one !== undefined && other !== undefined ? start : 0;
  return { before: one && cut(one, from), after: other && cut(other, from) };
}

function toLine(text: string | undefined): string | undefined {
  return text?.replaceAll(/\s+/g, ' ').trim();
}

function equalStart(one: string, other: string): number {
  const end = Math.min(one.length, other.length);
  for (let at = 0; at < end; at++) if (one[at] !== other[at]) return at;
  return end;
}

function cut(text: string, from: number): string {
  const part = text.slice(from, from + MAX_LENGTH);
  return `${from > 0 ? '…' : ''}${part}${from + MAX_LENGTH < text.length ? '…' : ''}`;
}
