import { HEAD_BYTES, pathStatusOfFile } from '@apsis/ccsds/ephemeris/path-status.ts'
import { EPHEMERIS_KINDS, type EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ApiProblem } from '../../api/problem.ts'
import { codeInWords, problemInWords } from '../../api/problem-in-words.ts'
import { useNow } from '../../clock/clock.ts'
import { DropArea } from '../../encounter/drop-area.tsx'
import type { Inspection } from '../../encounter/inspect.ts'
import { inspectFile } from '../../encounter/inspect-file.ts'
import { satelliteOf } from '../../encounter/satellite-of.ts'
import button from '../../ui/button/button.module.css'
import { Button } from '../../ui/button/button.tsx'
import { Select } from '../../ui/field/select.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Pane } from '../../ui/page/pane.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KEYS } from '../event/queries.ts'
import { RawText } from '../message/raw-text.tsx'
import type { TextFormat } from '../message/syntax.ts'
import { CheckList } from './check-list.tsx'
import { findingOf } from './checklist.ts'
import { type Disagreement, DisagreementSeen, disagreementsOf, useDisagreementForm } from './disagreement.tsx'
import { sendFile } from './file-query.ts'
import { sizeText, stateOf } from './file-state.ts'
import styles from './oems.module.css'
import { endOf, Verdict } from './upload-verdict.tsx'
import { oemWords } from './words.data.ts'

/** The maximum size of a file whose text is shown beside the checks. */
const SHOWN_BYTES = 8 * 1024 * 1024

type Props = {
  readonly satellites: readonly Satellite[]
  /** The future TCAs by satellite, ms. */
  readonly tcas: ReadonlyMap<string, readonly number[]>
  /** The satellite that the address chooses. */
  readonly satelliteId: string | undefined
  readonly onSatellite: (id: string) => void
  readonly onClose: () => void
  readonly onSent: (file: EphemerisFile) => void
}

