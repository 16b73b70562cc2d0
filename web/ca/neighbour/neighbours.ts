import { listNeighbours, type Neighbour } from '@apsis/contract/ca/neighbour/neighbour.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { formatInstant } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import type { ApiCall } from '../../ui/page/pane-menu.tsx'
import { fileTable } from '../../ui/table/column.ts'
import type { neighbourWords } from './words.data.ts'

type Say = typeof neighbourWords
export type NeighbourChange = NonNullable<NonNullable<Neighbour['file']>['change']>

/** Reads the neighbours of a satellite, by TCA. They are read again when its ephemerides, or the screenings of these, change. */
export const neighboursQuery = (satelliteId: string) =>
  queryOptions({
    queryKey: ['ephemeris', 'neighbours', satelliteId],
    queryFn: ({ signal }) => call(listNeighbours, { query: { 'satellite-id': satelliteId } }, signal),
  })

export const neighboursCall = (satelliteId: string): ApiCall => ({
  method: listNeighbours.method,
  path: listNeighbours.path,
  query: { 'satellite-id': satelliteId },
})

/** Returns a length in metres as text; only a short one has a decimal. */
export const metresOf = (value: number, { signed = false } = {}): string =>
  formatNumber(value, { decimals: Math.abs(value) < 10 ? 1 : 0, signed })

const at = (time: string) => formatInstant(Date.parse(time))

/** Returns the name and the number of a neighbour. */
export const neighbourName = ({ name, noradId }: Neighbour, say: Say): string =>
  say('numbered', { name: name ?? say('noName'), number: noradId })

/** Returns the name of a published file, marked if it is simulated. */
export const fileText = ({ name, isSimulated }: NonNullable<Neighbour['file']>, say: Say): string =>
  isSimulated ? say('simulatedFile', { name }) : name

/** Returns the time at which the operator made the newest file; if the file does not state it, the time at which it was fetched. */
export function madeText({ file }: Neighbour, say: Say): string | undefined {
  if (file === null) return undefined
  return file.madeAt === null ? say('fetched', { time: at(file.receivedAt) }) : at(file.madeAt)
}

/** Returns a text on the covariance of the newest file, with the time from which it is an envelope. */
export function covarianceText({ file, tca }: Neighbour, say: Say): string | undefined {
  if (file === null) return undefined
  const { hasCovariance, envelopeFrom } = file
  if (!hasCovariance) return say('noCovariance')
  if (envelopeFrom === null) return say('noEnvelope')
  return say(envelopeFrom <= tca ? 'envelopeAtTca' : 'envelopeFrom', { time: at(envelopeFrom) })
}

/** Returns a text on the change of the operator's prediction since the previous version. */
export function changeText({ file }: Neighbour, say: Say): string | undefined {
  if (file === null) return undefined
  const { change } = file
  if (change === null) return say('noChange')
  const changed = say('changed', { rms: metresOf(change.rmsM), largest: largestText(change) })
  const { burn } = change
  if (burn === null) return changed
  const size = formatNumber(burn.alongTrackMps, { decimals: 3, signed: true })
  return say('burn', { changed, size, from: at(burn.from), to: at(burn.to) })
}

export const largestText = ({ largestM }: NeighbourChange): string => (largestM === null ? '–' : metresOf(largestM))

/** Returns the neighbour that is the other object of an event. */
export const neighbourOf = (neighbours: readonly Neighbour[], designator: string): Neighbour | undefined =>
  neighbours.find(({ noradId }) => String(noradId) === designator)

export const neighboursFile = (neighbours: readonly Neighbour[]) =>
  fileTable(neighbours, {
    norad_id: 'noradId',
    name: 'name',
    tca_utc: 'tca',
    miss_by_element_sets_m: 'missM',
    found_utc: 'foundAt',
    source: ({ file }) => file?.source,
    file: ({ file }) => file?.name,
    made_utc: ({ file }) => file?.madeAt,
    received_utc: ({ file }) => file?.receivedAt,
    until_utc: ({ file }) => file?.until,
    ends_before_tca: 'endsBeforeTca',
    has_covariance: ({ file }) => file?.hasCovariance,
    envelope_from_utc: ({ file }) => file?.envelopeFrom,
    change_rms_m: ({ file }) => file?.change?.rmsM,
    change_largest_m: ({ file }) => file?.change?.largestM,
    simulated: ({ file }) => file?.isSimulated,
  })
