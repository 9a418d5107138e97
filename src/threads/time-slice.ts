/** Lets requests and signals in between two pieces of work. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** How long a piece of long work goes on before it lets others in, in milliseconds. */
const STRETCH = 3;

/**
 * For long work in many small steps, called after each: lets others in once a stretch. After every step would be fair
 * to them and unfair to the work, which among many requests would hardly get on.
 */
export function stretches(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < STRETCH) return;
    await breathe();
    began = performance.now();
  };
}
