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
  [/^(?:delete|remove|drop)(?:\s+(?:the\s+)?(?:old\s+)?files?)?$/i, 'delete'],
  [/^(?:rename|move)\b/i, 'move'],
  [/^(?:auto-?)?generate[sd]?\b/i, 'modify'],
  [
    /^(?:delete|remove|drop|read|reference|references|see|inspect|review|verify|check|context|consult|use|uses|keep|unchanged|no change|possibly|do not|don't|not)\b/i,
    'read',
  ],
];
/** Words after which a path only counts under a condition. */
const CONDITION =
  /\b(?:if|unless|optional(?:ly)?|when(?:ever)? (?:needed|necessary|required)|as needed|where needed|or where\w+|or similar|or equivalent|e\.g\.|for example|for instance|likely|maybe|possibly|perhaps|probably|generated|auto-generated|already exists?|already present|exists already|existing|not committed|gitignored|temporary|scratch|TBD|opcional|optionnel|facultatif|falls)\b|\?\s*$|可选|如需|如有|必要|或新增|或扩展|任意/i;
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
  for (const line of joinItems(readLabeledLines(lines, FILES_LABEL))) {
    const moved = movedInto(line);
    if (moved.length > 0) {
      files.push(...moved);
      continue;
    }
    const label = labelOf(line.text);
    const isLabeled = label !== undefined && label.role !== undefined;
    if (isLabeled) role = label.role;
    else if (ITEM.test(line.text) && label !== undefined) role = 'read';
    const from = isLabeled ? label.length : 0;
    const found = pathsOfLine(line, from, role ?? roleAfter(line.text) ?? 'write', files.at(-1)?.path);
    files.push(...found);
    if (found.length === 0 && isLabeled && role !== 'read' && namesSomething(line.text.slice(from))) {
      notes.push({ line: line.line, message: `the line of "Files" names no path: ${line.text.trim().slice(0, 80)}` });
    }
  }
  return { files, notes };
}

