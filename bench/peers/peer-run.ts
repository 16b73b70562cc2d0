import {
  compareEncounters,
  type Encounter,
  type NotScreened,
  type ScreeningResult,
} from '@apsis/astro/screening/screened-object.ts'
import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { startThreads } from '../stage/threads.ts'
import { EVENT_KINDS, EVENT_LENGTH } from './peer-refine.ts'

/** The input of each thread of a peer. */
export interface PeerWork {
  readonly sets: readonly ElementSet[]
  readonly durationS: number
  readonly thresholdKm: number
}

/** The answer of a thread: events as numbers (peer-refine.ts), and the places of the objects that so far had no state. */
export interface PeerEvents {
  readonly events: Float64Array
  readonly lost: readonly number[]
}

export interface Peer {
  run(): Promise<ScreeningResult>
  stop(): Promise<void>
}

/** Two minima of a pair within this time, s, are one minimum that two neighbouring tasks found. */
const SAME_S = 0.02

/**
 * Starts a peer with its threads, and initialises its element sets; its code is warm from the second run on, so only the screening is measured. Tasks
 * are stretches of `stretchS` seconds.
 */
export async function startPeer(
  module: URL,
  work: PeerWork,
  how: { threads: number; stretchS: number },
): Promise<Peer> {
  const threads = await startThreads<PeerWork, { fromS: number; toS: number }, PeerEvents>(module, how.threads, work)
  const tasks = Array.from({ length: Math.ceil(work.durationS / how.stretchS) }, (_, k) => ({
    fromS: k * how.stretchS,
    toS: Math.min(work.durationS, (k + 1) * how.stretchS),
  }))
  return {
    run: async () => joinEvents(await threads.run(tasks)),
    stop: () => threads.stop(),
  }
}

function joinEvents(parts: readonly PeerEvents[]): ScreeningResult {
  const encounters = parts.flatMap(({ events }) =>
    Array.from({ length: events.length / EVENT_LENGTH }, (_, k) => readEvent(events, k * EVENT_LENGTH)),
  )
  const byPair = encounters.sort(
    (a, b) => a.first - b.first || a.second - b.second || a.kind.localeCompare(b.kind) || a.seconds - b.seconds,
  )
  const single = byPair.filter((each, k) => !isSameAs(each, byPair[k - 1]))
  const lost = [...new Set(parts.flatMap((part) => part.lost))].sort((a, b) => a - b)
  const notScreened = lost.map((place): NotScreened => ({ place, reason: 'no state', untilS: undefined }))
  return { encounters: single.sort(compareEncounters), notScreened }
}

function readEvent(events: Float64Array, at: number): Encounter {
  const [first = 0, second = 0, kind = 0, seconds = 0, distance = 0, speed = 0] = events.subarray(at, at + EVENT_LENGTH)
  const [missM, relativeSpeedMps] = [1000 * distance, 1000 * speed]
  return { first, second, kind: EVENT_KINDS[kind] ?? 'minimum', seconds, missM, relativeSpeedMps }
}

function isSameAs(a: Encounter, b: Encounter | undefined): boolean {
  if (b === undefined || a.first !== b.first || a.second !== b.second || a.kind !== b.kind) return false
  return a.seconds - b.seconds < SAME_S
}
