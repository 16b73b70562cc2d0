import { missing } from '@apsis/astro/missing.ts'

/** If more edits are needed, another word was meant. */
const MOST_SLIPS = 2

/**
 * Returns the word of the list that `typed` probably means: the only word that begins with it, otherwise the one with the fewest slips (a character
 * too many, missing, wrong, or two exchanged), at most two; undefined if none is near.
 */
export function nearestWord(typed: string, words: readonly string[]): string | undefined {
  const begun = words.filter((word) => typed.length >= 2 && word.startsWith(typed))
  if (begun.length === 1) return begun[0]
  const near = words
    .map((word) => ({ word, slips: slipsBetween(typed, word) }))
    .filter(({ word, slips }) => slips <= Math.min(MOST_SLIPS, word.length / 2))
    .sort((a, b) => a.slips - b.slips)
  return near[0]?.word
}

/**
 * Returns the number of edits that turn one word into the other (optimal string alignment: L. Boytsov, ACM J. Exp. Algorithmics 16, 2011, §2.2.2).
 */
function slipsBetween(one: string, other: string): number {
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, k) => k)
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      let least = Math.min(
        (above[j] ?? missing()) + 1,
        (row[j - 1] ?? missing()) + 1,
        (above[j - 1] ?? missing()) + (isSame ? 0 : 1),
      )
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isExchanged) least = Math.min(least, (before[j - 2] ?? missing()) + 1)
      row.push(least)
    }
    before = above
    above = row
  }
  return above[other.length] ?? missing()
}
