import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiProblem } from '../../api/problem.ts'
import { FormDialog, Refusal } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { type FoldedHead, foldedOf, useFold } from '../../shell/page/use-fold.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Empty } from '../../ui/page/pane-states.tsx'
import type { StatusMeaning } from '../../ui/status/status-meaning.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './delivery.module.css'
import { deliveryWords } from './words.data.ts'

type Words = Readonly<
  Record<
    'title' | 'note' | 'failed' | 'none' | 'noneHelp' | 'set' | 'change' | 'remove' | 'removeTitle' | 'removeHelp',
    string
  >
>

/** The data of the line for the one target that is set. */
type TargetLine = {
  readonly status: StatusMeaning
  readonly what: React.ReactNode
  readonly result: React.ReactNode
  /** The actions other than changing and removing the target. */
  readonly actions?: React.ReactNode
}

type Props<T> = {
  /** The id of the pane, which is also its fragment in the address. */
  readonly id: string
  readonly words: Words
  readonly query: UseQueryResult<T, ApiProblem>
  readonly call: { readonly method: string; readonly path: string }
  readonly folded: (target: T) => FoldedHead
  /** Returns the line; undefined if no target is set. */
  readonly lineOf: (target: T) => TargetLine | undefined
  readonly mayChange: boolean
  readonly remove: () => Promise<unknown>
  readonly writes: readonly (readonly string[])[]
  /** The problem because of which an action was not done. */
  readonly problem?: ApiProblem | null
  readonly dialog: (target: T, onClose: () => void) => React.ReactNode
  /** The elements below the line. */
  readonly children?: React.ReactNode
}

/** Shows a pane for one target of notifications, such as a telephone: its state, and the forms to set, change and remove it. */
export function TargetPane<T>(props: Props<T>) {
  const { id, words, query, call, folded, lineOf, mayChange, remove, writes, problem = null, dialog, children } = props
  const common = useWords(deliveryWords)
  const [open, setOpen] = useState<'edit' | 'remove'>()
  const { pane } = useFold({ id, title: words.title, note: words.note, ...foldedOf(query, words.failed, folded) })
  const close = () => setOpen(undefined)
  const byAdministrator = <span className="muted">{common('byAdministrator')}</span>
  return (
    <QueryPane {...pane} query={query} skeletonRows={2} failed={words.failed} exports={{ call }}>
      {(target) => {
        const line = lineOf(target)
        return (
          <>
            <Refusal problem={problem} />
            {line === undefined ? (
              <>
                <Empty title={words.none}>{words.noneHelp}</Empty>
                <div className="pad-end">
                  {mayChange ? <Button onClick={() => setOpen('edit')}>{words.set}</Button> : byAdministrator}
                </div>
              </>
            ) : (
              <ul>
                <li className={`grid pad-8 faint-bottom gap-4-16 ${styles.channel}`} aria-label={words.title}>
                  <span>
                    <StatusWord {...line.status} />
                  </span>
                  <div className={`min-w-0 ${styles.what}`}>{line.what}</div>
                  <div className={`min-w-0 ${styles.result}`}>{line.result}</div>
                  <span className={`flex wrap items-start justify-end gap-4 no-print ${styles.actions}`}>
                    {line.actions}
                    {mayChange ? (
                      <>
                        <Button look="quiet" onClick={() => setOpen('edit')}>
                          {words.change}
                        </Button>
                        <Button look="quiet" onClick={() => setOpen('remove')}>
                          {words.remove}
                        </Button>
                      </>
                    ) : (
                      byAdministrator
                    )}
                  </span>
                </li>
              </ul>
            )}
            {open === 'edit' ? dialog(target, close) : null}
            {open === 'remove' ? <RemoveDialog words={words} remove={remove} writes={writes} onClose={close} /> : null}
            {children}
          </>
        )
      }}
    </QueryPane>
  )
}

type RemoveProps = Pick<Props<unknown>, 'words' | 'remove' | 'writes'> & { readonly onClose: () => void }

function RemoveDialog({ words, remove, writes, onClose }: RemoveProps) {
  const common = useWords(deliveryWords)
  const form = useForm({ initial: {}, save: remove, writes, onSaved: onClose })
  return (
    <FormDialog form={form} title={words.removeTitle} onClose={onClose} close={common('cancel')} confirm={words.remove}>
      <p>{words.removeHelp}</p>
    </FormDialog>
  )
}
