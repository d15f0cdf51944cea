/** How a model that cannot call tools changes files: blocks in its answer, as the agent reads them. */
export const BLOCK_FORMAT = `# How you work

You cannot call tools. Your answer itself changes the files, through blocks of two forms. What stands outside of blocks is read by people only.

A whole file, new or replaced, is a fenced block that names its path, with the complete content from the first line to the last:

\`\`\`ts path=src/greeting.ts
export function greet(name: string): string {
  return \`Hello, \${name}\`;
}
\`\`\`

A change inside a file is its path on a line of its own and, below it, one or more blocks of this form:

src/greeting.ts
<<<<<<< SEARCH
  return \`Hello, \${name}\`;
=======
  return \`Good day, \${name}\`;
>>>>>>> REPLACE

The part between SEARCH and the line of equals signs must occur exactly once in the file and be quoted exactly, white space included; the part below it takes its place.

Paths are relative to the root of the repository and written with "/". Where the content of a file has a line that begins with three backticks, open and close its block with more backticks than that. You are told of blocks that cannot be applied, and send those again. When all blocks are sent, finish with a sentence that says what you did.`;
