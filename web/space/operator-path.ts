import { HOUR_MS } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { listOperatorPaths, type OperatorPath, type OperatorPaths } from '@apsis/contract/ca/find/operator-path.ts'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../api/call.ts'

type PathState = { readonly r: Vec3; readonly v: Vec3 }

/** The path on which an operator itself expects its satellite. */
export type DrawnPath = Pick<OperatorPath, 'name' | 'publisher' | 'isSimulated'> & {
  readonly madeMs: number
  /** Returns the state at a time, TEME of date, m and m/s; undefined where the path has none. */
  readonly stateAt: (atMs: number) => PathState | undefined
}
export type DrawnPaths = ReadonlyMap<number, DrawnPath>
export const NO_PATHS: DrawnPaths = new Map()

/** Returns the paths of answers by catalogue number; the answers are of different spans. */
export function openPaths(answers: readonly OperatorPaths[]): DrawnPaths {
  const parts = new Map<number, { path: OperatorPath; runs: PathRun[] }>()
  for (const { from, paths } of answers)
    for (const path of paths) {
      const known = parts.get(path.noradId)
      const runs = path.pieces.map((piece) => runOf(piece, Date.parse(from)))
      // An own path counts more than a published one, and a newer file more than an older one that an earlier answer had.
      const isFirst = known === undefined || rank(path) > rank(known.path)
      if (isFirst) parts.set(path.noradId, { path, runs })
      else if (path.name === known.path.name && path.madeAt === known.path.madeAt) known.runs.push(...runs)
    }
  return new Map(
    [...parts].map(([noradId, { path, runs }]) => {
      const { name, publisher, isSimulated, madeAt } = path
      const stateAt = (atMs: number) => runs.find(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs)?.stateAt(atMs)
      return [noradId, { name, publisher, isSimulated, madeMs: Date.parse(madeAt), stateAt }]
    }),
  )
}

const rank = ({ publisher, madeAt }: OperatorPath) => (publisher === null ? 1e15 : 0) + Date.parse(madeAt)

type PathRun = {
  readonly fromMs: number
  readonly toMs: number
  readonly stateAt: (atMs: number) => PathState
}

function runOf({ seconds, r, v }: OperatorPath['pieces'][number], originMs: number): PathRun {
  const last = seconds.length - 1
  const msOf = (place: number) => originMs + 1_000 * (seconds[place] ?? missing())
  return {
    fromMs: msOf(0),
    toMs: msOf(last),
    stateAt: (atMs) => {
      const s = (atMs - originMs) / 1_000
      const after = seconds.findIndex((one) => one > s)
      const k = Math.max(0, after < 0 ? last - 1 : after - 1)
      const t0 = seconds[k] ?? missing()
      const step = (seconds[k + 1] ?? missing()) - t0
      const u = (s - t0) / step
      const between = (axis: number) =>
        hermite(u, step, [r[3 * k + axis], v[3 * k + axis], r[3 * k + 3 + axis], v[3 * k + 3 + axis]])
      const [x, y, z] = [between(0), between(1), between(2)]
      return { r: [x.place, y.place, z.place], v: [x.rate, y.rate, z.rate] }
    },
  }
}

/** Returns the cubic polynomial through place and velocity at both ends of a step, and its rate. */
function hermite(u: number, step: number, [p = 0, v = 0, q = 0, w = 0]: readonly (number | undefined)[]) {
  const way = q - p
  const [a, b] = [step * v, step * w]
  const [two, three] = [3 * way - 2 * a - b, a + b - 2 * way]
  return { place: p + u * (a + u * (two + u * three)), rate: (a + u * (2 * two + 3 * u * three)) / step }
}

/** A span that is asked for at once; spans begin at whole multiples of it, so that several pages ask the same. */
const SPAN_MS = 6 * HOUR_MS
/** A revolution of a low orbit is drawn before and after a time. */
const AROUND_MS = 1.75 * HOUR_MS

/** Returns the query for the paths of a span, of one satellite or of all. */
const pathsQuery = (startMs: number, satelliteId: string | undefined) => ({
  // The first part is the event of a new ephemeris.
  queryKey: ['ephemeris', 'operator-paths', startMs, satelliteId ?? 'all'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    call(
      listOperatorPaths,
      {
        query: {
          from: new Date(startMs).toISOString(),
          to: new Date(startMs + SPAN_MS).toISOString(),
          ...(satelliteId === undefined ? {} : { 'satellite-id': satelliteId }),
        },
      },
      signal,
    ),
  staleTime: 15 * 60_000,
})

/** Reads the paths around some times, of one satellite or of all; they are empty until they are read. */
export function useOperatorPaths(
  timesMs: readonly number[],
  { satelliteId, isEnabled = true }: { readonly satelliteId?: string; readonly isEnabled?: boolean } = {},
) {
  const starts = new Set(
    isEnabled
      ? timesMs.flatMap((ms) => [ms - AROUND_MS, ms + AROUND_MS].map((one) => Math.floor(one / SPAN_MS) * SPAN_MS))
      : [],
  )
  const queries = useQueries({
    queries: [...starts].toSorted((a, b) => a - b).map((start) => pathsQuery(start, satelliteId)),
  })
  const readAt = queries.map(({ dataUpdatedAt }) => dataUpdatedAt).join()
  const key = `${[...starts].join()} ${readAt}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the answers, which are in a new array each time.
  const paths = useMemo(() => {
    const answers = queries.flatMap(({ data }) => data ?? [])
    return answers.length === 0 ? NO_PATHS : openPaths(answers)
  }, [key])
  return {
    paths,
    failure: queries.find(({ error }) => error)?.error ?? undefined,
    isLoading: queries.some(({ isPending }) => isPending),
    readAgain: () => {
      for (const query of queries) if (query.isError) void query.refetch()
    },
    isCut: queries.some(({ data }) => data?.isCut),
  }
}
