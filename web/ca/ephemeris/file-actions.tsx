import { type EphemerisFile, getEphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callFile } from '../../api/call.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { raise } from '../../notifications/notifications.ts'
import { raisedBy } from '../../notifications/raised-by.ts'
import { paths } from '../../site/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { Menu } from '../../ui/button/menu.tsx'
import { saveFile } from '../../ui/file/file.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KEYS } from '../event/queries.ts'
import { type Disagreement, DisagreementSeen, disagreementsOf, useDisagreementForm } from './disagreement.tsx'
import { type Change, changeFile, dropFile, screenFile } from './file-query.ts'
import { removeLater } from './removals.ts'
import { oemWords } from './words.data.ts'

type FileChange = { readonly text: string; readonly back: Change }

/** Shows the actions on a file; each can be undone. */
export function FileActions({ file, onClose }: { readonly file: EphemerisFile; readonly onClose: () => void }) {
  const t = useWords(oemWords)
  const [done, setDone] = useState<FileChange>()
  const writes = [KEYS.ephemerides, KEYS.satellites, KEYS.conjunctions]
  const change = useMutation({ mutationFn: changeFile, meta: { writes } })
  const [asked, setAsked] = useState<readonly Disagreement[]>([])
  const raiseKind = useMutation({ mutationFn: changeFile, meta: { silent: 'make-operational', writes } })
  const remove = useMutation({ mutationFn: dropFile, meta: { writes } })
  const act = (next: Change, text: string, back: Change) =>
    change.mutate({ file, change: next }, { onSuccess: () => setDone({ text, back }) })
  const designate = (seen: Pick<Change, 'isDisagreementSeen'>) =>
    raiseKind.mutate(
      { file, change: { kind: 'OPERATIONAL', ...seen } },
      {
        onSuccess: () => {
          setAsked([])
          setDone({ text: t('madeOperational', { name: file.name }), back: { kind: file.kind } })
        },
        onError: (problem) => {
          const found = disagreementsOf(problem)
          setAsked(found)
          if (found.length === 0) raise(raisedBy(problem))
        },
      },
    )
  const isOperational = file.kind === 'OPERATIONAL'
  const isUsable = file.state !== 'INVALID'
  return (
    <div className="row wrap gap-8">
      {done ? (
        <span role="status" className="soft fs-13">
          {done.text}{' '}
          <Button
            look="quiet"
            onClick={() => {
              change.mutate({ file, change: done.back })
              setDone(undefined)
            }}
          >
            {t('undo')}
          </Button>
        </span>
      ) : null}
      {isOperational || !isUsable ? null : (
        <Button look="primary" disabled={raiseKind.isPending} onClick={() => designate({})}>
          {t('designate')}
        </Button>
      )}
      {asked.length > 0 ? (
        <AskAgain
          file={file}
          found={asked}
          onConfirm={() => designate({ isDisagreementSeen: true })}
          onClose={() => setAsked([])}
        />
      ) : null}
      {isUsable ? (
        <Button
          disabled={change.isPending}
          onClick={() =>
            act({ active: !file.active }, t(file.active ? 'deactivated' : 'activated', { name: file.name }), {
              active: file.active,
            })
          }
        >
          {t(file.active ? 'deactivate' : 'activate')}
        </Button>
      ) : null}
      <ScreenNow file={file} />
      <Download file={file} />
      <Button
        onClick={() => {
          removeLater(file.oemFileId, file.name, () => remove.mutate(file.oemFileId))
          onClose()
        }}
      >
        {t('remove')}
      </Button>
    </div>
  )
}

type AskProps = {
  readonly file: EphemerisFile
  readonly found: readonly Disagreement[]
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Shows the positions of the satellite in the last messages, and asks whether the file should become operational anyway. */
function AskAgain({ file, found, onConfirm, onClose }: AskProps) {
  const t = useWords(oemWords)
  const form = useDisagreementForm(onConfirm)
  return (
    <FormDialog
      form={form}
      title={t('designateOf', { name: file.name })}
      onClose={onClose}
      close={t('cancel')}
      confirm={t('takeAnyway')}
    >
      <DisagreementSeen found={found} form={form} />
    </FormDialog>
  )
}

/** Starts a screening of the file and opens it; a file that cannot be screened has no such button. */
function ScreenNow({ file }: { readonly file: EphemerisFile }) {
  const t = useWords(oemWords)
  const navigate = useNavigate()
  const screen = useMutation({
    mutationFn: screenFile,
    meta: { writes: [['screening'], KEYS.ephemerides] },
    onSuccess: ({ screeningId }) => void navigate({ to: paths.screening, search: { screening: screeningId } }),
  })
  if (!file.active || file.state === 'INVALID' || file.state === 'EXPIRED') return null
  return (
    <Button disabled={screen.isPending} onClick={() => screen.mutate(file)}>
      {t(screen.isPending ? 'screeningStarts' : 'screenNow')}
    </Button>
  )
}

function Download({ file }: { readonly file: EphemerisFile }) {
  const t = useWords(oemWords)
  const save = async (format: 'original' | 'kvn' | 'xml') => {
    try {
      const sent = { params: { 'oem-id': file.oemFileId }, query: { format } }
      const { blob, name } = await callFile(getEphemerisFile, sent)
      saveFile(name ?? file.name, blob)
    } catch (failure) {
      raise(raisedBy(failure))
    }
  }
  const entry = (id: 'original' | 'kvn' | 'xml', label: string, note: string) => ({
    id,
    label,
    note,
    onAction: () => void save(id),
  })
  const entries = [
    entry('original', t('original'), t('asItCame')),
    entry('kvn', 'KVN', t('asOem')),
    entry('xml', 'XML', t('asOem')),
  ]
  return <Menu label={t('download')} trigger={t('download')} parts={[{ title: t('file'), entries }]} />
}
