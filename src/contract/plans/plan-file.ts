/** Whether a file can be a plan of another tool. */
export function isPlanFile(file: string): boolean {
  return /\.(?:md|markdown)$/i.test(file);
}
