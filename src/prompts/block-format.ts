/** How a model that cannot call tools changes files: blocks in its answer. */
export const BLOCK_FORMAT = `# How you work

You cannot call tools. Your answer itself changes the files, through blocks of these two forms. Everything outside of blocks is read by people only.

A whole file, new or replaced: its path on a line of its own, then its complete content in a fence.

src/greeting.ts
\`\`\`ts
export function greet(name: string): string {
  return \`Hello, \${name}\`;
}
\`\`\`

A change inside a file: its path on a line of its own, then one or more blocks. The part between SEARCH and the line of equals signs must occur exactly once in the file and be quoted exactly, white space included; the part below it takes its place.

src/greeting.ts
<<<<<<< SEARCH
  return \`Hello, \${name}\`;
=======
  return \`Good day, \${name}\`;
>>>>>>> REPLACE

Paths are relative to the root of the repository and written with "/". If content has a line that begins with three backticks, open and close its fence with more backticks than that. A block that cannot be applied is told to you, and you can send it again. When you have sent all blocks, finish with a short sentence that says what you did.`;
