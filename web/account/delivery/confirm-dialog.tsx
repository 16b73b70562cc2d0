import { useNavigate, useSearch } from '@tanstack/react-router'
import { problemInWords } from '../../api/problem-in-words.ts'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { useConfirm } from './delivery-query.ts'
import { deliveryWords } from './words.data.ts'

/** The dialog that the link of a mail opens: it says what will be confirmed, and confirms it when its button is pressed. */
export function ConfirmDialog() {
  const t = useWords(deliveryWords)
  const navigate = useNavigate()
  const { confirm: token } = useSearch({ strict: false }) as { readonly confirm?: unknown }
  const confirm = useConfirm()
  const leave = () => void navigate({ to: paths.account, params: { page: 'notifications' }, search: {}, replace: true })
  if (typeof token !== 'string') return null
  const isDone = confirm.isSuccess || confirm.isError
  return (
    <Dialog
      isOpen
      title={t('confirmTitle')}
      onClose={leave}
      close={t(isDone ? 'close' : 'cancel')}
      {...(isDone ? {} : { confirm: { label: t('confirm'), onConfirm: () => confirm.mutate(token) } })}
    >
      {confirm.isSuccess ? (
        <Strip level="ok">{t('isConfirmed', { name: confirm.data.target })}</Strip>
      ) : confirm.isError ? (
        <Strip level="caution" isUrgent>
          {problemInWords(confirm.error).message}
        </Strip>
      ) : (
        <p>{t('confirmHelp')}</p>
      )}
    </Dialog>
  )
}
