/** What this process, in which the API of a test answers and the worker has its turn, worked meanwhile, s of a processor. */
export async function ownWorkDuring(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
