import type { Estimate } from '@apsis/contract/ca/event/estimate.ts'
import { type Cdm, type CdmSource, RISK_LEVELS } from '@apsis/contract/ca/message/cdm.ts'
import type { Connection, ConnectionFeed } from '@apsis/contract/connections/connection.ts'

/** What a system says of an event; a message that was withdrawn says it without an estimate. */
type Statement = Pick<
  Estimate,
  | 'source'
  | 'madeAt'
  | 'tca'
  | 'missM'
  | 'probability'
  | 'maximumProbability'
  | 'riskLevel'
  | 'state'
  | 'weakness'
  | 'endedAt'
  | 'cdmId'
  | 'originator'
  | 'oemFileId'
  | 'fileName'
  | 'against'
  | 'neighbour'
  | 'isEmergencyReportable'
  | 'isSimulated'
>

/** A system with the statement of it that holds, or else with its newest one. */
export type EventSource = Statement & {
  /** The same for every statement of a system. */
  readonly system: string
  /** The way by which the message came; undefined if there is no message. */
  readonly via: CdmSource | undefined
}

type Message = Pick<
  Cdm,
  'cdmId' | 'source' | 'originator' | 'creationDate' | 'withdrawnAt' | 'conjunctionData' | 'isSimulated'
> & { readonly assessment: Pick<Cdm['assessment'], 'maximumProbability'> }

const rankOf = ({ riskLevel }: Statement) => RISK_LEVELS.indexOf(riskLevel)
const STATES: readonly Estimate['state'][] = ['COUNTS', 'WEAK', 'BEFORE_BURN', 'SUPERSEDED', 'WITHDRAWN']
const standingOf = ({ state }: Statement) => STATES.indexOf(state)
const madeAtOf = ({ madeAt }: Statement) => Date.parse(madeAt)

const probabilityOf = ({ probability }: Statement) => probability ?? 0

/** Orders by level; alike, what holds comes before what does not, then the larger probability, then the newer. */
const byGravity = (a: Statement, b: Statement) =>
  rankOf(b) - rankOf(a) ||
  standingOf(a) - standingOf(b) ||
  probabilityOf(b) - probabilityOf(a) ||
  madeAtOf(b) - madeAtOf(a)

/** Returns one source for each system that has said something of an event, the gravest first. */
export function sourcesOf(estimates: readonly Estimate[], messages: readonly Message[]): readonly EventSource[] {
  const viaOf = new Map(messages.map(({ cdmId, source }) => [cdmId, source]))
  const said = [...estimates, ...messages.flatMap(withdrawnStatement)].map((statement): EventSource => {
    const via = statement.cdmId === null ? undefined : viaOf.get(statement.cdmId)
    return { ...statement, via, system: systemOf(statement, via) }
  })
  return [...Map.groupBy(said, ({ system }) => system).values()]
    .flatMap((all) => statementToShow(all) ?? [])
    .toSorted(byGravity)
}

function withdrawnStatement(message: Message): Statement[] {
  const { cdmId, originator, creationDate, withdrawnAt, conjunctionData, assessment, isSimulated } = message
  if (withdrawnAt === null) return []
  return [
    {
      source: 'PROVIDER',
      madeAt: creationDate,
      tca: conjunctionData.tca,
      missM: conjunctionData.totalMissDistance,
      probability: conjunctionData.probabilityOfCollision,
      maximumProbability: assessment.maximumProbability,
      riskLevel: conjunctionData.riskLevel,
      state: 'WITHDRAWN',
      weakness: null,
      endedAt: withdrawnAt,
      cdmId,
      originator,
      oemFileId: null,
      fileName: null,
      against: null,
      neighbour: null,
      isEmergencyReportable: null,
      isSimulated,
    },
  ]
}

/** A screening of an ephemeris and one of an element set are two systems: the second never takes back what the first found. */
function systemOf({ source, originator, against, oemFileId }: Statement, via: CdmSource | undefined): string {
  if (source === 'PROVIDER') return `${originator} ${via}`
  if (source === 'RECOMPUTED') return source
  if (source === 'REPORTED') return `${source} ${originator}`
  return `${against} ${oemFileId === null ? 'elements' : 'ephemeris'}`
}

/**
 * Returns the statement that stands for a system: of those that hold in the best way the gravest, of several alike the newest; if none holds, the
 * newest. Two statements of one system hold at a time if both objects of the event are own satellites.
 */
function statementToShow(all: readonly EventSource[]): EventSource | undefined {
  const newestFirst = all.toSorted((a, b) => madeAtOf(b) - madeAtOf(a))
  const best = Math.min(...all.map(standingOf))
  if (best > STATES.indexOf('BEFORE_BURN')) return newestFirst[0]
  return newestFirst.filter((one) => standingOf(one) === best).toSorted((a, b) => rankOf(b) - rankOf(a))[0]
}

/** A connected source that does not bring what it should, so that its statement may be missing. */
export type SilentSource = Pick<ConnectionFeed, 'feed' | 'lastReadAt'> & {
  readonly id: string
  readonly name: string
  readonly doubt: NonNullable<ConnectionFeed['doubt']>
}

/** Returns the feeds of the connections that are silent or bring too little. */
export function silentSources(connections: readonly Connection[]): readonly SilentSource[] {
  return connections.flatMap(({ connectionId, name, feeds }) =>
    feeds.flatMap(({ feed, doubt, lastReadAt }) =>
      doubt === null ? [] : { id: `${connectionId} ${feed}`, name, feed, doubt, lastReadAt },
    ),
  )
}
