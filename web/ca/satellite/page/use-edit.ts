import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useBlocker } from '@tanstack/react-router'
import { queryClient } from '../../../api/queries.ts'
import { type FormDraft, useForm } from '../../../form/use-form.ts'
import { useSession } from '../../../session/session.ts'
import { createPageStore, useStorePart } from '../../../ui/store/store.ts'
import { KEYS } from '../../event/queries.ts'
import { changedFields, type Form, formOf, readForm, SATELLITE_RULES } from '../satellite-form.ts'
import { type SatelliteAnswer, satelliteQuery, saveSatellite } from '../satellite-query.ts'

const drafts = createPageStore<ReadonlyMap<string, Draft>>(new Map())

/**
 * Returns the form over the stored values: a draft that is kept while other screens are shown, and is saved over the version on which it is
 * based.
 */
export function useEdit(satellite: Satellite) {
  const session = useSession()
  const subject = session.status === 'signed-in' ? session.who.subject : ''
  const key = `${subject} ${satellite.satelliteId}`
  const draft = useStorePart(drafts, (all) => all.get(key))
  const stored = formOf(satellite)
  const form = useForm({
    initial: stored,
    version: satellite.version,
    kept: { entered: draft, onEntered: (change) => keepDraft(key, change(drafts.read().get(key))) },
    isSame: (before, after) => changedFields(before, after).length === 0,
    rules: SATELLITE_RULES,
    save: async (input, { version, isOverwriting }) => {
      const answer = await saveSatellite(satellite.satelliteId, input, isOverwriting ? undefined : version)
      const found: SatelliteAnswer = { satellite: answer, isRemoved: false }
      queryClient.setQueryData(satelliteQuery(satellite.satelliteId).queryKey, found)
      return { version: answer.version, before: stored }
    },
    writes: [KEYS.satellites, KEYS.conjunctions],
  })
  const changed = draft ? changedFields(stored, form.values) : []
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: changed.length > 0 })
  const { answer } = form
  return {
    form,
    read: readForm(form.values),
    changed,
    /** The values before the last save, if there was no other save since. */
    before: answer?.version === satellite.version ? answer.before : undefined,
  }
}

type Draft = FormDraft<Form, number>

/** Keeps unsaved input as long as the page exists, also while other screens are shown. */
function keepDraft(key: string, draft: Draft | undefined): void {
  const others = [...drafts.read()].filter(([other]) => other !== key)
  drafts.set(new Map(draft ? [...others, [key, draft]] : others))
}
