import { findSignature } from '../templates/sentence-signature.ts';
import { closingBracket } from './brackets.ts';
import { namesDeclaredIn } from './code-names.ts';
import type { PlanName } from './plan.ts';

/** What a piece of inline code says about names. */
export type WrittenName = Pick<PlanName, 'name' | 'form' | 'kind' | 'parameters' | 'signature' | 'isExport'>;

const DECLARATION =
  /^(?:export\s+(?:default\s+)?)?(?:declare\s+)?(?:pub(?:\([\w:]+\))?\s+)?(?:(?:async\s+)?function\*?|(?:abstract\s+)?class|interface|type|enum|struct|trait|const|let|var|(?:async\s+)?def|func|(?:async\s+)?fn)\s+[A-Za-z_$]/;
const CALL = /^([A-Za-z_$][\w$]*(?:(?:\.|::)[A-Za-z_$][\w$]*)*)\s*(?:<[^()]*>)?\(/;
const NAME = /^[A-Za-z_$][\w$]*(?:(?:\.|::)[A-Za-z_$][\w$]*)*$/;
/** Words that are no names of code: of the languages, of SQL and of shells. */
const NO_NAME =
  /^(?:true|false|null|undefined|None|nil|void|string|number|boolean|any|unknown|never|object|self|this|super|default|export|import|async|await|return|GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|PASS|FAIL|TODO|main|dev|master|HEAD|id|name|int|str|float|bool|dict|list)$/;

/** Names of environment variables. */
const ENVIRONMENT = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:KEY|TOKEN|SECRET|PASSWORD|DSN|URL)$/;

/** Reads a declaration, a signature, a call form or a name; `undefined` for any other code. */
export function readWrittenName(code: string): WrittenName | undefined {
  if (DECLARATION.test(code)) return readDeclaration(code);
  const call = CALL.exec(code);
  if (call?.[1] !== undefined) return readCall(code, call[1], call[0].length - 1);
  const name = /^(?:class|interface|type|enum)\s+/.test(code) ? undefined : NAME.exec(code)?.[0];
  if (name === undefined || NO_NAME.test(name) || ENVIRONMENT.test(name)) return undefined;
  return { name: toMember(name), form: 'mention', kind: 'value', isExport: false };
}

function toMember(name: string): string {
  return name.replaceAll('::', '.');
}

function readDeclaration(code: string): WrittenName | undefined {
  const language = /^(?:async\s+)?def\s/.test(code) ? 'python' : /^func\s/.test(code) ? 'go' : 'ts';
  const [declared] = namesDeclaredIn(code, language);
  if (declared !== undefined) {
    const { name, kind, parameters, signature, isExport } = declared;
    const said = language === 'ts' ? isExport : isExport && language === 'go';
    return { name, form: 'declaration', kind, parameters, signature, isExport: said };
  }
  const name = /(?:struct|trait|fn|enum)\s+([A-Za-z_]\w*)/.exec(code)?.[1];
  return name === undefined ? undefined : { name, form: 'declaration', kind: 'value', isExport: false };
}

function readCall(code: string, name: string, open: number): WrittenName | undefined {
  const end = closingBracket(code, open);
  const parameters = end === undefined ? undefined : code.slice(open, end + 1);
  if (parameters === undefined || !isParameterList(parameters)) return undefined;
  const rest = code.slice((end ?? 0) + 1).trim();
  // What follows is neither a result nor the end: an expression, such as a chain of calls.
  if (rest !== '' && !/^(?::|=>|->|→)/.test(rest)) return undefined;
  const base = { name: toMember(name), kind: 'function' as const, parameters, isExport: false };
  const signature = readSignatureOf(code, name, parameters, rest);
  return signature === undefined ? { ...base, form: 'call' } : { ...base, form: 'signature', signature };
}

/** Names with types. A text, a number or a call is an argument, so that the code is an example. */
function isParameterList(parameters: string): boolean {
  const inside = parameters.slice(1, -1).trim();
  if (inside === '' || inside === '...' || inside === '…') return true;
  return !/^["'`\d[]|^\(|^[\w$.]+\(|,\s*["'`\d]/.test(inside);
}

function readSignatureOf(code: string, name: string, parameters: string, rest: string): string | undefined {
  const result = /^->\s*(\S.*)$/.exec(rest)?.[1];
  if (result !== undefined) {
    const inside = parameters.slice(1, -1).trim();
    const isTyped =
      inside === '' ||
      inside.split(/,(?![^([{]*[)\]}])/).every((part) => /^\s*(?:self|cls|\*|\/|[*\w]+\s*:)/.test(part));
    return isTyped ? `${parameters} -> ${result}` : undefined;
  }
  // With its type parameters: without them, its types name nothing.
  return findSignature(`${name.split(/\.|::/).at(-1) ?? ''}${code.slice(name.length).trimStart()}`)?.signature;
}
