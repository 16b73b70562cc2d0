import { createKeptStore } from '../../../ui/store/kept-store.ts'
import { type QuestionSearch, SEARCH_NAMES } from '../../event/question.ts'

/** A question with its order, groups, columns and plot, under a name. */
export type SavedView = { readonly name: string; readonly search: QuestionSearch }

/** Parameters that show something for a moment, such as a dialog, are no part of a view. */
const PASSING: readonly string[] = ['event', 'compare', 'dialog']
const KEPT = SEARCH_NAMES.filter((name) => !PASSING.includes(name))

/** What a view keeps of an address. */
export function viewOf(search: QuestionSearch): QuestionSearch {
  return Object.fromEntries(KEPT.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])))
}

/** The address that shows a view: parameters that the view does not set are removed. */
export function searchOfView(view: QuestionSearch): QuestionSearch {
  return Object.fromEntries(KEPT.map((name) => [name, view[name]]))
}

/** The view that is shown, if it is one of those that have a name. */
export function shownView(views: readonly SavedView[], search: QuestionSearch): SavedView | undefined {
  return views.find((view) => KEPT.every((name) => view.search[name] === search[name]))
}

const names = new Intl.Collator('en', { numeric: true })

/** The list with a view added; a view of the same name is replaced. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  return [...withoutView(views, view.name), view].toSorted((a, b) => names.compare(a.name, b.name))
}

export function withoutView(views: readonly SavedView[], name: string): readonly SavedView[] {
  return views.filter((one) => one.name !== name)
}

/** The views in what is stored; anything else in it is left out. */
export function parseViews(text: string | null): readonly SavedView[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.flatMap(parseView) : NONE
  } catch {
    // Text that is no JSON was not written by this version: there are no views in it.
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

const saved = createKeptStore({
  prefix: 'apsis-conjunction-views-',
  parse: parseViews,
  warning: 'The views hold for this visit only: the browser stores nothing.',
  followsOtherTabs: true,
})

/** Keeps the views of a user in this browser, where the other preferences are. */
export const keepViews: (subject: string, views: readonly SavedView[]) => void = saved.keep

/** The views that a user has saved in this browser. */
export const useSavedViews: (subject: string) => readonly SavedView[] = saved.use
