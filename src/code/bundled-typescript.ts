/**
 * The TypeScript that ts-morph carries. A module of its own, because a CommonJS package that is itself imported
 * dynamically has no named exports once it is bundled.
 */
export { ts } from 'ts-morph';
