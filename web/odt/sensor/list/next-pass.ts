import { DAY_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { MOST_TRACK_DAYS } from '@apsis/contract/odt/pass/passprediction.ts'
import { useQuery } from '@tanstack/react-query'
import { type TrackedPass, trackIn } from '../../pass/pass-query.ts'

/** The search is repeated at this interval, and not at each minute of the clock. */
const EVERY_MS = 10 * MINUTE_MS
/** This is longer than a pass of a low orbit, so that a pass in progress is found from its rise. */
const BEFORE_MS = 20 * MINUTE_MS
export const SEARCH_DAYS = MOST_TRACK_DAYS

export type NextPass = {
  /** The state of the search; `none` if there is no search. */
  readonly state: 'none' | 'reading' | 'failed' | 'known'
  /** The next pass, in progress or in the future, with its track over the sky; undefined if there is none within the searched days. */
  readonly pass: TrackedPass | undefined
}

/** Reads the passes from which the current or next one is taken; until new ones are read, the earlier answer is used. */
export function nextQuery(code: string, satelliteId: string, nowMs: number) {
  const fromMs = Math.floor(nowMs / EVERY_MS) * EVERY_MS - BEFORE_MS
  const whose = `next ${satelliteId} ${code} `
  return {
    ...trackIn(
      { orbit: { kind: 'satellite', satelliteId }, code },
      { name: `${whose}${fromMs}`, fromMs, toMs: fromMs + SEARCH_DAYS * DAY_MS, duringMs: nowMs },
    ),
    // The passes of another satellite or sensor would be wrong.
    placeholderData: (
      before: readonly TrackedPass[] | undefined,
      query: { readonly queryKey: readonly unknown[] } | undefined,
    ) => (String(query?.queryKey.at(-1)).startsWith(whose) ? before : undefined),
  }
}

/** Returns the pass of a satellite over a sensor that is in progress, or else the next one. */
export function useNextPass(code: string | undefined, satellite: string, nowMs: number): NextPass {
  const isAsked = code !== undefined && satellite !== ''
  const { data, error, isPending } = useQuery({ ...nextQuery(code ?? '', satellite, nowMs), enabled: isAsked })
  if (!isAsked) return { state: 'none', pass: undefined }
  return { state: error ? 'failed' : isPending ? 'reading' : 'known', pass: data ?? undefined }
}
