import type { Guide } from '../guide/guide.ts'
import { sectionsOf } from '../guide/section.ts'

/** A place that search can lead to: a section of a guide. */
export type Place = {
  readonly page: string
  readonly file: string
  readonly guide: string
  readonly id: string
  readonly title: string
  readonly text: string
}
export type Index = {
  readonly places: readonly Place[]
  readonly postings: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** True if the language has compound words, as German does: then a word is also found inside a longer one. */
  readonly compounds: boolean
}
export type Hit = { readonly place: Place; readonly snippet: string }
/** A piece of a text, and whether it is a hit of the search. */
export type Piece = { readonly at: number; readonly text: string; readonly isHit: boolean }

const WORD = /[\p{L}\p{N}]+/gu
/** The minimum length of a word that is also found inside a compound. A shorter one would be found nearly everywhere. */
const LEAST_LETTERS_WITHIN_WORD = 4
const TITLE_SCORE = 10
const WHOLE_WORD_SCORE = 2
const MOST_TEXT_SCORE = 5
/** The maximum number of hits that a search returns. */
export const MAX_HITS = 20
const SNIPPET_BEFORE = 40
const SNIPPET_LENGTH = 150

/** Returns a text for comparing words: in lower case, and without dots and accents. */
function folded(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}

/** Returns the words of a text in the form in which they are compared. */
export function wordsOf(text: string): string[] {
  return (folded(text).match(WORD) ?? []).slice()
}

/** Returns the position of the searched text in a word; −1 if it is not a hit. */
function foundAt(word: string, searched: string, compounds: boolean): number {
  const at = word.indexOf(searched)
  return at <= 0 || (compounds && searched.length >= LEAST_LETTERS_WITHIN_WORD) ? at : -1
}

/** Returns an index over every section of the guides: for each word the sections with it, and its weight there. */
export function buildIndex(guides: readonly Guide[], compounds = false): Index {
  const places = guides.flatMap(({ page, file, title: guide, body, anchors }) =>
    sectionsOf(body, anchors).map(({ id, title, text }) => ({ page, file, guide, id, title: title || guide, text })),
  )
  const postings = new Map<string, Map<number, number>>()
  const add = (word: string, place: number, weight: number, most: number) => {
    const known = postings.get(word) ?? new Map<number, number>()
    const before = known.get(place) ?? 0
    known.set(place, Math.min(before + weight, Math.max(before, most)))
    postings.set(word, known)
  }
  places.forEach(({ title, text }, place) => {
    for (const word of wordsOf(text)) add(word, place, 1, MOST_TEXT_SCORE)
    for (const word of new Set(wordsOf(title))) add(word, place, TITLE_SCORE, Number.POSITIVE_INFINITY)
  })
  return { places, postings, compounds }
}

/** Returns the sections that contain every word of the query, or a word that begins with it; the highest scores first. */
export function search(index: Index, query: string): Hit[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const scores = words.map((word) => scoresOf(index, word))
  return index.places
    .map((place, at) => ({ place, score: scores.reduce((sum, one) => sum + (one.get(at) ?? Number.NaN), 0) }))
    .filter(({ score }) => !Number.isNaN(score))
    .sort((one, two) => two.score - one.score)
    .slice(0, MAX_HITS)
    .map(({ place }) => ({ place, snippet: snippetOf(place.text, words, index.compounds) }))
}

function scoresOf({ postings, compounds }: Index, word: string): Map<number, number> {
  const scores = new Map<number, number>()
  for (const [known, places] of postings) {
    if (foundAt(known, word, compounds) < 0) continue
    for (const [place, weight] of places)
      scores.set(place, (scores.get(place) ?? 0) + weight * (known === word ? WHOLE_WORD_SCORE : 1))
  }
  return scores
}

function snippetOf(text: string, words: readonly string[], compounds: boolean): string {
  const first = piecesOf(text, words, compounds).find(({ isHit }) => isHit)?.at ?? 0
  const from = first <= SNIPPET_BEFORE ? 0 : text.indexOf(' ', first - SNIPPET_BEFORE) + 1
  const cut = text.slice(from, from + SNIPPET_LENGTH)
  return `${from > 0 ? '… ' : ''}${cut}${from + SNIPPET_LENGTH < text.length ? ' …' : ''}`
}

/** Returns a text in pieces, so that the hits of the search can be marked: in each word the longest one. */
export function piecesOf(text: string, words: readonly string[], compounds = false): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const known = folded(word)
    const found = words.filter((one) => foundAt(known, one, compounds) >= 0)
    const longest = found.reduce((best, one) => (one.length > best.length ? one : best), '')
    if (longest === '') continue
    const at = index + known.indexOf(longest)
    if (at > done) pieces.push({ at: done, text: text.slice(done, at), isHit: false })
    pieces.push({ at, text: text.slice(at, at + longest.length), isHit: true })
    done = at + longest.length
  }
  if (done < text.length) pieces.push({ at: done, text: text.slice(done), isHit: false })
  return pieces
}
