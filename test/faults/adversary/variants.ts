/** Answers in unusual forms: forged, incomplete, or correct in a way that is easy to reject. */

export function typeVariants(name: string, type: string): Readonly<Record<string, string>> {
  const right = `export interface ${name} ${type}\n`;
  return {
    'wrong name': `export interface ${name}s ${type}\n`,
    'in a comment': `// ${right}export {};\n`,
    'in a block comment': `/*\n${right}*/\nexport {};\n`,
    'in a string': `export const text = \`\n${right}\`;\n`,
    'not exported': `interface ${name} ${type}\nexport {};\n`,
    any: `export type ${name} = any;\n`,
    'other shape': `export interface ${name} { other: boolean }\n`,
    'missing member': `export interface ${name} ${type.replace(/^\{ [^;]+;/, '{')}\n`,
    'extra member': `export interface ${name} ${type.replace(/ \}$/, '; extra: boolean }')}\n`,
    'from an absent file': `export type { ${name} } from './absent.ts';\n`,
    'half an answer': right.slice(0, Math.floor(right.length * 0.6)),
    'syntax error': `${right}export const = ;\n`,
    'in a namespace': `export namespace Inner {\n  ${right}}\n`,
    'a value': `export const ${name} = 1;\n`,
    'probe names': `${right.replace(name, `${name}Other`)}${probes()}`,
    'ambient module': `declare module 'other' {\n  ${right}}\nexport {};\n`,
    'no check': `// @ts-nocheck\nexport type ${name} = Absent;\n`,
    generic: `export type ${name}<T> = T;\n`,
    alias: `type Local = ${type};\nexport type { Local as ${name} };\n`,
    'alias of any': `type Local = any;\nexport type ${name} = Local;\n`,
    'type literal': `export type ${name} = ${type};\n`,
    'other line ends': right.replaceAll('\n', '\r\n'),
    'marked bytes': `\uFEFF${right}`,
    escapes: `// \u001b[2J\u001b]0;title\u0007\n${right}`,
    'huge file': `${right}${'// padding\n'.repeat(40_000)}`,
    'empty file': '',
    'null bytes': `${right}\0\0\n`,
    'deep nesting': `${right}export const deep = ${'['.repeat(20_000)}${']'.repeat(20_000)};\n`,
    'conflict markers': `<<<<<<< ours\n${right}=======\nexport {};\n>>>>>>> theirs\n`,
  };
}

export function functionVariants(name: string, type: string, body: string): Readonly<Record<string, string>> {
  const right = `export function ${name}${body}`;
  const head = body.slice(0, body.indexOf('{')).trimEnd();
  return {
    'wrong name': `export function ${name}s${body}`,
    'in a comment': `/*\n${right}*/\nexport {};\n`,
    'in a string': `export const text = \`${right}\`;\n`,
    'not exported': `function ${name}${body}export {};\n`,
    'declared only': `export declare function ${name}${head};\n`,
    'overload only': `export function ${name}${head};\n`,
    'a number': `export const ${name} = 42;\n`,
    undefined: `export let ${name}: undefined;\n`,
    any: `export const ${name}: any = () => undefined;\n`,
    'any parameters': `export function ${name}(...rest: any[]): any {\n  return rest;\n}\n`,
    'wrong result': `export function ${name}${body.replace(/\): [^\n]+? \{/, '): symbol {')}`,
    'more parameters': `export function ${name}(first: symbol, ${body.slice(1)}`,
    'a type': `export type ${name} = ${type};\n`,
    'type export': `function ${name}${body}export type { ${name} };\n`,
    'from an absent package': `export { ${name} } from 'absent-package';\n`,
    'from an absent file': `export { ${name} } from './absent.ts';\n`,
    'what a built-in lacks': `export { ${name} } from 'node:fs';\n`,
    'wrong default export': `export default function ${name}${body}`,
    prints: right.replace('{\n', '{\n  console.log(1);\n'),
    'prints by another name': right.replace('{\n', "{\n  globalThis['console']['log'](1);\n"),
    'half an answer': right.slice(0, Math.floor(right.length * 0.6)),
    'syntax error': `${right}export const = ;\n`,
    'probe names': `export const ${name}: unknown = 1;\n${probes()}`,
    'wrong target of an export': `function ${name}${body}const other = 1;\nexport { other as ${name} };\n`,
    'renamed export': `function local${body}export { local as ${name} };\n`,
    'arrow function': `export const ${name}: ${type} = function ${body.trimEnd()};\n`,
    'in a dead branch': `if (false) {\n  exports.${name} = function ${body.trimEnd()};\n}\nexport {};\n`,
    'other line ends': right.replaceAll('\n', '\r\n'),
    'marked bytes': `\uFEFF${right}`,
    'no check': `// @ts-nocheck\nexport const ${name}: string = 1;\n`,
    'word of the build': `// BROKEN\n${right}`,
    'empty file': '',
  };
}

/** Names that a type checker might use for its own questions. */
function probes(): string {
  return Array.from(
    { length: 12 },
    (_, at) => `type holdfastProbe${at} = true;\ntype holdfastActual${at} = never;\n`,
  ).join('');
}
