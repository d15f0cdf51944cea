/** Prints the number of files that knip read and of unused exports. */
export default function report({ counters }) {
  const { processed, exports, types } = counters;
  process.stdout.write(JSON.stringify({ files: processed, unused: exports + types }));
}
