const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `interrupt` at a signal that asks the process to end, so that the command can remove what it has begun; the same
 * signal again ends the process. Returns a function that stops listening.
 */
export function onInterrupt(interrupt: () => void): () => void {
  for (const signal of SIGNALS) process.once(signal, interrupt);
  return () => {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  };
}
