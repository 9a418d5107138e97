/** Milliseconds of processor that this thread has had: what work costs, whoever else runs on the machine. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
