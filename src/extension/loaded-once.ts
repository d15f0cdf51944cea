/** A part that is made when it is first asked for, and only once. One that could not be made is tried again. */
export function loadedOnce<Part>(make: () => Promise<Part>): () => Promise<Part> {
  let made: Promise<Part> | undefined;
  return () => {
    if (!made) {
      const attempt = make();
      made = attempt;
      attempt.catch(() => {
        if (made === attempt) made = undefined;
      });
    }
    return made;
  };
}
