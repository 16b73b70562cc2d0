import type { ParsedRequest } from '../../endpoint.ts'
import type { Conjunction, listConjunctions } from './conjunction.ts'

type Query = ParsedRequest<typeof listConjunctions>['query']

/** The filter of a list of events. An undefined field does not filter. */
export type ConjunctionFilter = {
  readonly conjunctionId?: string | undefined
  /** The satellites of the event: their ids, and the number of object 1 if it does not belong to the organisation. */
  readonly satellites?: ReadonlySet<string> | undefined
  /** The earliest and the latest TCA, both excluded; milliseconds since 1970. */
  readonly tcaAfterMs: number
  readonly tcaBeforeMs: number
  readonly levels?: ReadonlySet<string> | undefined
  readonly state?: Conjunction['state'] | undefined
  readonly hasProbability?: boolean | undefined
  readonly minProbability?: number | undefined
  readonly maxMissM?: number | undefined
  /** The maximum absolute radial component of the miss distance. */
  readonly maxRadialM?: number | undefined
  /** The types of object 2; `UNKNOWN` if the messages do not give one. */
  readonly objectTypes?: ReadonlySet<string> | undefined
  readonly originators?: ReadonlySet<string> | undefined
  /** True if both objects are satellites of the organisation. */
  readonly isBetweenOwn?: boolean | undefined
  /** A part of the name or number of object 2, in lower case. */
  readonly text?: string | undefined
}

/** The data that a filter needs: the event without the remaining time, and values that the reader has already computed. */
export type FilteredEvent = {
  readonly event: Pick<
    Conjunction,
    'conjunctionId' | 'satelliteId' | 'object1' | 'object2' | 'state' | 'originators'
  > & {
    readonly conjunctionData: Pick<
      Conjunction['conjunctionData'],
      'riskLevel' | 'totalMissDistance' | 'radialSeparation'
    >
  }
  readonly tcaMs: number
  /** The probability; undefined if it could not be computed. */
  readonly pc: number | undefined
}

/** Returns a function that is true for matching events; the server uses it, and so does a page that has the whole list. */
export function conjunctionMatcher(filter: ConjunctionFilter): (one: FilteredEvent) => boolean {
  const { conjunctionId, satellites, tcaAfterMs, tcaBeforeMs, levels, state, hasProbability, text } = filter
  const { minProbability, maxMissM, maxRadialM, objectTypes, originators, isBetweenOwn } = filter
  return ({ event, tcaMs, pc }) => {
    const { conjunctionData: data, object1, object2, satelliteId } = event
    return (
      tcaMs > tcaAfterMs &&
      tcaMs < tcaBeforeMs &&
      (conjunctionId === undefined || conjunctionId === event.conjunctionId) &&
      (!levels || levels.has(data.riskLevel)) &&
      (!satellites || satellites.has(satelliteId ?? object1.designator) || satellites.has(object2.satelliteId ?? '')) &&
      (state === undefined || state === event.state) &&
      (hasProbability === undefined || hasProbability === (pc !== undefined)) &&
      (minProbability === undefined || (pc !== undefined && pc >= minProbability)) &&
      (maxMissM === undefined || data.totalMissDistance <= maxMissM) &&
      (maxRadialM === undefined || (data.radialSeparation !== null && data.radialSeparation <= maxRadialM)) &&
      (!objectTypes || objectTypes.has(object2.objectType ?? 'UNKNOWN')) &&
      (!originators || event.originators.some((one) => originators.has(one))) &&
      (isBetweenOwn === undefined || isBetweenOwn === (satelliteId !== null && object2.satelliteId !== null)) &&
      (!text || object2.name.toLowerCase().includes(text) || object2.designator.toLowerCase().includes(text))
    )
  }
}

/** Returns the filter that the query of a call contains. */
export function filterOfQuery(query: Query): ConjunctionFilter {
  const after = query['tca-after']
  const before = query['tca-before']
  return {
    conjunctionId: query['conjunction-id'],
    satellites: setOf(query['satellite-id']),
    tcaAfterMs: after === undefined ? Number.NEGATIVE_INFINITY : Date.parse(after),
    tcaBeforeMs: before === undefined ? Number.POSITIVE_INFINITY : Date.parse(before),
    levels: setOf(query['risk-level']),
    state: query.state,
    hasProbability: query['has-probability'],
    minProbability: query['min-probability'],
    maxMissM: query['max-miss'],
    maxRadialM: query['max-radial'],
    objectTypes: setOf(query['object-type']),
    originators: setOf(query.originator),
    isBetweenOwn: query['is-between-own'],
    text: query.search?.toLowerCase(),
  }
}

const setOf = (text: string | undefined) => (text ? new Set(text.split(',')) : undefined)
