import { readTles } from '@apsis/astro/sgp4/tle-text.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { readOmm } from '@apsis/ccsds/omm/omm.ts'
import { toElementSet } from '@apsis/ccsds/omm/omm-elements.ts'
import type { ParsedRequest } from '@apsis/contract/endpoint.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'
import type { createTleSet } from '@apsis/contract/tle/tle-set.ts'
import type { GivenSet } from './element-set-columns.ts'
import { readInstant } from './read-instant.ts'

export type TleItem = ParsedRequest<typeof createTleSet>['body'][number]

/** The purpose of an item in a list of element sets: a query for a set, a set to store, or neither. */
export type ReadItem =
  | { readonly kind: 'asks'; readonly noradId: number; readonly epoch?: Epoch | undefined }
  | { readonly kind: 'stores'; readonly set: GivenSet }
  | Wrong
type Wrong = { readonly kind: 'wrong'; readonly errors: readonly ProblemDetail[] }

/** Two epochs that differ by less than this are the same, because they are written to the millisecond, or to the digits of a TLE. */
const SAME_EPOCH_S = 0.01

/** The maximum number of reported faults in a list. */
const MOST_FAULTS = 1_000

/** Reads the items of a list; if some of them cannot be read, returns their faults instead. Runs in the process pool. */
export function readItems(items: readonly TleItem[]): Exclude<ReadItem, Wrong>[] | Wrong {
  const read = items.map((item, place) => readItem(item, `#/${place}`))
  const errors = read.flatMap((one) => (one.kind === 'wrong' ? one.errors : [])).slice(0, MOST_FAULTS)
  if (errors.length > 0) return { kind: 'wrong', errors }
  return read.filter((one) => one.kind !== 'wrong')
}

function readItem(item: TleItem, pointer: string): ReadItem {
  if (typeof item === 'number') return { kind: 'asks', noradId: item }
  if (typeof item === 'string') return readLines(item, pointer)
  if ('omm' in item) return readOmmText(item.omm, `${pointer}/omm`)
  const epoch = item.epoch === undefined ? undefined : readInstant(item.epoch, { pointer: `${pointer}/epoch` })
  if (item.tle === undefined) return { kind: 'asks', noradId: item.noradId, epoch }
  const read = readLines(item.tle, `${pointer}/tle`)
  if (read.kind !== 'stores') return read
  const { set } = read
  const errors: ProblemDetail[] = []
  if (set.noradId !== item.noradId)
    errors.push({ code: 'tle.other-object', message: `the lines are of ${set.noradId}`, pointer: `${pointer}/noradId` })
  if (epoch !== undefined && Math.abs(secondsBetween(epoch, set.epoch)) > SAME_EPOCH_S)
    errors.push({ code: 'tle.other-epoch', message: 'the lines have another epoch', pointer: `${pointer}/epoch` })
  return errors.length > 0 ? { kind: 'wrong', errors } : read
}

function readLines(text: string, pointer: string): ReadItem {
  const [first, ...others] = [...readTles(text.split(/\r\n|[\r\n]/))]
  if (first === undefined) return wrong({ code: 'tle.unreadable', message: 'holds no element set', pointer })
  if (others.length > 0)
    return wrong({ code: 'tle.several', message: 'holds more than one element set', pointer, line: others[0]?.line })
  if (first.ok) return { kind: 'stores', set: { ...first.elements, lines: first.lines } }
  const { line, column, message } = first
  return wrong({ code: 'tle.unreadable', message, pointer, line, column })
}

function readOmmText(text: string, pointer: string): ReadItem {
  const reading = readOmm(text, { strict: false })
  if (!reading.ok) {
    const errors = reading.errors.map(({ code, message, line, column, keyword }) => ({
      code: `omm.${code}`,
      message,
      pointer,
      line,
      column,
      ...(keyword === null ? {} : { keyword }),
    }))
    return { kind: 'wrong', errors }
  }
  try {
    return { kind: 'stores', set: toElementSet(reading.message) }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return wrong({ code: 'omm.unusable', message: error.message, pointer })
  }
}

function wrong({ line, ...error }: ProblemDetail): ReadItem {
  return { kind: 'wrong', errors: [{ ...error, ...(line === undefined ? {} : { line }) }] }
}
