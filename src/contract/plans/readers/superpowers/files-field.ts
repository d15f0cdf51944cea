import { codeSpansOf } from '../../code-spans.ts';
import { expandBraces, placeBareName, toWrittenPath } from '../../plan-paths.ts';
import type { PlanTaskFile, PlanFileRole, PlanNote } from '../../plan.ts';
import { placeIn, type PlanLine } from '../../plan-text.ts';
import { FILES_LABEL } from './task-sections.ts';
import { readLabeledLines } from './labeled-lines.ts';

/** The files of a task, and the lines that name none. */
export interface FilesField {
  readonly files: readonly PlanTaskFile[];
  readonly notes: readonly PlanNote[];
}

const ROLES: readonly (readonly [RegExp, PlanFileRole | 'move'])[] = [
  [/^(?:create|add|new)\s*(?:\/|or|and|,)\s*(?:modify|update|edit|change)/i, 'modify'],
  [/^(?:create|new|add|created|adds)\b/i, 'create'],
  [
    /^(?:modify|modified|modifies|update|edit|change|extend|refactor|rewrite|append|adjust|replace|fix|amend|regenerate|possibly modify|modify\/create|create\/modify|modify or create|create or modify)\b/i,
    'modify',
  ],
  [/^(?:tests?|verify with|add tests?|unit tests?|test file|spec)\b/i, 'test'],
  [/^(?:delete|remove|drop)\b/i, 'delete'],
  [/^(?:rename|move)\b/i, 'move'],
  [
    /^(?:read|reference|references|see|inspect|review|verify|check|context|consult|use|uses|keep|unchanged|no change|possibly|generated|do not|don't|not)\b/i,
    'read',
  ],
];
/** Words after which a path only counts under a condition. */
const CONDITION =
  /\b(?:if|unless|optional(?:ly)?|when(?:ever)? (?:needed|necessary|required)|as needed|where needed|or where\w+|or similar|or equivalent|e\.g\.|for example|for instance|likely|maybe|possibly|perhaps|probably|generated|auto-generated|already exists?|already present|exists already|existing|not committed|gitignored|temporary|scratch|TBD)\b|\?\s*$/i;
const LABEL =
  /^\s*(?:[-*+]|\d+[.)])?\s*(?:\*\*|__)?\s*([A-Za-z][A-Za-z/ ]{1,30}?)\s*(?:\([^()]*\))?\s*(?:\*\*|__)?\s*[:：]\s*(?:\*\*|__)?\s*/;
/** `Create \`a.ts\`` without a colon. */
const VERB =
  /^\s*(?:[-*+]|\d+[.)])\s*(?:\*\*|__)?\s*(Create|New|Add|Modify|Update|Edit|Test|Delete|Remove|Rename|Move|Read)(?:\*\*|__)?\s+(?=`|\S+[/.]\S)/i;

/** Reads the field "Files". */
export function readFilesField(lines: readonly PlanLine[]): FilesField {
  const files: PlanTaskFile[] = [];
  const notes: PlanNote[] = [];
  let role: PlanFileRole | 'move' | undefined;
  for (const line of readLabeledLines(lines, FILES_LABEL)) {
    if (line.isCode) continue;
    const label = LABEL.exec(line.text) ?? VERB.exec(line.text);
    const isLabeled = label !== null && roleOf(label[1] ?? '') !== undefined;
    if (isLabeled) role = roleOf(label[1] ?? '');
    else if (/^(?:[-*+]|\d+[.)])\s/.test(line.text) && label !== null) role = 'read';
    const from = isLabeled ? label[0].length : 0;
    const found = pathsOfLine(line, from, role ?? roleAfter(line.text) ?? 'modify', files.at(-1)?.path);
    files.push(...found);
    if (found.length === 0 && isLabeled && role !== 'read' && namesSomething(line.text.slice(from))) {
      notes.push({ line: line.line, message: `the line of "Files" names no path: ${line.text.trim().slice(0, 80)}` });
    }
  }
  return { files, notes };
}

function roleOf(label: string): PlanFileRole | 'move' | undefined {
  return ROLES.find(([pattern]) => pattern.test(label.trim()))?.[1];
}

/** `\`a.ts\` (create)`, `\`a.ts\` — new` */
function roleAfter(text: string): PlanFileRole | undefined {
  const word = /[`\w/.]\s*(?:\(|—|–|-|:)\s*(create|created|new|modify|modified|delete|deleted|test|tests)\b/i.exec(
    text,
  )?.[1];
  const role = word === undefined ? undefined : roleOf(word.replace(/d$/, ''));
  return role === 'move' ? undefined : role;
}

function namesSomething(rest: string): boolean {
  const plain = rest.replaceAll(/[*_`.()—–-]/g, ' ').trim();
  return (
    plain !== '' &&
    !/^(?:none|nothing|n\/a|no\b|ninguno|nenhum|nada|keine?|aucune?|无|無|なし|없음|manual)/i.test(plain)
  );
}