/** Shows the pane for an upload: a file is dropped, read and checked here, in a thread of the browser; only then is it sent. */
export function UploadPane({ satellites, tcas, satelliteId, onSatellite, onClose, onSent }: Props) {
  const t = useWords(oemWords)
  const [file, setFile] = useState<File>()
  const [asked, setHow] = useState<UploadChoice>({ kind: 'OPERATIONAL', autoRelinquishPc: '' })
  const [at, setAt] = useState<string>()
  // The reasons for a refusal stay on the screen while the file is sent again, because the checkbox refers to them.
  const [found, setFound] = useState<readonly Disagreement[]>([])
  const tick = useDisagreementForm(() => sendNow(true))
  const chosen = satellites.find((one) => one.satelliteId === satelliteId)
  const { inspection, head, text, isLooking, problem } = useInspected(file, chosen)
  const nowMs = useNow('minute')
  const isOver = inspection !== undefined && endOf(inspection, nowMs) !== undefined
  // A file that is completely in the past cannot be operational.
  const how: UploadChoice = isOver && asked.kind === 'OPERATIONAL' ? { ...asked, kind: 'HYPOTHETICAL' } : asked
  // If the file names its satellite, that satellite is selected without the user.
  const satellite = chosen ?? (inspection ? satelliteOf(inspection, satellites) : undefined)
  const standing = file && pathStatusOfFile({ name: file.name, head, ownNames: satellite ? [satellite.name] : [] })
  const send = useMutation({
    mutationFn: sendFile,
    meta: { silent: 'upload-ephemeris', writes: [KEYS.ephemerides, KEYS.satellites] },
    onSuccess: onSent,
    onError: (problem) => {
      setFound(disagreementsOf(problem))
      tick.discard()
    },
  })
  /** Forgets the refusal, because the next upload is a different one. */
  const forget = () => {
    send.reset()
    setFound([])
    tick.discard()
  }
  const take = (list: FileList | null) => {
    const [first] = list ?? []
    if (!first) return
    forget()
    setAt(undefined)
    setFile(first)
  }
  const sendNow = (isDisagreementSeen: boolean) => {
    if (!file || !satellite) return
    const autoRelinquishPc = how.kind === 'CANDIDATE' ? how.autoRelinquishPc : ''
    const { satelliteId: id } = satellite
    send.mutate({ file, kind: how.kind, autoRelinquishPc, satelliteId: id, isDisagreementSeen })
  }
  const onLine = text === undefined ? undefined : (line: number) => setAt(String(line))
  return (
    <Pane title={t('uploadTitle')} id="upload" actions={<Button onClick={onClose}>{t('discard')}</Button>}>
      <div className={`grid line-bottom one-column-tablet ${styles.upload}`}>
        <div className="stack gap-12 pad-body">
          <Drop file={file} onFiles={take} />
          <Fields
            satellites={satellites}
            satellite={satellite}
            onSatellite={(id) => {
              forget()
              onSatellite(id)
            }}
            how={how}
            isOver={isOver}
            onHow={(next) => {
              forget()
              setHow(next)
            }}
          />
          {file && inspection ? (
            <Verdict
              inspection={inspection}
              satellite={satellite}
              tcas={satellite ? (tcas.get(satellite.satelliteId) ?? []) : []}
              study={how.kind === 'OPERATIONAL' ? (standing?.study ?? null) : null}
              isSending={send.isPending}
              isAsked={found.length > 0}
              onSend={() => sendNow(false)}
            />
          ) : null}
          {found.length === 0 ? (
            <Sent problem={send.error} file={send.data} />
          ) : (
            <>
              <DisagreementSeen found={found} form={tick} />
              <div>
                <Button look="primary" disabled={send.isPending} onClick={tick.submit}>
                  {t('takeAnyway')}
                </Button>
              </div>
            </>
          )}
        </div>
        <div className={`scroll ${styles.found}`} aria-busy={isLooking}>
          {file && isLooking && !inspection ? (
            <p className="pad-10 soft">{t('inspecting', { name: file.name })}</p>
          ) : null}
          {problem ? <Banner level="serious">{`${t('inspectFailed')}: ${problem}`}</Banner> : null}
          {inspection ? (
            <CheckList
              found={{ ...findingsOf(inspection), isOver }}
              isObjectAsked={chosen !== undefined}
              onLine={onLine}
            />
          ) : null}
        </div>
        <div className="min-w-0">
          {file && text !== undefined && inspection ? (
            <RawText
              text={text}
              format={formatOf(inspection)}
              name={file.name}
              at={at}
              onAt={setAt}
              faults={
                new Map([...inspection.warnings, ...inspection.errors].map(({ line, message }) => [line, message]))
              }
              maxHeightPx={440}
            />
          ) : null}
        </div>
      </div>
    </Pane>
  )
}

/** Returns the findings for the file, and its text if it is not too long; both are discarded with the file. */
function useInspected(file: File | undefined, satellite: Satellite | undefined) {
  const what = [file?.name, file?.size, file?.lastModified]
  const found = useQuery({
    queryKey: ['upload-inspection', ...what, satellite?.satelliteId ?? ''],
    enabled: file !== undefined,
    gcTime: 0,
    meta: { silent: 'inspect-upload' },
    queryFn: ({ signal }) => inspectFile(file ?? new Blob(), expectationOf(satellite), signal),
  })
  // The purpose of a file is stated in its head, so only the head is read, which works for the longest file too.
  const head = useQuery({
    queryKey: ['upload-head', ...what],
    enabled: file !== undefined,
    gcTime: 0,
    queryFn: () => file?.slice(0, HEAD_BYTES).text() ?? '',
  })
  const text = useQuery({
    queryKey: ['upload-text', ...what],
    enabled: file !== undefined && file.size <= SHOWN_BYTES,
    gcTime: 0,
    queryFn: () => file?.text() ?? '',
  })
  const isLooking = found.isFetching || head.isFetching
  return { inspection: found.data, head: head.data ?? '', text: text.data, isLooking, problem: found.error?.message }
}

function findingsOf({ errors, warnings, points, covariances }: Inspection) {
  const hasCovariance = points > 0 ? covariances > 0 : undefined
  return { errors: errors.map(findingOf), warnings: warnings.map(findingOf), hasCovariance }
}

