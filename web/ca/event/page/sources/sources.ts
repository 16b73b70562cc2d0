import type { Estimate } from '@apsis/contract/ca/event/estimate.ts'
import { type Cdm, type CdmSource, RISK_LEVELS } from '@apsis/contract/ca/message/cdm.ts'
import type { Connection, ConnectionFeed } from '@apsis/contract/connections/connection.ts'

/** The statement of a system on an event. It comes from an estimate, or from a withdrawn message, which has no estimate. */
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

/** A system, with its valid statement, or with its newest statement if none is valid. */
export type EventSource = Statement & {
  /** The key of the system, which all its statements share. */
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

/** Orders statements by level, then by validity, then by probability, the larger first, then by time, the newer first. */
const byGravity = (a: Statement, b: Statement) =>
  rankOf(b) - rankOf(a) ||
  standingOf(a) - standingOf(b) ||
  probabilityOf(b) - probabilityOf(a) ||
  madeAtOf(b) - madeAtOf(a)

/** Returns one source for each system that has made a statement on an event, the gravest first. */
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

/** Screenings of ephemerides and of element sets count as two systems: the second never withdraws the results of the first. */
function systemOf({ source, originator, against, oemFileId }: Statement, via: CdmSource | undefined): string {
  if (source === 'PROVIDER') return `${originator} ${via}`
  if (source === 'RECOMPUTED') return source
  if (source === 'REPORTED') return `${source} ${originator}`
  return `${against} ${oemFileId === null ? 'elements' : 'ephemeris'}`
}

/**
 * Returns the statement that is shown for a system: among its statements of the best state the gravest, and among equal ones the newest.
 * If no statement is valid, it is the newest. A system has two valid statements if both objects are own satellites.
 */
function statementToShow(all: readonly EventSource[]): EventSource | undefined {
  const newestFirst = all.toSorted((a, b) => madeAtOf(b) - madeAtOf(a))
  const best = Math.min(...all.map(standingOf))
  if (best > STATES.indexOf('BEFORE_BURN')) return newestFirst[0]
  return newestFirst.filter((one) => standingOf(one) === best).toSorted((a, b) => rankOf(b) - rankOf(a))[0]
}

/** A connected source that does not deliver its data, so that its statement may be missing. */
export type SilentSource = Pick<ConnectionFeed, 'feed' | 'lastReadAt'> & {
  readonly id: string
  readonly name: string
  readonly doubt: NonNullable<ConnectionFeed['doubt']>
}

/** Returns the feeds of the connections that are silent or deliver too little. */
export function silentSources(connections: readonly Connection[]): readonly SilentSource[] {
  return connections.flatMap(({ connectionId, name, feeds }) =>
    feeds.flatMap(({ feed, doubt, lastReadAt }) =>
      doubt === null ? [] : { id: `${connectionId} ${feed}`, name, feed, doubt, lastReadAt },
    ),
  )
}