/** "Move to `tests/node/`: `a.test.ts`, `b.test.ts`" */
function movedInto(line: PlanLine): readonly PlanTaskFile[] {
  const [head, folder = ''] = /^\s*[-*]\s+(?:Move|Rename)\s+(?:in)?to:?\s+`([^`]+\/)`\s*[:：]/i.exec(line.text) ?? [];
  return codeSpansOf(line).flatMap((span): PlanTaskFile[] => {
    const written = head === undefined || span.before < head.length ? undefined : toWrittenPath(span.code);
    const into = written === undefined ? undefined : toWrittenPath(folder);
    if (written === undefined || into === undefined || written.isPattern) return [];
    const path = `${into.path}${written.path.split('/').at(-1) ?? ''}`;
    return [{ ...placeIn(line, span.before + 1, span.code.length), path, role: 'create', isOptional: false }];
  });
}

const ITEM = /^(?:[-*+]|\d+[.)])\s/;

function labelOf(
  text: string,
): { readonly role: PlanFileRole | 'move' | undefined; readonly length: number } | undefined {
  const label = LABEL.exec(text) ?? VERB.exec(text);
  return label === null ? undefined : { role: roleOf(label[1] ?? ''), length: label[0].length };
}

/** An item of several lines with code is one text, at the offsets of the plan, so that its parentheses can close. */
function joinItems(lines: readonly PlanLine[]): readonly PlanLine[] {
  const joined: PlanLine[] = [];
  for (const line of lines) {
    if (line.isCode) continue;
    const last = joined.at(-1);
    const isItem = /^\s*(?:[-*+]|\d+[.)])\s/.test(line.text) || labelOf(line.text)?.role !== undefined;
    if (last === undefined || isItem || !last.text.includes('`')) joined.push(line);
    else {
      const text = last.text.padEnd(line.start - last.start) + line.text;
      joined[joined.length - 1] = { ...last, text, end: line.end };
    }
  }
  return joined;
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
  first: PlanFileRole | 'move',
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
  const prose = withoutCode(line.text);
  let role = first;
  let previous: string | undefined = role === 'move' ? undefined : isSameList(line.text, from) ? earlier : undefined;
  let isExplanation = false;
  let isAfterTo = false;
  for (const [index, candidate] of candidates.entries()) {
    const gap = line.text.slice(candidates[index - 1]?.end ?? from, candidate.start - 1);
    // `view.axaml` and `.axaml.cs`: the end of another name, whose start is not said.
    if (/^\.(?!env\b|\w*rc\b)\w+\.\w+$/.test(candidate.text)) continue;
    // A path in parentheses or after a dash explains the one before. "(or `b.ts`)" is another place for it.
    const inside = openParenthesis(prose.slice(from, candidate.start), prose.slice(candidate.end));
    const isAlternative = inside !== undefined && ALTERNATIVE.test(inside);
    if (inside !== undefined && !isAlternative) continue;
    const said = prose
      .slice(candidates[index - 1]?.end ?? from, candidate.start - 1)
      .replaceAll(/[(（][^()（）]*[)）]/g, '');
    const isChoice = /^\s*(?:or|oder|或)\s*$/.test(gap);
    const last = result.at(-1);
    if (isChoice && last !== undefined) result[result.length - 1] = { ...last, isOptional: true };
    // After a semicolon, a bare name can be part of the explanation.
    const isNext =
      NEXT_FILE.test(said) &&
      (candidate.text.includes('/') ||
        roleOf(INLINE_VERB.exec(said)?.[1] ?? '') !== undefined ||
        said.trimEnd().endsWith(','));
    isExplanation = (isExplanation || (index > 0 && EXPLAINED.test(said))) && !isNext;
    if (isExplanation || /\b(?:inline|same file)\b/i.test(gap)) continue;
    const verb = roleOf(INLINE_VERB.exec(said)?.[1] ?? '');
    // After the end of a sentence, another one says what the path is.
    role = verb ?? (index > 0 && /[.。]\s+\S/.test(said) ? 'read' : role);
    const after = line.text.slice(candidate.end, candidates[index + 1]?.start ?? line.text.length);
    for (const one of expandBraces(candidate.text)) {
      const written = toWrittenPath(one);
      if (written === undefined) continue;
      const relative = placeInside(written.path, result);
      const path = placeBareName(relative ?? written.path, previous, role === 'create' || role === 'test');
      // After a path whose folder is not known, that of a bare name is not known either.
      previous = relative === undefined ? undefined : path;
      isAfterTo ||= /(?:→|->|=>|\bto\b)/.test(gap);
      const isMoveTarget = role === 'move' && isAfterTo;
      // The folder that such a name moves from is not said.
      const isOpen = role === 'move' && !isMoveTarget && !path.includes('/');
      if (isOpen && candidates.some(({ text }) => text.endsWith('/'))) continue;
      const stated = role === 'modify' && NEW_FILE.test(after) ? 'create' : role;
      const isPart = stated === 'create' && PART_OF_FILE.test(after);
      const actual: PlanFileRole =
        stated === 'move' ? (isMoveTarget ? 'create' : 'delete') : isPart ? 'modify' : stated;
      result.push({
        ...placeIn(line, candidate.start, candidate.text.length),
        path:
          role === 'move' && isMoveTarget && !written.path.includes('/') && result[0] !== undefined
            ? placeBareName(written.path, result[0].path, true)
            : path,
        role: actual,
        isOptional:
          written.isPattern ||
          isAlternative ||
          isChoice ||
          relative === undefined ||
          CONDITION.test(after) ||
          CONDITION.test(said) ||
          /^\W*(?:possibly|optional(?:ly)?|(?:auto-?)?generate[sd]?)\b|\b(?:any|one) of\b/i.test(
            line.text.slice(0, from),
          ),
      });
    }
  }
  // A folder that moves keeps its files, which a condition on one path cannot say.
  return result.map((file) =>
    first === 'move' && file.path.endsWith('/') ? { ...file, role: 'modify', isOptional: true } : file,
  );
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

/** A dash or a colon begins an explanation; an arrow does not. */
const EXPLAINED = /^(?!.*(?:→|->)).*(?:\s[—–-]\s|:\s)/;
/** What ends an explanation: a semicolon, or a comma at the end of a line, and then the next path. */
const NEXT_FILE = /;\s*(?:and\s+)?(?:[A-Z][a-z]+:?\s+)?$|,\s{2,}$/;
/** `Modify \`a.ts\`; Delete \`b.ts\`` */
const INLINE_VERB =
  /(?:^|[;,.])\s*(?:and\s+)?(create|add|modify|update|edit|extend|test|delete|remove)(?:\s+(?:the|a|new|old|leftover))*:?\s*$/i;
/** `Modify: \`a.ts\` (new)` */
const NEW_FILE = /^\s*[(（]\s*(?:(?:new|create[ds]?|neu|nuevo|nouveau)(?:\s+file)?\s*[),]|新建|新增)/i;
/** `Create: \`ci.yml\` job \`e2e\``: what is created is a part of the file. */
const PART_OF_FILE = /^\s+(?:jobs?|steps?|sections?|targets?|entry|entries|scripts?|keys?)\s+`/i;
const ALTERNATIVE = /^\(\s*(?:or|oder|ou|o|或)\b[^,;]*$/i;

/** The text with each piece of code as spaces. */
function withoutCode(text: string): string {
  return text.replaceAll(/`[^`]*`/g, (all) => ' '.repeat(all.length));
}

/** The text since the parenthesis that is open at a place; `undefined` outside of parentheses that close. */
function openParenthesis(before: string, after: string): string | undefined {
  const open: number[] = [];
  for (const { 0: character, index } of before.matchAll(/[()（）]/g)) {
    if (/[(（]/.test(character)) open.push(index);
    else open.pop();
  }
  const last = open.at(-1);
  return last === undefined || !/[)）]/.test(after) ? undefined : before.slice(last);
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
