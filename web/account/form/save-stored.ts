import { queryClient } from '../../api/queries.ts'
import type { SavedOver } from '../../form/use-form.ts'
import { raise } from '../../notifications/notifications.ts'
import { formWords } from './words.data.ts'

/** The stored value, with the version that a save names. */
export type StoredAnswer<A> = { readonly answer: A; readonly version: string | undefined }

type StoredThing<A, V> = {
  readonly queryKey: readonly unknown[]
  /** Returns the answer as it is stored now. */
  readonly read: () => Promise<StoredAnswer<A>>
  readonly put: (values: V, version: string | undefined) => Promise<StoredAnswer<A>>
}

/** Returns a function that saves an item with a version; the save replaces the version that was read, or the version that is stored now. */
export const saverOf =
  <A, V>({ queryKey, read, put }: StoredThing<A, V>) =>
  async (values: V, { version, isOverwriting }: SavedOver) => {
    const now = await put(values, isOverwriting ? (await read()).version : version)
    // An answer from before the save must not arrive after it.
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, now)
    raise({ title: formWords('savedTitle'), message: formWords('savedMessage') })
    return now
  }
