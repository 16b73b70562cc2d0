import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Screens the whole catalogue in a process of its own that does nothing else. */
export interface AloneTask {
  readonly durationS: number
  readonly threads: number
  /** All against all, or this object of the catalogue against it. */
  readonly primary?: number
}

export interface AloneResult {
  /** The time of the screening alone: the first of this process, with nothing compiled and nothing in memory before. */
  readonly seconds: number
  /** The most memory that the process ever held, reading the catalogue included, MiB. */
  readonly peakMiB: number
  /** The memory after the catalogue was read and before the screening began, MiB. */
  readonly beforeMiB: number
  readonly encounters: number
}

/** Screens in a fresh process, so that neither speed nor memory depends on earlier benches. */
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
