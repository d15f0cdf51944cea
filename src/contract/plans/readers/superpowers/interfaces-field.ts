import { codeSpansOf } from '../../code-spans.ts';
import { namesDeclaredIn, type CodeName } from '../../code-names.ts';
import { pathBefore } from '../../code-of-files.ts';
import { toWrittenPath } from '../../plan-paths.ts';
import type { PlanName } from '../../plan.ts';
import { placeIn, type PlanBlock, type PlanLine } from '../../plan-text.ts';
import { readWrittenName } from '../../written-name.ts';
import { readLabeledLines } from './labeled-lines.ts';

export interface InterfacesField {
  readonly produces: readonly PlanName[];
  readonly consumes: readonly PlanName[];
  /** The first lines of its blocks of code. */
  readonly blockLines: ReadonlySet<number>;
}

const LABEL = /^\s*(?:[-*]\s+)?(?:\*\*|__)?\s*Interfaces?\b[^:：]{0,80}[:：]\s*(?:\*\*|__)?/i;
const DIRECTION =
  /^\s*(?:[-*+]\s+)?(?:\*\*|__)?\s*(Consumes|Produces|Exports|Provides)\b(?:[^:：`]{0,60}[:：]|[^:：]{0,80}[:：]\s*$)/i;
/** Words that say that the name is changed, and not new. */
const CHANGE =
  /\b(?:now|updated|modified|revised|overload(?:s|ed)?|gains?|extends?|extended|changes?|changed|no longer|renamed?|removed?|deleted|keeps?|unchanged|existing|already|replaces?|replacing|instead of|new parameter|additional|signature becomes|becomes|widened?|narrowed?|→)\b/i;
/** Before a name, or after it: "(adds `deep`)", "adds a parameter". "Adds a row" says what it does. */
const CHANGES_NAME = /\b(?:updates?|modify|modifies|revises?)\s*(?:the\s*)?$/i;
const ADDS_PARAMETER =
  /^\s*\(\s*add(?:s|ed|ing)?\s*$|\badd(?:s|ed|ing)?\b[^.;`]*\b(?:param(?:eter)?|arg(?:ument)?)s?\b/i;
/** What is consumed comes from another plan, or is there. */
const ELSEWHERE =
  /\b(?:Phase|Slice|Part|Plan|Milestone|Stage|Sprint|PR|spec|package|library|stdlib|built-?in|existing|already)\b|\bas (?:is|they are)\b/;
/** Words before a name that is an example, an input, or what something else does. */
const OTHER_SUBJECT =
  /\b(?:from|via|calls?|uses?|using|used by|consumed by|called by|by|in|inside|like|as in|see|replaces|replacing|instead of|against|returns?|returning|throws?|rejects?|takes|reads?|writes|on|of|with|for|through|than|into|to|where|when|which|that|renders?|tests?|asserts?|`[\w.]+`'s|without|no)\s*(?:the |an? |its )?$/i;

/** Reads the field "Interfaces". Prose stays prose: only code counts, in the forms of `readWrittenName`. */
export function readInterfacesField(
  lines: readonly PlanLine[],
  blocks: readonly PlanBlock[],
  numbers: ReadonlySet<string>,
): InterfacesField {
  const produces: PlanName[] = [];
  const consumes: PlanName[] = [];
  const field = readLabeledLines(lines, LABEL);
  const label = lines.find((line) => !line.isCode && LABEL.test(line.text))?.text ?? '';
  const isDirected = field.some(({ text, isCode }) => !isCode && DIRECTION.test(text));
  let owner: MemberOwner | undefined;
  let target = /Produces/i.test(LABEL.exec(label)?.[0] ?? '') ? produces : undefined;
  for (const line of field) {
    if (line.isCode) {
      const block = blocks.find((one) => one.line === line.line);
      if (block === undefined) continue;
      if (target !== undefined) target.push(...namesOfBlock(block));
      // Without a direction, a name can be there already.
      else if (!isDirected) produces.push(...namesOfBlock(block).map((name) => ({ ...name, isChange: true })));
      continue;
    }
    const direction = DIRECTION.exec(line.text);
    if (direction !== null) target = /consumes/i.test(direction[1] ?? '') ? consumes : produces;
    const names = namesOfLine(line, direction?.[0].length ?? 0, target === consumes, numbers);
    const indent = /^\s*/.exec(line.text)?.[0].length ?? 0;
    if (owner !== undefined && indent <= owner.indent) owner = undefined;
    const { name } = owner ?? {};
    target?.push(...(name === undefined ? names : names.map((one) => toMemberOf(name, one))));
    owner ??= ownerIn(line, names, indent);
  }
  return { produces, consumes, blockLines: new Set(field.flatMap(({ line, isCode }) => (isCode ? [line] : []))) };
}

/** A class or an interface whose members are the items below it. */
interface MemberOwner {
  readonly name: string;
  readonly indent: number;
}

function ownerIn({ text }: PlanLine, names: readonly PlanName[], indent: number): MemberOwner | undefined {
  const name = names[0]?.name;
  if (
    name === undefined ||
    !/^[A-Z]\w*$/.test(name) ||
    !/\b(?:class|interface|trait|struct|protocol|methods?)\b/i.test(text)
  )
    return undefined;
  return { name, indent };
}

function toMemberOf(owner: string, one: PlanName): PlanName {
  const isMember = one.kind === 'function' && one.form !== 'declaration' && !one.name.includes('.');
  return isMember ? { ...one, name: `${owner}.${one.name}` } : one;
}

function namesOfBlock(block: PlanBlock): readonly PlanName[] {
  return [...namesDeclaredIn(block.code, block.language), ...methodsIn(block)].map(({ offset, ...declared }) => {
    const before = block.code.slice(0, offset).split('\n').length;
    const file = pathBefore(block.code, offset);
    const place = { start: block.start, end: block.end, line: block.line + before };
    return { ...declared, form: 'declaration', ...(file === undefined ? {} : { file }), ...place };
  });
}

/** `load(id: string): Order;` alone is a member of a type that the text names, so its file is open. */
function methodsIn({ code, language }: PlanBlock): readonly CodeName[] {
  if (!/^(?:tsx?|typescript|)$/.test(language)) return [];
  return [...code.matchAll(/^[a-z_$][\w$]*\(.*\)\s*:\s*[^;{}]+;?$/gm)].flatMap(({ 0: text, index }): CodeName[] => {
    const written = readWrittenName(text.replace(/;$/, ''));
    return written?.form === 'signature' ? [{ ...written, kind: 'value', offset: index }] : [];
  });
}

function namesOfLine(
  line: PlanLine,
  from: number,
  isConsumed: boolean,
  numbers: ReadonlySet<string>,
): readonly PlanName[] {
  const spans = codeSpansOf(line).filter(({ before }) => before >= from);
  return spans.flatMap((span, index): PlanName[] => {
    const written = toWrittenPath(span.code) === undefined ? readWrittenName(span.code) : undefined;
    if (written === undefined) return [];
    const before = line.text.slice(spans[index - 1]?.after ?? from, span.before);
    const after = line.text.slice(span.after, spans[index + 1]?.before ?? line.text.length);
    // The subject of the line comes first. A later name is one more only in a list.
    const isListed =
      index === 0 ||
      /^\s*(?:[,;/+]|、|，|；|and|or|und|y|e|et|\)\s*[,;]|\([^()]*\)\s*[,;])\s*(?:and\s+)?(?:the\s+)?$/i.test(before) ||
      /[.;]\s*(?:and\s+)?$/.test(before);
    const isSubject = isConsumed || (isListed && !OTHER_SUBJECT.test(before));
    const file = fileAfter(after, spans[index + 1]?.code);
    const isElsewhere = isConsumed && isOfOtherPlan(line.text.slice(from), numbers);
    const isChange =
      isElsewhere ||
      CHANGE.test(before) ||
      CHANGES_NAME.test(before) ||
      CHANGE.test(after) ||
      ADDS_PARAMETER.test(after) ||
      (index > 0 && CHANGE.test(line.text.slice(from)));
    const { start, end } = placeIn(line, span.start - line.start, span.code.length);
    return [
      {
        ...written,
        form: isSubject ? written.form : 'mention',
        ...(/\bexport(?:ed|s)?\b/i.test(after.slice(0, 40)) ? { isExport: true } : {}),
        ...(file === undefined ? {} : { file }),
        ...(isChange ? { isChange } : {}),
        start,
        end,
        line: line.line,
      },
    ];
  });
}

/** A code such as `A1` names another plan, unless it is the number of a task. */
function isOfOtherPlan(text: string, numbers: ReadonlySet<string>): boolean {
  return ELSEWHERE.test(text) || (text.match(/\b[A-Z]\d+[a-z]?\b/g) ?? []).some((code) => !numbers.has(code));
}

/** `name(…)` from, in or exported by `path`. */
function fileAfter(after: string, next: string | undefined): string | undefined {
  if (next === undefined || !/^[^`]{0,30}\b(?:from|in|exported by|at)\s*\(?\s*$/i.test(after)) return undefined;
  const written = toWrittenPath(next);
  return written === undefined || written.isPattern || !written.path.includes('/') ? undefined : written.path;
}
