import type { NoticeContent } from './notice.ts'

/** Forced message re-post default interval (spec §9). */
const REPOST_MS = 1_000

/** Returns a function that says if a notice may be raised: the same one, again within a second, is not doubled. */
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
