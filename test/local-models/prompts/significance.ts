/**
 * The probability of a difference at least this large if two variants were equally good, by the sign test: each task with a
 * seed is a pair, and only pairs with different outcomes count.
 */
export function signTest(better: number, worse: number): number {
  const count = better + worse;
  const smaller = Math.min(better, worse);
  let probability = 0;
  for (let successes = 0; successes <= smaller; successes++) probability += choose(count, successes) / 2 ** count;
  return Math.min(1, 2 * probability);
}

function choose(count: number, chosen: number): number {
  let result = 1;
  for (let index = 1; index <= chosen; index++) result = (result * (count - chosen + index)) / index;
  return result;
}
