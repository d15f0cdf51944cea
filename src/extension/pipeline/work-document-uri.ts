/** The URI scheme of the documents of work items, and of files at the commits of their changes. */
export const WORK_ITEM_SCHEME = 'holdfast-item';

/** A read-only document of the pipeline of a folder. */
export type WorkDocument =
  /** The accepted answer of a stage. */
  | {
      readonly kind: 'answer';
      readonly folder: string;
      readonly item: string;
      readonly stage: string;
      readonly hash: string;
    }
  /** The change of a pull request, as a unified diff. */
  | { readonly kind: 'pull-request'; readonly folder: string; readonly number: number }
  /** A file before or after a change. */
  | {
      readonly kind: 'file';
      readonly folder: string;
      readonly base: string;
      readonly result: string;
      readonly side: 'before' | 'after';
    };

/** Creates the URI of a document. VS Code reads the name and the language from the path. */
export function createWorkDocumentUri(
  document: WorkDocument,
  path: string,
): { readonly scheme: string; readonly path: string; readonly query: string } {
  return { scheme: WORK_ITEM_SCHEME, path: `/${path}`, query: JSON.stringify(document) };
}
