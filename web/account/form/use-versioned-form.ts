import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiProblem, STALE_STATUS } from '../../api/problem.ts'
import { readAgain } from '../../api/queries.ts'
import { raise } from '../../notifications/notifications.ts'
import { useWords } from '../../ui/text/language.ts'
import { formWords } from './words.data.ts'

/** What is stored, with the version that a save names. */
export type StoredAnswer<A> = { readonly answer: A; readonly version: string | undefined }
/** What was entered and is not saved, and over which version. */
export type FormDraft<V> = { readonly version: string | undefined; readonly values: V }
/** Changes what was entered; undefined: nothing is unsaved. */
export type OnEntered<V> = (change: (entered: FormDraft<V> | undefined) => FormDraft<V> | undefined) => void

type Form<A, V> = {
  readonly queryKey: readonly unknown[]
  readonly stored: StoredAnswer<A>
  /** What of the answer is entered. */
  readonly valuesOf: (answer: A) => V
  readonly entered: FormDraft<V> | undefined
  readonly onEntered: OnEntered<V>
  /** The answer as it is stored now. */
  readonly read: () => Promise<StoredAnswer<A>>
  readonly put: (values: V, version: string | undefined) => Promise<StoredAnswer<A>>
}

export type VersionedForm<V> = {
  readonly values: V
  readonly change: (values: V) => void
  readonly save: (overwrite?: boolean) => void
  readonly discard: () => void
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly isSaved: boolean
  /** Somebody else has saved since it was read. */
  readonly isStale: boolean
  readonly problem: ApiProblem | null
}

/** A form over one thing that has a version: what was entered outlasts a failed save, and nobody else's save is lost. */
export function useVersionedForm<A, V>(form: Form<A, V>): VersionedForm<V> {
  const { queryKey, stored, valuesOf, entered, onEntered, read, put } = form
  const t = useWords(formWords)
  const client = useQueryClient()
  const saving = useMutation({
    meta: { silent: 'save-form', writes: [queryKey] },
    mutationFn: async ({ values, version, overwrite }: FormDraft<V> & { readonly overwrite: boolean }) =>
      put(values, overwrite ? (await read()).version : version),
    onSuccess: async (now, { values }) => {
      // An answer from before the save must not come after it.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, now)
      onEntered((later) =>
        later === undefined || later.values === values ? undefined : { ...later, version: now.version },
      )
      raise({ title: t('savedTitle'), message: t('savedMessage') })
    },
    onError: (problem) => {
      if (problem.code === STALE_STATUS) void readAgain({ queryKey })
    },
  })
  const { version, values } = entered ?? { version: stored.version, values: valuesOf(stored.answer) }
  return {
    values,
    change: (next) => {
      const isAsStored = JSON.stringify(next) === JSON.stringify(valuesOf(stored.answer))
      onEntered(() => (isAsStored ? undefined : { version, values: next }))
    },
    save: (overwrite = false) => {
      if (!saving.isPending) saving.mutate({ values, version, overwrite })
    },
    discard: () => {
      saving.reset()
      onEntered(() => undefined)
    },
    isDirty: entered !== undefined,
    isSaving: saving.isPending,
    isSaved: saving.isSuccess && entered === undefined,
    isStale: !saving.isPending && entered !== undefined && (version !== stored.version || isStaleError(saving.error)),
    problem: isStaleError(saving.error) || saving.isPending ? null : saving.error,
  }
}

const isStaleError = (problem: ApiProblem | null) => problem?.code === STALE_STATUS
