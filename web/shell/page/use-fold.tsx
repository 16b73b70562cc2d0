import type { UseQueryResult } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Icon } from '../../ui/button/icon.tsx'
import type { StatusMeaning } from '../../ui/status/status-meaning.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import styles from './use-fold.module.css'

/** The content of the head of a folded pane. */
export type FoldedHead = {
  /** The content of the pane in one line; undefined while it is being read. */
  readonly holds: React.ReactNode
  /** The status of the pane, shown before that line. */
  readonly status?: StatusMeaning | undefined
  /** True if something in the pane must be seen: the pane opens by itself, unless the user has folded it. */
  readonly isUrgent?: boolean
}

/** Returns the folded head for data that is being read; it reports a failed read. */
export function foldedOf<T>(
  { data, error }: Pick<UseQueryResult<T>, 'data' | 'error'>,
  failed: string,
  saidOf: (data: T) => FoldedHead,
): FoldedHead {
  if (data !== undefined) return saidOf(data)
  return error ? { holds: undefined, status: { level: 'caution', word: failed }, isUrgent: true } : { holds: undefined }
}

type Part = FoldedHead & {
  /** The id of the pane, which is also the fragment of the address that opens it: `#rules`. */
  readonly id: string
  readonly title: string
  /** The note beside the title while the pane is open. */
  readonly note?: string | undefined
}

/**
 * Folds a pane that is rarely needed: its folded head names its contents and its problems. It opens by a click, by its address, by itself
 * if something in it must be seen, and on paper.
 */
export function useFold({ id, title, note, holds, status, isUrgent = false }: Part) {
  // Every navigation to the address counts, also a second navigation to the same address.
  const arrived = useRouterState({
    select: ({ location: { hash, state } }) => (hash === id ? (state.__TSR_key ?? id) : undefined),
  })
  const [isOpen, setOpen] = useState<boolean>()
  const [cause, setCause] = useState<string>()
  const isCalled = arrived !== undefined && arrived !== cause
  if (arrived !== cause) setCause(arrived)
  // A pane that is no longer urgent stays open, because the user may be reading it.
  if (isCalled ? isOpen !== true : isUrgent && isOpen === undefined) setOpen(true)
  useEffect(() => {
    if (arrived !== undefined) document.getElementById(id)?.scrollIntoView()
  }, [id, arrived])
  const heading = (
    <button type="button" className={styles.toggle} aria-expanded={isOpen === true} onClick={() => setOpen(!isOpen)}>
      <Icon name="down" />
      {title}
    </button>
  )
  const line = (
    <>
      {status === undefined ? null : <StatusWord {...status} />}
      {status === undefined || holds === undefined ? null : ' · '}
      {holds}
    </>
  )
  const className = `${styles.fold} line-bottom ${isOpen ? '' : styles.folded}`
  return { isOpen: isOpen === true, pane: { id, title, heading, className, note: isOpen ? note : line } }
}
