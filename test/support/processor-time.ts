/** CPU milliseconds of this thread: the cost of work, independent of other load on the machine. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
