import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { BLOCKS, type Field, type Segment, VARIANCES } from '../message-fields.ts'

/** A keyword whose value has changed. */
export type Change = {
  readonly keyword: string
  readonly segment: Segment
  readonly block: Field['block']
  readonly unit: string | null
  /** The value as written in the message; undefined if the message lacks the keyword. */
  readonly before: string | undefined
  readonly after: string | undefined
  /** The difference in the unit of the keyword, in seconds for times; undefined for texts. */
  readonly delta: number | undefined
  /** The ratio of the new value to the old one, if the quantity is positive. */
  readonly factor: number | undefined
  /** The change, in units of the standard deviation in the earlier message. */
  readonly sigmas: number | undefined
}

/** Standard deviations by keyword, in the unit of the message. */
export type Sigmas = Readonly<Record<string, number | undefined>>

const TIME = /^\d{4}-(?:\d{2}-\d{2}|\d{3})T[\d:.]+Z?$/
/** Keywords that are new in every message, and that carry no information about the encounter. */
const ALWAYS_NEW = new Set(['CREATION_DATE', 'MESSAGE_ID'])

/**
 * Returns the keywords whose values differ, in the order of the table. Of the covariance it returns only the variances, because the other
 * entries change with them; `hidden` is the number of the other entries that differ.
 */
export function changesOf(before: readonly Field[], after: readonly Field[], sigmas: Sigmas = {}) {
  const old = byPlace(before)
  const young = byPlace(after)
  const places = [...new Set([...young.keys(), ...old.keys()])]
  const changes = places.flatMap((place) => changeOf(old.get(place), young.get(place), sigmas) ?? [])
  const isShown = ({ block, keyword }: Change) => block !== 'covariance' || VARIANCES.has(keyword)
  const shown = changes.filter(isShown)
  const rank = ({ block, segment }: Change) => BLOCKS.indexOf(block) * 3 + segment
  return { changes: shown.toSorted((a, b) => rank(a) - rank(b)), hidden: changes.length - shown.length }
}

function byPlace(fields: readonly Field[]): Map<string, Field> {
  return new Map(fields.map((field) => [`${field.segment} ${field.keyword}`, field]))
}

function changeOf(before: Field | undefined, after: Field | undefined, sigmas: Sigmas): Change | undefined {
  const field = after ?? before
  if (!field || before?.value === after?.value || ALWAYS_NEW.has(field.keyword)) return undefined
  const [from, to] = [numberOf(before?.value), numberOf(after?.value)]
  // The same number in another notation is not a change.
  if (from !== undefined && from === to) return undefined
  const delta = from === undefined || to === undefined ? undefined : to - from
  const isQuantity = !TIME.test(field.value)
  const sigma = field.segment === 0 ? sigmas[field.keyword] : undefined
  return {
    keyword: field.keyword,
    segment: field.segment,
    block: field.block,
    unit: isQuantity ? field.unit : 's',
    before: before?.value,
    after: after?.value,
    delta,
    factor: isQuantity && from !== undefined && to !== undefined && from > 0 && to > 0 ? to / from : undefined,
    sigmas: delta === undefined || !sigma ? undefined : delta / sigma,
  }
}

/** Returns a number, or a time in seconds; undefined for other texts. */
function numberOf(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined
  if (TIME.test(text)) {
    const [year = '', rest = ''] = text.split(/-(.*)/s)
    const day = /^(\d{3})T(.*)$/.exec(rest)
    const iso = day ? `${year}-01-01T${day[2]}` : text
    const ms = Date.parse(iso.endsWith('Z') ? iso : `${iso}Z`)
    return Number.isNaN(ms) ? undefined : ms / 1_000 + (day ? (Number(day[1]) - 1) * SECONDS_PER_DAY : 0)
  }
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}
