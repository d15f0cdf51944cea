import { codeLanguageOf, isIndexedPath } from '../../../code/languages/language-table.ts';
import { findSignature, hasProse } from '../../../contract/templates/sentence-signature.ts';
import type { Chunk, Contract } from '../../../contract/model.ts';
import { exportName } from '../../../contract/requirements.ts';
import { toPlanPath } from '../facts/plan-path.ts';

/** What the plan says about an export, in requirements of other chunks and in prose. */
export interface StatedCode {
  readonly signature?: string | undefined;
  /** The definition of a type in TypeScript. */
  readonly definition?: string | undefined;
  /** Members that the prose names; a method with `()`. */
  readonly members: readonly string[];
}

/** An export: its name, and the module that exports it. */
export interface StatedExport {
  readonly name: string;
  readonly file: string;
}

/**
 * [BITE-2] What the plan says about an export that a chunk creates: first requirements of other chunks, then the prose of the chunk,
 * of those that consume the export, and of the specification. If another module has an export of that name, only the chunk's own
 * prose is certain to mean this one. Different statements are none.
 */
export function findStatedCode(contract: Contract, chunk: Chunk, { name, file }: StatedExport): StatedCode {
  const others = contract.chunks.filter((other) => other !== chunk);
  const isShared = isInOtherModule(contract, others, { name, file });
  const consumers = others.filter(({ consumes }) => consumes.some((item) => exportName(item) === name));
  const prose = [
    ...[chunk, ...(isShared ? [] : consumers)].flatMap(({ title, description }) => [description, title]),
    ...(isShared ? [] : [contract.spec.description, contract.spec.title]),
  ];
  const required = findRequired(contract, others, { name, file, isShared });
  const find = codeLanguageOf(file)?.drafts.findSignature ?? findSignature;
  return {
    signature: onlyOf(required.signatures) ?? onlyOf(prose.flatMap((text) => signaturesIn(text, name, find))),
    definition: onlyOf(required.definitions) ?? onlyOf(prose.flatMap((text) => definitionsIn(text, name))),
    members: [...new Set(prose.flatMap((text) => membersIn(text, name)))],
  };
}

/** Whether two paths of a plan are those of one file. */
export function isSameFile(a: string, b: string): boolean {
  return (toPlanPath(a) ?? a) === (toPlanPath(b) ?? b);
}

/** Whether a plan requires an export of the same name in another module, or in one that it does not name. */
function isInOtherModule(
  { functions, types }: Contract,
  others: readonly Chunk[],
  { name, file }: StatedExport,
): boolean {
  const declared = [...functions, ...types, ...others.flatMap((other) => [...other.functions, ...other.types])];
  return (
    declared.some((one) => one.name === name && !isSameFile(one.file, file)) ||
    others.some(({ creates }) => creates.some((item) => exportName(item) === name))
  );
}

function findRequired(
  { functions, types }: Contract,
  others: readonly Chunk[],
  { name, file, isShared }: StatedExport & { readonly isShared: boolean },
): { readonly signatures: readonly string[]; readonly definitions: readonly string[] } {
  const checks = others
    .flatMap(({ assertions }) => assertions)
    .map(({ check }) => check)
    .filter((check) => check.target === name && check['not'] !== true)
    // A check without a file is of the file that exports the name.
    .filter((check) => (typeof check.file === 'string' ? isSameFile(check.file, file) : !isShared));
  const expected = (type: string): readonly string[] =>
    checks.flatMap((check) =>
      check.type === type && typeof check['expected'] === 'string' ? [check['expected']] : [],
    );
  const isStated = (one: StatedExport): boolean => one.name === name && isSameFile(one.file, file);
  return {
    signatures: [
      ...[...functions, ...others.flatMap((other) => other.functions)]
        .filter(isStated)
        .map(({ signature }) => signature),
      ...expected('signature_match'),
    ],
    definitions: [
      ...[...types, ...others.flatMap((other) => other.types)].filter(isStated).map(({ definition }) => definition),
      ...expected('type_matches'),
    ],
  };
}

/** The text that all of some statements are; `undefined` if they differ. */
function onlyOf(statements: readonly string[]): string | undefined {
  const [only, ...others] = new Set(statements);
  return others.length === 0 ? only : undefined;
}

/** A piece of a text: code in back quotes, or what is between such pieces. */
interface Piece {
  readonly text: string;
  readonly isCode: boolean;
}

/** The pieces of a text. Each line of a block of code is one. */
function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { index, 0: whole, 2: code = '' } of text.matchAll(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/gs)) {
    pieces.push({ text: text.slice(end, index), isCode: false });
    const lines = whole.startsWith('```') ? code.split('\n') : [code];
    pieces.push(...lines.map((line) => ({ text: line, isCode: true })));
    end = index + whole.length;
  }
  return [...pieces, { text: text.slice(end), isCode: false }];
}

