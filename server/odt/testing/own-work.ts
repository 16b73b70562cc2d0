/** Returns the processor time, s, that this process used during `work`; in a test the API and the worker run in it. */
export async function ownWorkDuring(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
