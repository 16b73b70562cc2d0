import type { UnfoundApproach } from '@apsis/contract/ca/event/estimate.ts'
import { formatDate, formatInstant, formatTime } from '../../../../clock/format.ts'
import { formatNumber } from '../../../../ui/format/number.ts'
import type { estimateWords } from '../../estimates-words.data.ts'
import type { sourceWords } from './source-words.data.ts'
import type { EventSource, SilentSource } from './sources.ts'

type Say = typeof sourceWords
type SayEstimate = typeof estimateWords

const at = (time: string) => formatInstant(Date.parse(time))

/** Returns the name of a system: the originator of a message with the way by which it came, or our own computation. */
export function sourceName({ source, originator, via, against }: EventSource, say: Say): string {
  if (source === 'PROVIDER') return say(via ?? 'unknown', { who: originator ?? '' })
  if (source === 'REPORTED') return say(source, { who: originator ?? '' })
  return say(against ?? 'RECOMPUTED')
}

/** Returns the state of a statement, with the reason if it does not count. */
export function standingText(one: EventSource, say: Say, sayEstimate: SayEstimate): string {
  const { state, weakness, endedAt, source } = one
  if (state === 'WITHDRAWN' && endedAt !== null)
    return say(source === 'PROVIDER' ? 'messageWithdrawn' : 'screeningWithdrawn', { time: at(endedAt) })
  return weakness === null ? sayEstimate(state) : `${sayEstimate(state)}: ${sayEstimate(weakness)}`
}

/** Returns remarks on a statement: its files, a covariance that is an envelope, and a message from the test site of Space-Track. */
export function remarksOf(one: EventSource, say: Say, sayEstimate: SayEstimate): readonly string[] {
  const { source, originator, against, fileName, neighbour, via, isEmergencyReportable } = one
  const published = neighbour && {
    file: neighbour.file,
    source: neighbour.source,
    made: at(neighbour.madeAt),
    until: at(neighbour.until),
  }
  return [
    ...(source === 'RECOMPUTED' ? [say('ofMessage', { who: originator ?? '' })] : []),
    ...(against === null ? [] : [fileName === null ? say('elementSet') : say('own', { file: fileName })]),
    ...(published ? [say('published', published)] : []),
    ...(neighbour?.isEnvelope === true ? [sayEstimate('envelope')] : []),
    ...(isEmergencyReportable === true ? [sayEstimate('emergency')] : []),
    ...(via === 'space-track-staging' ? [say('staging')] : []),
  ]
}

const METRES_PER_KM = 1_000
const km = (metres: number) => formatNumber(metres / METRES_PER_KM, { decimals: 1 })

/** Returns the distance of the objects at the TCA in a screening that found no approach; undefined if it is not known. */
export const apartText = ({ distanceM }: UnfoundApproach, say: Say): string | undefined =>
  distanceM === null ? undefined : say('unfoundApart', { distance: km(distanceM) })

/** Returns remarks on a screening that found no approach: its volume and its files. */
export function unfoundRemarks({ volume, fileName, neighbour }: UnfoundApproach, say: Say): readonly string[] {
  const { file, source, madeAt, until } = neighbour
  return [
    say('unfoundVolume', { r: km(volume.r), t: km(volume.t), n: km(volume.n) }),
    fileName === null ? say('elementSet') : say('own', { file: fileName }),
    say('published', { file, source, made: at(madeAt), until: at(until) }),
  ]
}

/** Returns the reason why a connected source may be incomplete: it is silent, or sends too little. */
export function silenceText({ name, feed, doubt, lastReadAt }: SilentSource, say: Say): string {
  if (doubt !== 'SILENT') return say(doubt, { name, feed: say(`feed${feed}`) })
  if (lastReadAt === null) return say('silentFromStart', { name, feed: say(`feed${feed}`) })
  return say('SILENT', { name, feed: say(`feed${feed}`), time: at(lastReadAt) })
}

/** Returns the TCA of a source. The date is left out if it is the date of the event, which is at the top of the page. */
export function closestText(tca: string, eventTca: string): string {
  const [ms, eventMs] = [Date.parse(tca), Date.parse(eventTca)]
  return formatDate(ms) === formatDate(eventMs) ? `${formatTime(ms)} Z` : formatInstant(ms)
}
