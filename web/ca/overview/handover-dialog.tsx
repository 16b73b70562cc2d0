import { createHandover } from '@apsis/contract/ca/report/handover.ts'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { raise } from '../../notifications/notifications.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { createPageStore } from '../../ui/store/store.ts'
import { useWords } from '../../ui/text/language.ts'
import { HANDOVERS } from './handover-query.ts'
import { overviewWords } from './words.data.ts'

/** Texts that a user has typed and not yet saved as a note, by the subject. */
const typed = createPageStore<ReadonlyMap<string, string>>(new Map())

type Props = {
  readonly subject: string
  /** Returns the current facts of the screen for the start of a note. */
  readonly draft: () => string
  readonly onClose: () => void
}

/**
 * Shows the dialog for a note to the next shift, which begins with the facts of the screen; typed text is kept when the dialog or the
 * screen is closed.
 */
export function HandoverDialog({ subject, draft, onClose }: Props) {
  const t = useWords(overviewWords)
  const form = useForm({
    initial: () => ({ text: typed.read().get(subject) ?? draft() }),
    check: ({ text }) => ({ text: text.trim() === '' ? t('noteMissing') : undefined }),
    save: (body) => call(createHandover, { body }),
    writes: [HANDOVERS],
    onSaved: () => {
      typed.set(new Map([...typed.read()].filter(([other]) => other !== subject)))
      raise({ title: t('noteKept'), message: t('noteKeptText') })
      onClose()
    },
  })
  const change = (text: string) => {
    form.set({ text })
    typed.set(new Map(typed.read()).set(subject, text))
  }
  return (
    <FormDialog form={form} title={t('writeNote')} onClose={onClose} close={t('cancel')} confirm={t('leaveNote')}>
      <p>{t('noteExplained')}</p>
      <TextArea label={t('note')} rows={16} maxLength={10_000} autoFocus {...form.field('text')} onChange={change} />
      <p>
        <Button look="quiet" onClick={() => change(draft())}>
          {t('fillAnew')}
        </Button>
      </p>
    </FormDialog>
  )
}
