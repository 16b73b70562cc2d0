import { type QueryKey, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiProblem, STALE_STATUS } from '../api/problem.ts'
import type { OutputOf, Schema } from './contract-texts.ts'
import { type FaultsOf, type FieldPath, type FormRules, type Reading, readByContract } from './read-by-contract.ts'

/** The unsaved values, and the version for which they were entered. */
export type FormDraft<V, N = string> = { readonly version: N | undefined; readonly values: V }
/** The store of the unsaved values, which stays when the screen is closed; undefined if nothing is unsaved. */
export type KeptDraft<V, N = string> = {
  readonly entered: FormDraft<V, N> | undefined
  readonly onEntered: (change: (entered: FormDraft<V, N> | undefined) => FormDraft<V, N> | undefined) => void
}
/** The version that a save replaces: the version that was read, or the version that is stored now. */
export type SavedOver<N = string> = { readonly version: N | undefined; readonly isOverwriting: boolean }

/** The type of a value in a form: any text instead of certain texts, because the options of the field allow only valid ones. */
type Wide<T> = [T] extends [string] ? string : [T] extends [readonly string[]] ? readonly string[] : T

/** The errors, by field. */
export type Faults<V> = { readonly [K in FieldPath<V>]?: string | undefined }

type Common<V, B, A, N> = {
  /** The first values of the fields; if a draft is kept, the values that are stored now. */
  readonly initial: V | (() => V)
  /** The version of the first values. */
  readonly version?: N | undefined
  readonly kept?: KeptDraft<V, N>
  readonly save?: (body: B, over: SavedOver<N>, values: V) => Promise<A>
  /** Replaces `save` if the values go into another form. */
  readonly apply?: (body: B) => void
  /** The keys of the queries that a save changes. */
  readonly writes?: readonly QueryKey[]
  readonly onSaved?: (answer: A, values: V) => void
  /** True if two forms have the same values; if this function is absent, the values themselves are compared. */
  readonly isSame?: (stored: V, values: V) => boolean
  /** Returns the values of the fields after a save; if this function is absent, they stay. */
  readonly after?: (values: V, answer: A) => V
  /** Returns the errors of a refusal by field; each is shown until its field changes. */
  readonly refusedOf?: (problem: ApiProblem) => Faults<V> | undefined
}
type WithRules<V, S extends Schema> = { readonly rules: FormRules<V, S> }
type WithCheck<V> = {
  /** Returns the errors by field; empty if everything may be saved. */
  readonly check?: (values: V) => Faults<V>
}

export type Form<V, A = unknown> = {
  readonly values: V
  readonly set: (part: Partial<V>) => void
  /** Returns the properties of a field of the page. */
  readonly field: <K extends keyof V & string>(
    name: K,
  ) => {
    readonly name: K
    readonly value: V[K]
    readonly onChange: (value: Wide<V[K]>) => void
    readonly error: string | undefined
  }
  /** The errors that are shown; none before the first attempt to save. */
  readonly faults: FaultsOf<V>
  readonly submit: () => void
  /** Saves over the version that is stored now. */
  readonly overwrite: () => void
  /** Sets the fields to the stored values. */
  readonly discard: () => void
  /** Saves the given values over the stored ones. */
  readonly restore: (values: V) => void
  readonly isDirty: boolean
  readonly isSaving: boolean
  /** True if somebody else has saved since the values were read. */
  readonly isStale: boolean
  readonly problem: ApiProblem | null
  /** True if the refusal is shown at the fields that it is about. */
  readonly isAtFields: boolean
  /** The number of attempts to save. */
  readonly attempts: number
  readonly isSaved: boolean
  /** The answer to the last save. */
  readonly answer: A | undefined
}

/** A form with any fields. */
export type AnyForm = Pick<Form<object>, 'submit' | 'isSaving' | 'problem' | 'isAtFields'>

/**
 * Returns a form for one object of the contract. Entered values stay after a refusal, a body that the contract would refuse is not sent,
 * and a save by another user is never lost.
 */
