/** Judges every notice of a campaign from the outbox and from the records of the receivers. */
import { sql } from 'kysely'
import { isDatabaseAway } from '../../../platform/database/database.ts'
import { SCHEDULE_S } from '../../retry.ts'
import type { Subject } from './causes.ts'
import type { Stage } from './stage.ts'
import { type Copy, isCard, type Receivers, WAYS, type Way } from './ways.ts'

export type Row = {
  readonly id: string
  readonly organisation: string
  readonly shown: string
  readonly kind: string
  readonly state: 'waiting' | 'delivered' | 'dead' | 'cancelled'
  readonly reason: string | null
  readonly tries: number
  readonly is_critical: boolean
  readonly notification_id: string
  readonly title: string
  readonly code: string | null
  readonly designator: string | null
}

/**
 * The minimum share of the notices that arrive by each way. The receiver that is gone is suspended, and its notices are given up until it is resumed.
 */
const LEAST_DELIVERED = 0.1

/** The number of remaining deliveries and tries, and the time of the next delivery. */
export type WorkLeft = { readonly waiting: number; readonly tries: number; readonly dueAt: Date | null }

/** Queries the database and repeats this until it is available: it is killed and restarted meanwhile. */
async function read<T>({ database }: Stage, query: ReturnType<typeof sql<T>>): Promise<T[]> {
  for (;;) {
    try {
      return (await database.shared((tx) => query.execute(tx))).rows
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

export async function readLeft(stage: Stage, nowMs: number): Promise<WorkLeft> {
  const [left] = await read(
    stage,
    sql<WorkLeft>`
      select count(*)::int as waiting, (select count(*)::int from delivery.attempt) as tries,
        min(greatest(next_at, open_until)) filter (where greatest(next_at, open_until) > ${new Date(nowMs)}) as "dueAt"
      from delivery.delivery d join delivery.receiver r on r.tenant_id = d.tenant_id and r.id = d.receiver_id
      where state = 'waiting'`,
  )
  return left ?? { waiting: 0, tries: 0, dueAt: null }
}

/** Wakes the sender of each organisation, as a new notice does. */
export async function wakeSenders(stage: Stage): Promise<void> {
  await read(stage, sql`update platform.recurring_work set taken_at = '-infinity' where name = 'delivery.sending'`)
}

function listRows(stage: Stage): Promise<Row[]> {
  return read(
    stage,
    sql<Row>`
      select d.id, replace(d.tenant_id, 'organisation:', '') as organisation, r.shown, d.kind, d.state, d.reason, d.tries,
        d.is_critical, d.notification_id, d.notification ->> 'title' as title, d.notification #>> '{finding,code}' as code,
        d.notification #>> '{finding,values,designator}' as designator
      from delivery.delivery d join delivery.receiver r on r.tenant_id = d.tenant_id and r.id = d.receiver_id
      where d.kind <> 'confirmation' order by d.place`,
  )
}

export type Verdict = {
  readonly deliveries: number
  readonly delivered: number
  readonly dead: number
  readonly overtaken: number
  readonly copies: number
  /** The number of further copies with the same id; each has its own try number. */
  readonly repeated: number
  readonly tries: number
  /** The lowest share, of all ways, of tried notices that arrived. */
  readonly leastShare: number
  /** Sentences that describe all faults; empty if none was found. */
  readonly faults: readonly string[]
}

export type Case = {
  readonly receivers: Pick<Receivers, 'book' | 'target' | 'followed'>
  readonly subjects: readonly Subject[]
}

export async function judge(stage: Stage, one: Case): Promise<Verdict> {
  return verdictOf(await listRows(stage), one)
}

export function verdictOf(rows: readonly Row[], { receivers, subjects }: Case): Verdict {
  const book = withIds(rows, receivers)
  const copiesOf = Map.groupBy(book, ({ id }) => id)
  const rowsOf = Map.groupBy(rows, ({ organisation, shown, designator }) => `${organisation} ${shown} ${designator}`)
  const faults = [
    ...rows.flatMap((row) => rowFaults(row, copiesOf.get(row.id) ?? [], receivers)),
    ...WAYS.flatMap((way) => wayFaults(way, rows, receivers)),
    ...bookFaults(book, rows),
    ...subjects.flatMap((subject) =>
      WAYS.flatMap((way) => {
        const shown = shownOf(receivers, way, subject.organisation)
        const own = rowsOf.get(`${subject.organisation} ${shown} ${subject.designator}`) ?? []
        return subjectFaults(subject, way, own, copiesOf, book)
      }),
    ),
    ...(receivers.followed() > 0 ? [`${receivers.followed()} redirects were followed`] : []),
  ]
  const count = (state: Row['state']) => rows.filter((row) => row.state === state).length
  return {
    deliveries: rows.length,
    delivered: count('delivered'),
    dead: count('dead'),
    overtaken: count('cancelled'),
    copies: book.length,
    repeated: book.length - copiesOf.size,
    tries: rows.reduce((sum, { tries }) => sum + tries, 0),
    leastShare: Math.min(
      ...WAYS.map((way) => {
        const { tried, delivered } = arrivedBy(way, rows, receivers)
        return delivered / Math.max(1, tried)
      }),
    ),
    faults,
  }
}

/** Returns the record with the ids of the deliveries of cards: a card is matched by its text, which occurs once for each event. */
function withIds(rows: readonly Row[], receivers: Case['receivers']): Copy[] {
  const rowsOf = Map.groupBy(rows, ({ organisation, designator }) => `${organisation} ${designator}`)
  return receivers.book.map((copy) => {
    const { card, way, organisation } = copy
    if (card === undefined) return copy
    const own = rowsOf.get(`${organisation} ${card.designator}`) ?? []
    const row = own.find((one) => isOf(way, one, receivers) && card.subject.includes(`${one.title}:`))
    return row === undefined ? copy : { ...copy, id: row.id, notificationId: row.notification_id }
  })
}

const shownOf = (receivers: Case['receivers'], way: Way, organisation: string) =>
  receivers.target(way, organisation).replace(/^https?:\/\//, '')

const isOf = (way: Way, { shown, organisation }: Row, receivers: Case['receivers']) =>
  shown === shownOf(receivers, way, organisation)

/** Checks that most tries of every way succeed in the end: if nearly nothing arrives, the result proves nothing about the way. */
function wayFaults(way: Way, rows: readonly Row[], receivers: Case['receivers']): string[] {
  const { tried, delivered } = arrivedBy(way, rows, receivers)
  return delivered >= LEAST_DELIVERED * tried && delivered > 0
    ? []
    : [`${way}: only ${delivered} of ${tried} were delivered`]
}

function arrivedBy(way: Way, rows: readonly Row[], receivers: Case['receivers']) {
  const tried = rows.filter((row) => row.state !== 'cancelled' && isOf(way, row, receivers))
  return { tried: tried.length, delivered: tried.filter(({ state }) => state === 'delivered').length }
}

/** Checks the end of one delivery: if delivered, the receiver accepted it; if given up, its receiver gave a reason. */
function rowFaults(row: Row, copies: readonly Copy[], receivers: Case['receivers']): string[] {
  const { id, shown, state, reason, tries } = row
  const say = (fault: string) => [`${id} to ${shown}: ${fault}`]
  if (state === 'waiting') return say('still waits')
  // If a card is about no event, its receiver cannot tell which card it was.
  const isUnnamed = row.designator === null && WAYS.some((way) => isCard(way) && isOf(way, row, receivers))
  if (state === 'delivered')
    return copies.length === 0 && !isUnnamed ? say('is delivered, and its receiver has not got it') : []
  if (state === 'cancelled') return reason === 'overtaken' ? [] : say(`was cancelled: ${reason}`)
  const isSpent = tries >= SCHEDULE_S.length
  // Only the receiver that is gone reports that it is permanently gone.
  const isGone = reason === 'gone' && isOf('is gone (410)', row, receivers)
  return isSpent || isGone || reason === 'suspended' ? [] : say(`was given up after ${tries} tries: ${reason}`)
}

/** Checks that every copy belongs to a delivery, names its notice, and has a unique try number. */
function bookFaults(book: readonly Copy[], rows: readonly Row[]): string[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const seen = new Set<string>()
  return book.flatMap(({ id, notificationId, attempt, way }) => {
    const row = byId.get(id)
    // Confirmation questions to an address are not notices.
    if (row === undefined) return way.includes('mail') ? [] : [`${id} (${way}) is no delivery`]
    const faults = row.notification_id === notificationId ? [] : [`${id} came for two notices`]
    const copy = `${id} ${attempt}`
    if (seen.has(copy)) faults.push(`${id} came twice as try ${attempt}`)
    seen.add(copy)
    return faults
  })
}

/** Checks that every expected notice about a subject exists once for each receiver, and arrived in order. */
function subjectFaults(
  { designator, codes }: Subject,
  way: Way,
  rows: readonly Row[],
  copiesOf: ReadonlyMap<string, readonly Copy[]>,
  book: readonly Copy[],
): string[] {
  const say = (fault: string) => [`${designator}, ${way}: ${fault}`]
  const notices = rows.filter(({ kind }) => kind === 'notice')
  const sent = notices.map(({ code }) => code)
  if (sent.join() !== codes.join()) return say(`${sent.join(', ')} in place of ${codes.join(', ')}`)
  const overtaken = notices.findIndex(({ state }) => state === 'cancelled')
  if (overtaken >= 0 && !notices.slice(overtaken).some((row) => row.is_critical)) return say('overtaken by nothing')
  const places = notices.flatMap(({ id }) => {
    const [first] = copiesOf.get(id) ?? []
    return first === undefined ? [] : [placeIn(book, first)]
  })
  return places.every((place, index) => index === 0 || place > (places[index - 1] ?? -1)) ? [] : say('out of order')
}

const placesIn = new WeakMap<readonly Copy[], Map<Copy, number>>()
function placeIn(book: readonly Copy[], copy: Copy): number {
  const places = placesIn.get(book) ?? new Map(book.map((one, place) => [one, place]))
  placesIn.set(book, places)
  return places.get(copy) ?? -1
}
