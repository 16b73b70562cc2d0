import { type ExcludedSpan, excludedSpans, exclusionText, isExcluded } from '@apsis/contract/odt/request/exclusion.ts'

/** The measurements of a track that the user left out, and the function that changes them. */
export type LeavingOut = {
  /** The text in the address; undefined if nothing is left out. */
  readonly text: string | undefined
  /** Leaves measurements out, or includes them again. */
  readonly onChange: (atMs: readonly number[], isOut: boolean) => void
}

/** Returns the text of the measurements that an address leaves out; undefined if nothing in it can be parsed. */
export function exclusionOf(text: string | undefined): string | undefined {
  const spans = excludedSpans(text ?? '') ?? []
  return spans.length === 0 ? undefined : exclusionText(spans)
}

type Change = { readonly atMs: readonly number[]; readonly isOut: boolean }

/**
 * Returns the text of the measurements that are left out after a change. Adjacent measurements of the track are one window, so that the
 * address of a long track stays short. Undefined if none is left out.
 */
export function changedExclusion(
  text: string | undefined,
  times: readonly number[],
  { atMs, isOut }: Change,
): string | undefined {
  const spans = excludedSpans(text ?? '') ?? []
  const isLeftOut = (ms: number) => (atMs.includes(ms) ? isOut : isExcluded(ms, spans))
  const windows: ExcludedSpan[] = []
  let isRunning = false
  for (const ms of times.toSorted((a, b) => a - b)) {
    const last = windows.at(-1)
    if (isLeftOut(ms) && isRunning && last) windows[windows.length - 1] = { fromMs: last.fromMs, toMs: ms }
    else if (isLeftOut(ms)) windows.push({ fromMs: ms, toMs: ms })
    isRunning = isLeftOut(ms)
  }
  return windows.length === 0 ? undefined : exclusionText(windows)
}
