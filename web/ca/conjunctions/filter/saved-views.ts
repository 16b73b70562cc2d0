import { useSyncExternalStore } from 'react'
import { type QuestionSearch, SEARCH_NAMES } from '../../event/question.ts'

/** A question with its order, groups, columns and plot, under a name. */
export type SavedView = { readonly name: string; readonly search: QuestionSearch }

/** What is only looked at for a moment belongs to no view. */
const PASSING: readonly string[] = ['event', 'compare', 'dialog']
const KEPT = SEARCH_NAMES.filter((name) => !PASSING.includes(name))

/** What a view keeps of an address. */
export function viewOf(search: QuestionSearch): QuestionSearch {
  return Object.fromEntries(KEPT.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])))
}

/** The address that shows a view: what the view has not is taken away. */
export function searchOfView(view: QuestionSearch): QuestionSearch {
  return Object.fromEntries(KEPT.map((name) => [name, view[name]]))
}

/** The view that is shown, if it is one of those that have a name. */
export function shownView(views: readonly SavedView[], search: QuestionSearch): SavedView | undefined {
  return views.find((view) => KEPT.every((name) => view.search[name] === search[name]))
}

const names = new Intl.Collator('en', { numeric: true })

/** The list with a view in it; one of the same name gives way. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  return [...withoutView(views, view.name), view].toSorted((a, b) => names.compare(a.name, b.name))
}

export function withoutView(views: readonly SavedView[], name: string): readonly SavedView[] {
  return views.filter((one) => one.name !== name)
}

/** What is stored, as far as it is views; anything else is not taken. */
export function parseViews(text: string | null): readonly SavedView[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.flatMap(parseView) : NONE
  } catch {
    // Not written by this version.
    return NONE
  }
}

function parseView(value: unknown): SavedView[] {
  if (typeof value !== 'object' || value === null) return []
  const { name, search } = value as { readonly name?: unknown; readonly search?: unknown }
  if (typeof name !== 'string' || name === '' || typeof search !== 'object' || search === null) return []
  const texts = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return [{ name, search: viewOf(Object.fromEntries(texts)) }]
}

const NONE: readonly SavedView[] = []
const listeners = new Set<() => void>()
const known = new Map<string, readonly SavedView[]>()
const PREFIX = 'apsis-conjunction-views-'

function read(subject: string): readonly SavedView[] {
  const views = known.get(subject) ?? parseViews(stored(subject))
  known.set(subject, views)
  return views
}

function stored(subject: string): string | null {
  try {
    return localStorage.getItem(PREFIX + subject)
  } catch {
    // Storage may be forbidden; then nothing was saved.
    return null
  }
}

/** Keeps the views of a user in this browser, where the other preferences are. */
export function keepViews(subject: string, views: readonly SavedView[]): void {
  known.set(subject, views)
  for (const listener of listeners) listener()
  try {
    localStorage.setItem(PREFIX + subject, JSON.stringify(views))
  } catch (failure) {
    console.warn('The views hold for this visit only: the browser stores nothing.', failure)
  }
}

function onViews(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The views that a user has saved in this browser. */
export function useSavedViews(subject: string): readonly SavedView[] {
  return useSyncExternalStore(onViews, () => read(subject))
}

// A view saved in another tab.
if (typeof addEventListener === 'function')
  addEventListener('storage', ({ key }) => {
    if (!key?.startsWith(PREFIX)) return
    known.delete(key.slice(PREFIX.length))
    for (const listener of listeners) listener()
  })