function formatOf({ kind, notation }: Inspection): TextFormat {
  if (notation === 'XML') return 'xml'
  return kind === 'OEM' || kind === 'OCM' ? 'kvn' : 'text'
}

type UploadChoice = { readonly kind: EphemerisFile['kind']; readonly autoRelinquishPc: string }
type FieldsProps = Pick<Props, 'satellites' | 'onSatellite'> & {
  readonly satellite: Satellite | undefined
  readonly how: UploadChoice
  /** True if the complete file is in the past: it cannot be sent as operational. */
  readonly isOver: boolean
  readonly onHow: (how: UploadChoice) => void
}

/** Shows the fields for the satellite and the purpose of the file. */
function Fields({ satellites, satellite, onSatellite, how, isOver, onHow }: FieldsProps) {
  const t = useWords(oemWords)
  return (
    <>
      <Select
        label={t('satellite')}
        value={satellite?.satelliteId ?? ''}
        options={[
          ...(satellite ? [] : [{ value: '', label: t('chooseSatellite') }]),
          ...satellites.map((one) => ({ value: one.satelliteId, label: `${one.name} ${one.noradId}` })),
        ]}
        onChange={(id) => (id === '' ? undefined : onSatellite(id))}
      />
      <Select
        label={t('kind')}
        help={t('kindHelp')}
        value={how.kind}
        options={EPHEMERIS_KINDS.toReversed()
          .filter((value) => !(isOver && value === 'OPERATIONAL'))
          .map((value) => ({ value, label: t(value) }))}
        onChange={(value) => onHow({ ...how, kind: EPHEMERIS_KINDS.find((one) => one === value) ?? 'OPERATIONAL' })}
      />
      {how.kind === 'CANDIDATE' ? (
        <TextField
          label={t('autoRelinquish')}
          help={t('autoRelinquishHelp')}
          inputMode="decimal"
          value={how.autoRelinquishPc}
          onChange={(autoRelinquishPc) => onHow({ ...how, autoRelinquishPc })}
        />
      ) : null}
    </>
  )
}

/** Shows the result of the upload. */
function Sent({ problem, file }: { readonly problem: ApiProblem | null; readonly file: EphemerisFile | undefined }) {
  const t = useWords(oemWords)
  if (problem)
    return (
      <p role="alert" className="fs-13">
        <StatusSymbol level="serious" /> {t('notSent')} ({codeInWords(problem)}): {problemInWords(problem).message}
      </p>
    )
  if (!file) return null
  const { level, word } = stateOf(file)
  return (
    <p role="status" className="fs-13">
      <StatusSymbol level={level} /> {t('sent', { name: file.name, version: file.version, state: word })}
    </p>
  )
}

function expectationOf(satellite: Satellite | undefined) {
  if (!satellite) return {}
  const { noradId, cosparId, name } = satellite
  return { objectIds: [String(noradId), ...(cosparId ? [cosparId] : [])], objectNames: [name] }
}

type DropProps = { readonly file: File | undefined; readonly onFiles: (files: FileList | null) => void }

/** Shows the area where a file is dropped, or chosen from a list. */
function Drop({ file, onFiles }: DropProps) {
  const t = useWords(oemWords)
  const id = useId()
  return (
    <DropArea
      className={`stack items-start gap-8 round-2 break-anywhere ${styles.drop}`}
      overClassName={`picked ${styles.over}`}
      onFiles={onFiles}
    >
      <p>{file ? t('chosen', { name: file.name, size: sizeText(file.size) }) : t('dropHere')}</p>
      <input
        id={id}
        type="file"
        className="visually-hidden"
        onChange={(event) => {
          onFiles(event.target.files)
          // Without this the browser would not report a change when the user corrects the file and chooses it again.
          event.target.value = ''
        }}
      />
      <label htmlFor={id} className={`${button.button} ${styles.choose}`}>
        {t(file ? 'chooseOther' : 'choose')}
      </label>
    </DropArea>
  )
}
