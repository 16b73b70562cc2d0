import type { Guide } from './guide.ts'
import { sectionsOf } from './section.ts'

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
}
export type Hit = { readonly place: Place; readonly snippet: string }
/** A piece of a text, and whether it is what was searched for. */
export type Piece = { readonly at: number; readonly text: string; readonly isHit: boolean }

const WORD = /[\p{L}\p{N}]+/gu
const IN_TITLE = 10
const WHOLE_WORD = 2
const MOST_IN_TEXT = 5
/** The most that a search answers. */
export const MAX_HITS = 20
const SNIPPET_BEFORE = 40
const SNIPPET_LENGTH = 150

/** The words of a text as they are compared. */
export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(WORD) ?? []).slice()
}

/** An index over every section of the guides: for each word the sections that hold it, and how much it says of them. */
export function buildIndex(guides: readonly Guide[]): Index {
  const places = guides.flatMap(({ page, file, title: guide, body }) =>
    sectionsOf(body).map(({ id, title, text }) => ({ page, file, guide, id, title: title || guide, text })),
  )
  const postings = new Map<string, Map<number, number>>()
  const add = (word: string, place: number, weight: number, most: number) => {
    const known = postings.get(word) ?? new Map<number, number>()
    const before = known.get(place) ?? 0
    known.set(place, Math.min(before + weight, Math.max(before, most)))
    postings.set(word, known)
  }
  places.forEach(({ title, text }, place) => {
    for (const word of wordsOf(text)) add(word, place, 1, MOST_IN_TEXT)
    for (const word of new Set(wordsOf(title))) add(word, place, IN_TITLE, Number.POSITIVE_INFINITY)
  })
  return { places, postings }
}

/** Sections that hold every word of the query, or a word that begins with it; those that say most of it first. */
export function search({ places, postings }: Index, query: string): Hit[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const scores = words.map((word) => scoresOf(postings, word))
  return places
    .map((place, at) => ({ place, score: scores.reduce((sum, one) => sum + (one.get(at) ?? Number.NaN), 0) }))
    .filter(({ score }) => !Number.isNaN(score))
    .sort((one, two) => two.score - one.score)
    .slice(0, MAX_HITS)
    .map(({ place }) => ({ place, snippet: snippetOf(place.text, words) }))
}

function scoresOf(postings: Index['postings'], word: string): Map<number, number> {
  const scores = new Map<number, number>()
  for (const [known, places] of postings) {
    if (!known.startsWith(word)) continue
    for (const [place, weight] of places)
      scores.set(place, (scores.get(place) ?? 0) + weight * (known === word ? WHOLE_WORD : 1))
  }
  return scores
}

function snippetOf(text: string, words: readonly string[]): string {
  const first = piecesOf(text, words).find(({ isHit }) => isHit)?.at ?? 0
  const from = first <= SNIPPET_BEFORE ? 0 : text.indexOf(' ', first - SNIPPET_BEFORE) + 1
  const cut = text.slice(from, from + SNIPPET_LENGTH)
  return `${from > 0 ? '… ' : ''}${cut}${from + SNIPPET_LENGTH < text.length ? ' …' : ''}`
}

/** A text in pieces, so that what was searched for can be marked; a word counts from its beginning only. */
export function piecesOf(text: string, words: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const begun = words.filter((one) => word.toLowerCase().startsWith(one))
    const length = Math.max(0, ...begun.map((one) => one.length))
    if (length === 0) continue
    if (index > done) pieces.push({ at: done, text: text.slice(done, index), isHit: false })
    pieces.push({ at: index, text: word.slice(0, length), isHit: true })
    done = index + length
  }
  if (done < text.length) pieces.push({ at: done, text: text.slice(done), isHit: false })
  return pieces
}
