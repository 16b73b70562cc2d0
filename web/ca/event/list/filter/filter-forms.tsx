import { RISK_LEVELS, type RiskLevel } from '@apsis/contract/ca/message/cdm.ts'
import { useState } from 'react'
import { formatInstant } from '../../../../clock/format.ts'
import { typedTime } from '../../../../clock/typed-instant.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { CheckboxGroup } from '../../../../ui/field/checkbox-group.tsx'
import { Select } from '../../../../ui/field/select.tsx'
import { TextField } from '../../../../ui/field/text-field.tsx'
import { readNumber, typedNumber } from '../../../../ui/format/number.ts'
import { meaningOf } from '../../../../ui/status/status-meaning.ts'
import { useWords } from '../../../../ui/text/language.ts'
import styles from '../../filter-bar.module.css'
import type { Lane } from '../../lanes.ts'
import { kindWord } from '../../object-kind.ts'
import { OWN, type Question, WINDOW_DAYS } from '../../question.ts'
import { conjunctionsWords } from '../../words.data.ts'
import { filterWords } from './filter-words.data.ts'

type Props = {
  readonly question: Question
  readonly onAsk: (part: Partial<Question>) => void
  readonly onDone: () => void
}

/** Shows the choice of satellites; all are shown if none is chosen. */
export function SatelliteForm({ question, lanes, onAsk, onDone }: Props & { readonly lanes: readonly Lane[] }) {
  const t = useWords(conjunctionsWords)
  return (
    <>
      <div className={`scroll mb-8 ${styles.many}`}>
        <CheckboxGroup
          label={t('satellite')}
          options={lanes.map(({ key, name }) => ({ value: key, label: name }))}
          value={question.satellites}
          onChange={(satellites) => onAsk({ satellites })}
        />
      </div>
      <Button
        look="quiet"
        onClick={() => {
          onAsk({ satellites: [] })
          onDone()
        }}
      >
        {t('allSatellites', { count: lanes.length })}
      </Button>
    </>
  )
}

/** Shows the choice of the window: a number of days, or from one time to another, as a brush over the plot sets it. */
export function WindowForm({ question, onAsk, onDone }: Props) {
  const t = useWords(conjunctionsWords)
  const own = useWords(filterWords)
  const written = (ms: number | undefined) => (ms === undefined ? '' : formatInstant(ms).slice(0, 16))
  const [from, setFrom] = useState(written(question.from))
  const [to, setTo] = useState(written(question.to))
  const isWrong = (text: string) => text.trim() !== '' && typedTime(text) === undefined
  const days = (count: number) => () => {
    onAsk({ days: count, from: undefined, to: undefined })
    onDone()
  }
  return (
    <form
      className="stack gap-12"
      onSubmit={(event) => {
        event.preventDefault()
        if (isWrong(from) || isWrong(to)) return
        onAsk({ from: typedTime(from), to: typedTime(to) })
        onDone()
      }}
    >
      <div className={`flex gap-4 ${styles.days}`}>
        {WINDOW_DAYS.map((count) => (
          <Button key={count} onClick={days(count)} aria-pressed={count === question.days}>
            {count === 0 ? t('withoutEnd') : t('days', { count })}
          </Button>
        ))}
      </div>
      <TextField
        label={t('from')}
        value={from}
        onChange={setFrom}
        help={own('instantHelp')}
        error={isWrong(from) ? own('instantWrong') : undefined}
      />
      <TextField label={t('to')} value={to} onChange={setTo} error={isWrong(to) ? own('instantWrong') : undefined} />
      <Button type="submit">{own('apply')}</Button>
    </form>
  )
}

/** The choices of the other filters. */
export type Offers = {
  readonly groups: readonly string[]
  readonly types: readonly string[]
  readonly originators: readonly string[]
}
type FilterProps = Props & { readonly offers: Offers }
const ANY = 'any'
const NO_PC = 'none'

