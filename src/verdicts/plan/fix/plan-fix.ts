import type { ContractEdit } from '../../../contract/edit/contract-edit.ts';

/** What a fix of a plan does, with the values of its title. `key` is the name that the key has in the form of the plan. */
export type PlanFixAction =
  | { readonly kind: 'renumber-ids' }
  | { readonly kind: 'expect-signature'; readonly signature: string }
  | { readonly kind: 'add-to-list'; readonly item: string; readonly key: string; readonly chunk?: string }
  | { readonly kind: 'remove-from-list'; readonly item: string; readonly key: string }
  | { readonly kind: 'add-postcondition'; readonly path: string; readonly chunk?: string }
  | { readonly kind: 'remove-condition'; readonly condition: 'file_exists' | 'file_absent'; readonly path: string }
  | { readonly kind: 'let-chunk-create'; readonly chunk: string; readonly path: string }
  | { readonly kind: 'insert-chunk'; readonly before: string; readonly path: string }
  | { readonly kind: 'move-chunk'; readonly chunk: string; readonly before: string; readonly renumbers: boolean }
  | { readonly kind: 'block-at-gate'; readonly gate: string }
  | { readonly kind: 'remove-verify-command' }
  | { readonly kind: 'verify-with-tests'; readonly command: string }
  | { readonly kind: 'fail-first'; readonly command: string }
  | { readonly kind: 'accept-by-test'; readonly command: string }
  | { readonly kind: 'require-signature'; readonly name: string; readonly signature: string }
  | { readonly kind: 'require-definition'; readonly name: string; readonly definition: string }
  | { readonly kind: 'require-member'; readonly name: string; readonly member: string }
  | { readonly kind: 'match-each-line' }
  | { readonly kind: 'match-whole-text' }
  /** For a contract whose meaning the version does not change. */
  | { readonly kind: 'migrate'; readonly version: number }
  | { readonly kind: 'migrate-and-keep-meaning'; readonly version: number }
  | { readonly kind: 'migrate-and-change-meaning'; readonly version: number };

/** An automatic fix: edits for `editContract`, to be applied in order. */
export interface PlanFix {
  readonly action: PlanFixAction;
  readonly edits: readonly ContractEdit[];
}
