import { useState } from 'react'
import { useSession } from '../../session/session.ts'
import { useNaming } from '../../shell/status/people.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { useWords } from '../../ui/text/language.ts'
import { uiWords } from '../../ui/words.data.ts'
import { type EventRow, pairOf } from '../event/event-row.ts'
import { OwnerField } from '../event/owner-field.tsx'
import { conjunctionsWords } from '../event/words.data.ts'
import { assignWords } from './assign-words.data.ts'
import { canAssign, type useAssign } from './record-step.ts'

type Props = {
  readonly rows: readonly EventRow[]
  readonly assigning: ReturnType<typeof useAssign>
  readonly onClose: () => void
}

/** Who is to deal with the events, all of them; it goes into the record of each. */
export function AssignDialog({ rows, assigning, onClose }: Props) {
  const t = useWords(conjunctionsWords)
  const own = useWords(assignWords)
  const say = useWords(uiWords)
  const session = useSession()
  const { nameOf, accountOf } = useNaming()
  const [typed, setOwner] = useState<string>()
  const owner = typed ?? (session.status === 'signed-in' ? nameOf(session.who.userName) : '')
  const [why, setWhy] = useState('')
  const [wasAsked, setWasAsked] = useState(false)
  const open = rows.filter(canAssign)
  const [first] = open
  const isMissing = owner.trim() === ''
  const confirm = () => {
    setWasAsked(true)
    if (isMissing || assigning.isPending) return
    assigning.mutate({ rows: open, owner: accountOf(owner.trim()), why: why.trim() }, { onSuccess: onClose })
  }
  return (
    <Dialog
      isOpen
      title={own('assignMany', { count: open.length })}
      onClose={onClose}
      close={say('cancel')}
      confirm={first ? { label: t('assign'), onConfirm: confirm } : undefined}
    >
      <div className="stack gap-12">
        <p>{first ? own('assignText', { count: open.length, what: pairOf(first) }) : own('noneToAssign')}</p>
        {rows.length > open.length ? <p>{own('closedLeftOut', { count: rows.length - open.length })}</p> : null}
        <OwnerField value={owner} onChange={setOwner} error={wasAsked && isMissing ? own('ownerMissing') : undefined} />
        <TextArea label={own('why')} value={why} onChange={setWhy} rows={3} maxLength={2_000} />
      </div>
    </Dialog>
  )
}
