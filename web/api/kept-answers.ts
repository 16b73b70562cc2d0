import type { Query, QueryKey } from '@tanstack/react-query'
import { now } from '../clock/clock.ts'
import { inKept } from '../site/kept.ts'
import { queryClient } from './queries.ts'

type KeptAnswer = {
  readonly hash: string
  readonly queryKey: QueryKey
  readonly data: unknown
  readonly readAt: number
  /** The length of the answer as text. */
  readonly letters: number
}

/** The owner of stored answers: one account in one organisation. */
export type AnswerOwner = { readonly subject: string; readonly organisation: string | undefined }

/**
 * The limits of stored answers. The answers for all events of a shift are much smaller; a list of ten thousand events has about 25 million
 * characters.
 */
const MOST_ANSWERS = 400
const MOST_LETTERS = 60_000_000

/** An answer on the screen is stored soon; one that changes repeatedly is stored at most once a minute. */
const FIRST_MS = 2_000
const AGAIN_MS = 60_000

export function isSamePerson(one: AnswerOwner | undefined, other: AnswerOwner): boolean {
  return one?.subject === other.subject && one.organisation === other.organisation
}

const cache = queryClient.getQueryCache()
/** The time at which each answer will be stored. */
const due = new Map<string, number>()
const keptAt = new Map<string, number>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Stores all answers from now on in this browser, for the user whose session is stored there. */
export function keepAnswers(whose: () => AnswerOwner | undefined): void {
  cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { queryHash } = event.query
    if (!due.has(queryHash)) due.set(queryHash, Math.max(now() + FIRST_MS, (keptAt.get(queryHash) ?? 0) + AGAIN_MS))
    plan(whose)
  })
}

function plan(whose: () => AnswerOwner | undefined): void {
  clearTimeout(timer)
  if (due.size > 0) timer = setTimeout(() => void keepDue(whose), Math.max(0, Math.min(...due.values()) - now()))
}

async function keepDue(whose: () => AnswerOwner | undefined): Promise<void> {
  const at = now()
  for (const [hash, dueAt] of due) {
    if (dueAt > at) continue
    due.delete(hash)
    const query = cache.get(hash)
    const who = whose()
    if (!query || query.state.data === undefined || who === undefined) continue
    keptAt.set(hash, at)
    await keep(who, query)
  }
  plan(whose)
}

/** A user who has signed out meanwhile, in this tab or another, has no session: then nothing is written. */
async function keep(who: AnswerOwner, { queryHash: hash, queryKey, state }: Query): Promise<void> {
  const letters = JSON.stringify(state.data).length
  const kept: KeptAnswer = { hash, queryKey, data: state.data, readAt: state.dataUpdatedAt, letters }
  await inKept('readwrite', ({ session, answer }) => {
    const whose = session.get('session')
    whose.onsuccess = () => {
      if (!isSamePerson(whose.result?.who, who)) return
      answer.put(kept).onsuccess = () => removeBeyond(answer)
    }
    return whose
  })
}

/** Removes the oldest answers if there are too many, or if they are too large. */
function removeBeyond(answer: IDBObjectStore): void {
  let [count, letters] = [0, 0]
  answer.index('readAt').openKeyCursor(null, 'prev').onsuccess = ({ target }) => {
    const cursor = (target as IDBRequest<IDBCursor | null>).result
    if (!cursor) return
    const [, own] = cursor.key as [number, number]
    count += 1
    letters += own
    if (count > MOST_ANSWERS || letters > MOST_LETTERS) answer.delete(cursor.primaryKey)
    cursor.continue()
  }
}

/**
 * Restores stored answers, each with its age, if this page has read nothing newer: after a load, and when the server goes away. The cache
 * removes answers that no component has used for five minutes; while the same user waits for the server, these are restored as well.
 */
export async function restoreAnswers(who: AnswerOwner, isWaiting: () => boolean): Promise<void> {
  let isOwn = false
  const found = await inKept<KeptAnswer[]>('readonly', ({ session, answer }) => {
    const whose = session.get('session')
    whose.onsuccess = () => {
      isOwn = isSamePerson(whose.result?.who, who)
    }
    return answer.getAll()
  })
  const answers = isOwn && isWaiting() ? (found ?? []) : []
  const restore = ({ queryKey, data, readAt }: KeptAnswer) => {
    const known = queryClient.getQueryState(queryKey)
    if (known?.data === undefined || known.dataUpdatedAt < readAt)
      queryClient.setQueryData(queryKey, data, { updatedAt: readAt })
  }
  for (const one of answers) restore(one)
  const byHash = new Map(answers.map((one) => [one.hash, one]))
  const stop = cache.subscribe(({ type, query }) => {
    // An answer that was read for one user must not be shown to another.
    if (!isWaiting()) return stop()
    const kept = type === 'removed' ? byHash.get(query.queryHash) : undefined
    if (kept) restore(kept)
  })
}
