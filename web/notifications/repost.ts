import type { NoticeContent } from './notice.ts'

/** The forced message re-post default interval (spec §9). */
const REPOST_MS = 1_000

/** Returns a function that decides if a notice may be raised: the same notice is not repeated within a second. */
export function repostGate(): (raised: NoticeContent, at: number) => boolean {
  const last = new Map<string, number>()
  return ({ code, title, message }, at) => {
    for (const [key, since] of last) if (at - since >= REPOST_MS) last.delete(key)
    const key = JSON.stringify([code, title ?? String(code), message])
    if (last.has(key)) return false
    last.set(key, at)
    return true
  }
}
