import { missing } from '@apsis/astro/missing.ts'
import { type Connection, type ConnectionFeed, GOOD_RESULTS } from '@apsis/contract/connections/connection.ts'
import type { Level } from '../../ui/status/status-symbol.tsx'

/** The standings of a connection in order: those that wait for a person first, then the doubtful ones, then the good ones. */
const STANDINGS = [
  ['SUSPENDED', 'serious'],
  ['REFUSED', 'serious'],
  ['PAUSED', 'inactive'],
  ['SILENT', 'caution'],
  ['NOTHING', 'caution'],
  ['HALF', 'caution'],
  ['failing', 'caution'],
  ['waitingFirst', 'pending'],
  ['ACTIVE', 'ok'],
] as const satisfies readonly (readonly [string, Level])[]
type StandingName = (typeof STANDINGS)[number][0]
export type Standing = { readonly word: StandingName; readonly level: Level; readonly rank: number }

const isFailing = ({ lastResult, lastFailedAt }: ConnectionFeed) =>
  lastResult === 'some-refused' || (lastFailedAt !== null && lastResult !== null && !GOOD_RESULTS.includes(lastResult))

/** Returns the standing of a connection: the first one that fits its state or one of its feeds. */
export function standingOfConnection({ state, feeds }: Pick<Connection, 'state' | 'feeds'>): Standing {
  const is = (name: StandingName): boolean => {
    if (name === 'ACTIVE') return true
    if (name === 'failing') return feeds.some(isFailing)
    if (name === 'waitingFirst') return feeds.some(({ lastReadAt }) => lastReadAt === null)
    return name === state || feeds.some(({ doubt }) => doubt === name)
  }
  const rank = STANDINGS.findIndex(([name]) => is(name))
  const [word, level] = STANDINGS[rank] ?? missing()
  return { word, level, rank }
}

/** Returns the connections in the order of their standings, and those with the same standing in the order of their names. */
export function inOrder(connections: readonly Connection[]): Connection[] {
  return connections.toSorted((one, other) => standingOfConnection(one).rank - standingOfConnection(other).rank)
}
