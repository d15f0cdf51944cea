import type { DeclaredMember } from '../../languages/interface/declared-export.ts';
import type { ApiDeclaration, ApiEntry, ApiExport, PackageApi } from './package-api.ts';
import { printMember, printSignature, printType, printTypeParameters } from './print-type.ts';

/** The lines of what a package offers. */
export interface ApiLine {
  readonly depth: number;
  readonly text: string;
}

/** Every entry with its exports, and then the types that they mention and no entry exports. */
export function listApiLines(api: PackageApi): readonly ApiLine[] {
  const lines: ApiLine[] = [];
  const shown = new Set<string>();
  for (const entry of api.entries) {
    lines.push({ depth: 0, text: describeEntry(entry) });
    for (const module of entry.missingModules ?? [])
      lines.push({ depth: 1, text: `* from ${module} (not judged: it is not installed)` });
    for (const one of entry.exports) {
      const declaration = api.declarations[one.declaration];
      if (declaration === undefined) continue;
      if (shown.has(declaration.id)) {
        lines.push({ depth: 1, text: `${one.name}: as ${declaration.id} above` });
        continue;
      }
      shown.add(declaration.id);
      lines.push(...describeDeclaration(one, declaration));
    }
  }
  const hidden = Object.values(api.declarations).filter(({ id }) => !shown.has(id));
  if (hidden.length > 0) lines.push({ depth: 0, text: 'mentioned, and not exported' });
  for (const declaration of hidden.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    lines.push(
      ...describeDeclaration({ name: declaration.id, declaration: declaration.id, isTypeOnly: true }, declaration),
    );
  }
  for (const { subpath, target, reason } of api.notJudged) {
    lines.push({ depth: 0, text: `${subpath} (not judged: ${target}. ${reason})` });
  }
  return lines;
}

function describeEntry({ subpath, kind, conditions, file }: ApiEntry): string {
  const noun = kind === 'bin' ? 'command ' : '';
  const reached = conditions.length === 0 ? '' : ` (${conditions.join(', ')})`;
  return `${noun}${subpath}${reached} from ${file}`;
}

function describeDeclaration({ name }: ApiExport, declaration: ApiDeclaration): readonly ApiLine[] {
  const { kinds, typeParameters, value, type, bases = [], enumMembers = [], declared, from, release } = declaration;
  const parameters = printTypeParameters(typeParameters);
  const marks = [
    release === undefined ? '' : `@${release} `,
    declaration.isAbstract === true ? 'abstract ' : '',
    declaration.isSealed === true ? 'sealed ' : '',
  ].join('');
  const head = `${marks}${kinds.join(' ')} ${name}${parameters}`;
  const extending = bases.length === 0 ? '' : ` extends ${bases.map(printType).join(', ')}`;
  if (declared !== undefined) return describeWritten(head, declared);
  if (from !== undefined) return [{ depth: 1, text: `${head} from ${from}` }];
  const lines: ApiLine[] = [];
  if (value?.kind === 'function') {
    for (const one of value.signatures) lines.push({ depth: 1, text: `${head}${printSignature(one)}` });
  } else if (value !== undefined && !kinds.includes('class'))
    lines.push({ depth: 1, text: `${head}: ${printType(value)}` });
  else if (type !== undefined && type.kind !== 'object') lines.push({ depth: 1, text: `${head} = ${printType(type)}` });
  else lines.push({ depth: 1, text: head + extending });
  if (value?.kind === 'object' && kinds.includes('class')) {
    for (const one of value.members) {
      lines.push({ depth: 2, text: one.name === 'new ()' ? printMember(one) : `static ${printMember(one)}` });
    }
  }
  if (type?.kind === 'object') for (const one of type.members) lines.push({ depth: 2, text: printMember(one) });
  for (const { name: member, value: of } of enumMembers)
    lines.push({ depth: 2, text: of === undefined ? member : `${member} = ${of}` });
  return lines;
}

function describeWritten(head: string, declared: NonNullable<ApiDeclaration['declared']>): readonly ApiLine[] {
  const { signatures = [], type, variable, from } = declared;
  if (from !== undefined) return [{ depth: 1, text: `${head} from ${from}` }];
  if (signatures.length > 0) return signatures.map(({ text }) => ({ depth: 1, text: `${head}${text}` }));
  if (variable?.type !== undefined) return [{ depth: 1, text: `${head}: ${variable.type}` }];
  const members = [...(type?.members ?? [])].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return [
    { depth: 1, text: head + describeHead(type?.head ?? '') },
    ...members.flatMap(describeWrittenMember).map((text) => ({ depth: 2, text })),
  ];
}

/** What a type is or extends, as its language writes it after the name: `(Base)`, ` struct`, `[T any] struct`. */
function describeHead(head: string): string {
  const written = head.startsWith('@') ? (/ (\(.*)$/.exec(head)?.[1] ?? '') : head;
  const [, parameters = '', rest = ''] = /^(\[.*?\](?=\w))?(.*)$/.exec(written) ?? [];
  const shown = rest.replace(/^interface( |$)/, (_, space: string) => (space === '' ? '' : 'extends '));
  return parameters + (shown === '' || /^[([]/.test(shown) ? shown : ` ${shown}`);
}

/** `name: type`, as for TypeScript, with the types in the notation of the language. */
function describeWrittenMember({ name, text, signatures = [] }: DeclaredMember): readonly string[] {
  if (signatures.length > 0) return signatures.map((one) => `${name}: ${one.text}`);
  if (text.includes('\n')) return [name];
  const [, operator = ':', written = ''] = /^\s*([:=]?)\s*(.*)$/.exec(text) ?? [];
  if (written === '') return [name];
  return [operator === '=' ? `${name} = ${written}` : `${name}: ${written}`];
}
