import { useState } from 'react'
import { problemInWords } from '../../api/problem-in-words.ts'
import { raise } from '../../notifications/notifications.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { Strip } from '../../ui/page/pane-states.tsx'
import { createPageStore } from '../../ui/store/store.ts'
import { useWords } from '../../ui/text/language.ts'
import styles from './handover.module.css'
import { useWriteHandover } from './handover-query.ts'
import { overviewWords } from './words.data.ts'

/** What somebody has typed and not left yet, by their subject. */
const typed = createPageStore<ReadonlyMap<string, string>>(new Map())

type Props = {
  readonly subject: string
  /** What the screen says now, as the beginning of a note. */
  readonly draft: () => string
  readonly onClose: () => void
}

/** Writes a note to the next shift, begun with what the screen says; what was typed outlasts dialog and screen. */
export function HandoverDialog({ subject, draft, onClose }: Props) {
  const t = useWords(overviewWords)
  const [text, setText] = useState(() => typed.read().get(subject) ?? draft())
  const [wasAsked, setWasAsked] = useState(false)
  const write = useWriteHandover()
  const isEmpty = text.trim() === ''
  const change = (next: string) => {
    setText(next)
    typed.set(new Map(typed.read()).set(subject, next))
  }
  const confirm = () => {
    setWasAsked(true)
    if (isEmpty || write.isPending) return
    write.mutate(text, {
      onSuccess: () => {
        typed.set(new Map([...typed.read()].filter(([other]) => other !== subject)))
        raise({ title: t('noteKept'), message: t('noteKeptText') })
        onClose()
      },
    })
  }
  return (
    <Dialog
      isOpen
      title={t('writeNote')}
      onClose={onClose}
      close={t('cancel')}
      confirm={{ label: t('leaveNote'), onConfirm: confirm }}
    >
      <div className={`stack gap-10 ${styles.form}`}>
        <p>{t('noteExplained')}</p>
        {write.error ? (
          <Strip level="caution" isUrgent>
            {problemInWords(write.error).message}
          </Strip>
        ) : null}
        <TextArea
          label={t('note')}
          value={text}
          onChange={change}
          rows={16}
          maxLength={10_000}
          autoFocus
          error={wasAsked && isEmpty ? t('noteMissing') : undefined}
        />
        <Button look="quiet" onClick={() => change(draft())}>
          {t('fillAnew')}
        </Button>
      </div>
    </Dialog>
  )
}
