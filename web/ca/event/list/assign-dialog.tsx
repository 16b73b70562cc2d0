import { FormDialog } from '../../../form/form-dialog.tsx'
import { useForm } from '../../../form/use-form.ts'
import { useSession } from '../../../session/session.ts'
import { useNaming } from '../../../shell/status/people.ts'
import { TextArea } from '../../../ui/field/text-area.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { uiWords } from '../../../ui/words.data.ts'
import { type EventRow, pairOf } from '../event-row.ts'
import { OwnerField } from '../owner-field.tsx'
import { conjunctionsWords } from '../words.data.ts'
import { assignWords } from './assign-words.data.ts'
import { canAssign, type useAssign } from './record-step.ts'

type Props = {
  readonly rows: readonly EventRow[]
  readonly assigning: ReturnType<typeof useAssign>
  readonly onClose: () => void
}

/** Shows the dialog that assigns all chosen events to one person; the assignment is added to the record of each event. */
export function AssignDialog({ rows, assigning, onClose }: Props) {
  const t = useWords(conjunctionsWords)
  const own = useWords(assignWords)
  const say = useWords(uiWords)
  const session = useSession()
  const { nameOf, accountOf } = useNaming()
  const open = rows.filter(canAssign)
  const [first] = open
  const self = session.status === 'signed-in' ? nameOf(session.who.userName) : ''
  const form = useForm({
    initial: { owner: undefined as string | undefined, why: '' },
    check: ({ owner = self }) => ({ owner: owner.trim() === '' ? own('ownerMissing') : undefined }),
    apply: ({ owner = self, why }) => {
      if (assigning.isPending) return
      assigning.mutate({ rows: open, owner: accountOf(owner.trim()), why: why.trim() }, { onSuccess: onClose })
    },
  })
  const { field, values } = form
  return (
    <FormDialog
      form={form}
      title={own('assignMany', { count: open.length })}
      onClose={onClose}
      close={say('cancel')}
      confirm={first ? t('assign') : undefined}
    >
      <p>{first ? own('assignText', { count: open.length, what: pairOf(first) }) : own('noneToAssign')}</p>
      {rows.length > open.length ? <p>{own('closedLeftOut', { count: rows.length - open.length })}</p> : null}
      <OwnerField {...field('owner')} value={values.owner ?? self} />
      <TextArea label={own('why')} rows={3} maxLength={2_000} {...field('why')} />
    </FormDialog>
  )
}
