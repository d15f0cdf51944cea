import { readCallability, whyNoFunctionMember, type Callability } from '../../../code/declarations/callable-export.ts';
import { loadLanguageOf } from '../../../code/languages/language-table.ts';
import type { ExportKind } from '../../../code/modules/module-record.ts';
import { isJavaScript } from '../../../code/types/files/queried-files.ts';
import type { ReceivedImport } from '../../../code/types/queries/import-query.ts';
import type { CheckInput } from './check-input.ts';
import type { Evidence } from './evidence.ts';
import { recordOf } from './function-search.ts';
import { whyNoBuiltinFunction } from './package-export.ts';
import { findReceived, type ReceivedExport } from './received-export.ts';
import { isMemberTypeOnly } from './type-only-export.ts';
import { originOf } from './unresolved-export.ts';

/** Kinds of exports that can never be called. */
const NOT_CALLABLE: ReadonlySet<ExportKind> = new Set(['interface', 'type', 'enum', 'namespace']);

/**
 * Why an export is not a function with a body, as importers receive it (ENF-VAL-15); `undefined` if it is one, or if neither
 * the source nor the type checker decides it.
 */
export async function whyNotAFunction(found: ReceivedExport, input: CheckInput): Promise<string | undefined> {
  const { evidence } = input;
  if (NOT_CALLABLE.has(found.kind)) return 'it is not a function';
  if (found.typeOnly) return TYPE_ONLY;
  const { file } = found;
  const record = found.from === undefined ? recordOf(found, evidence) : undefined;
  if (record?.typeOnly || (await isValueTypeOnly(found, evidence))) return TYPE_ONLY;
  const name = record?.name ?? found.name;
  const implementation = implementationsOf(file);
  if (implementation.length > 0) {
    for (const module of implementation) {
      if ((await evidence.tree.kindOf(module)) !== 'file') continue;
      const reason = await whyNotImplemented(name, module, input);
      return reason ?? whyNotReceived(await input.typeSlot.query('imports', { file, name }), file);
    }
    return `${file} only declares it, and there is no module next to that file`;
  }
  const text = await evidence.tree.readText(file);
  const language = await loadLanguageOf(file);
  if (language !== undefined) return language.whyNotCallable(text, record?.localName ?? name);
  const isMember = record === undefined && evidence.index.findExport(file, 'export=') !== undefined;
  const callability = isMember
    ? toCallability(await whyNoFunctionMember(file, text, name))
    : await readCallability(file, text, name, record?.localName);
  if (callability === 'callable') return undefined;
  if (callability !== 'undecided') return callability.reason;
  const received = await input.typeSlot.query('imports', { file, name });
  if (received.value !== undefined) return whyNotReceived(received, file);
  const module = evidence.index.moduleOf(file);
  const origin = module && record && originOf(module, record);
  return origin && whyNoBuiltinFunction(origin);
}

function toCallability(reason: string | undefined): Callability {
  return reason === undefined ? 'undecided' : { reason };
}

/** Whether the value of an export is a member of a module that has it as a type only. */
export async function isValueTypeOnly(found: ReceivedExport, evidence: Evidence): Promise<boolean> {
  const isAlias = found.kind === 'unknown' || found.kind === 'const' || found.kind === 'let' || found.kind === 'var';
  return isAlias && isMemberTypeOnly(found.file, recordOf(found, evidence)?.localName ?? found.name, evidence);
}

const TYPE_ONLY = 'it is exported as a type only';

/** Why the module that a declaration file describes does not have a function. Modules that are not in the tree can have it. */
async function whyNotImplemented(name: string, module: string, input: CheckInput): Promise<string | undefined> {
  const record = input.evidence.index.moduleOf(module);
  if (record === undefined || record.isUnreadable || record.createsNames) return undefined;
  const { found, undecided } = await findReceived(name, module, input);
  if (found !== undefined) return whyNotAFunction(found, input);
  return undecided ? undefined : `${module} does not export ${name}`;
}

/** In JavaScript, a value whose type is not stated often is `any`, which decides nothing. */
function whyNotReceived({ value, type = '' }: ReceivedImport, file: string): string | undefined {
  // The keys of a JavaScript module leave out what it adds to a function that is the whole module.
  if (value === 'none') return isJavaScript(file) ? undefined : TYPE_ONLY;
  // A test such as `'name' in object` makes a member `unknown`.
  if (type === 'unknown' && isJavaScript(file)) return undefined;
  // Only the declarations of a JavaScript class can say that it is abstract.
  if (value === 'closed-class') {
    return isJavaScript(file) ? undefined : 'its class is abstract, or has no public constructor';
  }
  if (value === 'not-callable') return `its type is no function type: ${type}`;
  return value === 'any' && !isJavaScript(file) ? 'its type is no function type: any' : undefined;
}

/** The modules that a declaration file can describe; none for any other file. */
function implementationsOf(file: string): readonly string[] {
  const [, stub] = /^(.*)\.pyi$/.exec(file) ?? [];
  if (stub !== undefined) return [`${stub}.py`, `${stub}.pyx`];
  const [, base, kind = ''] = /^(.*)\.d\.([mc]?)ts$/.exec(file) ?? [];
  return base === undefined ? [] : [`${base}.${kind}js`, `${base}.jsx`];
}