export function useForm<V extends object, S extends Schema, A, N = string>(
  form: Common<V, OutputOf<S>, A, N> & WithRules<V, S>,
): Form<V, A>
export function useForm<V extends object, A, N = string>(form: Common<V, V, A, N> & WithCheck<V>): Form<V, A>
export function useForm<V extends object, A, N>(
  form: Common<V, unknown, A, N> & Partial<WithRules<V, Schema>> & WithCheck<V>,
): Form<V, A> {
  const { kept, save, apply, writes = [], onSaved } = form
  const now = { version: form.version, values: typeof form.initial === 'function' ? undefined : form.initial }
  const [own, setOwn] = useState<FormDraft<V, N>>(() => ({
    version: form.version,
    values: typeof form.initial === 'function' ? form.initial() : form.initial,
  }))
  const [first] = useState(own)
  const [attempts, setAttempts] = useState(0)
  // A dialog keeps the values that it was opened with; a form whose draft is kept elsewhere shows the values that are stored now.
  const stored = kept && now.values !== undefined ? { version: now.version, values: now.values } : first
  const entered = kept ? kept.entered : own
  const { version, values } = entered ?? stored
  const saving = useMutation({
    // The body may contain a key, so it is dropped with the form.
    gcTime: 0,
    meta: { silent: 'save-form', writes },
    mutationFn: async ({ sent, body, over }: SaveRequest<V, N>) => save?.(body, over, sent) as A,
    onSuccess: (answer, { sent }) => {
      kept?.onEntered((later) =>
        later === undefined || later.values === sent ? undefined : { values: later.values, version: versionOf(answer) },
      )
      if (!form.after) return
      setOwn({ version: form.version, values: form.after(sent, answer) })
      setAttempts(0)
    },
  })
  const readingOf = (of: V): Reading<unknown, FieldPath<V>> =>
    form.rules ? readByContract(form.rules, of) : checked(of, form.check?.(of))
  const read = readingOf(values)
  const { error } = saving
  const said = error === null ? NOTHING : faultsIn<V>(form.refusedOf?.(error))
  const isAsSent = saving.variables?.sent === values
  const faults: FaultsOf<V> = attempts > 0 && !read.ok ? read.faults : isAsSent ? said : NOTHING
  const isSame = form.isSame ?? isSameText
  const isDirty = kept ? kept.entered !== undefined : !isSame(first.values, values)
  const change = (part: Partial<V>) => {
    const over = (draft: FormDraft<V, N>) => ({ version: draft.version, values: { ...draft.values, ...part } })
    if (!kept) return setOwn(over)
    kept.onEntered((draft) => {
      const next = over(draft ?? stored)
      return isSame(stored.values, next.values) ? undefined : next
    })
  }
  const mutate = (sent: V, body: unknown, over: SavedOver<N>) => {
    if (apply) apply(body)
    else if (!saving.isPending) saving.mutate({ sent, body, over }, { onSuccess: (answer) => onSaved?.(answer, sent) })
  }
  const submit = (isOverwriting: boolean) => {
    setAttempts((before) => before + 1)
    if (read.ok) mutate(values, read.body, { version, isOverwriting })
  }
  return {
    values,
    set: change,
    field: (name) => ({
      name,
      value: values[name],
      onChange: (value) => change({ [name]: value } as unknown as Partial<V>),
      error: faults.get(name),
    }),
    faults,
    submit: () => submit(false),
    overwrite: () => submit(true),
    discard: () => {
      setAttempts(0)
      saving.reset()
      if (kept) kept.onEntered(() => undefined)
      else setOwn(first)
    },
    restore: (before) => {
      const { version: over } = stored
      kept?.onEntered(() => ({ version: over, values: before }))
      const again = readingOf(before)
      if (again.ok) mutate(before, again.body, { version: over, isOverwriting: false })
    },
    isDirty,
    isSaving: saving.isPending,
    isSaved: saving.isSuccess && !isDirty,
    isStale:
      !saving.isPending &&
      (error?.code === STALE_STATUS || (kept?.entered !== undefined && version !== stored.version)),
    problem: saving.isPending ? null : error,
    isAtFields: said.size > 0,
    attempts,
    answer: saving.data,
  }
}

type SaveRequest<V, N> = { readonly sent: V; readonly body: unknown; readonly over: SavedOver<N> }

const NOTHING = new Map<never, string>()
const isSameText = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const versionOf = <N>(answer: unknown) => (answer as { readonly version?: N } | undefined)?.version

function faultsIn<V>(faults: Faults<V> | undefined): FaultsOf<V> {
  const entries = Object.entries<string | undefined>(faults ?? {})
  return new Map(entries.flatMap(([field, fault]) => (fault === undefined ? [] : [[field as FieldPath<V>, fault]])))
}

function checked<V extends object>(values: V, wrong: Faults<V> | undefined): Reading<V, FieldPath<V>> {
  const faults = faultsIn(wrong)
  return faults.size === 0 ? { ok: true, body: values } : { ok: false, faults }
}
