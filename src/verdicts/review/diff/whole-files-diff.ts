/** A unified diff that creates files, for texts that are reviewed without a version before them. */
export function createWholeFilesDiff(files: readonly { readonly path: string; readonly text: string }[]): string {
  return files.map(({ path, text }) => createFileDiff(path, text)).join('');
}

function createFileDiff(path: string, text: string): string {
  const quoted = JSON.stringify(`b/${path}`);
  const header = `diff --git ${JSON.stringify(`a/${path}`)} ${quoted}\nnew file mode 100644\n`;
  if (text === '') return header;
  const lines = text.replace(/\n$/, '').split('\n');
  return `${header}--- /dev/null\n+++ ${quoted}\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`;
}
