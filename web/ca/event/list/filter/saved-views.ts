import { type ConjunctionView, VIEW_PARAMETERS } from '@apsis/contract/userconfig/conjunction-view.ts'
import type { CaUserconfig } from '@apsis/contract/userconfig/userconfig.ts'
import { ApiProblem, STALE_STATUS } from '../../../../api/problem.ts'
import type { QuestionSearch } from '../../question.ts'

type Views = readonly ConjunctionView[]
/** A change of the list of views; it returns the same list if nothing changes. */
export type ViewsChange = (views: Views) => Views

/** Returns the part of an address that a view keeps; temporary parts, such as a dialog, do not belong to it. */
export function viewOf(search: QuestionSearch): ConjunctionView['search'] {
  return Object.fromEntries(
    VIEW_PARAMETERS.flatMap((name) => {
      const value = search[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Returns the parameters that show a view: parameters that the view does not set are removed. */
export function searchOfView(view: ConjunctionView['search']): QuestionSearch {
  return Object.fromEntries(VIEW_PARAMETERS.map((name) => [name, view[name]]))
}

/** Returns the saved view whose filters equal those on the screen; undefined if there is none. */
export function shownView(views: Views, search: QuestionSearch): ConjunctionView | undefined {
  return views.find((view) => VIEW_PARAMETERS.every((name) => view.search[name] === search[name]))
}

const names = new Intl.Collator('en', { numeric: true })

/** Returns the list with a view added; a view of the same name is replaced. */
export function withView(views: Views, view: ConjunctionView): Views {
  return [...withoutView(views, view.name), view].toSorted((a, b) => names.compare(a.name, b.name))
}

export function withoutView(views: Views, name: string): Views {
  return views.some((view) => view.name === name) ? views.filter((view) => view.name !== name) : views
}

/** Returns the list with another name for a view; unchanged if the view was deleted meanwhile, or another has that name. */
export function withName(views: Views, from: string, to: string): Views {
  const view = views.find(({ name }) => name === from)
  if (view === undefined || views.some(({ name }) => name === to)) return views
  return withView(withoutView(views, from), { ...view, name: to })
}

/** The configuration that contains the views, and its version, which a save has to name. */
export type StoredConfig = { readonly answer: CaUserconfig; readonly version: string | undefined }
type Server = {
  readonly read: () => Promise<StoredConfig>
  readonly put: (config: StoredConfig) => Promise<StoredConfig>
}

/**
 * Saves a change of the views over the configuration that was read. If somebody has saved in between, it is read again and the same change
 * is applied once to the newer version.
 */
export async function saveChange(known: StoredConfig, change: ViewsChange, server: Server): Promise<StoredConfig> {
  try {
    return await putChange(known, change, server)
  } catch (failure) {
    if (!(failure instanceof ApiProblem && failure.code === STALE_STATUS)) throw failure
    return putChange(await server.read(), change, server)
  }
}

async function putChange({ answer, version }: StoredConfig, change: ViewsChange, { put }: Server) {
  const { conjunctionViews: views = [] } = answer
  const changed = change(views)
  return changed === views
    ? { answer, version }
    : put({ answer: { ...answer, conjunctionViews: [...changed] }, version })
}
