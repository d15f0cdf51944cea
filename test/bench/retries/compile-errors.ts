/**
 * Programs that do not compile. `// !` marks each line that the compiler reports. Each program is the middle of a longer
 * module, so that the whole file is longer than what is shown around an error.
 */
export const compileErrors: Readonly<Record<string, string>> = {
  'wrong-type': `export function label(count: number): string {
  const text: string = count; // !
  return text;
}`,
  'unknown-name': `export function total(values: number[]): number {
  return values.reduce(plus, 0); // !
}`,
  'unknown-property': `export function nameOf(user: { id: number }): string {
  return user.name; // !
}`,
  'misspelled-property': `export function size(values: string[]): number {
  return values.lenght; // !
}`,
  'wrong-argument': `function half(value: number): number {
  return value / 2;
}
export const quarter = half('1'); // !`,
  'missing-argument': `function add(a: number, b: number): number {
  return a + b;
}
export const sum = add(1); // !`,
  'missing-property': `interface Point {
  x: number;
  y: number;
}
export const origin: Point = { x: 0 }; // !`,
  'several-missing-properties': `interface Account {
  id: string;
  owner: string;
  balance: number;
}
export const account: Account = { id: '1' }; // !`,
  'excess-property': `interface Options {
  depth: number;
}
export const options: Options = {
  depth: 1,
  width: 2, // !
};`,
  'possibly-undefined': `export function first(values: string[]): number {
  const found = values.find((value) => value !== '');
  return found.length; // !
}`,
  'possibly-null': `export function shout(text: string | null): string {
  return text.toUpperCase(); // !
}`,
  'missing-module': `import { helper } from './missing-module.ts'; // !
export const result = helper;`,
  'missing-export': `import { nothing } from './shared.ts'; // !
export const result = nothing;`,
  'missing-return': `export function sign(value: number): string { // !
  if (value > 0) return 'positive';
}`,
  'no-return': `export function compute(): number { // !
  const result = 1 + 1;
}`,
  'implicit-any': `export function repeat(text, count: number): string { // !
  return String(text).repeat(count);
}`,
  'wrong-implementation': `interface Shape {
  area(): number;
}
export class Square implements Shape { // !
  side = 1;
}`,
  'wrong-override': `class Base {
  value(): number {
    return 1;
  }
}
export class Derived extends Base {
  value(): string { // !
    return '1';
  }
}`,
  'read-only': `export function move(point: { readonly x: number }): void {
  point.x = 1; // !
}`,
  'assigned-constant': `const limit = 10;
export function raise(): number {
  limit = 20; // !
  return limit;
}`,
  'no-overlap': `export function isNone(kind: 'one' | 'two'): boolean {
  return kind === 'none'; // !
}`,
  'unknown-value': `export function lengthOf(value: unknown): number {
  return value.length; // !
}`,
  'no-overload': `export const times = new Date([1, 2], 3); // !`,
  'type-constraint': `type Keyed<K extends string> = { [key in K]: number };
export type Wrong = Keyed<number>; // !`,
  'missing-type-argument': `export const cache: Map = new Map(); // !`,
  'abstract-member': `abstract class Task {
  abstract run(): void;
}
export class Empty extends Task {} // !`,
  'duplicate-name': `export const one = 1; // !
export const two = 2;
export const one = 3; // !`,
  'used-before-assigned': `export function pick(): number {
  let value: number;
  return value; // !
}`,
  'used-before-declared': `export const doubled = base * 2; // !
const base = 1;`,
  'await-outside-async': `export function read(load: () => Promise<string>): string {
  const text = await load(); // !
  return text;
}`,
  'wrong-operand': `export function scale(text: string): number {
  return text * 2; // !
}`,
  'wrong-literal': `export const level: 'low' | 'high' = 'middle'; // !`,
  'not-callable': `const value: number = 1;
export const called = value(); // !`,
  'wrong-promise': `export async function load(): Promise<number> {
  const text = 'one';
  return text; // !
}`,
  'wrong-spread': `export function join(...parts: string[]): string {
  return parts.join('');
}
export const joined = join(...[1, 2]); // !`,
  'syntax-error': `export function close(value: number): number {
  return Math.max(value, 1; // !
}`,
  'several-errors': `export function parse(text: string): number {
  const parsed: string = Number(text); // !
  const rounded = Math.round(parsed);  // !
  return rounded.trim(); // !
}`,
};