/** Types that no word of prose is, at the end of a signature. */
const CERTAIN_END = /[>\]}]$|\b(?:string|number|boolean|void|bigint|str|int|float|bool|bytes|error)$/;

/** The signatures at the mentions of the name, in code or not: `name(text: string): string`. */
function signaturesIn(text: string, name: string, find: typeof findSignature): readonly string[] {
  return piecesOf(text).flatMap((piece) =>
    [...piece.text.matchAll(mentionOf(name))].flatMap(({ index }) => signatureAt(piece, { name, index }, find) ?? []),
  );
}

function signatureAt(
  { text, isCode }: Piece,
  { name, index }: { readonly name: string; readonly index: number },
  find: typeof findSignature,
): string | undefined {
  // Keywords come before the name in Go and Python: `async def name`.
  const word = text.lastIndexOf(' ', index - 2) + 1;
  for (const start of [text.lastIndexOf(' ', word - 2) + 1, word, index]) {
    const found = find(text.slice(start));
    if (found?.name !== name) continue;
    const [before = '', ...after] = found.sentence.split(`${name}()`);
    if (!/^(?:\S+ ){0,2}$/.test(before)) continue;
    const rest = after.join(`${name}()`);
    const isWhole = isCode
      ? /^\s*(?:[;{]|$)/.test(rest)
      : !/^\s*(?::|=>|->)/.test(rest) && (!/^\s+\w/.test(rest) || CERTAIN_END.test(found.signature));
    if (isWhole) return found.signature;
  }
  return undefined;
}

/** The members in braces after the name: `Name { id: string }`, `Name = { id: string }`. */
function definitionsIn(text: string, name: string): readonly string[] {
  return piecesOf(text).flatMap((piece) =>
    [...piece.text.matchAll(mentionOf(name))].flatMap(
      ({ index }) => definitionAt(piece.text, index + name.length) ?? [],
    ),
  );
}

function definitionAt(text: string, offset: number): string | undefined {
  const rest = text.slice(offset);
  const start = /^\s*(?:=\s*)?\{/.exec(rest)?.[0].length;
  const end = start === undefined ? undefined : endOfBraces(rest, start);
  const body = end === undefined ? '' : rest.slice(start, end).trim().replaceAll(/\s+/g, ' ');
  const isWhole = /^(?:readonly\s+)?[A-Za-z_$][\w$]*\??\s*:/.test(body) && !/\.{3}|…/.test(body);
  return isWhole && !hasProse(body) ? `{ ${body} }` : undefined;
}

function endOfBraces(text: string, start: number): number | undefined {
  let depth = 1;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}') depth--;
    if (depth === 0) return at;
  }
  return undefined;
}

/** Endings of files that are no modules. */
const FILE_ENDING =
  /^(?:json|ya?ml|toml|md|mdx|txt|css|scss|less|html?|vue|svelte|astro|xml|svg|png|sql|proto|sh|lock|map)$/;

/** `fields:`, and pieces of code with commas and "and" between them. */
const KINDS_AND_LIST = '(?:members?|fields?|methods?|propert(?:y|ies)|attributes?):? ((?:`[^`]+`(?:,? and |,? )?)+)';

/** `Name.member`, and the pieces of code that are named as members: "`Name` with the members `id` and `issue()`". */
function membersIn(text: string, name: string): readonly string[] {
  const members: string[] = [];
  for (const [, words = '', call] of text.matchAll(
    new RegExp(`${mentionOf(name).source}((?:\\.[\\w$]+)+)(\\()?`, 'g'),
  )) {
    const [, member = '', ...more] = words.split('.');
    const isFile = isIndexedPath(name + words) || FILE_ENDING.test(more.at(-1) ?? member);
    if (!/^[A-Za-z_$]/.test(member) || (call === undefined && isFile)) continue;
    members.push(call === undefined || more.length > 0 ? member : `${member}()`);
  }
  const named = new RegExp(`${mentionOf(name).source}\`? with (?:(?:the|a|an|these) )?${KINDS_AND_LIST}`, 'g');
  for (const [, pieces = ''] of text.replaceAll(/\s+/g, ' ').matchAll(named)) {
    for (const [, member = '', call] of pieces.matchAll(/`([A-Za-z_$][\w$]*)(\([^`]*\))?`/g)) {
      members.push(call === undefined ? member : `${member}()`);
    }
  }
  const isMethod = (member: string): boolean => members.includes(`${member}()`);
  return [...new Set(members)].filter((member) => member !== name && !isMethod(member));
}

/** The name as a whole word that is no member of another, and no part of a path. */
function mentionOf(name: string): RegExp {
  return new RegExp(`(?<![\\w$./\\\\-])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g');
}
