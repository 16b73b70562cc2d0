import type { Query, QueryKey } from '@tanstack/react-query'
import { now } from '../clock/clock.ts'
import { inKept } from '../site/kept.ts'
import { queryClient } from './queries.ts'

type KeptAnswer = {
  readonly hash: string
  readonly queryKey: QueryKey
  readonly data: unknown
  readonly readAt: number
}

/** What is on the screen is kept soon; what changes again and again, not more often than once a minute. */
const FIRST_MS = 2_000
const AGAIN_MS = 60_000

const cache = queryClient.getQueryCache()
/** When each answer is to be kept. */
const due = new Map<string, number>()
const keptAt = new Map<string, number>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Keeps in this browser what is read from now on, for the person whose session is kept there. */
export function keepAnswers(subject: () => string | undefined): void {
  cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { queryHash } = event.query
    if (!due.has(queryHash)) due.set(queryHash, Math.max(now() + FIRST_MS, (keptAt.get(queryHash) ?? 0) + AGAIN_MS))
    plan(subject)
  })
}

function plan(subject: () => string | undefined): void {
  clearTimeout(timer)
  if (due.size > 0) timer = setTimeout(() => void keepDue(subject), Math.max(0, Math.min(...due.values()) - now()))
}

async function keepDue(subject: () => string | undefined): Promise<void> {
  const at = now()
  for (const [hash, dueAt] of due) {
    if (dueAt > at) continue
    due.delete(hash)
    const query = cache.get(hash)
    const whose = subject()
    if (!query || query.state.data === undefined || whose === undefined) continue
    keptAt.set(hash, at)
    await keep(whose, query)
  }
  plan(subject)
}

/** Whoever has signed out meanwhile, in this tab or another, has no session there any more: then nothing is written. */
async function keep(subject: string, { queryHash: hash, queryKey, state }: Query): Promise<void> {
  const kept: KeptAnswer = { hash, queryKey, data: state.data, readAt: state.dataUpdatedAt }
  await inKept('readwrite', ({ session, answer }) => {
    const whose = session.get('session')
    whose.onsuccess = () => {
      if (whose.result?.who.subject === subject) answer.put(kept)
    }
    return whose
  })
}

/**
 * Brings back what was read before the page was loaded, each answer with its age. The cache forgets what nobody has
 * looked at for five minutes; while the same person waits for the server, that is brought back as well.
 */
export async function restoreAnswers(isWaiting: () => boolean): Promise<void> {
  const answers = (await inKept<KeptAnswer[]>('readonly', ({ answer }) => answer.getAll())) ?? []
  const restore = ({ queryKey, data, readAt }: KeptAnswer) =>
    queryClient.setQueryData(queryKey, data, { updatedAt: readAt })
  for (const one of answers) restore(one)
  const byHash = new Map(answers.map((one) => [one.hash, one]))
  const stop = cache.subscribe(({ type, query }) => {
    // What was read for somebody must not come back for somebody else.
    if (!isWaiting()) return stop()
    const kept = type === 'removed' ? byHash.get(query.queryHash) : undefined
    if (kept) restore(kept)
  })
}
