import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { type ApiProblem, STALE_STATUS } from '../../api/problem.ts'
import { useSession } from '../../session/session.ts'
import { createPageStore, useStorePart } from '../../ui/store/store.ts'
import { KEYS } from '../event/queries.ts'
import { changedFields, type Form, formOf, readForm } from '../fleet/satellite-form.ts'
import { type SatelliteAnswer, satelliteQuery, saveSatellite } from '../fleet/satellite-query.ts'

const drafts = createPageStore<ReadonlyMap<string, Draft>>(new Map())

/** The form over what is stored: a draft that outlasts the screen, saved over the version it was begun on. */
export function useEdit(satellite: Satellite) {
  const session = useSession()
  const client = useQueryClient()
  const subject = session.status === 'signed-in' ? session.who.subject : ''
  const key = `${subject} ${satellite.satelliteId}`
  const draft = useDraft(key)
  const stored = formOf(satellite)
  const form = draft?.form ?? stored
  const read = readForm(form)
  const changed = draft ? changedFields(stored, form) : []
  const [before, setBefore] = useState<{ readonly form: Form; readonly after: number }>()
  const save = useMutation({
    meta: { silent: 'edit-satellite', writes: [KEYS.satellites, KEYS.conjunctions] },
    mutationFn: async ({ what, version }: { what: Form; version: number | undefined }) => {
      const sent = readForm(what)
      if (!sent.ok) throw new Error('The form was sent before it could be read.')
      return saveSatellite(satellite.satelliteId, sent.input, version)
    },
    onSuccess: (answer) => {
      const found: SatelliteAnswer = { satellite: answer, isRemoved: false }
      client.setQueryData(satelliteQuery(satellite.satelliteId).queryKey, found)
      setBefore({ form: stored, after: answer.version })
      keepDraft(key, undefined)
    },
  })
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: changed.length > 0 })
  const problem: ApiProblem | null = save.error
  return {
    form,
    read,
    changed,
    problem: problem?.code === STALE_STATUS ? null : problem,
    isStale: draft !== undefined && (draft.version !== satellite.version || problem?.code === STALE_STATUS),
    isSaving: save.isPending,
    saved: before?.after === satellite.version,
    change: (part: Partial<Form>) => {
      const next = { ...form, ...part }
      const version = draft?.version ?? satellite.version
      keepDraft(key, changedFields(stored, next).length > 0 ? { version, form: next } : undefined)
    },
    save: (overwrite: boolean) => {
      if (!read.ok || save.isPending) return
      save.mutate({ what: form, version: overwrite ? undefined : (draft?.version ?? satellite.version) })
    },
    discard: () => {
      save.reset()
      keepDraft(key, undefined)
    },
    undo: () => {
      if (before) save.mutate({ what: before.form, version: satellite.version })
    },
  }
}

/** What was entered over which version of a satellite. */
type Draft = { readonly version: number; readonly form: Form }

/** Keeps what was entered and not saved for as long as the page lives, through every other screen. */
function keepDraft(key: string, draft: Draft | undefined): void {
  const others = [...drafts.read()].filter(([other]) => other !== key)
  drafts.set(new Map(draft ? [...others, [key, draft]] : others))
}

/** What was entered under a key: one user's, of one satellite. */
function useDraft(key: string): Draft | undefined {
  return useStorePart(drafts, (all) => all.get(key))
}
