import { createBurnNotice, loadBurnNotices } from '@apsis/contract/ca/announced/burn-notice.ts'
import { call, upload } from '../../api/call.ts'
import { blobOf, FileLoad, useFileLoad } from '../../encounter/file-load.tsx'
import { EntryForm } from '../../form/entry-form.tsx'
import { useForm } from '../../form/use-form.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { AXES, blankNotice, noticeRules } from './notice-form.ts'
import { noticeWords } from './notice-words.data.ts'
import { ignitionOf, NOTICES_KEY } from './notices.ts'

/** The object whose burns are entered. */
export type Burning = { readonly noradId: number; readonly name: string }
type Props = { readonly object: Burning; readonly onClose: () => void }

/** Shows the dialog for announced burns of an object: they are entered one by one, or read from a message. */
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
  const form = useForm({
    initial: blankNotice,
    rules: noticeRules(noradId),
    save: (body) => call(createBurnNotice, { body }),
    writes: [NOTICES_KEY],
    after: ({ announcedBy, frame }) => ({ ...blankNotice(), announcedBy, frame }),
  })
  const { field, answer } = form
  return (
    <EntryForm
      form={form}
      label={t('add')}
      confirm={t('add')}
      saved={answer ? <Banner level="ok">{t('added', { at: ignitionOf(answer) })}</Banner> : null}
    >
      <TextField label={t('ignition')} {...field('ignition')} />
      <TextField label={t('duration')} unit="s" {...field('durationS')} />
      <TextField label={t('by')} maxLength={200} {...field('announcedBy')} />
      <TextField label={t('frame')} maxLength={40} {...field('frame')} />
      {AXES.map((axis) => (
        <TextField key={axis} label={t('deltaV', { axis: t(axis) })} unit="m/s" help={t('notTold')} {...field(axis)} />
      ))}
      <TextField label={t('remark')} maxLength={1_000} {...field('note')} />
    </EntryForm>
  )
}

function Load({ object: { noradId, name } }: { readonly object: Burning }) {
  const t = useWords(noticeWords)
  const load = useFileLoad(
    (file) => upload(loadBurnNotices, blobOf(file, 'application/octet-stream'), { query: { 'norad-id': noradId } }),
    [NOTICES_KEY],
  )
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