/** Shows the form of all other filters; a choice applies at once, a number applies when the user leaves the field or presses Enter. */
export function FilterForm({ question, offers: { groups, types, originators }, onAsk, onDone }: FilterProps) {
  const t = useWords(conjunctionsWords)
  const own = useWords(filterWords)
  return (
    <form
      className="stack gap-12"
      onSubmit={(event) => {
        event.preventDefault()
        onDone()
      }}
    >
      <CheckboxGroup
        label={t('level')}
        options={RISK_LEVELS.toReversed().map((level) => ({ value: level, label: meaningOf('risk', level).word }))}
        value={question.levels}
        onChange={(levels) => onAsk({ levels: RISK_LEVELS.filter((one): one is RiskLevel => levels.includes(one)) })}
      />
      <CheckboxGroup
        label={t('type')}
        options={types.map((type) => ({ value: type, label: t(kindWord(type)) }))}
        value={question.types}
        onChange={(chosen) => onAsk({ types: chosen })}
      />
      {groups.length > 0 ? (
        <Select
          label={t('group')}
          options={[{ value: ANY, label: own('anyGroup') }, ...groups.map((value) => ({ value, label: value }))]}
          value={question.group ?? ANY}
          onChange={(value) => onAsk({ group: value === ANY ? undefined : value })}
        />
      ) : null}
      <Select
        label={own('pcKnown')}
        options={[
          { value: ANY, label: own('anyPc') },
          { value: NO_PC, label: t('onlyNoPc') },
        ]}
        value={question.noPc ? NO_PC : ANY}
        onChange={(value) => onAsk(value === NO_PC ? { noPc: true, minPc: undefined } : { noPc: undefined })}
      />
      {question.noPc ? null : (
        <NumberPart
          label={t('minPc')}
          most={1}
          text={question.minPc === undefined ? '' : typedNumber(question.minPc)}
          onNumber={(minPc) => onAsk({ minPc })}
        />
      )}
      <NumberPart
        label={own('maxMiss')}
        unit="m"
        text={question.maxMissM === undefined ? '' : String(question.maxMissM)}
        onNumber={(maxMissM) => onAsk({ maxMissM })}
      />
      <NumberPart
        label={own('maxRadial')}
        unit="m"
        text={question.maxRadialM === undefined ? '' : String(question.maxRadialM)}
        onNumber={(maxRadialM) => onAsk({ maxRadialM })}
      />
      {originators.length > 1 || question.originators.length > 0 ? (
        <CheckboxGroup
          label={t('originator')}
          options={originators.map((value) => ({ value, label: value }))}
          value={question.originators}
          onChange={(chosen) => onAsk({ originators: chosen })}
        />
      ) : null}
      <Select
        label={t('own')}
        options={[
          { value: ANY, label: own('anyGroup') },
          { value: OWN[0], label: t('ownonly') },
          { value: OWN[1], label: t('ownnone') },
        ]}
        value={question.own ?? ANY}
        onChange={(value) => onAsk({ own: OWN.find((one) => one === value) })}
      />
      <TextPart text={question.text ?? ''} onText={(text) => onAsk({ text: text || undefined })} />
      <button type="submit" hidden />
    </form>
  )
}

type NumberProps = {
  readonly label: string
  readonly unit?: string
  readonly most?: number
  readonly text: string
  readonly onNumber: (value: number | undefined) => void
}

function NumberPart({ label, unit, most = Number.MAX_VALUE, text: known, onNumber }: NumberProps) {
  const t = useWords(conjunctionsWords)
  const own = useWords(filterWords)
  const [text, setText] = useState(known)
  const value = text.trim() === '' ? undefined : readNumber(text)
  const isWrong = value !== undefined && !(value >= 0 && value <= most)
  const keep = () => (isWrong || text === known ? undefined : onNumber(value))
  return (
    <TextField
      label={label}
      unit={unit}
      value={text}
      onChange={setText}
      onBlur={keep}
      onKeyDown={({ key }) => (key === 'Enter' ? keep() : undefined)}
      error={isWrong ? (most === 1 ? own('numberToOne') : t('number')) : undefined}
    />
  )
}

function TextPart({ text: known, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const t = useWords(conjunctionsWords)
  const [text, setText] = useState(known)
  const keep = () => (text === known ? undefined : onText(text.trim()))
  return (
    <TextField
      label={t('text')}
      value={text}
      onChange={setText}
      onBlur={keep}
      onKeyDown={({ key }) => (key === 'Enter' ? keep() : undefined)}
    />
  )
}