interface Candidate {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function pathsOfLine(
  line: PlanLine,
  from: number,
  role: PlanFileRole | 'move',
  earlier: string | undefined,
): readonly PlanTaskFile[] {
  const spans = codeSpansOf(line).filter(({ before }) => before >= from);
  const candidates: readonly Candidate[] =
    spans.length > 0
      ? spans
          .filter(({ code }) => toWrittenPath(code) !== undefined || /\{.*,.*\}/.test(code))
          .map((span) => ({ text: span.code, start: span.before + 1, end: span.after }))
      : plainCandidates(line.text, from);
  const result: PlanTaskFile[] = [];
  // A path in parentheses, or after a verb of reading, explains the one before.
  let previous: string | undefined = role === 'move' ? undefined : isSameList(line.text, from) ? earlier : undefined;
  for (const [index, candidate] of candidates.entries()) {
    const gap = line.text.slice(candidates[index - 1]?.end ?? from, candidate.start - 1);
    if (index > 0 && isExplanation(line.text, candidates[index - 1]?.end ?? 0, candidate.start)) continue;
    if (/\b(?:inline|same file)\b/i.test(gap)) continue;
    const after = line.text.slice(candidate.end, candidates[index + 1]?.start ?? line.text.length);
    for (const one of expandBraces(candidate.text)) {
      const written = toWrittenPath(one);
      if (written === undefined) continue;
      const relative = placeInside(written.path, result);
      const path = placeBareName(relative ?? written.path, previous, role === 'create' || role === 'test');
      previous = path;
      const isMoveTarget = role === 'move' && (index > 0 || /(?:→|->|=>|\bto\b)/.test(gap));
      const actual: PlanFileRole = role === 'move' ? (isMoveTarget ? 'create' : 'delete') : role;
      result.push({
        ...placeIn(line, candidate.start, candidate.text.length),
        path:
          role === 'move' && isMoveTarget && !written.path.includes('/') && result[0] !== undefined
            ? placeBareName(written.path, result[0].path, true)
            : path,
        role: actual,
        isOptional:
          written.isPattern ||
          relative === undefined ||
          CONDITION.test(after) ||
          CONDITION.test(gap) ||
          /^\s*(?:possibly|optionally)\b/i.test(line.text.slice(0, from)),
      });
    }
  }
  // A folder that moves keeps its files, which a condition on one path cannot say.
  return role === 'move' ? result.filter(({ path }) => !path.endsWith('/')) : result;
}

/**
 * A later path of a line can be relative to a folder of the first: `a/b/src/x.rs`, `src/y.rs`. `undefined` if it looks
 * relative, and the folder is not known.
 */
function placeInside(path: string, earlier: readonly PlanTaskFile[]): string | undefined {
  const first = earlier[0]?.path;
  const [top = ''] = path.split('/');
  const depth = (first ?? '').split('/').length;
  if (first === undefined || !path.includes('/') || first.startsWith(`${top}/`)) return path;
  const base = earlier.find((one) => one.path.includes(`/${top}/`))?.path;
  if (base !== undefined) return `${base.slice(0, base.indexOf(`/${top}/`) + 1)}${path}`;
  return depth > 2 && path.split('/').length === 2 && !/^(?:docs?|scripts?|src|tests?|bin)$|^\./.test(top)
    ? undefined
    : path;
}

/** An item without a label continues the list of the item above. */
function isSameList(text: string, from: number): boolean {
  return from === 0 && /^\s{2,}/.test(text);
}

/** Whether an opening parenthesis or a dash after the path before is not closed by a comma that separates files. */
function isExplanation(text: string, end: number, start: number): boolean {
  const gap = text.slice(end, start);
  const open = gap.split('(').length - gap.split(')').length;
  if (open > 0) return true;
  const dash = /\s[—–-]\s|:\s/.exec(gap);
  return dash !== null && !/(?:→|->)/.test(gap);
}

/** Paths without backticks: words with a slash or an extension. */
function plainCandidates(text: string, from: number): readonly Candidate[] {
  const list = text.slice(from).replace(/\s[—–]\s.*$|\s\(.*$/, '');
  return [...list.matchAll(/[^\s,;]+/g)].flatMap((match) => {
    const word = match[0].replace(/[.:]+$/, '').replaceAll(/^["'*]+|["'*]+$/g, '');
    const written = toWrittenPath(word);
    if (written === undefined || (!word.includes('/') && !/\.[a-z]{1,5}$/.test(word))) return [];
    const start = from + match.index + match[0].indexOf(word);
    return [{ text: word, start, end: start + word.length }];
  });
}
