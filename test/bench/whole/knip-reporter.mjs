/** Prints how many files knip looked at, and how many exports it found nobody to use. */
export default function report({ counters }) {
  const { processed, exports, types } = counters;
  process.stdout.write(JSON.stringify({ files: processed, unused: exports + types }));
}
