import { createBurnNotice, loadBurnNotices, type NewBurnNotice } from '@apsis/contract/ca/burn-notice.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, upload } from '../../api/call.ts'
import { problemInWords } from '../../api/problem-in-words.ts'
import { FileLoad } from '../../encounter/file-load.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from '../contact/contacts.module.css'
import { AXES, BLANK_NOTICE, type NoticeForm, readNoticeForm } from './notice-form.ts'
import { noticeWords } from './notice-words.data.ts'
import { ignitionOf, NOTICES_KEY } from './notices.ts'

/** Whose burns they are. */
export type Burning = { readonly noradId: number; readonly name: string }
type Props = { readonly object: Burning; readonly onClose: () => void }

/** Burns that somebody has announced of an object: one by one, or from a message. */
export function NoticeDialog({ object, onClose }: Props) {
  const t = useWords(noticeWords)
  return (
    <Dialog isOpen isWide title={t('dialogTitle', { name: object.name })} onClose={onClose} close={t('close')}>
      <p>{t('dialogText')}</p>
      <Enter object={object} />
      <Load object={object} />
    </Dialog>
  )
}

function Enter({ object: { noradId } }: { readonly object: Burning }) {
  const t = useWords(noticeWords)
  const [form, setForm] = useState(BLANK_NOTICE)
  const [isChecked, setChecked] = useState(false)
  const read = readNoticeForm(form, noradId)
  const enter = useMutation({
    meta: { silent: 'enter-burn-notice', writes: [NOTICES_KEY] },
    mutationFn: (body: NewBurnNotice) => call(createBurnNotice, { body }),
    onSuccess: () => {
      setForm({ ...BLANK_NOTICE, by: form.by, frame: form.frame })
      setChecked(false)
    },
  })
  const add = () => {
    setChecked(true)
    if (read.ok && !enter.isPending) enter.mutate(read.notice)
  }
  const field = (name: keyof NoticeForm, fault: string) => ({
    value: form[name],
    onChange: (text: string) => setForm({ ...form, [name]: text }),
    error: isChecked && !read.ok && read.faults.has(name) ? fault : undefined,
  })
  return (
    <section aria-label={t('add')}>
      <div className={styles.fields}>
        <TextField label={t('ignition')} {...field('ignition', t('noTime'))} />
        <TextField label={t('duration')} unit="s" {...field('duration', t('noDuration'))} />
        <TextField label={t('by')} maxLength={200} {...field('by', t('noName'))} />
        <TextField label={t('frame')} maxLength={40} {...field('frame', t('noName'))} />
        {AXES.map((axis) => (
          <TextField
            key={axis}
            label={t('deltaV', { axis: t(axis) })}
            unit="m/s"
            help={t('notTold')}
            {...field(axis, t('noNumber'))}
          />
        ))}
        <TextField label={t('remark')} maxLength={1_000} {...field('remark', t('noName'))} />
      </div>
      {enter.error ? <Strip level="caution">{problemInWords(enter.error).message}</Strip> : null}
      {enter.data ? <Strip level="ok">{t('added', { at: ignitionOf(enter.data) })}</Strip> : null}
      <div className={styles.acts}>
        <Button look="primary" disabled={enter.isPending} onClick={add}>
          {t('add')}
        </Button>
      </div>
    </section>
  )
}

function Load({ object: { noradId, name } }: { readonly object: Burning }) {
  const t = useWords(noticeWords)
  const load = useMutation({
    meta: { silent: 'load-burn-notices', writes: [NOTICES_KEY] },
    // A browser has no type of its own for a message.
    mutationFn: (file: File) =>
      upload(loadBurnNotices, new Blob([file], { type: 'application/octet-stream' }), {
        query: { 'norad-id': noradId },
      }),
  })
  return (
    <FileLoad
      load={load}
      accept=".opm,.ocm,.kvn,.xml,.txt"
      words={{ drop: t('drop'), choose: t('choose'), loading: t('loading') }}
      loaded={({ length }) => t('loaded', { count: length })}
      refused={(why) => t('refused', { why })}
    >
      {t('form', { name })}
    </FileLoad>
  )
}
