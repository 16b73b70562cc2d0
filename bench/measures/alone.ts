import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Screens the whole catalogue in its own process, which does nothing else. */
export interface AloneTask {
  readonly durationS: number
  readonly threads: number
  /** The index of the one object that is screened against the catalogue; if absent, all objects are screened against each other. */
  readonly primary?: number
}

export interface AloneResult {
  /** The time of the screening alone, which is the first one in this process: nothing was compiled or stored in memory before. */
  readonly seconds: number
  /** The peak memory of the process, including the reading of the catalogue, MiB. */
  readonly peakMiB: number
  /** The memory after the catalogue was read and before the screening began, MiB. */
  readonly beforeMiB: number
  readonly encounters: number
}

/** Screens in a fresh process, so that earlier benches influence neither speed nor memory. */
export async function screenAlone(task: AloneTask): Promise<AloneResult> {
  const child = fork(new URL('alone-process.ts', import.meta.url), { execArgv: [], serialization: 'advanced' })
  try {
    child.send(task)
    const [answer] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`a process of the bench ended with ${code}`))),
    ])) as [AloneResult]
    return answer
  } finally {
    child.kill()
  }
}
