import { codeLanguageOf } from '../../../code/languages/language-table.ts';
import { findSignature } from '../../../contract/templates/sentence-signature.ts';
import type { Chunk, Contract } from '../../../contract/model.ts';
import { exportName } from '../../../contract/requirements.ts';

/** What the plan says about an export, in requirements of other chunks and in prose. */
export interface StatedCode {
  readonly signature?: string | undefined;
  /** The definition of a type in TypeScript. */
  readonly definition?: string | undefined;
  /** Members that the prose names; a method with `()`. */
  readonly members: readonly string[];
}

/**
 * [BITE-2] What the plan says about an export that a chunk creates: first requirements of other chunks, then the prose of the chunk,
 * of those that consume the export, and of the specification.
 *
 * @param file the module that exports it, whose language decides how a signature is written
 */
export function findStatedCode(contract: Contract, chunk: Chunk, name: string, file: string): StatedCode {
  const others = contract.chunks.filter((other) => other !== chunk);
  const consumers = others.filter(({ consumes }) => consumes.some((item) => exportName(item) === name));
  const prose = [
    ...[chunk, ...consumers].flatMap(({ title, description }) => [description, title]),
    contract.spec.description,
    contract.spec.title,
  ];
  const required = findRequired(contract, others, name);
  return {
    signature: required.signature ?? firstOf(prose, (text) => signatureIn(text, name, file)),
    definition: required.definition ?? firstOf(prose, (text) => definitionIn(text, name)),
    members: [...new Set(prose.flatMap((text) => membersIn(text, name)))],
  };
}

/** The function with types that the prose of a chunk names first. */
export function findStatedFunction(
  { title, description }: Chunk,
  file: string,
): { readonly name: string; readonly signature: string } | undefined {
  const find = codeLanguageOf(file)?.drafts.findSignature ?? findSignature;
  return [description, title].map((text) => find(text.replaceAll('`', ''))).find((found) => found !== undefined);
}

function findRequired(
  { functions, types }: Contract,
  others: readonly Chunk[],
  name: string,
): Pick<StatedCode, 'signature' | 'definition'> {
  const checks = others
    .flatMap(({ assertions }) => assertions)
    .filter(({ check }) => check.target === name && check['not'] !== true)
    .map(({ check }) => check);
  const expected = (type: string): string | undefined =>
    checks.flatMap((check) =>
      check.type === type && typeof check['expected'] === 'string' ? [check['expected']] : [],
    )[0];
  const isNamed = (one: { readonly name: string }): boolean => one.name === name;
  return {
    signature:
      [...functions, ...others.flatMap((other) => other.functions)].find(isNamed)?.signature ??
      expected('signature_match'),
    definition:
      [...types, ...others.flatMap((other) => other.types)].find(isNamed)?.definition ?? expected('type_matches'),
  };
}

function firstOf(texts: readonly string[], find: (text: string) => string | undefined): string | undefined {
  for (const text of texts) {
    const found = find(text);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The signature at a mention of the name: `name(text: string): string`, in code or not. */
function signatureIn(text: string, name: string, file: string): string | undefined {
  const find = codeLanguageOf(file)?.drafts.findSignature ?? findSignature;
  const plain = text.replaceAll('`', '');
  for (const { index } of plain.matchAll(mentionOf(name))) {
    // A keyword comes before the name in Go.
    for (const start of [index, plain.lastIndexOf(' ', index - 2) + 1]) {
      const found = find(plain.slice(start));
      if (found?.name === name && plain.slice(start, index + name.length).endsWith(name)) return found.signature;
    }
  }
  return undefined;
}

/** The members in braces after the name: `Name { id: string }`, `Name = { id: string }`. */
function definitionIn(text: string, name: string): string | undefined {
  const plain = text.replaceAll('`', '');
  for (const { index } of plain.matchAll(mentionOf(name))) {
    const rest = plain.slice(index + name.length);
    const start = /^\s*(?:=\s*)?\{/.exec(rest)?.[0].length;
    if (start === undefined) continue;
    const end = endOfBraces(rest, start);
    const body = end === undefined ? '' : rest.slice(start, end).trim();
    if (/^(?:readonly\s+)?[A-Za-z_$][\w$]*\??\s*:/.test(body)) return `{ ${body.replaceAll(/\s+/g, ' ')} }`;
  }
  return undefined;
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

/** `Name.member`, and pieces of code after "with" in the sentence that names it: "`Name` with `id` and `issue()`". */
function membersIn(text: string, name: string): readonly string[] {
  const members = [...text.matchAll(new RegExp(`${mentionOf(name).source}\\.([A-Za-z_$][\\w$]*)(\\()?`, 'g'))].map(
    ([, member = '', call]) => (call === undefined ? member : `${member}()`),
  );
  const named = new RegExp(`${mentionOf(name).source}[^.;\\n]*?\\bwith\\b(.*)$`, 's');
  for (const sentence of text.split(/[.;](?=\s|$)|\n\s*\n/)) {
    const after = named.exec(sentence)?.[1];
    if (after === undefined) continue;
    for (const [, member = '', call] of after.matchAll(/`([A-Za-z_$][\w$]*)(\([^`]*\))?`/g)) {
      members.push(call === undefined ? member : `${member}()`);
    }
  }
  const isMethod = (member: string): boolean => members.includes(`${member}()`);
  return [...new Set(members)].filter((member) => member !== name && !isMethod(member));
}

/** The name as a whole word that is no member of another. */
function mentionOf(name: string): RegExp {
  return new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g');
}
