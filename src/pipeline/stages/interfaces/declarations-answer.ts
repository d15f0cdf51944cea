import * as z from 'zod';

export const declarationFileSchema = z
  .strictObject({
    path: z.string().min(1).describe('The path of the TypeScript file, relative to the root of the repository.'),
    text: z.string().min(1).describe('The complete text, from the first line to the last.'),
  })
  .describe('A complete declaration file.');

/** The answer of the interfaces stage. */
export const declarationsAnswerSchema = z
  .strictObject({
    files: z
      .array(declarationFileSchema)
      .min(1)
      .describe('Declaration files: types, interfaces, constants, and functions with "declare". No implementations.'),
  })
  .describe('The interfaces of the work as declaration files.');

export type DeclarationFile = z.infer<typeof declarationFileSchema>;
export type DeclarationsAnswer = z.infer<typeof declarationsAnswerSchema>;

/** A name that a declaration file of the interfaces stage exports. */
export interface DesignedExport {
  /** Identifies it in a plan: its name, or `path#name` if several files export the name. */
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly line: number;
}
