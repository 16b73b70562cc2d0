import { MOST_POSITION_SIGMA_M, NO_POSITION_SIGMA } from '@apsis/contract/odt/observation/own-track.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { ApiProblem } from '../../../api/problem.ts'
import { codeInWords, problemInWords } from '../../../api/problem-in-words.ts'
import { OWN_TRACK, paths } from '../../../site/paths.ts'
import { Button } from '../../../ui/button/button.tsx'
import { NumberField } from '../../../ui/field/number-field.tsx'
import { Banner } from '../../../ui/page/pane-states.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { type OwnMessage, useSendTrack } from '../../request/state/queries.ts'
import { observationsWords } from './words.data.ts'

/** Accepts a message with a track or with positions and opens its report. */
export function AddTrack() {
  const t = useWords(observationsWords)
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const send = useSendTrack()
  const take = (message: OwnMessage) =>
    send.mutate(message, {
      onSuccess: ([first]) => {
        if (!first) return
        const params = { observation_request_id: OWN_TRACK, observation_file_id: first.observationFileId }
        void navigate({ to: paths.observation, params })
      },
    })
  const sent = send.variables
  const isAsked = sent !== undefined && lacksSigma(send.error)
  return (
    <div className="flex wrap gap-6 pad-8 no-print">
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('addTrack')}
        accept=".tdm,.oem,.kvn,.xml,.txt,text/plain,application/xml"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) take({ file })
          // Without this, the same file could not be chosen again after it was corrected.
          target.value = ''
        }}
      />
      <Button disabled={send.isPending} onClick={() => input.current?.click()}>
        {t(send.isPending ? 'adding' : 'addTrack')}
      </Button>
      {isAsked ? (
        <StateSigma
          key={sent.file.name}
          name={sent.file.name}
          onState={(positionSigmaM) => take({ file: sent.file, positionSigmaM })}
          onLeave={() => send.reset()}
        />
      ) : send.error ? (
        <Banner
          level="serious"
          isUrgent
          action={
            <Button look="quiet" onClick={() => send.reset()}>
              {t('dismiss')}
            </Button>
          }
        >
          {t('addFailed')} ({codeInWords(send.error)}): {problemInWords(send.error).message}
        </Banner>
      ) : null}
    </div>
  )
}

/** True if the server needs the standard deviation of positions, because the message does not state it. */
const lacksSigma = (problem: Pick<ApiProblem, 'details'> | null): boolean =>
  problem?.details?.some(({ code }) => code === NO_POSITION_SIGMA) === true

type StateProps = {
  readonly name: string
  readonly onState: (sigmaM: number) => void
  readonly onLeave: () => void
}

/** Asks for the accuracy of the positions in a message: only its operator knows it, so no number is proposed. */
function StateSigma({ name, onState, onLeave }: StateProps) {
  const t = useWords(observationsWords)
  const [sigmaM, setSigmaM] = useState(Number.NaN)
  const isGood = sigmaM > 0 && sigmaM <= MOST_POSITION_SIGMA_M
  return (
    <form
      className="flex wrap w-full gap-4-16 items-end"
      aria-label={t('sigmaTitle')}
      onSubmit={(event) => {
        event.preventDefault()
        if (isGood) onState(sigmaM)
      }}
    >
      <p className="w-full" role="status">
        {t('sigmaAsked', { name })}
      </p>
      <NumberField
        label={t('sigmaLabel')}
        unit="m"
        value={sigmaM}
        onChange={setSigmaM}
        minValue={0}
        maxValue={MOST_POSITION_SIGMA_M}
        formatOptions={{ maximumFractionDigits: 3 }}
        autoFocus
      />
      <span className="flex gap-6">
        <Button type="submit" disabled={!isGood}>
          {t('sigmaAdd')}
        </Button>
        <Button look="quiet" onClick={onLeave}>
          {t('dismiss')}
        </Button>
      </span>
    </form>
  )
}
